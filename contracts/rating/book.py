"""The book of ratings: what a tournament did to its players, what a change reached, and what does not count."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import EventId, PlayerId, TournamentId, UnitId
from contracts.messages import CommandData, EventData
from contracts.rating.steps import Step
from contracts.units import RATINGS

Reason = Annotated[str, Meta(min_length=1, max_length=500)]


class RatingCommandData(CommandData, frozen=True, kw_only=True):
    """What commands on the book of ratings share."""

    @property
    def unit(self) -> UnitId:
        """The book of ratings."""
        return RATINGS


class RateTournament(RatingCommandData, frozen=True, kw_only=True):
    """
    Bring the book of ratings up to date with a finished tournament.

    Rates it if it has not been rated, and recalculates every number that a correction has changed, in this tournament
    and in all later ones.
    """

    tournament: TournamentId


class RecalculateRatings(RatingCommandData, frozen=True, kw_only=True):
    """Bring the book of ratings up to date from a day on; `cause` is the event that made it necessary."""

    cause: str
    since: dt.date


class WithdrawFromRating(RatingCommandData, frozen=True, kw_only=True):
    """Take a finished tournament's results out of the ratings; its table stands. `RestoreToRating` undoes."""

    tournament: TournamentId
    reason: Reason


class RestoreToRating(RatingCommandData, frozen=True, kw_only=True):
    """Let a tournament that was withdrawn from rating count again, as if it had never been."""

    tournament: TournamentId
    reason: Reason


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """
    What a tournament did to one player's rating.

    `before` and `after` are the numbers in the register: at once those around the tournament, on a list those around
    all of the period's results (None: unrated). `gain` is this tournament's, in hundredths of a rating point; `score`
    in half points, `expected` and `bonus` in hundredths of a point (SSF: the bonus in hundredths of a rating point).
    `start` is the number he was rated from, `k` the coefficient (0: it is settled with the period, or there is none)
    and `method` how it was done. In an event `steps` explain it as `Explanation` does, with its section, inputs, table
    row and rounding each, and `events` are the ids of those it rests on.
    """

    player: PlayerId
    before: int | None
    after: int | None
    games: int
    score: int
    expected: int
    gain: int
    start: int | None = None
    k: int = 0
    bonus: int = 0
    method: str = ""
    steps: tuple[Step, ...] = ()
    events: tuple[str, ...] = ()


class Recalculation(msgspec.Struct, frozen=True, kw_only=True):
    """
    A number of a register that was `was` and is now `now`; None: none.

    It is the one after `tournament`, or the one that the event `change` gave or changed, or without either that of the
    list of the day.
    """

    player: PlayerId
    federation: str
    day: dt.date
    tournament: TournamentId | None
    was: int | None
    now: int | None
    change: EventId | None = None


class RulesUsed(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set by its id, and the SHA-256 of its resolved text."""

    rules: str
    digest: str


class TournamentRated(EventData, frozen=True, kw_only=True):
    """
    A tournament was rated under the rule set `rules`, whose resolved text has the SHA-256 `digest`.

    `listed` is the day of the list on which its results count; None: they count at once. What is too much for one event
    is continued in the next.
    """

    tournament: TournamentId
    federation: str
    rules: str
    digest: str
    listed: dt.date | None
    changes: tuple[RatingChange, ...]


class RatingsRecalculated(EventData, frozen=True, kw_only=True):
    """
    A change reached ratings already recorded: every before and after, in chronological order.

    `cause` is a tournament, or the event that made it necessary. What is too much for one event is continued in the
    next.
    """

    cause: str
    rules: tuple[RulesUsed, ...]
    changes: tuple[Recalculation, ...]


class TournamentWithdrawnFromRating(EventData, frozen=True, kw_only=True):
    """A tournament's results do not count for ratings."""

    tournament: TournamentId
    reason: str


class TournamentRestoredToRating(EventData, frozen=True, kw_only=True):
    """A tournament's withdrawal from rating is undone."""

    tournament: TournamentId
    reason: str
