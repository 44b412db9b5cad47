"""
4.5.2.1 and 4.5.4.2: an event made ready: the games that count, and what everybody was expected to score in them.

| section | what | done |
|---|---|---|
| 4.5.4.2 | which games are rated | `rated_games`, `missed_whole_event` |
| 4.5.2.1 | expected score | `by_average`, `by_difference` |
"""

from collections.abc import Sequence
from typing import NamedTuple

from services.rules.dsu.foreigners import UNRESOLVED, resolve
from services.rules.dsu.steps import AverageOrDifference, EventRules
from services.rules.event import Entrant, Event
from services.rules.games import Counted, Game, Games, GameStatus, by_columns
from services.rules.rounding import half_up, to_multiples
from services.rules.tally import HALF_POINT, expected_scores, opponents


class Group(NamedTuple):
    """An event made ready: what is shared by all who are rated in it."""

    event: Event
    games: Sequence[Game] | Games
    entrants: tuple[Entrant, ...]
    ratings: list[int]
    """Start numbers, performances included; `UNRESOLVED` where there is none."""
    counted: Counted
    average: bool
    exact: list[int]
    expected: list[int]
    """We by entrant in hundredths, before its rounding and after."""


def rated_games(event: Event) -> Sequence[Game] | Games:
    """
    4.5.4.2: every played game, and no-shows without an approved cancellation.

    Not in team events, where late reserves are not rated either; not the games of one who missed the whole event.
    """
    if event.columns.all_played:
        return event.games
    if event.team:
        return [game for game in event.games if game.status is GameStatus.PLAYED]
    missed = missed_whole_event(event)
    return [
        game
        for game in event.games
        if game.status in (GameStatus.PLAYED, GameStatus.LATE_RESERVE)
        or (game.status is GameStatus.NO_SHOW and game.first not in missed and game.second not in missed)
    ]


def missed_whole_event(event: Event) -> frozenset[int]:
    """4.5.4.2, last paragraph: who stayed away without cancelling and came to no game; a win by that is to come (R)."""
    came: set[int] = set()
    away: set[int] = set()
    for game in event.games:
        if game.status is GameStatus.NO_SHOW:
            for one, points in ((game.first, game.points), (game.second, game.points_second)):
                (came if points else away).add(one)
        elif game.status is not GameStatus.UNPLAYED:
            came.update((game.first, game.second))
    return frozenset(away - came)


def prepare(rules: EventRules, event: Event, entrants: tuple[Entrant, ...]) -> Group:
    """
    Choose the rated games, find numbers for foreigners without one, choose the group's method, and count.

    A game against one who waits for his start rating (4.5.5.1) counts for neither side. We is rounded to 0.05.
    """
    rule = rules.steps.expected
    games = rated_games(event)
    ratings = [one.rating or UNRESOLVED for one in entrants]
    known = ratings
    if UNRESOLVED in ratings:
        waiting = {who for who, one in enumerate(entrants) if one.waits}
        games = [game for game in games if game.first not in waiting and game.second not in waiting]
        ratings = resolve(rules.steps.unrated, games, ratings)
        games = [game for game in games if ratings[game.first] and ratings[game.second]]
        known = [one for one in ratings if one]
    counted = (event.columns if games is event.games else by_columns(event.size, games)).counted
    average = event.all_play_all and max(known, default=0) - min(known, default=0) <= rule.spread
    exact = by_average(rule, event.cycles, counted, ratings) if average else by_difference(rule, counted, ratings)
    return Group(event, games, entrants, ratings, counted, average, exact, to_multiples(exact, rule.step))


def by_difference(rule: AverageOrDifference, counted: Counted, ratings: Sequence[int]) -> list[int]:
    """4.5.2.1, difference method: the sum of P(Ro - Ri)."""
    return expected_scores(counted, ratings, rule.table.at)


def by_average(rule: AverageOrDifference, cycles: int, counted: Counted, ratings: Sequence[int]) -> list[int]:
    """
    4.5.2.1, average method: M*P(Ro - Ra) - 1/2, with Ra (himself included) a whole number, half up.

    With games that drop out M and Ra are taken over the opponents left and himself. A double round counts every
    opponent twice (R).
    """
    means = [half_up(total, members) for total, members in totals(cycles, counted, ratings)]
    sizes = [games + cycles for games in counted.games]
    return [
        members * rule.table.at[own - mean] - cycles * HALF_POINT
        for own, mean, members in zip(ratings, means, sizes, strict=True)
    ]


def totals(cycles: int, counted: Counted, ratings: Sequence[int]) -> list[tuple[int, int]]:
    """Give the sum of the numbers of a player and his opponents, and M, both as often as each meets each."""
    sums = zip(ratings, counted.games, opponents(counted, ratings), strict=True)
    return [(met + cycles * own, games + cycles) for own, games, met in sums]
