"""
Ratinggrundande partier: the thinking time.

| section | what | done |
|---|---|---|
| Ratinggrundande partier | 2 hours a player and game | `thinking_time_faults` |
| Betänketid (under 1200) | 1 hour, the district's option | `thinking_time_faults` |
"""

from collections.abc import Iterable

from services.rules.conditions import Fault, TimeControl
from services.rules.ssf.steps import MinimumTime


def thinking_time_faults(
    rule: MinimumTime, control: TimeControl, ratings: Iterable[int] = (), *, district_option: bool = False
) -> tuple[Fault, ...]:
    """Say why games with this thinking time are not rated; the shorter one is for events where all are below 1200."""
    low = district_option and all(rating < rule.low_below for rating in ratings)
    needed = rule.low_minutes if low else rule.minutes
    if control.minutes >= needed:
        return ()
    return (Fault(section=rule.section, text=f"{control.minutes} minutes a player, at least {needed} needed"),)
