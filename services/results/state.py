"""What results knows of one tournament when it decides."""

import msgspec

from contracts.messages import EventData
from services.chess.folding import fold
from services.chess.tournament import Tournament


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing is known of the tournament."""


class Running(msgspec.Struct, frozen=True):
    """The tournament is announced; boards may be reported as rounds are published."""

    tournament: Tournament


class Completed(msgspec.Struct, frozen=True):
    """The tournament is finished; results change by correction only."""

    tournament: Tournament


State = Unannounced | Running | Completed


def initial() -> State:
    """Return the state of a unit without events."""
    return Unannounced()


def evolve(state: State, event: EventData) -> State:
    """Take one event of the tournament into the state."""
    before = None if isinstance(state, Unannounced) else state.tournament
    tournament = fold(before, event)
    if tournament is None:
        return state
    return Completed(tournament) if tournament.completed else Running(tournament)
