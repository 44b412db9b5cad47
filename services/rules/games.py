"""
The games of an event, both sides of each at once, and by columns what a million of them are counted by.

Units: points and scores are in half points, an expected score in hundredths of a point.
"""

import enum
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import eq
from typing import Any, Final

import msgspec

from contracts.points import WIN
from contracts.refusals import RefusalCode, Refused

POINT: Final = 100
"""A point in hundredths."""


class GameStatus(enum.IntEnum):
    """How a game came to its result, as far as rating asks."""

    PLAYED = 0
    """Played over the board."""
    NO_SHOW = 1
    """A side with 0 points stayed away without an approved cancellation."""
    UNPLAYED = 2
    """Any other game that was not played: an approved cancellation, a withdrawal, a walkover."""
    LATE_RESERVE = 3
    """A team game in which a reserve was put in after half an hour (DSU 4.5.4.2)."""
    EXCLUDED = 4
    """Played, but not rated by decision: no move made, after a match was won, fair play."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """
    One game of an event, both sides at once, so that it is rated for one exactly if for the other.

    `first` and `second` are the places of the two in the event's list of entrants; the points are half points.
    """

    first: int
    second: int
    points: int
    points_second: int
    status: GameStatus = GameStatus.PLAYED


Outcome = tuple[int, int, GameStatus]
"""Half points of the first and the second, and how rating counts the game."""


class Counted(msgspec.Struct, frozen=True, gc=False):
    """
    Games that are rated, and what of them depends on nobody's rating: by entrant the games and the half points.

    `against` is, by entrant, a whole point in hundredths for each game in which he is the second.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    games: list[int]
    score: list[int]
    against: list[int]


class Games(msgspec.Struct, frozen=True, dict=True):
    """
    Games between `size` entrants by columns, in order; `meaning` gives what each of the `results` stands for.

    Outcomes are few, and a million games need no object each.
    """

    size: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    results: tuple[Hashable, ...]
    meaning: Mapping[Any, Outcome]

    def __iter__(self) -> Iterator[Game]:
        """Give each game as one value."""
        for first, second, outcome in zip(self.first, self.second, self.outcomes, strict=True):
            yield Game(first, second, *outcome)

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.first)

    def know(self, counted: Counted, *, all_met: bool, all_played: bool) -> None:
        """Take what has been worked out before."""
        self.__dict__.update(counted=counted, all_met=all_met, all_played=all_played)

    def corrected(self, place: int, result: Hashable) -> "Games":
        """Give the games with another result of one; what has been counted is not counted again."""
        results = (*self.results[:place], result, *self.results[place + 1 :])
        games = Games(self.size, self.first, self.second, results, self.meaning)
        known, score = self.counted, self.counted.score.copy()
        for side, sign in ((self.results[place], -1), (result, 1)):
            points, points_second, _ = self.meaning[side]
            score[self.first[place]] += sign * points
            score[self.second[place]] += sign * points_second
        counted = Counted(known.first, known.second, known.games, score, known.against)
        games.__dict__.update(counted=counted, all_met=self.all_met)
        return games

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What each came to."""
        return tuple([self.meaning[one] for one in self.results])

    @cached_property
    def kinds(self) -> frozenset[Outcome]:
        """The outcomes there are."""
        return frozenset([self.meaning[one] for one in set(self.results)])

    @cached_property
    def all_played(self) -> bool:
        """Whether every one was played over the board."""
        return all(status is GameStatus.PLAYED for _, _, status in self.kinds)

    @cached_property
    def counted(self) -> Counted:
        """All of them counted, once, however often they are rated."""
        as_first, as_second, score = Counter(self.first), Counter(self.second), [0] * self.size
        for first, second, (points, points_second, _) in zip(self.first, self.second, self.outcomes, strict=True):
            score[first] += points
            score[second] += points_second
        played = [as_first.get(one, 0) + as_second.get(one, 0) for one in range(self.size)]
        against = [POINT * as_second.get(one, 0) for one in range(self.size)]
        return Counted(self.first, self.second, played, score, against)

    @cached_property
    def all_met(self) -> bool:
        """Whether each of the entrants met each, and all the same number of times."""
        size = self.size
        pairs = size * (size - 1) // 2
        if not size or len(self) % (pairs or 1):
            return False
        sides = zip(self.first, self.second, strict=True)
        met = [one * size + other if one < other else other * size + one for one, other in sides]
        return len(set(met)) == pairs and (len(met) == pairs or len(set(Counter(met).values())) == 1)


def by_columns(size: int, games: Iterable[Game]) -> Games:
    """Give the games of so many entrants by columns."""
    if isinstance(games, Games):
        return games
    given = list(games)
    outcomes = tuple([(one.points, one.points_second, one.status) for one in given])
    first, second = tuple([one.first for one in given]), tuple([one.second for one in given])
    return Games(size, first, second, outcomes, {one: one for one in outcomes})


def check_games(size: int, games: Sequence[Game] | Games) -> None:
    """Refuse games of nobody, games against oneself and impossible scores, by their place."""
    columns = by_columns(size, games)
    first, second = columns.first, columns.second
    # What is plainly in order is seen by column; a look at each game then says what is wrong, if anything is.
    plain = all(_plain(*kind) for kind in columns.kinds) and not any(map(eq, first, second))
    if plain and first and min(first) >= 0 <= min(second) and max(first) < size > max(second):
        return
    for place, game in enumerate(games):
        _check_game(place, game, size)


def _plain(points: int, points_second: int, status: GameStatus) -> bool:
    return status is GameStatus.PLAYED and points >= 0 <= points_second and points + points_second <= WIN


def _check_game(place: int, game: Game, size: int) -> None:
    first, second = game.first, game.second
    if not (0 <= first < size and 0 <= second < size):
        raise Refused(
            RefusalCode.NOT_ENTERED,
            f"game {place + 1} names entrant {max(first, second)}, but there are {size}",
            game=place + 1,
        )
    if first == second:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"game {place + 1} has one player on both sides", game=place + 1)
    if not (0 <= game.points <= WIN and 0 <= game.points_second <= WIN and game.points + game.points_second <= WIN):
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"game {place + 1} gives {game.points} and {game.points_second} half points: one game has two",
            game=place + 1,
        )
    if game.status is GameStatus.NO_SHOW and game.points and game.points_second:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"game {place + 1} is a no-show, but neither side has 0 points: who stayed away?",
            game=place + 1,
        )


def check_all_play_all(games: Games) -> None:
    """Refuse an all-play-all in which two entrants have fewer games than others: each is listed with its status."""
    if games.all_met:
        return
    size = games.size
    met = Counter((min(pair), max(pair)) for pair in zip(games.first, games.second, strict=True))
    most = max(met.values(), default=1)
    for one in range(size):
        for other in range(one + 1, size):
            if met.get((one, other), 0) != most:
                raise Refused(
                    RefusalCode.INCOMPLETE,
                    f"entrants {one} and {other} of an all-play-all have {met.get((one, other), 0)} games,"
                    f" others {most}: list an unplayed game with its status",
                    first=one,
                    second=other,
                )
