"""The steps of a system that sums score - PD over a period, and the strategies written for them (B.02)."""

from datetime import date

import msgspec

from services.rules.register_steps import OnLists
from services.rules.strategy import Positive, Rules, Strategy, Whole
from services.rules.tables import ExpectedScores, RatingDifferences


class TimeBand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with a player of at least `rating` needs `minutes` each for 60 moves."""

    rating: Whole
    minutes: Whole


class ByStrength(Strategy, frozen=True, kw_only=True, tag="by_strength"):
    """1: thinking time by the stronger player, strongest band first; a first control from `first_control` moves on."""

    bands: tuple[TimeBand, ...]
    first_control: Whole


class PlayedOnly(Strategy, frozen=True, kw_only=True, tag="played_only"):
    """5.1, 6.1: played games; no match with an unrated player."""


class VirtualOpponents(Strategy, frozen=True, kw_only=True, tag="virtual_opponents"):
    """
    7.1.4, 8.2: results of `months` pooled, with `count` drawn games against `rating` added.

    Published from `games` games and `least` on, at most `highest`.
    """

    table: RatingDifferences
    rating: Whole
    count: Whole
    games: Positive
    months: Positive
    least: Whole
    highest: Whole


class SumOfProbabilities(Strategy, frozen=True, kw_only=True, tag="sum_of_probabilities"):
    """8.3.1: a difference above `cap` counts as `cap`; from `exempt_since` on not for players from `exempt_from` on."""

    table: ExpectedScores
    cap: Whole
    exempt_from: Whole
    exempt_since: date


class ByExperienceAndAge(Strategy, frozen=True, kw_only=True, tag="by_experience_and_age"):
    """
    8.3.3: K by games, rating and age, and K*n at most `product` in a period.

    `high` once `high_from` was published; `junior` to the end of the year of the `junior_age`th birthday while under
    `junior_below`; `new` until `until` games; else `ordinary`.
    """

    new: Whole
    until: Whole
    ordinary: Whole
    high: Whole
    high_from: Whole
    junior: Whole
    junior_age: Whole
    junior_below: Whole
    product: Whole


class HalfAwayFromZero(Strategy, frozen=True, kw_only=True, tag="half_away_from_zero"):
    """8.3.4: the change of a period is rounded to the nearest integer, a half away from zero."""


class UnratedBelow(Strategy, frozen=True, kw_only=True, tag="unrated_below"):
    """7.2.1: who drops below `least` is unrated again."""

    least: Whole


class FlaggedInactive(Strategy, frozen=True, kw_only=True, tag="flagged_inactive"):
    """7.2.2: inactive after `months` without a rated game; the number stays."""

    months: Positive


class PeriodSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps in the order they are taken."""

    conditions: ByStrength | None = None
    games: PlayedOnly
    unrated: VirtualOpponents
    expected: SumOfProbabilities
    coefficient: ByExperienceAndAge
    rounding: HalfAwayFromZero
    floor: UnratedBelow
    register: OnLists
    inactivity: FlaggedInactive | None = None


class PeriodRules(Rules, frozen=True, kw_only=True, tag="by_period"):
    """Rules under which the games of a period are summed and settled together."""

    steps: PeriodSteps
