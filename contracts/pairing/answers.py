"""What others may ask of pairing, and what they are answered."""

from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.arrangements import ByePolicy, ColourLetter, Floated, Reason
from contracts.ids import PlayerId, TournamentId
from contracts.messages import QueryData
from contracts.pairing.boards import Acceleration, Board, Bye, Round
from contracts.pairing.desk import PairingForbidden
from contracts.pairing.rounds import Difference
from contracts.points import ByeKind, Result


class Pairings(QueryData, frozen=True, kw_only=True):
    """Ask for the published boards and byes of a round: as they are, or as a version before was."""

    tournament: TournamentId
    round: Round
    version: Annotated[int, Meta(ge=1)] | None = None


class Proposal(QueryData, frozen=True, kw_only=True):
    """Ask for the latest proposal of a round, with its reasons."""

    tournament: TournamentId
    round: Round


class Arrangements(QueryData, frozen=True, kw_only=True):
    """Ask what is arranged for the pairing of a tournament: lots, options, byes, who is kept apart, pairing by hand."""

    tournament: TournamentId


class Report(QueryData, frozen=True, kw_only=True):
    """Ask for the tournament report file (TRF-2026) as it is, or as it was before the pairing of a later round."""

    tournament: TournamentId
    after_round: Annotated[int, Meta(ge=0, le=99)] | None = None


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player as a pairing list names him."""

    player: PlayerId
    name: str
    start_number: int
    rating: int | None


class PairedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """
    A line of the pairing list, with the reasons where they are asked for.

    In a published round as it stands `result` is what counts in the standings, and `undecided` says that there is none
    yet, or only a draw where the encounter goes on to a winner.
    """

    number: int
    white: Seat
    black: Seat
    reasons: tuple[Reason, ...] = ()
    result: Result | None = None
    undecided: bool = False


class FreeSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent, and why."""

    seat: Seat
    kind: ByeKind
    reasons: tuple[Reason, ...] = ()


class PairingList(msgspec.Struct, frozen=True, kw_only=True):
    """
    A published round with the names of its players: boards by number, byes as published.

    `version` counts how often the round was published up to this; `versions` in all. The rest is as in
    `RoundPublished`.
    """

    tournament: TournamentId
    name: str
    round: int
    boards: tuple[PairedBoard, ...]
    byes: tuple[FreeSeat, ...]
    version: int = 1
    versions: int = 1
    started: bool = False
    manual: bool = False
    elsewhere: str = ""
    forced: str = ""
    overridden: tuple[Reason, ...] = ()
    difference: Difference | None = None


class ProposedRound(msgspec.Struct, frozen=True, kw_only=True):
    """The latest proposal of a round; `published` when the published version of the round came from it."""

    tournament: TournamentId
    name: str
    round: int
    proposal: int
    boards: tuple[PairedBoard, ...]
    byes: tuple[FreeSeat, ...]
    floats: tuple[Floated, ...]
    notes: tuple[Reason, ...]
    abbreviated: bool
    system: str
    regulation: str
    reconstruction: bool
    warnings: tuple[Reason, ...]
    decided_at: int
    published: bool


class ManualPairing(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is being paired by hand, as it stands; `unpaired` are those still to be paired."""

    round: int
    reason: str
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]
    unpaired: tuple[PlayerId, ...]
    overridden: tuple[Reason, ...]


class Arranged(msgspec.Struct, frozen=True, kw_only=True):
    """What is arranged: byes by round, pairs kept apart, and the round that is being paired by hand."""

    tournament: TournamentId
    initial_colour: ColourLetter | None
    lots_drawn: bool
    options: dict[str, str]
    acceleration: Acceleration
    bye_policy: ByePolicy
    byes: dict[int, tuple[Bye, ...]]
    forbidden: tuple[PairingForbidden, ...]
    manual: ManualPairing | None
