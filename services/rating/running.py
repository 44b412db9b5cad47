"""
A tournament under way as rating keeps it: who is entered, who meets whom, how it counts, and the events that say so.

Owned by the view, which changes it: of a tournament that is not finished a season has few, and of their reports many.
"""

import datetime as dt
from collections.abc import Iterable
from contextlib import suppress
from operator import attrgetter
from typing import Final

import msgspec

from contracts.ids import EventId, KnownPlayer
from contracts.pairing import Board, Bye
from contracts.points import Result
from contracts.registration import TournamentAnnounced

_NUMBER: Final = attrgetter("number")


class Playing(msgspec.Struct, array_like=True):
    """
    A published round: its boards by columns, in their order, and its byes.

    `results` count for the standings, `ratings` for the rating; None: there is none as yet. `events` are the ids of a
    board's report and corrections, a space between two.
    """

    white: tuple[KnownPlayer, ...]
    black: tuple[KnownPlayer, ...]
    byes: tuple[Bye, ...]
    results: list[Result | None]
    ratings: list[Result | None]
    events: list[str]

    def copy(self) -> "Playing":
        """Return a round that can go its own way."""
        return Playing(self.white, self.black, self.byes, self.results.copy(), self.ratings.copy(), self.events.copy())

    def place(self, white: str, black: str) -> int:
        """Find a board; raises `LookupError` if there is none."""
        place = -1
        with suppress(ValueError):
            while True:
                place = self.white.index(white, place + 1)
                if self.black[place] == black:
                    return place
        raise LookupError(f"there is no board {white}-{black}")

    def report(self, place: int, result: Result, event: str) -> None:
        """Take a board's result, and what reported it."""
        self.results[place] = self.ratings[place] = result
        self.told(place, event)

    def told(self, place: int, event: str) -> None:
        """Note an event that said something of a board."""
        before = self.events[place]
        self.events[place] = f"{before} {event}" if before else event


def published(boards: Iterable[Board], byes: tuple[Bye, ...]) -> Playing:
    """Open a round; a board that stands in it twice is one."""
    pairs = dict.fromkeys((one.white, one.black) for one in sorted(boards, key=_NUMBER))
    count = len(pairs)
    white, black = tuple([one for one, _ in pairs]), tuple([other for _, other in pairs])
    return Playing(white, black, byes, [None] * count, [None] * count, [""] * count)


class Running(msgspec.Struct):
    """
    A tournament that is not finished: `entered`, `ratings` and `federations` give each entry's start number and so on.

    `withdrawn` says after which round a player takes no part any more, and the event that says so; `cancellations` by
    `cancellation_key` whether one is approved, likewise. `late` has the day on which an adjourned or
    postponed game was finished, by `cancellation_key` of White.
    """

    announced: TournamentAnnounced
    entered: dict[KnownPlayer, int] = {}
    ratings: dict[KnownPlayer, int] = {}
    rounds: list[Playing] = []
    federations: dict[KnownPlayer, str] = {}
    withdrawn: dict[KnownPlayer, tuple[int, EventId]] = {}
    cancellations: dict[str, tuple[bool, EventId]] = {}
    late: dict[str, dt.date] = {}

    def copy(self) -> "Running":
        """Return a tournament that can go its own way."""
        return Running(
            self.announced,
            dict(self.entered),
            dict(self.ratings),
            [one.copy() for one in self.rounds],
            dict(self.federations),
            dict(self.withdrawn),
            dict(self.cancellations),
            dict(self.late),
        )

    def round(self, number: int) -> Playing:
        """Give a published round; raises `LookupError` if there is none."""
        if not 0 < number <= len(self.rounds):
            raise LookupError(f"{self.announced.tournament} has no round {number}")
        return self.rounds[number - 1]

    def publish(self, number: int, playing: Playing) -> None:
        """Take a round, the next one or one published anew; raises `LookupError` if one before it is missing."""
        if not 0 < number <= len(self.rounds) + 1:
            raise LookupError(f"{self.announced.tournament} has no round {number - 1}, and round {number} after it")
        self.rounds[number - 1 : number] = [playing]
