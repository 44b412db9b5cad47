"""
4.5.6: the yearly adjustment towards the FIDE list. Shown first, done by a command: here only the difference.

| section | what | done |
|---|---|---|
| 4.5.6.1 a | who is compared, on which lists | `compared`, `check_lists` |
| 4.5.6.1 b | the difference of the means | `coordinate` |
| 4.5.6.2 a, b | N and the ladder | `coordinate`; the elided rows are filled in by their progression (R) |
| 4.5.6.2 c | 1-15 August | `check_day` |

It is no rated result: no limit of K is corrected for (R). A tie between two multiples of 5 goes up (R).
"""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.rules.dsu.steps import TowardsFide
from services.rules.rounding import to_multiple


class OnBothLists(msgspec.Struct, frozen=True, kw_only=True):
    """A Danish player with his Danish number of 1 June and his FIDE rating and FIDE-rated games of 1 July."""

    player: str
    danish: int
    fide: int
    fide_games: int


class Adjusted(msgspec.Struct, frozen=True, kw_only=True):
    """One number before and after."""

    player: str
    before: int
    after: int


class Coordination(msgspec.Struct, frozen=True, kw_only=True):
    """
    What the comparison gives: means, N (0: nothing is adjusted), the direction (+1 up, -1 down, 0) and the changes.

    The means are exact fractions as text; `compared` is how many players they rest on.
    """

    mean_danish: str
    mean_fide: str
    compared: int
    n: int
    direction: int
    changes: tuple[Adjusted, ...]


def compared(rule: TowardsFide, players: Iterable[OnBothLists]) -> list[OnBothLists]:
    """4.5.6.1 a: who has more than 30 FIDE-rated games and more than 2100 on both lists."""
    least = rule.rating_over
    return [one for one in players if one.fide_games > rule.games_over and min(one.danish, one.fide) > least]


def adjustment(rule: TowardsFide, mean_danish: Fraction, mean_fide: Fraction) -> tuple[int, int]:
    """4.5.6.2 a, b: N, and the direction in which Danish numbers move; (0, 0) for a difference below 25."""
    difference = mean_danish - mean_fide
    if abs(difference) < rule.least:
        return 0, 0
    n = to_multiple(abs(difference.numerator), difference.denominator, rule.step)
    return n, 1 if difference < 0 else -1


def adjusted(rule: TowardsFide, rating: int, n: int, direction: int) -> int:
    """4.5.6.2 b: N for the highest, one less for every ten points down; who would fall below 2100 is set to it."""
    minus = rule.table.minus(rating)
    if minus is None or not direction:
        return rating
    return max(rule.floor, rating + direction * (n - minus))


def coordinate(rule: TowardsFide, players: Sequence[OnBothLists]) -> Coordination:
    """
    4.5.6: compare the two lists and give every change, in the order of the players given.

    Refuses a comparison with nobody to compare.
    """
    those = compared(rule, players)
    if not those:
        raise Refused(RefusalCode.INCOMPLETE, "nobody is strong enough on both lists to be compared", rule=rule.section)
    mean_danish = Fraction(sum(one.danish for one in those), len(those))
    mean_fide = Fraction(sum(one.fide for one in those), len(those))
    n, direction = adjustment(rule, mean_danish, mean_fide)
    pairs = ((one, adjusted(rule, one.danish, n, direction)) for one in those)
    changes = tuple(
        Adjusted(player=one.player, before=one.danish, after=new) for one, new in pairs if new != one.danish
    )
    return Coordination(
        mean_danish=str(mean_danish),
        mean_fide=str(mean_fide),
        compared=len(those),
        n=n,
        direction=direction,
        changes=changes,
    )


def check_lists(rule: TowardsFide, danish_list: date, fide_list: date) -> None:
    """4.5.6.1 a: refuse other lists than the Danish one of 1 June and the FIDE one of 1 July of one year."""
    if (danish_list.month, danish_list.day) != rule.danish_list or (fide_list.month, fide_list.day) != rule.fide_list:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"compared are the lists of {_day(rule.danish_list)} and {_day(rule.fide_list)},"
            f" not of {danish_list} and {fide_list}",
            rule=rule.section,
        )
    if danish_list.year != fide_list.year:
        raise Refused(RefusalCode.INVALID_DATES, "the two lists must be of one year", rule=rule.section)


def check_day(rule: TowardsFide, day: date) -> None:
    """4.5.6.2 c: refuse an adjustment on another day than 1 to 15 August."""
    if not rule.first_day <= (day.month, day.day) <= rule.last_day:
        first, last = _day(rule.first_day), _day(rule.last_day)
        raise Refused(RefusalCode.INVALID_DATES, f"the adjustment is made from {first} to {last}", rule=rule.section)


def _day(month_and_day: tuple[int, int]) -> str:
    month, day = month_and_day
    return f"{day:02}.{month:02}."
