"""Which day of an event its rules are of, and rules chosen by id that are not in force on it."""

import datetime as dt

import pytest

from services.rules.anchor import out_of_force, rules_of

APRIL = dt.date(2007, 4, 1)
FEBRUARY = dt.date(2007, 2, 28)


@pytest.mark.parametrize(
    ("rules", "starts", "ends", "said"),
    [
        ("dsu-2007", dt.date(1999, 4, 1), dt.date(1999, 4, 5), "in force from 2007-03-01 on, not on 1999-04-01"),
        ("dsu-2007", FEBRUARY, APRIL, "not on 2007-02-28"),
        (
            "ssf-2002",
            dt.date(2020, 1, 1),
            dt.date(2020, 1, 2),
            "in force from 2002-01-01 to 2016-08-31, not on 2020-01-02",
        ),
        ("fide-2024", dt.date(2024, 2, 1), dt.date(2024, 2, 9), "in force from 2024-03-01 on, not on 2024-"),
    ],
)
def test_of_rules_that_were_not_in_force_it_is_said_which_were_chosen_and_when_they_were(
    rules: str, starts: dt.date, ends: dt.date, said: str
) -> None:
    found = out_of_force(rules, starts, ends)
    assert found.startswith(f"{rules} was ")
    assert said in found
    assert rules_of(rules, starts, ends).id == rules


@pytest.mark.parametrize("rules", ["dsu-2007", "dsu", "", "unheard-of"])
def test_of_other_rules_nothing_is_said(rules: str) -> None:
    assert not out_of_force(rules, APRIL, APRIL)
