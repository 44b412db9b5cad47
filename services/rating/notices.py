"""
Who needed not come to which game (DSU 4.5.4.2): a cancellation was approved, or he had withdrawn before it (R).

Who is paired, stays away and is withdrawn then is withdrawn after that round: in it he was expected.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Final

import msgspec

from contracts.ids import EventId, PlayerId
from services.chess.tournament import cancellation_key
from services.rating.running import Running

_WHICH: Final = attrgetter("round", "place")


class Notice(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Whether it is approved that the player at a place does not come to his game in a round; `event` says so."""

    round: int
    place: int
    approved: bool
    event: EventId


def in_order(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Order notices by round and place."""
    return tuple(sorted(notices, key=_WHICH))


def notices_of(running: Running, place: Mapping[PlayerId, int]) -> tuple[Notice, ...]:
    """Give what is known of games to which somebody did not come; `place` is everybody's place in the tournament."""
    return in_order(_notices(running, place)) if running.withdrawn or running.cancellations else ()


def _notices(running: Running, place: Mapping[PlayerId, int]) -> Iterator[Notice]:
    for number, played in enumerate(running.rounds, start=1):
        for one in zip(played.white, played.black, strict=True):
            for player in one:
                decided = running.cancellations.get(cancellation_key(number, player))
                if decided is not None:
                    yield Notice(number, place[player], *decided)
                elif player in running.withdrawn and number > running.withdrawn[player][0]:
                    yield Notice(number, place[player], True, running.withdrawn[player][1])
