"""Spans of time between given days; the rules say "more than three years" and mean the calendar's."""

from calendar import monthrange
from datetime import date


def months_later(day: date, months: int) -> date:
    """
    Give the same day so many months later; the last of the month where it has no such day.

    >>> months_later(date(2004, 2, 29), 36)
    datetime.date(2007, 2, 28)
    """
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def older_than(day: date, months: int, on: date) -> bool:
    """Whether on `on` more than so many months have passed since `day`; exactly as many is not more."""
    return on > months_later(day, months)
