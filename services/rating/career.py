"""
A player's career in one register: every point in time at which his number may have changed, in order.

A career is a tuple of entries. Between two entries the number is that of the earlier one, so a number at any moment is
one bisection away.
"""

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from services.rules.event import Performance

LISTED: Final = 0
ADJUSTED: Final = 1
STARTED: Final = 2
PLAYED: Final = 3
"""
What comes first on one day: a list made of what ended before it, an adjustment, a number given, an event that ends.

What stands before `PLAYED` on a day is known to an event that begins that day.
"""


class Order(NamedTuple):
    """
    A place in time: the day (an ordinal), the rank within it, and what orders the rest of that rank.

    For an event rated at once `starts` is its first day and `name` its id; for a change `name` is its event's id.
    """

    day: int
    rank: int
    starts: int = 0
    name: str = ""


class Number(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """
    A player's rating (None: unrated), the rated games behind it, and what later ratings may ask about him.

    `peak` is the highest rating he has had, `last` the day (an ordinal) on which his last rated event ended, `pool`
    what an unrated player has brought towards a first rating.
    """

    rating: int | None
    games: int
    peak: int = 0
    last: int = 0
    pool: tuple[Performance, ...] = ()


UNRATED: Final = Number(None, 0)


class Source(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """An account whose results count, the player's place in it, and the day (an ordinal) on which it began."""

    account: str
    place: int
    starts: int


class Entry(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A point of a career: the results that count there (none for a change), and the number after it."""

    order: Order
    sources: tuple[Source, ...]
    number: Number | None


Career = tuple[Entry, ...]

_ORDER: Final = attrgetter("order")


def place_of(career: Sequence[Entry], order: tuple[object, ...]) -> int:
    """Count the entries before a place in time."""
    if not career or career[-1].order < order:
        return len(career)
    return bisect_left(career, order, key=_ORDER)


def number_before(career: Career, order: tuple[object, ...]) -> Number | None:
    """Give the number just before a place in time."""
    place = place_of(career, order)
    return career[place - 1].number if place else None


def with_source(career: Career, order: Order, source: Source | None) -> Career:
    """Give the career with results, or a change (None), at a place; a new entry has the number before it as yet."""
    place = place_of(career, order)
    if place < len(career) and career[place].order == order:
        old = career[place]
        sources = old.sources if source is None else tuple(sorted({*old.sources, source}))
        return (*career[:place], Entry(order, sources, old.number), *career[place + 1 :])
    before = career[place - 1].number if place else None
    return (*career[:place], Entry(order, () if source is None else (source,), before), *career[place:])


def without_source(career: Career, order: Order, account: str) -> Career:
    """Give the career without an account's results, or without the change at that place."""
    place = place_of(career, order)
    if place == len(career) or career[place].order != order:
        return career
    old = career[place]
    sources = tuple(one for one in old.sources if one.account != account)
    kept = (Entry(order, sources, old.number),) if sources else ()
    return (*career[:place], *kept, *career[place + 1 :])
