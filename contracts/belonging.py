"""Which consistency unit an event belongs to, and so the only subject it may stand under in the log."""

from collections.abc import Callable
from functools import cache
from typing import Any

from contracts.ids import UnitId
from contracts.messages import EventData, context_of
from contracts.rating import ListPublished
from contracts.units import LISTS, RATINGS, player_unit, tournament_unit

_RATING = "rating"


def unit_of(event: EventData) -> UnitId:
    """Name an event's unit: a book of the federation's, the tournament it is about, or else the player."""
    return belonging(type(event))(event)


@cache
def belonging(kind: type[EventData]) -> Callable[[Any], UnitId]:
    """Tell how the unit of an event of this kind is found."""
    if context_of(kind) == _RATING:
        return _of_the_lists if kind is ListPublished else _of_the_ratings
    return _of_a_tournament if "tournament" in kind.__struct_fields__ else _of_a_player


@cache
def place(type_: str) -> str:
    """Name the end of the subject of events written with a type, from the context on: `.results.game-reported`."""
    return f".{type_.split('.', 1)[1].rsplit('.', 1)[0]}"


def _of_a_tournament(event: Any) -> UnitId:  # noqa: ANN401  any event with a tournament
    return tournament_unit(event.tournament)


def _of_a_player(event: Any) -> UnitId:  # noqa: ANN401  any event with a player
    return player_unit(event.player)


def _of_the_ratings(_event: Any) -> UnitId:  # noqa: ANN401  any event of rating
    return RATINGS


def _of_the_lists(_event: Any) -> UnitId:  # noqa: ANN401  a published list
    return LISTS
