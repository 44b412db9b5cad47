"""The boards of a finished tournament, by columns: a federation has a million of them."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Final, cast

import msgspec

from contracts.ids import EventId, PlayerId
from contracts.points import Result
from services.rating.running import Playing
from services.rules.games import GameStatus, Outcome


class Encounter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """
    A board of a published round; `white` and `black` are places among the tournament's players.

    `result` counts for the standings, `rating` for the rating. `events` are the ids of its report and corrections.
    """

    round: int
    white: int
    black: int
    result: Result
    rating: Result
    events: tuple[EventId, ...]


class Encounters(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """
    Boards that have a result, in order, one column for each field of `Encounter`.

    The column of the ids is one text, a line a board with a space between two ids: a million texts would take longer
    to read than all other columns, and are seldom asked for.
    """

    rounds: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    black: tuple[int, ...] = ()
    results: tuple[Result, ...] = ()
    ratings: tuple[Result, ...] = ()
    events: str = ""

    def __len__(self) -> int:
        """How many boards there are."""
        return len(self.rounds)

    def place(self, number: int, white: int, black: int) -> int:
        """Find a board of a round; raises `ValueError` if there is none."""
        place = self.rounds.index(number)
        while (self.rounds[place], self.white[place], self.black[place]) != (number, white, black):
            place = self.white.index(white, place + 1)
        return place

    def corrected(self, place: int, result: Result | None, rating: Result | None, event: EventId) -> "Encounters":
        """Give the boards with another result or rating (None: the same) of one, and what said so."""
        results, ratings, events = list(self.results), list(self.ratings), self.events.split(_LINE, place + 1)
        results[place] = result or results[place]
        ratings[place] = rating or ratings[place]
        events[place] = f"{events[place]} {event}"
        return Encounters(self.rounds, self.white, self.black, tuple(results), tuple(ratings), _LINE.join(events))

    def __iter__(self) -> Iterator[Encounter]:
        """Give each board as one value."""
        lines = self.events.split(_LINE)[:-1]
        columns = (self.rounds, self.white, self.black, self.results, self.ratings, lines)
        for number, white, black, result, rating, events in zip(*columns, strict=True):
            yield Encounter(number, white, black, result, rating, tuple([EventId(one) for one in events.split()]))


_LINE: Final = "\n"


def encounters(boards: Iterable[Encounter]) -> Encounters:
    """Give boards by columns."""
    given = list(boards)
    return Encounters(
        tuple([one.round for one in given]),
        tuple([one.white for one in given]),
        tuple([one.black for one in given]),
        tuple([one.result for one in given]),
        tuple([one.rating for one in given]),
        "".join([f"{' '.join(one.events)}{_LINE}" for one in given]),
    )


def played(rounds: Iterable[Playing], place: dict[PlayerId, int]) -> Encounters:
    """Give the boards of published rounds; one without a result is left out, and `place` is everybody's place."""
    own = [one if None not in one.results else _closed(one) for one in rounds]
    results = tuple([result for one in own for result in one.results])
    ratings = tuple([rating for one in own for rating in one.ratings])
    if None in ratings:
        ratings = tuple([rating or result for rating, result in zip(ratings, results, strict=True)])
    return Encounters(
        tuple([number for number, one in enumerate(own, start=1) for _ in one.white]),
        tuple([place[player] for one in own for player in one.white]),
        tuple([place[player] for one in own for player in one.black]),
        cast("tuple[Result, ...]", results),
        cast("tuple[Result, ...]", ratings),
        "".join([f"{events}{_LINE}" for one in own for events in one.events]),
    )


def _closed(one: Playing) -> Playing:
    """Give a round without its open boards."""
    closed = [result is not None for result in one.results]
    return Playing(
        tuple(compress(one.white, closed)),
        tuple(compress(one.black, closed)),
        one.byes,
        list(compress(one.results, closed)),
        list(compress(one.ratings, closed)),
        list(compress(one.events, closed)),
    )


def _status(result: Result) -> GameStatus:
    if not result.played:
        return GameStatus.NO_SHOW
    return GameStatus.PLAYED if result.rated else GameStatus.EXCLUDED


COUNTS: Final[dict[Result, Outcome]] = {result: (*result.points, _status(result)) for result in Result}
"""Half points of White and Black, and how rating counts the game; looked up a million times in a replay."""
