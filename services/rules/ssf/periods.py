"""
Ratinggrundande partier and perioder: which period a game belongs to.

| section | what | done |
|---|---|---|
| Ratinggrundande partier | 1 January, 1 May, 1 September; more are allowed | `period_of`, `next_period` |
| Ratinggrundande partier | events across the end of a period | `services.rules.register.parts` |
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
