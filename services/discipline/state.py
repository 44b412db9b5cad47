"""What discipline knows of one player when it decides."""

import msgspec

from contracts.discipline import QuarantineImposed
from contracts.messages import EventData
from contracts.registration import PlayerRegistered


class Unregistered(msgspec.Struct, frozen=True):
    """Nobody is registered under this id."""


class Registered(msgspec.Struct, frozen=True):
    """A registered player, with every quarantine he was ever given, in the order they were imposed."""

    quarantines: tuple[QuarantineImposed, ...] = ()


State = Unregistered | Registered


def initial() -> State:
    """Return the state of a unit without events."""
    return Unregistered()


def evolve(state: State, event: EventData) -> State:
    """Take one event of the player into the state."""
    match state, event:
        case Unregistered(), PlayerRegistered():
            return Registered()
        case Registered(quarantines), QuarantineImposed():
            return Registered((*quarantines, event))
        case _:
            return state
