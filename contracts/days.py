"""
The days that can be reckoned with: periods, months and years before and after them must be days as well.

The calendar of Python, and of most other languages, ends in the years 1 and 9999.
"""

import datetime as dt
from functools import cache
from typing import Any, Final, get_args

import msgspec

from contracts.refusals import RefusalCode, Refused

FIRST: Final = dt.date(1000, 1, 1)
LAST: Final = dt.date(2999, 12, 31)


def check_day(what: str, day: dt.date) -> None:
    """Refuse a day that cannot be reckoned with, under the name of what it is."""
    if not FIRST <= day <= LAST:
        raise Refused(
            RefusalCode.INVALID_DATES, f"{what} is {day}, and must lie between {FIRST} and {LAST}", what=what, day=day
        )


def check_days(message: msgspec.Struct) -> None:
    """Refuse a message with such a day in one of its fields."""
    for name in _dated(type(message)):
        value: Any = getattr(message, name)
        for day in value if isinstance(value, tuple) else (value,):
            if day is not None:
                check_day(name, day)


@cache
def _dated(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(one.name for one in msgspec.structs.fields(kind) if dt.date in (one.type, *get_args(one.type)))
