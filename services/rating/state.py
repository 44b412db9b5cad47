"""What rating knows of the book of ratings when it decides: start ratings, and the numbers it has recorded."""

from collections.abc import Mapping

import msgspec

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.rating import RatingsRecalculated, StartRatingSet, TournamentRated
from services.rating.shelves import Shelves

Recorded = Shelves[TournamentId, Mapping[PlayerId, int]]
"""The rating after a tournament of everybody who was rated in it."""


class State(msgspec.Struct, frozen=True):
    """
    The book, by id: `starts` by player, `recorded` by tournament and player.

    A book has one status only: it is open, from the first number on, for ever.
    """

    starts: Shelves[PlayerId, int] = Shelves()
    recorded: Recorded = Shelves()


def initial() -> State:
    """Return the state of a book without entries."""
    return State()


def evolve(state: State, event: EventData) -> State:
    """Take one event of the book into the state."""
    match event:
        case StartRatingSet():
            return State(state.starts.put(event.player, event.rating), state.recorded)
        case TournamentRated():
            after = {change.player: change.after for change in event.changes}
            return State(state.starts, state.recorded.put(event.tournament, after))
        case RatingsRecalculated():
            return State(state.starts, _recalculated(state.recorded, event))
        case _:
            return state


def _recalculated(recorded: Recorded, event: RatingsRecalculated) -> Recorded:
    changed: dict[TournamentId, dict[PlayerId, int]] = {}
    for one in event.changes:
        numbers = changed.setdefault(one.tournament, dict(recorded.get(one.tournament) or {}))
        if one.now is None:
            numbers.pop(one.player, None)
        else:
            numbers[one.player] = one.now
    for tournament, numbers in changed.items():
        recorded = recorded.put(tournament, numbers)
    return recorded
