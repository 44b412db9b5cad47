import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.discipline.calendar import months_later


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        ("2006-05-01", 6, "2006-11-01"),
        ("2006-12-31", 3, "2007-03-31"),
        ("2023-01-31", 1, "2023-02-28"),
        ("2024-01-31", 1, "2024-02-29"),
        ("2024-02-29", 12, "2025-02-28"),
        ("2007-01-15", 12, "2008-01-15"),
        ("2007-12-01", 120, "2017-12-01"),
    ],
)
def test_a_period_ends_on_the_same_day_of_the_month_or_its_last(day: str, months: int, expected: str) -> None:
    assert months_later(dt.date.fromisoformat(day), months) == dt.date.fromisoformat(expected)


def test_a_period_beyond_the_calendar_is_an_error() -> None:
    assert months_later(dt.date(9999, 11, 30), 1) == dt.date(9999, 12, 30)
    with pytest.raises(ValueError, match="beyond the calendar"):
        months_later(dt.date(9999, 11, 30), 2)


DAYS = st.dates(min_value=dt.date(1950, 1, 1), max_value=dt.date(2100, 12, 31))
MONTHS = st.integers(1, 120)


@given(DAYS, MONTHS)
def test_the_month_is_always_the_one_counted_to(day: dt.date, months: int) -> None:
    later = months_later(day, months)
    assert (later.year - day.year) * 12 + later.month - day.month == months
    assert later.day == day.day or (later.day < day.day and (later + dt.timedelta(days=1)).day == 1)


@given(DAYS, DAYS, MONTHS)
def test_who_starts_later_never_ends_earlier(one: dt.date, other: dt.date, months: int) -> None:
    first, second = sorted((one, other))
    assert months_later(first, months) <= months_later(second, months)
