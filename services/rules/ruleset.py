"""
The shape of a rule set: for each step a named strategy with its numbers.

A strategy's name stands in its `tag`; the numbers and the section of the regulation are its fields. What a strategy
does is written in the module of the regulation it comes from; any set may use it.
"""

from datetime import date
from typing import Literal

import msgspec

from services.rules.tables import Coefficients, ExpectedScores, RatingDifferences

Anchor = Literal["tournament_start", "tournament_end", "round", "list"]
"""Which date of an event decides the rules it is computed under."""


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the rules stand; `note` says what is a reading or a reconstruction."""

    document: str
    section: str
    note: str = ""


class Uncovered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of time between two sets whose rules are not held, both days included, and why."""

    begins: date
    ends: date
    why: str


class Step(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="strategy", omit_defaults=True
):
    """What every strategy has: the section it implements."""

    section: str


# --- which games count


class PlayedAndNoShows(Step, frozen=True, kw_only=True, tag="played_and_no_shows"):
    """Played games, and no-shows without an approved cancellation (DSU 4.5.4.2)."""


# --- the expected score, or the change itself


class AverageOrDifference(Step, frozen=True, kw_only=True, tag="average_or_difference"):
    """DSU 4.5.2.1: the group's average in an all-play-all of at most `spread` points, else game by game."""

    table: ExpectedScores
    spread: int
    step: int
    """Hundredths to whose nearest multiple We is rounded."""


# --- the coefficient


class ByRating(Step, frozen=True, kw_only=True, tag="by_rating"):
    """K from the rating before the event (DSU 4.5.2.3)."""

    table: Coefficients


# --- bonus, winner


class AboveThreshold(Step, frozen=True, kw_only=True, tag="above_threshold"):
    """DSU 4.5.2.2: what W - We has above max(`least`, `base` + `for_two` * (n // 2)), in hundredths; if positive."""

    least: int
    base: int
    for_two: int


class NeverNegative(Step, frozen=True, kw_only=True, tag="never_negative"):
    """DSU 4.5.2.5: a group winner below his expected score gets the change 0."""


# --- unrated participants


class PerformanceRated(Step, frozen=True, kw_only=True, tag="performance_rated"):
    """DSU 4.5.5.2: a foreigner without a number gets Rc + D(P), iterated until it is stable, at most `rounds` times."""

    table: RatingDifferences
    rounds: int


# --- settlement: from the gain to the register


class RatioOfCoefficients(Step, frozen=True, kw_only=True, tag="ratio_of_coefficients"):
    """DSU 4.5.2.4: what lies beyond a limit of K is multiplied by K beyond it over K before it."""


class RaisedTo(Step, frozen=True, kw_only=True, tag="raised_to"):
    """A rating below `floor` is raised to it (DSU 4.5.2.6)."""

    floor: int


class NearestInteger(Step, frozen=True, kw_only=True, tag="nearest_integer"):
    """Rounded once, at the end, a half up."""


class RatingSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps of a rating rule set, in the order they are taken."""

    games: PlayedAndNoShows
    unrated: PerformanceRated
    expected: AverageOrDifference
    coefficient: ByRating
    bonus: AboveThreshold | None = None
    winner: NeverNegative | None = None
    limits: RatioOfCoefficients | None = None
    floor: RaisedTo | None = None
    rounding: NearestInteger


class RuleSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    One edition of one federation's rules of one kind.

    In force on every day from `effective_from` to `effective_until`, both included (None: until further notice).
    `digest` is the sha256 of the file and of every table it names.
    """

    id: str
    federation: str
    kind: Literal["rating"]
    effective_from: date
    effective_until: date | None = None
    anchor: Anchor
    source: Source
    steps: RatingSteps
    uncovered: tuple[Uncovered, ...] = ()
    digest: str = ""
