"""A round paired by hand: an audited phase with a beginning, changes, and an end."""

import datetime as dt

import msgspec

from contracts.arrangements import Change, Reason
from contracts.ids import TournamentId
from contracts.messages import EventData
from contracts.pairing.boards import Board, Bye, Round, Words
from contracts.units import TournamentCommand


class BeginManualPairing(TournamentCommand, frozen=True, kw_only=True):
    """Begin to pair a round by hand, from what is published or from what the system makes of it; `on` as elsewhere."""

    round: Round
    reason: Words
    on: dt.date | None = None


class ChangePairing(TournamentCommand, frozen=True, kw_only=True):
    """
    Make one change of the pairing by hand.

    What the rules forbid (a second meeting, a colour nobody may have, a second bye) is refused, unless it is forced:
    then `force` is the reason.
    """

    round: Round
    change: Change
    force: str = ""


class EndManualPairing(TournamentCommand, frozen=True, kw_only=True):
    """Publish the round as it is paired by hand; what differs from the system's pairing is recorded."""

    round: Round


class CancelManualPairing(TournamentCommand, frozen=True, kw_only=True):
    """Give up pairing a round by hand; what was published stands."""

    round: Round
    reason: Words


class SystemPairing(msgspec.Struct, frozen=True, kw_only=True):
    """What the system makes of a round that is paired by hand; `fault` says why it makes nothing."""

    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]
    fault: str


class ManualPairingBegun(EventData, frozen=True, kw_only=True):
    """A round is being paired by hand: where it starts from, and what the system makes of it."""

    tournament: TournamentId
    round: int
    reason: str
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]
    system: SystemPairing


class PairingChanged(EventData, frozen=True, kw_only=True):
    """One change by hand; `overridden` are the rules it breaks, `forced` the reason why they are broken."""

    tournament: TournamentId
    round: int
    change: Change
    forced: str
    overridden: tuple[Reason, ...]


class ManualPairingEnded(EventData, frozen=True, kw_only=True):
    """A round was paired by hand: what differs from the system's pairing, and the rules broken on purpose."""

    tournament: TournamentId
    round: int
    reason: str
    boards_added: tuple[Board, ...]
    boards_dropped: tuple[Board, ...]
    byes_added: tuple[Bye, ...]
    byes_dropped: tuple[Bye, ...]
    overridden: tuple[Reason, ...]


class ManualPairingCancelled(EventData, frozen=True, kw_only=True):
    """Pairing by hand was given up."""

    tournament: TournamentId
    round: int
    reason: str
