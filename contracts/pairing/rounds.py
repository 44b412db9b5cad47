"""Rounds: proposed, published, started. From its start on a round stands (DSU §11d)."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.arrangements import Floated, Reason
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing.boards import Board, Bye, Round
from contracts.points import ByeKind
from contracts.units import TournamentCommand


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
    Publish a round as given, typed or made by another program; its players must be entered, each named once.

    Every active player must be on a board or among the byes; an absentee is a zero-point bye. The latest round can be
    published again with other boards until it has started or one of its results is reported.

    What the rules forbid (a second meeting, a colour nobody may have, a second bye) is refused unless it is forced:
    then `force` is the reason. Where the tournament has a system of ours, what differs from its pairing is recorded.
    `elsewhere` says who paired a round that is history, such as a file that is imported: it is taken as it is, and not
    compared.
    """

    round: Round
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()
    force: Annotated[str, Meta(max_length=500)] = ""
    elsewhere: Annotated[str, Meta(max_length=500)] = ""


class MakeRound(TournamentCommand, frozen=True, kw_only=True):
    """Pair a round by the tournament's system and publish it: propose and publish in one; `on` as there."""

    round: Round
    on: dt.date | None = None


class StartRound(TournamentCommand, frozen=True, kw_only=True):
    """Say that the start time of a published round has come: from now on its pairing stands (DSU §11d)."""

    round: Round


class ProposedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a proposal; `because` are places (from 0) in its table of reasons."""

    number: int
    white: PlayerId
    black: PlayerId
    because: tuple[int, ...]


class ProposedBye(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A player without an opponent in a proposal; `because` are places (from 0) in its table of reasons.

    `against` is as in `Bye`.
    """

    player: PlayerId
    kind: ByeKind
    because: tuple[int, ...]
    against: PlayerId | None = None


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


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """
    What differs between a round as published and the system's pairing of it; the order of boards is none.

    `added` is what only the published round has, `dropped` what only the system's has. `fault` says why the system
    makes nothing of the round.
    """

    boards_added: tuple[Board, ...]
    boards_dropped: tuple[Board, ...]
    byes_added: tuple[Bye, ...]
    byes_dropped: tuple[Bye, ...]
    fault: str = ""


class RoundPublished(EventData, frozen=True, kw_only=True):
    """
    A round is published: a fact, which replay never changes. Published again, the new version stands.

    `proposal` is the number of the proposal it was published from; `manual` is set where it was paired by hand. Such a
    round, or one published as given, has its `difference` from the system's pairing, or was paired `elsewhere`;
    `overridden` are the rules it breaks, `forced` the reason why they are broken.
    """

    tournament: TournamentId
    round: int
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]
    proposal: int | None = None
    manual: bool = False
    elsewhere: str = ""
    forced: str = ""
    overridden: tuple[Reason, ...] = ()
    difference: Difference | None = None


class RoundStarted(EventData, frozen=True, kw_only=True):
    """The start time of a round has come: its pairing stands."""

    tournament: TournamentId
    round: int
