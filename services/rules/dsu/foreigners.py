"""
4.5.5.2: the numbers of foreigners.

| item | what | done |
|---|---|---|
| | who is one | `is_foreigner` |
| 1, 2 | Elo, else a national number | the number he is entered with |
| 3 | performance rating, iterated where several have none | `performance`, `resolve` |
| 4 | estimated opponents in foreign events | an estimate is entered as the opponent's rating |
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from services.rules.dsu.steps import PerformanceRated
from services.rules.games import Game
from services.rules.rounding import half_up, to_hundredth
from services.rules.tally import by_player

UNRESOLVED: Final = 0
"""Stands for a participant whom no rule gives a number: nobody has met a known opponent, or scored 0 or 100 %."""


def is_foreigner(rule: PerformanceRated, federation: str) -> bool:
    """4.5.5.2: tell whether somebody of a federation is a foreigner; of whom none is known, nobody says so."""
    return federation not in {*rule.home, ""}


class PerformanceRating(NamedTuple):
    """P in hundredths, D(P) and Rp; d and rp are None at 0 and 100 %, which the table leaves open."""

    p: int
    d: int | None
    rp: int | None


def performance(rule: PerformanceRated, average: int, score: int, games: int) -> PerformanceRating:
    """4.5.5.2 item 3: Rp = Rc + D(P); `score` in half points, P to the nearest hundredth, half up (R)."""
    p = to_hundredth(score, 2 * games)
    d = rule.table.at[p]
    return PerformanceRating(p, d, None if d is None else average + d)


def resolve(rule: PerformanceRated, games: Iterable[Game], ratings: Sequence[int]) -> list[int]:
    """
    Give every participant without a number his performance rating, again and again until all are stable.

    The first time only opponents with a number of their own count, then also those found so far. Between the rounds
    numbers are kept in thousandths, or rounding would make them swing for ever; a whole number, half up, comes out at
    the end (R). Who has nobody to be measured by, or 0 or 100 %, stays `UNRESOLVED`.
    """
    unknown = [who for who, rating in enumerate(ratings) if rating == UNRESOLVED]
    own = by_player(len(ratings), games)
    found = [_FINE * rating for rating in ratings]
    for _ in range(rule.rounds):
        following = list(found)
        for who in unknown:
            following[who] = _once(rule, own[who], found)
        if following == found:
            break
        found = following
    return [half_up(number, _FINE) for number in found]


_FINE: Final = 1000


def _once(rule: PerformanceRated, games: Sequence[tuple[int, int]], found: Sequence[int]) -> int:
    known = [(found[opponent], points) for opponent, points in games if found[opponent]]
    if not known:
        return UNRESOLVED
    d = performance(rule, 0, sum(points for _, points in known), len(known)).d
    return UNRESOLVED if d is None else half_up(sum(number for number, _ in known), len(known)) + _FINE * d
