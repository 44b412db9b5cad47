"""The one loop over an event's games: what each of the entrants was expected to score, and whom he met."""

from collections.abc import Iterable, Sequence
from typing import Final

from services.rules.games import POINT, Counted, Game

__all__ = ["HALF_POINT", "POINT", "by_player", "expected_scores", "opponents", "others"]

HALF_POINT: Final = 50
"""Half a point in hundredths."""


def expected_scores(counted: Counted, ratings: Sequence[int], at: Sequence[int]) -> list[int]:
    """Sum up P in hundredths, by entrant; `at[d]` is P(D) for either sign, and P of the other side is 1 - P."""
    expected = counted.against.copy()
    for first, second in zip(counted.first, counted.second, strict=True):
        p = at[ratings[first] - ratings[second]]
        expected[first] += p
        expected[second] -= p
    return expected


def opponents(counted: Counted, ratings: Sequence[int]) -> list[int]:
    """Sum up the opponents' ratings, by entrant."""
    sums = [0] * len(ratings)
    for first, second in zip(counted.first, counted.second, strict=True):
        sums[first] += ratings[second]
        sums[second] += ratings[first]
    return sums


def others(games: Iterable[Game], who: int) -> list[tuple[int, int]]:
    """List the games of one entrant in order: (opponent's place, own half points)."""
    own = []
    for game in games:
        if game.first == who:
            own.append((game.second, game.points))
        elif game.second == who:
            own.append((game.first, game.points_second))
    return own


def by_player(size: int, games: Iterable[Game]) -> list[list[tuple[int, int]]]:
    """List every entrant's games in order: (opponent's place, own half points)."""
    own: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for game in games:
        own[game.first].append((game.second, game.points))
        own[game.second].append((game.first, game.points_second))
    return own
