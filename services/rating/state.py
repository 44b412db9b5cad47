"""What rating knows of its books when it decides: numbers given and recorded, adjustments made, lists published."""

import datetime as dt
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.rating import (
    ForeignEventReported,
    ListPublished,
    RatingsAdjusted,
    RatingsCoordinated,
    RatingsRecalculated,
    StartRatingSet,
    TournamentRated,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
)
from services.rating.shelves import Shelves
from services.rules.anchor import federation_of

Recorded = Shelves[str, Mapping[PlayerId, int]]
"""By `<federation>/<tournament or day of the list>`: the rating after it of everybody who was rated there."""


class State(msgspec.Struct, frozen=True):
    """
    The book of ratings, or that of lists.

    `starts` are the numbers given, by `start_key`; `rated` the tournaments that are in the book, by id; `withdrawn` and
    `foreign` tournaments by id; `changes` names the adjustments made and the years coordinated; `lists` what has been
    published, its parts by id.
    A book has one status only: it is open, from the first number on, for ever.
    """

    starts: Shelves[str, StartRatingSet] = Shelves()
    recorded: Recorded = Shelves()
    rated: Shelves[TournamentId, bool] = Shelves()
    withdrawn: frozenset[TournamentId] = frozenset()
    foreign: Shelves[TournamentId, ForeignEventReported] = Shelves()
    changes: frozenset[str] = frozenset()
    lists: Shelves[str, tuple[ListPublished, ...]] = Shelves()


def start_key(player: PlayerId, federation: str) -> str:
    """Name a player in a register; "" is every register."""
    return f"{player}/{federation}"


def initial() -> State:
    """Return the state of a book without entries."""
    return State()


def evolve(state: State, event: EventData) -> State:
    """Take one event of a book into the state."""
    match event:
        case StartRatingSet():
            federation = federation_of(event.rules)
            return replace(state, starts=state.starts.put(start_key(event.player, federation), event))
        case TournamentRated():
            return _rated(state, event)
        case RatingsRecalculated():
            return replace(state, recorded=_recalculated(state.recorded, event))
        case TournamentWithdrawnFromRating():
            return replace(state, withdrawn=state.withdrawn | {event.tournament})
        case TournamentRestoredToRating():
            return replace(state, withdrawn=state.withdrawn - {event.tournament})
        case RatingsAdjusted():
            return replace(state, changes=state.changes | {event.adjustment})
        case RatingsCoordinated():
            return replace(state, changes=state.changes | {coordination_key(event.rules, event.day)})
        case ForeignEventReported():
            return replace(state, foreign=state.foreign.put(event.event, event))
        case ListPublished():
            parts = (*(state.lists.get(event.list) or ()), event)
            return replace(state, lists=state.lists.put(event.list, parts))
        case _:
            return state


def coordination_key(rules: str, day: dt.date) -> str:
    """Name a year's coordination: there is one a year."""
    return f"{rules}/{day.year}"


def recorded_key(federation: str, station: str) -> str:
    """Name a point of a register at which results count: a tournament, or the day of a list."""
    return f"{federation}/{station}"


def _rated(state: State, event: TournamentRated) -> State:
    station = event.tournament if event.listed is None else event.listed.isoformat()
    key = recorded_key(event.federation, station)
    after = {change.player: change.after for change in event.changes if change.after is not None}
    before = state.recorded.get(key) or {}
    return replace(
        state, rated=state.rated.put(event.tournament, True), recorded=state.recorded.put(key, {**before, **after})
    )


def _recalculated(recorded: Recorded, event: RatingsRecalculated) -> Recorded:
    changed: dict[str, dict[PlayerId, int]] = {}
    for one in event.changes:
        key = recorded_key(one.federation, one.tournament or one.day.isoformat())
        numbers = changed.setdefault(key, dict(recorded.get(key) or {}))
        if one.now is None:
            numbers.pop(one.player, None)
        else:
            numbers[one.player] = one.now
    for key, numbers in changed.items():
        recorded = recorded.put(key, numbers)
    return recorded
