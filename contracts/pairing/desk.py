"""What an arbiter arranges before a round: byes, players kept apart, how the system is run."""

import msgspec

from contracts.arrangements import ByePolicy
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing.boards import Acceleration, Round, Words
from contracts.points import ByeKind
from contracts.units import TournamentCommand


class RequestBye(TournamentCommand, frozen=True, kw_only=True):
    """Ask for a bye in a round to come: half-point, full-point, or zero-point for an absence told in advance."""

    player: PlayerId
    round: Round
    kind: ByeKind


class CancelBye(TournamentCommand, frozen=True, kw_only=True):
    """Take back the bye asked for in a round to come."""

    player: PlayerId
    round: Round


class ForbidPairing(TournamentCommand, frozen=True, kw_only=True):
    """Keep two players apart, from one round to another, or to the end."""

    first: PlayerId
    second: PlayerId
    first_round: Round = 1
    last_round: Round | None = None
    reason: Words


class AllowPairing(TournamentCommand, frozen=True, kw_only=True):
    """Let two players meet again whom `ForbidPairing` has kept apart."""

    first: PlayerId
    second: PlayerId
    reason: Words


class SetPairingOptions(TournamentCommand, frozen=True, kw_only=True):
    """
    Set how the tournament's system is run: its own options by name, acceleration, and what byes may be asked for.

    They replace what was set before. After round 1 is published a change needs a reason, and is warned of.
    """

    options: dict[str, str] = msgspec.field(default_factory=dict)
    acceleration: Acceleration = ""
    byes: ByePolicy = ByePolicy()
    reason: str = ""


class ByeGranted(EventData, frozen=True, kw_only=True):
    """A player has a bye in a round to come; `warnings` say which of the tournament's limits it exceeds."""

    tournament: TournamentId
    player: PlayerId
    round: int
    kind: ByeKind
    warnings: tuple[str, ...]


class ByeCancelled(EventData, frozen=True, kw_only=True):
    """A bye that was granted is taken back."""

    tournament: TournamentId
    player: PlayerId
    round: int
    warnings: tuple[str, ...]


class PairingForbidden(EventData, frozen=True, kw_only=True):
    """Two players are kept apart from `first_round` to `last_round` (None: to the end)."""

    tournament: TournamentId
    first: PlayerId
    second: PlayerId
    first_round: int
    last_round: int | None
    reason: str


class PairingAllowed(EventData, frozen=True, kw_only=True):
    """Two players may meet again."""

    tournament: TournamentId
    first: PlayerId
    second: PlayerId
    reason: str


class PairingOptionsSet(EventData, frozen=True, kw_only=True):
    """How the tournament's system is run from now on."""

    tournament: TournamentId
    options: dict[str, str]
    acceleration: Acceleration
    byes: ByePolicy
    reason: str
    warnings: tuple[str, ...]
