"""Who is meant: a refusal speaks of players by id, and a person at the desk knows them by name."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs
from nats.errors import Error as NatsError

from contracts.ids import PlayerId
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.registration import Players
from services.cli.register import registered
from services.runtime.client import Client

_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,48}")
_MADE_UP: Final = re.compile(r"[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*[_-][0-9]+")
"""An id with a number at its end (`dsu-100001`, `fide-1400000`): no word of a message looks so."""
_NOBODY: Final = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.MALFORMED_ID, RefusalCode.UNKNOWN_FEDERATION})


async def named(refusal: Refusal, client: Client) -> Refusal:
    """Put the names of players beside their ids in a refusal's message, if the register can be asked for them."""
    candidates = () if refusal.code in _NOBODY else tuple(sorted(_candidates(refusal)))
    if not candidates:
        return refusal
    try:
        known = await registered(client, Players(players=candidates))
    except (Refused, NatsError, OSError):
        return refusal
    return with_names(refusal, {one.player: one.name for one in known})


def with_names(refusal: Refusal, names: Mapping[PlayerId, str]) -> Refusal:
    """Write `Name (id)` for each id of the message that has a name, unless the name stands there already."""

    def name(found: re.Match[str]) -> str:
        player = PlayerId(found[0])
        if player not in names or names[player] in refusal.message or not _meant(player, refusal):
            return found[0]
        return f"{names[player]} ({player})"

    return structs.replace(refusal, message=_WORD.sub(name, refusal.message))


def _candidates(refusal: Refusal) -> set[PlayerId]:
    return {PlayerId(word) for word in _WORD.findall(refusal.message) if _meant(word, refusal)}


def _meant(word: str, refusal: Refusal) -> bool:
    return _MADE_UP.fullmatch(word) is not None or word in set(_texts(refusal.details))


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401  details are of any kind
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
