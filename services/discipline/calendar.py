"""Periods of whole calendar months."""

import datetime as dt
from calendar import monthrange
from typing import Final

_YEAR: Final = 12


def months_later(day: dt.date, months: int) -> dt.date:
    """
    Return the same day of the month `months` later, or that month's last day where it has no such day.

    Raises `ValueError` beyond the year 9999.

    >>> months_later(dt.date(2023, 1, 31), 1)
    datetime.date(2023, 2, 28)
    """
    years, month = divmod(day.month - 1 + months, _YEAR)
    year = day.year + years
    if year > dt.MAXYEAR:
        raise ValueError(f"{months} months after {day} is beyond the calendar")
    _, days = monthrange(year, month + 1)
    return dt.date(year, month + 1, min(day.day, days))
