"""What pairing knows of one tournament when it decides."""

import msgspec

from contracts.messages import EventData
from services.chess.tournament import Tournament, fold


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing is known of the tournament."""


class Running(msgspec.Struct, frozen=True):
    """The tournament is announced; its rounds are published one after another."""

    tournament: Tournament


class Completed(msgspec.Struct, frozen=True):
    """The tournament is finished; its rounds stand."""

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
