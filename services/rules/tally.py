"""The one loop over an event's games: how many each played, what he scored, what he was expected to score."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.rules.event import Game

HALF_POINT = 50
"""Half a point in hundredths."""
POINT = 100


class Tally(NamedTuple):
    """By entrant: rated games, half points in them, the sum of P in hundredths, the sum of the opponents' ratings."""

    games: list[int]
    score: list[int]
    expected: list[int]
    opponents: list[int]


def tally(size: int, games: Iterable[Game], ratings: Sequence[int], at: Sequence[int]) -> Tally:
    """Count the games given; `at[d]` is P(D) in hundredths for either sign, and P of the other side is 1 - P."""
    played = [0] * size
    score = [0] * size
    expected = [0] * size
    opponents = [0] * size
    for game in games:
        first = game.first
        second = game.second
        own = ratings[first]
        other = ratings[second]
        p = at[own - other]
        played[first] += 1
        played[second] += 1
        score[first] += game.points
        score[second] += game.points_second
        expected[first] += p
        expected[second] += POINT - p
        opponents[first] += other
        opponents[second] += own
    return Tally(played, score, expected, opponents)


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
