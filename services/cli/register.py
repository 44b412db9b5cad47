"""Asking the register for some of its players, however many."""

from typing import Final, TypeVar

from contracts.ids import PlayerId
from contracts.registration import Players, RegisteredPlayer
from services.runtime.client import Client

T = TypeVar("T")

_AT_ONCE: Final = 500
"""Players an answer is sure to have room for."""


async def registered(client: Client, wanted: Players) -> tuple[RegisteredPlayer, ...]:
    """Ask for players by id and FIDE id, in as many questions as it takes; nobody is asked for by naming none."""
    asked = [Players(players=some) for some in _parts(wanted.players)]
    asked += [Players(fide_ids=some) for some in _parts(wanted.fide_ids)]
    found: dict[PlayerId, RegisteredPlayer] = {}
    for query in asked:
        for one in await client.ask(query, list[RegisteredPlayer]):
            found[one.player] = one
    return tuple(found.values())


def _parts(values: tuple[T, ...]) -> list[tuple[T, ...]]:
    return [values[at : at + _AT_ONCE] for at in range(0, len(values), _AT_ONCE)]
