"""
4.5.5.2: the numbers of foreigners.

| item | what | done |
|---|---|---|
| 1, 2 | Elo, else a national number | `foreign_number` |
| 3 | performance rating, iterated where several have none | `performance`, `resolve` |
| 4 | estimated opponents in foreign events | an estimate is entered as the opponent's rating |
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from services.rules.dsu.steps import PerformanceRated
from services.rules.event import Game
from services.rules.rounding import half_up, to_hundredth

UNRESOLVED: Final = 0
"""Stands for a participant whom no rule gives a number: nobody has met a known opponent, or scored 0 or 100 %."""


def foreign_number(elo: int | None, national: int | None) -> int | None:
    """4.5.5.2 items 1 and 2: Elo if there is one, else the national number; None: he is performance rated."""
    return national if elo is None else elo


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


def resolve(rule: PerformanceRated, games: Sequence[Game], ratings: Sequence[int]) -> list[int]:
    """
    Give every participant without a number his performance rating, again and again until all are stable.

    The first time only opponents with a number of their own count, then also those found so far. Rc is a whole number,
    half up (R). Who has nobody to be measured by, or 0 or 100 %, stays `UNRESOLVED`.
    """
    unknown = [who for who, rating in enumerate(ratings) if rating == UNRESOLVED]
    found = list(ratings)
    for _ in range(rule.rounds):
        counted = [game for game in games if found[game.first] or found[game.second]]
        following = _once(rule, counted, found, unknown)
        if following == found:
            break
        found = following
    return found


def _once(rule: PerformanceRated, games: Sequence[Game], found: Sequence[int], unknown: Sequence[int]) -> list[int]:
    following = list(found)
    for who in unknown:
        own = [
            game
            for game in games
            if (game.first == who and found[game.second]) or (game.second == who and found[game.first])
        ]
        if not own:
            following[who] = UNRESOLVED
            continue
        score = sum(game.points if game.first == who else game.points_second for game in own)
        total = sum(found[game.second if game.first == who else game.first] for game in own)
        following[who] = performance(rule, half_up(total, len(own)), score, len(own)).rp or UNRESOLVED
    return following
