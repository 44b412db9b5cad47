"""A round as an arbiter has it beside the round as the system makes it: what differs is kept with it."""

import datetime as dt

from contracts.pairing import Board, Bye, Difference, RoundProposed, SystemPairing
from contracts.refusals import Refused
from services.pairing.layout import Layout, layout
from services.pairing.propose import boards_of, byes_of, propose
from services.pairing.request import request
from services.pairing.state import Running


def by_the_system(state: Running, number: int, day: dt.date | None) -> SystemPairing:
    """
    Let the system pair a round; a tournament paired elsewhere, or a round it cannot pair, gives its reason.

    A proposal that is not out of date is not made again.
    """
    proposed = state.desk.proposals.get(number)
    try:
        if proposed is None or outdated(state, proposed):
            proposed = propose(state, number, day)
    except Refused as refused:
        return SystemPairing(boards=(), byes=(), fault=refused.refusal.message)
    return SystemPairing(boards=boards_of(proposed), byes=byes_of(proposed), fault="")


def outdated(state: Running, proposal: RoundProposed) -> bool:
    """Whether a proposal rests on what is no longer so: an entry, a result, a bye has come since."""
    number = proposal.round
    basis = state.bases.get(number)
    return basis is None or request(basis.tournament, number, basis.desk) != request(
        state.tournament, number, state.desk
    )


def difference(now: Layout, system: SystemPairing) -> Difference:
    """Say what differs between a round and the system's pairing of it."""
    made = layout(system.boards, system.byes)
    return Difference(
        boards_added=_beside(now, made),
        boards_dropped=_beside(made, now),
        byes_added=_byes_beside(now, made),
        byes_dropped=_byes_beside(made, now),
        fault=system.fault,
    )


def _byes_beside(one: Layout, other: Layout) -> tuple[Bye, ...]:
    """Whom the table gives the player is no difference: an arbiter who types a round does not say it."""
    there = {(bye.player, bye.kind) for bye in other.byes}
    return tuple(bye for bye in one.byes if (bye.player, bye.kind) not in there)


def _beside(one: Layout, other: Layout) -> tuple[Board, ...]:
    there = set(other.pairs)
    return tuple(board for board in one.boards if (board.white, board.black) not in there)
