"""What pairing knows of one tournament when it decides."""

import msgspec

from contracts.messages import EventData
from contracts.pairing import RoundProposed
from services.chess.folding import fold
from services.chess.tournament import Tournament
from services.pairing.desk import Desk, arrange


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing is known of the tournament."""


class Basis(msgspec.Struct, frozen=True, kw_only=True):
    """What the latest proposal of a round rests on: the tournament and the desk before it."""

    tournament: Tournament
    desk: Desk


class Running(msgspec.Struct, frozen=True):
    """
    The tournament is announced; its rounds are proposed, published and started one after another.

    `bases` are by round, for those whose proposal may still be published.
    """

    tournament: Tournament
    desk: Desk = Desk()
    bases: dict[int, Basis] = {}


class Completed(msgspec.Struct, frozen=True):
    """The tournament is finished; its rounds stand."""

    tournament: Tournament
    desk: Desk = Desk()


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
    desk_before = Desk() if isinstance(state, Unannounced) else state.desk
    desk = arrange(desk_before, event)
    if tournament.completed:
        return Completed(tournament, desk)
    bases = state.bases if isinstance(state, Running) else {}
    if isinstance(event, RoundProposed):
        standing = {number: basis for number, basis in bases.items() if number >= len(tournament.rounds)}
        bases = {**standing, event.round: Basis(tournament=tournament, desk=desk_before)}
    return Running(tournament, desk, bases)
