"""Where a number stands on a day, after some time without rated results."""

import datetime as dt
from typing import Final

from services.rating.career import Number
from services.rules.dsu import register
from services.rules.dsu.steps import EventRules
from services.rules.fide2024 import rate as fide2024
from services.rules.fide2024.steps import PeriodRules
from services.rules.ruleset import RuleSet

ARCHIVED: Final = "archived"
INACTIVE: Final = "inactive"


def standing(rules: RuleSet, number: Number, day: dt.date) -> str:
    """
    Say that a number is archived or inactive on a day, or nothing.

    DSU 4.5.5.1 item 4: a number is taken from the list after more than 3 years without a rated result. FIDE 7.2.2: who
    has not played for a year is inactive. Both count from rated events only: a number that was just given stays (R).
    """
    if not number.last:
        return ""
    last = dt.date.fromordinal(number.last)
    match rules:
        case EventRules() if rules.steps.inactivity is not None:
            listed = register.standing(rules.steps.inactivity, last, day) is register.Standing.LISTED
            return "" if listed else ARCHIVED
        case PeriodRules() if rules.steps.inactivity is not None:
            return INACTIVE if fide2024.is_inactive(rules.steps.inactivity, last, day) else ""
        case _:
            return ""
