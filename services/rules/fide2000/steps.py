"""The steps of a system that rates by the opponents' average, and the strategies written for them."""

import msgspec

from services.rules.register_steps import OnLists
from services.rules.strategy import Positive, Rules, Strategy, Whole
from services.rules.tables import ExpectedScores, RatingDifferences


class WalkoverMakesSwiss(Strategy, frozen=True, kw_only=True, tag="walkover_makes_swiss"):
    """Played games only; an all-play-all with a game not played is reported as a Swiss."""


class PerformancePool(Strategy, frozen=True, kw_only=True, tag="performance_pool"):
    """
    Spelaren saknar elotal: the weighted mean of performances.

    An event counts with at least `rated_opponents` and `half_points`; above 50 % each half point is worth
    `half_point` hundredths. First performances below `least` are ignored; published from `games` games and `least` on.
    """

    table: RatingDifferences
    rated_opponents: Whole
    half_points: Whole
    half_point: Whole
    games: Positive
    least: Whole


class OpponentsAverage(Strategy, frozen=True, kw_only=True, tag="opponents_average"):
    """Rankad spelare 1-4: We from the opponents' average; in a Swiss each is capped at `cap` points away."""

    table: ExpectedScores
    cap: Whole


class ByExperience(Strategy, frozen=True, kw_only=True, tag="by_experience"):
    """Rankad spelare 5: K `new` until `until` games; then `high` for good once `high_from`, else `ordinary`."""

    new: Whole
    until: Whole
    ordinary: Whole
    high: Whole
    high_from: Whole


class MultipleOf(Strategy, frozen=True, kw_only=True, tag="multiple_of"):
    """Nytt elotal: at a new period rounded to the nearest multiple of `step`."""

    step: Positive


class UnlistedBelow(Strategy, frozen=True, kw_only=True, tag="unlisted_below"):
    """Elotal: a number below `least` is not published."""

    least: Whole


class AverageSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps in the order they are taken."""

    games: WalkoverMakesSwiss
    unrated: PerformancePool
    expected: OpponentsAverage
    coefficient: ByExperience
    rounding: MultipleOf
    floor: UnlistedBelow
    register: OnLists


class AverageRules(Rules, frozen=True, kw_only=True, tag="by_opponents_average"):
    """Rules under which an event is rated against the opponents' average, settled at the end of a period."""

    steps: AverageSteps
