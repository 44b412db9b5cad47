"""
Commands, events and queries of pairing: who meets whom, with which colour, and who is free.

A round is proposed, published and started; from its start on it stands. What an arbiter arranges beside that (lots,
byes, players kept apart, changes by hand) is an event each. Byes and reasons are values of `contracts.arrangements`.
"""

import datetime as dt
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from contracts.arrangements import ByePolicy, Change, ColourLetter, Floated, Lot, Reason
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.points import ByeKind
from contracts.units import TournamentCommand

Round = Annotated[int, Meta(ge=1, le=99)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
"""Why an arbiter does something, for the record."""
Acceleration = Literal["", "baku"]
"""FIDE C.04.7: virtual points for the first half of the ranking in the first rounds; empty is none."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played. The game is identified by round, White and Black; `number` is for display only."""

    number: Annotated[int, Meta(ge=1)]
    white: PlayerId
    black: PlayerId


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent in a round, and why."""

    player: PlayerId
    kind: ByeKind


class ProposeRound(TournamentCommand, frozen=True, kw_only=True):
    """
    Pair a round by the tournament's system, and say why; nothing is published by it.

    `on` is the day the pairing is made (default: the round's announced date): before the deadline of an adjourned game
    nothing is paired (DSU §11c).
    """

    round: Round
    on: dt.date | None = None


class PublishProposal(TournamentCommand, frozen=True, kw_only=True):
    """Publish a round as it was proposed: the proposal of that number, or the latest one."""

    round: Round
    proposal: Annotated[int, Meta(ge=1)] | None = None


class PublishRound(TournamentCommand, frozen=True, kw_only=True):
    """
    Publish a round as given; its players must be entered, each named once, and no two may meet a second time.

    Every active player must be on a board or among the byes; an absentee is a zero-point bye. The latest round can be
    published again with other boards until it has started or one of its results is reported.
    """

    round: Round
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()


class MakeRound(TournamentCommand, frozen=True, kw_only=True):
    """Pair a round by the tournament's system and publish it: propose and publish in one; `on` as there."""

    round: Round
    on: dt.date | None = None


class StartRound(TournamentCommand, frozen=True, kw_only=True):
    """Say that the start time of a published round has come: from now on its pairing stands (DSU §11d)."""

    round: Round


class DrawLots(TournamentCommand, frozen=True, kw_only=True):
    """
    Record lots that have been drawn, each once and before its round is published; who draws them is the sender.

    `numbers` are start numbers, one for everybody entered. `initial_colour` is the colour of the first pairing number.
    `order` is who was drawn first, second, … for the `round` of a knock-out by lot.
    """

    numbers: tuple[Lot, ...] = ()
    initial_colour: ColourLetter | None = None
    order: tuple[PlayerId, ...] = ()
    round: Round = 1


class RankEntries(TournamentCommand, frozen=True, kw_only=True):
    """Number the start list by strength before round 1: rating, title, name (FIDE C.04.2)."""


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


class ProposedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a proposal; `because` are places (from 0) in its table of reasons."""

    number: int
    white: PlayerId
    black: PlayerId
    because: tuple[int, ...]


class ProposedBye(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent in a proposal; `because` are places (from 0) in its table of reasons."""

    player: PlayerId
    kind: ByeKind
    because: tuple[int, ...]


class RoundProposed(EventData, frozen=True, kw_only=True):
    """
    A round is paired, and why: the proposal of this number for it.

    `system` and `regulation` name what it was paired by, `reconstruction` that the regulation is lost and the rule is
    ours. `reasons` is the table that boards, byes and `notes` (on the whole) refer to; `abbreviated` that texts in it
    were cut to keep the event small. `decided_at` is how many events of the tournament were known.
    """

    tournament: TournamentId
    round: int
    proposal: int
    boards: tuple[ProposedBoard, ...]
    byes: tuple[ProposedBye, ...]
    floats: tuple[Floated, ...]
    notes: tuple[int, ...]
    reasons: tuple[Reason, ...]
    abbreviated: bool
    system: str
    regulation: str
    reconstruction: bool
    warnings: tuple[Reason, ...]
    decided_at: int


class RoundPublished(EventData, frozen=True, kw_only=True):
    """
    A round is published: a fact, which replay never changes. Published again, the new version stands.

    `proposal` is the number of the proposal it was published from; `manual` is set where it was paired by hand.
    """

    tournament: TournamentId
    round: int
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]
    proposal: int | None = None
    manual: bool = False


class RoundStarted(EventData, frozen=True, kw_only=True):
    """The start time of a round has come: its pairing stands."""

    tournament: TournamentId
    round: int


class LotsDrawn(EventData, frozen=True, kw_only=True):
    """Lots were drawn, as `DrawLots` says: a fact, and nobody draws again."""

    tournament: TournamentId
    numbers: tuple[Lot, ...]
    initial_colour: ColourLetter | None
    order: tuple[PlayerId, ...]
    round: int


class EntriesRanked(EventData, frozen=True, kw_only=True):
    """The start list is numbered by strength."""

    tournament: TournamentId
    numbers: tuple[Lot, ...]


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
    """A line of the pairing list, with the reasons where they are asked for."""

    number: int
    white: Seat
    black: Seat
    reasons: tuple[Reason, ...] = ()


class FreeSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent, and why."""

    seat: Seat
    kind: ByeKind
    reasons: tuple[Reason, ...] = ()


class PairingList(msgspec.Struct, frozen=True, kw_only=True):
    """
    A published round with the names of its players: boards by number, byes as published.

    `version` counts how often the round was published up to this; `versions` in all.
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


PairingCommand = (
    ProposeRound
    | PublishProposal
    | PublishRound
    | MakeRound
    | StartRound
    | DrawLots
    | RankEntries
    | RequestBye
    | CancelBye
    | ForbidPairing
    | AllowPairing
    | SetPairingOptions
    | BeginManualPairing
    | ChangePairing
    | EndManualPairing
    | CancelManualPairing
)
PairingEvent = (
    RoundProposed
    | RoundPublished
    | RoundStarted
    | LotsDrawn
    | EntriesRanked
    | ByeGranted
    | ByeCancelled
    | PairingForbidden
    | PairingAllowed
    | PairingOptionsSet
    | ManualPairingBegun
    | PairingChanged
    | ManualPairingEnded
    | ManualPairingCancelled
)
PairingQuery = Pairings | Proposal | Arrangements | Report
