"""What registration knows of one player or one tournament when it decides."""

import msgspec

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.registration import PlayerRegistered, PlayersMerged, PlayersSplit
from services.chess.folding import fold
from services.chess.tournament import Tournament


class Unknown(msgspec.Struct, frozen=True):
    """No such player is registered, and no such tournament announced."""


class Registered(msgspec.Struct, frozen=True):
    """The player is registered."""

    player: PlayerRegistered


class Merged(msgspec.Struct, frozen=True):
    """The player is registered, and is another one."""

    player: PlayerRegistered
    into: PlayerId


class Running(msgspec.Struct, frozen=True):
    """The tournament is announced: players enter and withdraw."""

    tournament: Tournament


class Completed(msgspec.Struct, frozen=True):
    """The tournament is finished: its start list stands."""

    tournament: Tournament


State = Unknown | Registered | Merged | Running | Completed


def initial() -> State:
    """Return the state of a unit without events."""
    return Unknown()


def evolve(state: State, event: EventData) -> State:
    """Take one event of the player or the tournament into the state."""
    if isinstance(event, PlayerRegistered):
        return Registered(event)
    if isinstance(event, PlayersMerged) and isinstance(state, Registered | Merged):
        return Merged(state.player, event.into)
    if isinstance(event, PlayersSplit) and isinstance(state, Merged):
        return Registered(state.player)
    tournament = fold(state.tournament if isinstance(state, Running | Completed) else None, event)
    if tournament is None:
        return state
    return Completed(tournament) if tournament.completed else Running(tournament)
