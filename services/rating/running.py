"""
A tournament under way as rating keeps it: who is entered, who meets whom, how it counts, and the events that say so.

Owned by the view, which changes it: of a tournament that is not finished a season has few, and of their reports many.
"""

import msgspec

from contracts.ids import EventId, PlayerId
from contracts.pairing import Bye
from contracts.points import Result
from contracts.registration import TournamentAnnounced


class Played(msgspec.Struct, gc=False, array_like=True):
    """A board, and its result for standings and rating once it has one."""

    white: PlayerId
    black: PlayerId
    result: Result | None = None
    rating: Result | None = None
    events: tuple[EventId, ...] = ()


class Playing(msgspec.Struct):
    """A published round: its boards by White and Black, in board order, and its byes."""

    boards: dict[str, Played]
    byes: tuple[Bye, ...]


class Running(msgspec.Struct):
    """
    A tournament that is not finished: `entered`, `ratings` and `federations` give each entry's start number and so on.

    `withdrawn` says after which round a player takes no part any more, and the event that says so; `cancellations` by
    `cancellation_key` whether one is approved, likewise.
    """

    announced: TournamentAnnounced
    entered: dict[PlayerId, int] = {}
    ratings: dict[PlayerId, int] = {}
    rounds: list[Playing] = []
    federations: dict[PlayerId, str] = {}
    withdrawn: dict[PlayerId, tuple[int, EventId]] = {}
    cancellations: dict[str, tuple[bool, EventId]] = {}

    def copy(self) -> "Running":
        """Return a tournament that can go its own way."""
        rounds = [
            Playing({key: msgspec.structs.replace(one) for key, one in played.boards.items()}, played.byes)
            for played in self.rounds
        ]
        return Running(
            self.announced,
            dict(self.entered),
            dict(self.ratings),
            rounds,
            dict(self.federations),
            dict(self.withdrawn),
            dict(self.cancellations),
        )


def board(running: Running, number: int, white: PlayerId, black: PlayerId) -> Played:
    """Find a board of a published round; raises `LookupError` if there is none."""
    return running.rounds[number - 1].boards[f"{white}:{black}"]
