"""Commands, events and queries of results: how games ended, and what was corrected afterwards."""

import enum
from typing import Annotated

from msgspec import Meta

from contracts.ids import PlayerId, TournamentId, UnitId
from contracts.messages import CommandData, EventData, QueryData
from contracts.pairing import Round
from contracts.points import Result
from contracts.units import tournament_unit


class Scope(enum.StrEnum):
    """What a correction counts for (FIDE C.05 F.7): later pairings, the standings, the rating report."""

    PAIRING = "pairing"
    STANDINGS = "standings"
    RATING = "rating"


EVERYTHING = (Scope.PAIRING, Scope.STANDINGS, Scope.RATING)


class ReportResult(CommandData, frozen=True, kw_only=True):
    """
    Report the result of a board. The same result a second time changes nothing; another one is refused.

    The game is found by round, White and Black, so that an arbiter's renumbering of boards misplaces no result.
    """

    tournament: TournamentId
    round: Round
    white: PlayerId
    black: PlayerId
    result: Result

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class CorrectResult(CommandData, frozen=True, kw_only=True):
    """Correct a reported result. `expected` is the value the sender saw; another value there refuses the correction."""

    tournament: TournamentId
    round: Round
    white: PlayerId
    black: PlayerId
    expected: Result
    result: Result
    scope: Annotated[tuple[Scope, ...], Meta(min_length=1)] = EVERYTHING
    reason: Annotated[str, Meta(min_length=1)]

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class CompleteTournament(CommandData, frozen=True, kw_only=True):
    """Declare a tournament finished: every announced round is published and every board has a result."""

    tournament: TournamentId

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class GameReported(EventData, frozen=True, kw_only=True):
    """A board has its result."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    result: Result


class ResultCorrected(EventData, frozen=True, kw_only=True):
    """The result `was` of a board is superseded by `result`, for what `scope` says."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    was: Result
    result: Result
    scope: tuple[Scope, ...]
    reason: str


class RoundCompleted(EventData, frozen=True, kw_only=True):
    """Every board of a round has its result."""

    tournament: TournamentId
    round: int


class TournamentCompleted(EventData, frozen=True, kw_only=True):
    """The tournament is finished; from here on it is rated, and results change by correction only."""

    tournament: TournamentId
    rounds: int


class OpenBoards(QueryData, frozen=True, kw_only=True):
    """Ask for the boards of a tournament that have no result yet."""

    tournament: TournamentId


ResultsCommand = ReportResult | CorrectResult | CompleteTournament
ResultsEvent = GameReported | ResultCorrected | RoundCompleted | TournamentCompleted
ResultsQuery = OpenBoards
