"""The steps of a system that rates game by game, and the strategies written for them."""

import msgspec

from services.rules.strategy import DayOfYear, Positive, Rules, Strategy, Whole, check_days
from services.rules.tables import ChangePerGame


class MinimumTime(Strategy, frozen=True, kw_only=True, tag="minimum_time"):
    """At least `minutes` a player and game; `low_minutes` where all are below `low_below` and the district says so."""

    minutes: Whole
    low_minutes: Whole
    low_below: Whole


class PlayedOnly(Strategy, frozen=True, kw_only=True, tag="played_only"):
    """Walkovers are never rated."""


class SubstituteNumber(Strategy, frozen=True, kw_only=True, tag="substitute_number"):
    """An opponent without a Swedish number counts with his Elo, without that with an estimate."""


class TablePerGame(Strategy, frozen=True, kw_only=True, tag="table_per_game"):
    """Table A by the difference of the numbers at the period's start; from `halved_from` on a player takes half."""

    table: ChangePerGame
    halved_from: Whole


class BonusBand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Running numbers from `lowest` to below `below` get `points` for each game."""

    lowest: Whole
    below: Whole
    points: Whole


class BonusPerGame(Strategy, frozen=True, kw_only=True, tag="bonus_per_game"):
    """A recommendation to the districts (option `bonus`): points for each game played, by the number before it."""

    bands: tuple[BonusBand, ...]


class DistrictFloor(Strategy, frozen=True, kw_only=True, tag="district_floor"):
    """A recommendation to the districts (option `floor`): nobody falls below `floor`."""

    floor: Whole


class HalvesUp(Strategy, frozen=True, kw_only=True, tag="halves_up"):
    """At a new period a half point is rounded up."""


class ByAge(Strategy, frozen=True, kw_only=True, tag="by_age"):
    """A beginner from `age` on gets `rating`; a younger one less than `younger_below`, at least `least`."""

    age: Whole
    rating: Whole
    younger_below: Whole
    least: Whole


class Deducted(Strategy, frozen=True, kw_only=True, tag="deducted"):
    """`points` for each whole year without any game, at most `most`."""

    points: Whole
    most: Whole


class Periods(Strategy, frozen=True, kw_only=True, tag="periods"):
    """
    The days (month, day) on which a period begins; `with_bonus` where the bonus is used.

    Rounds at least `weekly` days apart leave time to reckon a new number between them.
    """

    starts: tuple[DayOfYear, ...]
    with_bonus: tuple[DayOfYear, ...]
    weekly: Positive

    def __post_init__(self) -> None:
        check_days(self.starts)
        check_days(self.with_bonus)


class GameSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps in the order they are taken."""

    conditions: MinimumTime | None = None
    games: PlayedOnly
    unrated: SubstituteNumber
    change: TablePerGame
    bonus: BonusPerGame | None = None
    floor: DistrictFloor | None = None
    rounding: HalvesUp
    periods: Periods
    start: ByAge | None = None
    inactivity: Deducted | None = None


class GameRules(Rules, frozen=True, kw_only=True, tag="by_game"):
    """Rules under which each game changes a running number, settled at the end of a period."""

    steps: GameSteps
