"""
The FIDE (Dutch) System in force from 1 February 2026: C.04.3, approved by the Council on 28 October 2025.

The engine is FIDE's reference checker, a package (`_gacrux`); the histories it reads, the order of boards, the
refusals and the explanation are ours. `edition` says which rules an event of given dates is paired under.

| C.04.3 (2026) | | where |
|---|---|---|
| 1.1, 1.2 order and pairing numbers | done | `fide_players`, C.04.2 |
| 1.3-1.5 brackets, floats, byes | done | engine; floats and bye rights in `fide_players` |
| 1.6-1.8 colours, topscorers | done | `fide_players.preference` |
| 1.9 completion; 1.9.3 no legal pairing | done | engine; `Unpairable` leaves it to the arbiter |
| 2.1 [C1]-[C3] absolute | done | engine, checked again by `fide_request.what_is_wrong` (C1, C2) |
| 2.2-2.4 [C4]-[C21] | done | engine; unmet ones are named in the reasons |
| 3, 4 procedure and order of candidates | done | engine |
| 5 colours | done | engine; the same five steps in `fide_colours` |
| C.04.2 order of boards | done | `fide_boards` |
| C.04.7 virtual points | done | `Contestant.acceleration`, made by `baku` |
| adjourned game counts as a draw for pairing | done | `fide_request.count_unfinished` |
"""

import datetime as dt
from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems import _gacrux
from services.pairing.systems import fide_dutch_reasons as reasons
from services.pairing.systems.fide_boards import in_board_order
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

RULE: Final = "FIDE C.04.3 (2026)"
IN_FORCE: Final = dt.date(2026, 2, 1)
ADVICE: Final = (
    "C.04.3 1.9.3 leaves it to the chief arbiter: pair this round by hand (a pair may have to meet again), "
    "lift a forbidden pairing, or end the event."
)


def edition(start: dt.date, end: dt.date) -> str:
    """
    Name the Dutch system an event is paired under: `fide-dutch` or `fide-dutch-2017`.

    An event that starts on or after 1 February 2026 follows the new text. One that began before keeps the text it
    began under to its `end`, for a system is announced before the first round (C.04.1).
    """
    if end < start:
        raise Refused(RefusalCode.INVALID_DATES, f"the event ends on {end}, before it starts on {start}")
    return "fide-dutch" if start >= IN_FORCE else "fide-dutch-2017"


def pair(request: Request) -> Proposal:
    """
    Pair a round.

    Refused by name: a malformed request (`INVALID_PAYLOAD`), more players than the engine has memory for
    (`TOO_LARGE`). `Unpairable` where no pairing is legal (1.9.3), and where the engine failed.
    """
    refuse_malformed(request)
    known = players(count_unfinished(request), Edition.DUTCH_2026)
    active = {number: one for number, one in known.items() if one.active}
    settled = small_field(list(active.values()), f"{RULE} 1.5")
    if settled is not None:
        return settled
    refuse_too_large(len(active), _gacrux.LIMIT, RULE)
    answer = _ask(request, active)
    seats = {(seat.white, seat.black): seat for seat in answer.seats}
    fault = what_is_wrong(list(seats), answer.bye, active, request.forbidden)
    if fault:
        raise ProgramFailed(fault, RULE)
    return Proposal(
        pairs=tuple(
            _explained(seats[pair_], active, request.initial_colour) for pair_ in in_board_order(seats, active)
        ),
        bye=answer.bye,
        bye_reasons=() if answer.bye is None else reasons.of_bye(active[answer.bye], Edition.DUTCH_2026),
        notes=tuple(
            reasons.of_bracket(one.score, one.players, one.downfloaters, one.quality)
            for one in answer.brackets
            if one.players and one.score >= 0
        ),
    )


def _explained(seat: _gacrux.Seat, active: dict[int, FidePlayer], initial: Colour) -> Pair:
    met = reasons.of_pair(active[seat.white], active[seat.black], seat.colour_step, initial, Edition.DUTCH_2026)
    return Pair(white=seat.white, black=seat.black, reasons=(*met, *reasons.of_criteria(seat.quality)))


def _ask(request: Request, active: dict[int, FidePlayer]) -> _gacrux.Answer:
    try:
        return _gacrux.pair(active, request.round, request.rounds, request.initial_colour, request.forbidden)
    except _gacrux.NoLegalPairing as error:
        raise Unpairable(
            f"no legal pairing of round {request.round} exists for these {len(active)} players",
            rule=f"{RULE} 1.9.3",
            advice=ADVICE,
        ) from error
    except _gacrux.EngineFailed as error:
        raise ProgramFailed(error.fault, RULE) from error
