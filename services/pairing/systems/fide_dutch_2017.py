"""
The FIDE (Dutch) System of 2016/17, in force to 31 January 2026: C.04.3 of Baku 2016 with the Goynuk 2017 wording.

The pairs are those of an optional package (`_py4swiss`); colours, order of boards, histories and explanation are ours.

| C.04.3 (2017) | | where |
|---|---|---|
| A.1-A.3, A.9 order, brackets, collapsed last bracket | done | engine |
| A.4 floats: whoever does not play floats down | done | `fide_players` |
| A.5, C.04.1.d bye: none after a bye or a win by forfeit | done | `fide_players`; a full-point bye does not bar |
| A.6, A.7 colours, topscorers | done | `fide_players` |
| A.8 PSD, B procedure, C.1-C.19, D order of candidates | done | engine |
| E.1-E.5 colours | done | `fide_colours` |
| C.04.2.D.9 order of boards | done | `fide_boards` |
| adjourned game counts as a draw for pairing | done | `fide_request.count_unfinished` |
"""

from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import _py4swiss
from services.pairing.systems import fide_dutch_reasons as reasons
from services.pairing.systems.fide_boards import in_board_order
from services.pairing.systems.fide_colours import allocate
from services.pairing.systems.fide_players import Edition, FidePlayer, players
from services.pairing.systems.fide_request import (
    ProgramFailed,
    count_unfinished,
    refuse_malformed,
    refuse_too_large,
    small_field,
    what_is_wrong,
)
from services.pairing.systems.interface import Pair, Proposal, Request, Unpairable

RULE: Final = "FIDE C.04.3 (2017)"


def pair(request: Request) -> Proposal:
    """
    Pair a round.

    Refused by name: the package is not there (`UNAVAILABLE`, with how to install it), a malformed request
    (`INVALID_PAYLOAD`), too many players (`TOO_LARGE`). `Unpairable` as in `fide_dutch`.
    """
    if not _py4swiss.INSTALLED:
        raise Refused(
            RefusalCode.UNAVAILABLE,
            "the Dutch rules of 2017 need an optional package; install it with: pip install 'py4swiss>=0.3.1'",
            rule=RULE,
        )
    refuse_malformed(request)
    known = players(count_unfinished(request), Edition.DUTCH_2017)
    active = {number: one for number, one in known.items() if one.active}
    settled = small_field(list(active.values()), f"{RULE} A.5")
    if settled is not None:
        return settled
    refuse_too_large(len(active), _py4swiss.LIMIT, RULE)
    couples, bye = _ask(request, active)
    coloured = {
        (white, black): step
        for white, black, step in (
            allocate(active[one], active[other], request.initial_colour) for one, other in couples
        )
    }
    return Proposal(
        pairs=tuple(
            Pair(
                white=white,
                black=black,
                reasons=reasons.of_pair(
                    active[white],
                    active[black],
                    coloured[white, black],
                    request.initial_colour,
                    Edition.DUTCH_2017,
                ),
            )
            for white, black in in_board_order(coloured, active)
        ),
        bye=bye,
        bye_reasons=() if bye is None else reasons.of_bye(active[bye], Edition.DUTCH_2017),
    )


def _ask(request: Request, active: dict[int, FidePlayer]) -> tuple[list[tuple[int, int]], int | None]:
    try:
        couples, bye = _py4swiss.pair(active, request.round, request.forbidden)
    except _py4swiss.NoLegalPairing as error:
        raise Unpairable(
            f"no legal pairing of round {request.round} exists for these {len(active)} players",
            rule=f"{RULE} A.9",
            advice="The text leaves it to the chief arbiter: pair by hand, lift a forbidden pairing, or end the event.",
        ) from error
    except _py4swiss.EngineFailed as error:
        raise ProgramFailed(error.fault, RULE) from error
    fault = what_is_wrong(couples, bye, active, request.forbidden)
    if fault:
        raise ProgramFailed(fault, RULE)
    return couples, bye
