"""Commands, events and queries of results: how games ended, and what was corrected afterwards."""

import datetime as dt
import enum
from typing import Annotated

from msgspec import Meta

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import Round
from contracts.points import Result
from contracts.units import TournamentCommand


class Scope(enum.StrEnum):
    """What a correction counts for (FIDE C.05 F.7): later pairings, the standings, the rating report."""

    PAIRING = "pairing"
    STANDINGS = "standings"
    RATING = "rating"


EVERYTHING = (Scope.PAIRING, Scope.STANDINGS, Scope.RATING)


class ReportResult(TournamentCommand, frozen=True, kw_only=True):
    """
    Report the result of a board. The same result a second time changes nothing; another one is refused.

    The game is found by round, White and Black, so that an arbiter's renumbering of boards misplaces no result.
    `finished` is the day on which a game that was broken off or put off was finished, where that is not its round's:
    some rules count it then (SSF, System). Told again with another one before the tournament's end, the day moves.
    """

    round: Round
    white: PlayerId
    black: PlayerId
    result: Result
    finished: dt.date | None = None


class CorrectResult(TournamentCommand, frozen=True, kw_only=True):
    """Correct a reported result. `expected` is the value the sender saw; another value there refuses the correction."""

    round: Round
    white: PlayerId
    black: PlayerId
    expected: Result
    result: Result
    scope: Annotated[tuple[Scope, ...], Meta(min_length=1)] = EVERYTHING
    reason: Annotated[str, Meta(min_length=1)]


class CorrectReplay(TournamentCommand, frozen=True, kw_only=True):
    """
    Correct the result of a later game of an encounter; named as in `ReportReplay`, `expected` as in `CorrectResult`.

    Who has won the encounter follows from its games again: a win that was a draw leaves it to be played on. It counts
    for the standings and later pairings, or one of them; only game 1 is rated, and corrected by `CorrectResult`.
    """

    round: Round
    white: PlayerId
    black: PlayerId
    game: Annotated[int, Meta(ge=2, le=99)]
    expected: Result
    result: Result
    scope: Annotated[tuple[Scope, ...], Meta(min_length=1)] = (Scope.PAIRING, Scope.STANDINGS)
    reason: Annotated[str, Meta(min_length=1)]


class AdjournGame(TournamentCommand, frozen=True, kw_only=True):
    """
    Record that a game was broken off, to be finished by a day. Its result is reported when there is one.

    Until that day nobody pairs the next round (DSU §11c). Once more with another day, the day moves.
    """

    round: Round
    white: PlayerId
    black: PlayerId
    deadline: dt.date


class PostponeGame(TournamentCommand, frozen=True, kw_only=True):
    """Record that a game is put off, to be played by a day; the next round is paired without waiting for it."""

    round: Round
    white: PlayerId
    black: PlayerId
    deadline: dt.date


class ReportReplay(TournamentCommand, frozen=True, kw_only=True):
    """
    Report a later game of an encounter that was drawn so far (knock-out, Gladiatorskak).

    `white` and `black` are those of game 1, by whom the board is known; `game` counts from 2, and in every even game
    the colours are reversed. `result` is told with the side first that has White in this game.
    """

    round: Round
    white: PlayerId
    black: PlayerId
    game: Annotated[int, Meta(ge=2, le=99)]
    result: Result


class DecideEncounter(TournamentCommand, frozen=True, kw_only=True):
    """Record who goes on from an encounter that was drawn, by a lot or whatever else the regulations say."""

    round: Round
    white: PlayerId
    black: PlayerId
    winner: PlayerId
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class DecideCancellation(TournamentCommand, frozen=True, kw_only=True):
    """
    Record whether a player's cancellation of his game in a round is approved (DSU 4.5.4.2); the last decision stands.

    It may come before the game or long after the tournament. Who stays away without one has lost, and where the rules
    rate no-shows the game is rated; with one it is not.
    """

    round: Round
    player: PlayerId
    approved: bool = True
    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class CompleteTournament(TournamentCommand, frozen=True, kw_only=True):
    """
    Declare a tournament finished: every announced round is published and every board has a result.

    With a `reason` it ends earlier: nobody is left to be paired, or no legal pairing is.
    """

    reason: Annotated[str, Meta(max_length=500)] = ""


class GameReported(EventData, frozen=True, kw_only=True):
    """A board has its result."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    result: Result


class GameAdjourned(EventData, frozen=True, kw_only=True):
    """A game was broken off, to be finished by the day `deadline`."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    deadline: dt.date


class GamePostponed(EventData, frozen=True, kw_only=True):
    """A game is put off, to be played by the day `deadline`."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    deadline: dt.date


class GameFinishedLate(EventData, frozen=True, kw_only=True):
    """A game that was broken off or put off was finished on a day that is not its round's; the last one told stands."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    day: dt.date


class ReplayReported(EventData, frozen=True, kw_only=True):
    """A later game of an encounter was played; `result` with the side first that had White in it. It is not rated."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    game: int
    result: Result


class ReplayCorrected(EventData, frozen=True, kw_only=True):
    """The result `was` of a later game of an encounter is superseded by `result`, for what `scope` says."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    game: int
    was: Result
    result: Result
    scope: tuple[Scope, ...]
    reason: str


class EncounterDecided(EventData, frozen=True, kw_only=True):
    """Who goes on from a drawn encounter, and what decided it."""

    tournament: TournamentId
    round: int
    white: PlayerId
    black: PlayerId
    winner: PlayerId
    reason: str


class CancellationDecided(EventData, frozen=True, kw_only=True):
    """A player's cancellation of his game in a round is approved, or it is not (any more)."""

    tournament: TournamentId
    round: int
    player: PlayerId
    approved: bool
    reason: str


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
    """
    The tournament is finished; from here on it is rated, and results change by correction only.

    `rounds` were played; where they are fewer than announced, `reason` says why.
    """

    tournament: TournamentId
    rounds: int
    reason: str = ""


class OpenBoards(QueryData, frozen=True, kw_only=True):
    """Ask for the boards of a tournament that have no result yet."""

    tournament: TournamentId


ResultsCommand = (
    ReportResult
    | CorrectResult
    | CorrectReplay
    | AdjournGame
    | PostponeGame
    | ReportReplay
    | DecideEncounter
    | DecideCancellation
    | CompleteTournament
)
ResultsEvent = (
    GameReported
    | GameAdjourned
    | GamePostponed
    | GameFinishedLate
    | ReplayReported
    | ReplayCorrected
    | EncounterDecided
    | CancellationDecided
    | ResultCorrected
    | RoundCompleted
    | TournamentCompleted
)
ResultsQuery = OpenBoards
