"""
When an event's results become a number: at once, or on the list that takes them.

| regulation | register | from |
|---|---|---|
| DSU 4.5.4.1 | at once, in chronological order | `at_once` |
| SSF Ratinggrundande partier | three a year; a weekly event is split at the end of a period (R) | `periods` |
| SSF System | an adjourned game counts on the day it is finished | `_with_late` |
| FIDE 2000 Nytt elotal | four lists a year | `on_lists` |
| FIDE 2024 7.1 | a list a month | `on_lists` |

FIDE's closing day, some days before a list, is not held: an event that ends before the day of a list is in it (R).
"""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from itertools import pairwise

import msgspec

from services.rules.dates import months_later
from services.rules.register_steps import AtOnce, OnLists
from services.rules.ruleset import RuleSet
from services.rules.ssf import periods
from services.rules.ssf.rate import FIVE_PERIODS
from services.rules.ssf.register import deducted
from services.rules.ssf.steps import GameRules, Periods


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """
    What of an event counts together: its days, its rounds (None: all), and the list that takes it (None: at once).

    It is rated with the numbers of the day `starts`. Of games that were adjourned or postponed it has those that were
    finished on a day in `late`, whatever their round.
    """

    starts: date
    ends: date
    rounds: tuple[int, ...] | None
    listed: date | None
    late: tuple[date, ...] = ()


def parts(  # noqa: PLR0913, PLR0917  what a part of an event may depend on
    rules: RuleSet,
    starts: date,
    ends: date,
    round_dates: Sequence[date] = (),
    options: Collection[str] = (),
    late: Collection[date] = (),
) -> tuple[Part, ...]:
    """
    Split an event as its rules do; most are one part. `round_dates` has a date a round, or none.

    `options` are the district's (SSF): with five periods it is in the next of these. `late` are the days on which
    adjourned or postponed games were finished.
    """
    if isinstance(rules, GameRules):
        five = FIVE_PERIODS in options
        found = _by_period(rules.steps.periods, starts, ends, round_dates, five=five)
        spans = [(one.starts, one.ends) for one in found]
        if round_dates and len(found) == 1:
            spans = [(round_dates[0], round_dates[-1])]
        return _with_late(rules.steps.periods, found, spans, sorted({*late}), five=five) if late else found
    rule = rules.steps.register
    if isinstance(rule, AtOnce):
        return (Part(starts=starts, ends=ends, rounds=None, listed=None),)
    return (Part(starts=starts, ends=ends, rounds=None, listed=next_list(rule, ends)),)


def next_list(rule: OnLists, day: date) -> date:
    """Give the first list after a day."""
    days = (date(year, month, first) for year in (day.year, day.year + 1) for month, first in rule.days)
    return min(one for one in days if one > day)


def paused(rules: RuleSet, rating: int, last_rated: date, on: date) -> int:
    """
    Give a number as it stands on a day after a pause since `last_rated`.

    SSF Passivitetsavdrag: less for each whole year; it is done on the lists, so the last one by that day counts (R).
    """
    if not isinstance(rules, GameRules) or rules.steps.inactivity is None:
        return rating
    day = periods.period_of(rules.steps.periods, on)
    years = 0
    while months_later(last_rated, 12 * (years + 1)) <= day:
        years += 1
    return deducted(rules.steps.inactivity, rating, years).rating


def _by_period(rule: Periods, starts: date, ends: date, round_dates: Sequence[date], *, five: bool) -> tuple[Part, ...]:
    """
    Ratinggrundande partier: an event across the end of a period.

    Where new numbers can reasonably be had in between - the rounds on either side are `weekly` days apart - it is split
    there. Otherwise it goes as a whole into the number of the period that begins during it.
    """
    cuts = [0]
    for place, (before, after) in enumerate(pairwise(round_dates), start=1):
        crossed = periods.period_of(rule, before, with_bonus=five) != periods.period_of(rule, after, with_bonus=five)
        if crossed and after - before >= timedelta(days=rule.weekly):
            cuts.append(place)
    if len(cuts) == 1:
        listed = periods.next_period(rule, starts, with_bonus=five)
        return (Part(starts=starts, ends=ends, rounds=None, listed=listed),)
    spans = zip(cuts, [*cuts[1:], len(round_dates)], strict=True)
    return tuple(
        Part(
            starts=round_dates[first],
            ends=round_dates[last - 1],
            rounds=tuple(range(first + 1, last + 1)),
            listed=periods.next_period(rule, round_dates[first], with_bonus=five),
        )
        for first, last in spans
    )


def _with_late(
    rule: Periods, found: Sequence[Part], spans: Sequence[tuple[date, date]], late: Sequence[date], *, five: bool
) -> tuple[Part, ...]:
    """
    System: an adjourned game counts on the day it is finished; a postponed one is played on that day (R).

    It goes with the games of that day's period; `spans` are the days on which each part is played. Where the event has
    none in that period, these games are a part of their own, rated from the numbers of the day on which the first of
    them was finished.
    """
    taken: list[list[date]] = [[] for _ in found]
    alone: dict[date, list[date]] = {}
    for day in late:
        period = periods.period_of(rule, day, with_bonus=five)
        fitting = [
            place
            for place, span in enumerate(spans)
            if periods.period_of(rule, span[0], with_bonus=five)
            <= period
            <= periods.period_of(rule, span[1], with_bonus=five)
        ]
        (taken[fitting[-1]] if fitting else alone.setdefault(period, [])).append(day)
    own = (
        Part(
            starts=days[0],
            ends=days[-1],
            rounds=(),
            listed=periods.next_period(rule, days[0], with_bonus=five),
            late=tuple(days),
        )
        for days in alone.values()
    )
    held = (
        msgspec.structs.replace(one, ends=span[1], late=tuple(days))
        for one, span, days in zip(found, spans, taken, strict=True)
    )
    return (*held, *own)
