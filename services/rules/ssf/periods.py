"""
Ratinggrundande partier and perioder: which period a game belongs to.

| section | what | done |
|---|---|---|
| Ratinggrundande partier | 1 January, 1 May, 1 September; more are allowed | `period_of`, `next_period` |
| Ratinggrundande partier | events across the end of a period | `base_period`, `settled_on` |
| Ratinggrundande perioder | five periods where the bonus is used | the same, `with_bonus` |
"""

from datetime import date

from services.rules.ssf.steps import Periods


def period_of(rule: Periods, day: date, *, with_bonus: bool = False) -> date:
    """Give the day on which the period of `day` began."""
    return max(one for one in _around(rule, day, with_bonus=with_bonus) if one <= day)


def next_period(rule: Periods, day: date, *, with_bonus: bool = False) -> date:
    """Give the day on which the period after that of `day` begins."""
    return min(one for one in _around(rule, day, with_bonus=with_bonus) if one > day)


def _around(rule: Periods, day: date, *, with_bonus: bool) -> list[date]:
    starts = rule.with_bonus if with_bonus else rule.starts
    return [date(year, month, first) for year in (day.year - 1, day.year, day.year + 1) for month, first in starts]


def base_period(rule: Periods, start: date, played: date, *, new_numbers_can_be_had: bool) -> date:
    """
    Give the period whose numbers a game of an event is reckoned with.

    The day's own where new numbers can reasonably be had (a round a week), else that of the event's start.
    """
    return period_of(rule, played if new_numbers_can_be_had else start)


def settled_on(rule: Periods, start: date, played: date, *, new_numbers_can_be_had: bool) -> date:
    """
    Give the period's start in whose number a game is included.

    An event with a round a day across the end of a period goes as a whole into the number of that day.
    """
    return next_period(rule, played if new_numbers_can_be_had else start)
