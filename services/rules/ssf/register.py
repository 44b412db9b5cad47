"""
Startrating, Passivitetsavdrag, and opponents without a Swedish number.

| section | what | done |
|---|---|---|
| Startrating | beginners | `check_beginner`; others start at the presumed strength, which is judged |
| Passivitetsavdrag | 50 a year, at most 150 | `deducted` |
| Ratinggrundande partier | Elo, else an estimate | the number an opponent is entered with |
"""

from typing import NamedTuple

from contracts.refusals import RefusalCode, Refused
from services.rules.ssf.steps import ByAge, Deducted


def check_beginner(rule: ByAge, rating: int, age: int) -> None:
    """Startrating: refuse a beginner's number that is not 1300 from about 15 on, or not 800 to 1199 below."""
    if age >= rule.age and rating != rule.rating:
        raise Refused(RefusalCode.INVALID_RATING, f"a beginner of {age} starts at {rule.rating}", rule=rule.section)
    if age < rule.age and not rule.least <= rating < rule.younger_below:
        text = f"a beginner of {age} starts at {rule.least} to {rule.younger_below - 1}"
        raise Refused(RefusalCode.INVALID_RATING, text, rule=rule.section)


class AfterInactivity(NamedTuple):
    """The number after a pause, and whether the player's strength is now to be assessed."""

    rating: int
    to_assess: bool


def deducted(rule: Deducted, rating: int, years: int) -> AfterInactivity:
    """Passivitetsavdrag: 50 for each whole year without long or rapid games, at most 150, then an assessment."""
    points = rule.points * years
    return AfterInactivity(rating - min(points, rule.most), points > rule.most)
