"""The steps of a system that rates by event, and the strategies written for them (4.5)."""

import msgspec

from services.rules.register_steps import AtOnce
from services.rules.strategy import DayOfYear, Positive, Rules, Strategy, Whole, check_days
from services.rules.tables import Coefficients, ExpectedScores, Ladder, RatingDifferences


class PlayedAndNoShows(Strategy, frozen=True, kw_only=True, tag="played_and_no_shows"):
    """4.5.4.2: played games, and no-shows without an approved cancellation."""


class PerformanceRated(Strategy, frozen=True, kw_only=True, tag="performance_rated"):
    """
    4.5.5.2: a foreigner without a number gets Rc + D(P), iterated until it is stable, at most `rounds` times.

    `home` are the codes of the federations whose players are none.
    """

    table: RatingDifferences
    rounds: Positive
    home: tuple[str, ...]


class AverageOrDifference(Strategy, frozen=True, kw_only=True, tag="average_or_difference"):
    """
    4.5.2.1: the group's average in an all-play-all of at most `spread` points, else game by game.

    We is rounded to the nearest multiple of `step` hundredths.
    """

    table: ExpectedScores
    spread: Whole
    step: Positive


class ByRating(Strategy, frozen=True, kw_only=True, tag="by_rating"):
    """4.5.2.3: K from the rating before the event."""

    table: Coefficients


class AboveThreshold(Strategy, frozen=True, kw_only=True, tag="above_threshold"):
    """4.5.2.2: what W - We has above max(`least`, `base` + `for_two` * (n // 2)), in hundredths; if positive."""

    least: Whole
    base: Whole
    for_two: Whole


class NeverNegative(Strategy, frozen=True, kw_only=True, tag="never_negative"):
    """4.5.2.5: a group winner below his expected score gains 0."""


class RatioOfCoefficients(Strategy, frozen=True, kw_only=True, tag="ratio_of_coefficients"):
    """4.5.2.4: what lies beyond a limit of K is multiplied by K beyond it over K before it."""


class RaisedTo(Strategy, frozen=True, kw_only=True, tag="raised_to"):
    """4.5.2.6: a number below `floor` is raised to it."""

    floor: Whole


class NearestInteger(Strategy, frozen=True, kw_only=True, tag="nearest_integer"):
    """4.5.2: rounded once, at the end, a half up (R)."""


class StartBand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    A range of start ratings: who proposes one, and who approves it ("": nobody needs to).

    `every` is the distance of the numbers that may be given, from `lowest` on.
    """

    item: Whole
    lowest: Whole
    highest: Whole
    every: Positive = 1
    proposers: tuple[str, ...]
    approver: str = ""


class ByApproval(Strategy, frozen=True, kw_only=True, tag="by_approval"):
    """4.5.5.1 items 1-3: start ratings by who proposes and who approves."""

    bands: tuple[StartBand, ...]


class ArchivedThenAfresh(Strategy, frozen=True, kw_only=True, tag="archived_then_afresh"):
    """
    4.5.5.1 items 4-6: months since the last rated result after which a number is archived, and may be given anew.

    `proposed_anew_approver` approves what is proposed anew.
    """

    archived_after: Whole
    afresh_after: Whole
    proposed_anew_after: Whole
    proposed_anew_approver: str


class TowardsFide(Strategy, frozen=True, kw_only=True, tag="towards_fide"):
    """
    4.5.6: the yearly adjustment of the strongest players towards the FIDE list.

    Compared are players with more than `games_over` FIDE-rated games and more than `rating_over` on both lists. A
    difference of the means below `least` changes nothing; N is the nearest multiple of `step`; `table` says how much
    less than N a lower number moves; nobody adjusted falls below `floor`. Dates are (month, day).
    """

    table: Ladder
    games_over: Whole
    rating_over: Whole
    least: Whole
    step: Positive
    floor: Whole
    danish_list: DayOfYear
    fide_list: DayOfYear
    first_day: DayOfYear
    last_day: DayOfYear

    def __post_init__(self) -> None:
        check_days((self.danish_list, self.fide_list, self.first_day, self.last_day))


class Extracts(Strategy, frozen=True, kw_only=True, tag="extracts"):
    """§ 4: at least `strong`, a candidate result, the highest juniors (not yet `junior_age`) and women."""

    strong: Whole
    junior_age: Whole


class FideAlternative(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """§ 12 b: stages as (moves, minutes) with 0 moves for the rest of the game, and the increment in seconds."""

    stages: tuple[tuple[int, int], ...]
    increment: Whole


class ThinkingTime(Strategy, frozen=True, kw_only=True, tag="thinking_time"):
    """§ 12-13: at least `minutes` a player, `moves_an_hour` at each control, the last stage `last_stage` minutes."""

    minutes: Whole
    moves_an_hour: tuple[int, int]
    last_stage: tuple[int, int]
    session: Whole
    alternatives: tuple[FideAlternative, ...]


class EventSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps in the order they are taken; what a federation does not have is left out."""

    conditions: ThinkingTime | None = None
    games: PlayedAndNoShows
    unrated: PerformanceRated
    expected: AverageOrDifference
    coefficient: ByRating
    bonus: AboveThreshold | None = None
    winner: NeverNegative | None = None
    limits: RatioOfCoefficients | None = None
    floor: RaisedTo | None = None
    rounding: NearestInteger
    register: AtOnce
    start: ByApproval | None = None
    inactivity: ArchivedThenAfresh | None = None
    coordination: TowardsFide | None = None
    lists: Extracts | None = None


class EventRules(Rules, frozen=True, kw_only=True, tag="by_event"):
    """Rules under which an event changes a number at once."""

    steps: EventSteps
