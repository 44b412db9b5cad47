"""A published list cut into parts that each fit an event, and put together again."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from contracts.rating import ListExtract, ListPublished, PublishList

_FLAT: Final = ("revised", "women_among", "candidates")
"""What follows the lines, beside the extracts."""

Item = tuple[str, Any]
"""One of what follows the lines, and the field or the extract it belongs to."""


def in_parts(whole: ListPublished, most: int) -> list[ListPublished]:
    """
    Cut a list into parts of at most so many lines, revisions and names.

    What follows the lines is in the last part of them if it has room for all of it, else in parts of its own. The last
    part also has `since`, and how many juniors and women were asked for.
    """
    rest: list[Item] = [(field, one) for field in _FLAT for one in getattr(whole, field)]
    rest += [(_extract(one.name), player) for one in whole.extracts for player in one.players]
    bare = msgspec.structs.replace(
        whole, extracts=(), since="", revised=(), juniors=0, women=0, women_among=(), candidates=()
    )
    parts = [msgspec.structs.replace(bare, lines=page) for page in _pages(whole.lines, most)]
    if len(parts[-1].lines) + len(rest) <= most:
        parts[-1] = _filled(parts[-1], whole, rest)
    else:
        bare = msgspec.structs.replace(bare, lines=())
        parts += [_filled(bare, whole, page) for page in _pages(rest, most)]
    parts[-1] = msgspec.structs.replace(parts[-1], since=whole.since, juniors=whole.juniors, women=whole.women)
    return [msgspec.structs.replace(one, part=place, parts=len(parts)) for place, one in enumerate(parts, start=1)]


def whole_of(parts: Sequence[ListPublished]) -> ListPublished:
    """Put the parts of a list together again."""
    last = parts[-1]

    def joined(field: str) -> tuple[Any, ...]:
        return tuple([one for part in parts for one in getattr(part, field)])

    players = {
        one.name: [
            player for part in parts for other in part.extracts if other.name == one.name for player in other.players
        ]
        for one in last.extracts
    }
    return msgspec.structs.replace(
        last,
        part=1,
        parts=1,
        lines=joined("lines"),
        extracts=tuple(ListExtract(name=name, players=tuple(those)) for name, those in players.items()),
        **{field: joined(field) for field in _FLAT},
    )


def command_of(parts: Iterable[ListPublished]) -> PublishList:
    """Give the command that a published list answers."""
    whole = whole_of(list(parts))
    return PublishList(
        list=whole.list,
        federation=whole.federation,
        day=whole.day,
        juniors=whole.juniors,
        women=whole.women,
        women_among=whole.women_among,
        candidates=whole.candidates,
    )


def _filled(part: ListPublished, whole: ListPublished, items: Sequence[Item]) -> ListPublished:
    def of(kind: str) -> tuple[Any, ...]:
        return tuple([what for one, what in items if one == kind])

    extracts = tuple(ListExtract(name=one.name, players=of(_extract(one.name))) for one in whole.extracts)
    return msgspec.structs.replace(part, extracts=extracts, **{field: of(field) for field in _FLAT})


def _extract(name: str) -> str:
    return f"extract {name}"


def _pages(items: Sequence[Any], most: int) -> list[Any]:
    return [items[start : start + most] for start in range(0, len(items), most)] or [()]
