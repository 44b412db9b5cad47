"""Commands, events and queries of pairing: who meets whom, with which colour, and who is free."""

from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId, TournamentId, UnitId
from contracts.messages import CommandData, EventData, QueryData
from contracts.points import ByeKind
from contracts.units import tournament_unit

Round = Annotated[int, Meta(ge=1, le=99)]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played. The game is identified by round, White and Black; `number` is for display only."""

    number: Annotated[int, Meta(ge=1)]
    white: PlayerId
    black: PlayerId


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent in a round, and why."""

    player: PlayerId
    kind: ByeKind


class PublishRound(CommandData, frozen=True, kw_only=True):
    """
    Publish a round as given; its players must be entered, each named once, and no two may meet a second time.

    Every active player must be on a board or among the byes; an absentee is a zero-point bye. The latest round can be
    published again with other boards until one of its results is reported.
    """

    tournament: TournamentId
    round: Round
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...] = ()

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class MakeRound(CommandData, frozen=True, kw_only=True):
    """Pair a round by the tournament's system and publish it."""

    tournament: TournamentId
    round: Round

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class RoundPublished(EventData, frozen=True, kw_only=True):
    """A round is published: a fact, which replay never changes."""

    tournament: TournamentId
    round: int
    boards: tuple[Board, ...]
    byes: tuple[Bye, ...]


class Pairings(QueryData, frozen=True, kw_only=True):
    """Ask for the published boards and byes of a round."""

    tournament: TournamentId
    round: Round


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player as a pairing list names him."""

    player: PlayerId
    name: str
    start_number: int
    rating: int | None


class PairedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the pairing list."""

    number: int
    white: Seat
    black: Seat


class FreeSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player without an opponent, and why."""

    seat: Seat
    kind: ByeKind


class PairingList(msgspec.Struct, frozen=True, kw_only=True):
    """A published round with the names of its players: boards by number, byes as published."""

    tournament: TournamentId
    name: str
    round: int
    boards: tuple[PairedBoard, ...]
    byes: tuple[FreeSeat, ...]


PairingCommand = PublishRound | MakeRound
PairingEvent = RoundPublished
PairingQuery = Pairings
