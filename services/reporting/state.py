"""What reporting knows of one tournament when it decides: the tournament, and the tables it has published."""

import msgspec

from contracts.messages import EventData
from contracts.reporting import StandingsPublished
from services.chess.folding import fold
from services.chess.tournament import Tournament


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing is known of the tournament."""


class Announced(msgspec.Struct, frozen=True):
    """The tournament is announced. `published` holds the latest table published after each round."""

    tournament: Tournament
    published: dict[int, StandingsPublished] = {}


State = Unannounced | Announced


def initial() -> State:
    """Return the state of a unit without events."""
    return Unannounced()


def evolve(state: State, event: EventData) -> State:
    """Take one event of the tournament into the state."""
    match state, event:
        case Announced(tournament, published), StandingsPublished(after_round=number):
            return Announced(tournament, {**published, number: event})
        case Announced(tournament, published), _:
            after = fold(tournament, event)
            return state if after is None else Announced(after, published)
        case _:
            first = fold(None, event)
            return state if first is None else Announced(first)
