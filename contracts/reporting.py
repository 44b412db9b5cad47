"""Commands, events and queries of reporting: tables for people and programs."""

from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.envelope import Event
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import Round
from contracts.points import HalfPoints
from contracts.units import TournamentCommand

AfterRound = Annotated[int, Meta(ge=0, le=99)]


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    A line of the standings. Players who are equal in everything share a rank.

    `points` in half points, `buchholz` in half points, `sonneborn_berger` in quarter points.
    """

    rank: int
    player: PlayerId
    name: str
    start_number: int
    rating: int | None
    points: HalfPoints
    buchholz: int
    sonneborn_berger: int


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """
    The standings after a round.

    `provisional` while a board up to that round has no result; `edition` of C.07 the tie-breaks are computed under.
    """

    tournament: TournamentId
    name: str
    after_round: int
    rounds: int
    provisional: bool
    edition: str
    rows: tuple[Standing, ...]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A player's round in the crosstable: opponent's start number, colour, half points, and TRF's result letter."""

    opponent: int | None
    colour: str
    points: HalfPoints
    code: str


class CrosstableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line in the crosstable, in start-list order."""

    start_number: int
    player: PlayerId
    name: str
    rating: int | None
    points: HalfPoints
    cells: tuple[Cell, ...]


class Crosstable(msgspec.Struct, frozen=True, kw_only=True):
    """The crosstable: who met whom, with which colour and result."""

    tournament: TournamentId
    name: str
    rounds: int
    rows: tuple[CrosstableRow, ...]


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """What a change does to one player's line in the standings."""

    tournament: TournamentId
    was: Standing | None
    now: Standing | None


class PublishStandings(TournamentCommand, frozen=True, kw_only=True):
    """Publish the standings after a completed round, for good: what a printed table said."""

    after_round: Round


class StandingsPublished(EventData, frozen=True, kw_only=True):
    """Standings as they were published: a fact, which replay never changes."""

    tournament: TournamentId
    after_round: int
    edition: str
    rows: tuple[Standing, ...]


class CurrentStandings(QueryData, frozen=True, kw_only=True):
    """Ask for the standings, after a round or as they are now."""

    tournament: TournamentId
    after_round: AfterRound | None = None


class CurrentCrosstable(QueryData, frozen=True, kw_only=True):
    """Ask for the crosstable."""

    tournament: TournamentId


class WhatIf(QueryData, frozen=True, kw_only=True):
    """Ask what events that are not written would do to the standings (of a command answered with `Proposed`)."""

    events: tuple[Event, ...]


ReportingCommand = PublishStandings
ReportingEvent = StandingsPublished
ReportingQuery = CurrentStandings | CurrentCrosstable | WhatIf
