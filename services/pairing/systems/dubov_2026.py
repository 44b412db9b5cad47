"""
The Dubov System of 2026: C.04.4.1, in force from 1 February 2026 (RULES §6.2). Ours.

| C.04.4.1 (2026) | | where |
|---|---|---|
| 1.1 every player has a rating | refused without | `pair` |
| 1.2, 1.3 order, score groups, upfloaters only | done | `pair` |
| 1.4, 3.1 the bye is given first | done | `_bye` |
| 1.5, 1.6 colours; who has not played has a mild preference for Black | done | `_field` |
| 1.7 ARO, rounded half up | done | `average_rating` |
| 1.8 maximum upfloaters | done | `Rules.most_upfloats` |
| 2.1 C1-C3, 2.2 C4 | done | `dubov_2026_bracket`; no exception for topscorers |
| 2.3 C5-C10 | done | `dubov_2026_bracket.upfloaters` |
| 3.2.1, 3.2.2, 4.2 choice of upfloaters | done | `dubov_2026_bracket.upfloaters` |
| 3.2.3, 3.2.4, 4.3 G1 and G2, shifters | done | `dubov_2026_groups.recomposed` |
| 3.2.5, 4.4 transpositions of G2 | done | `dubov_2026_groups.pairs` |
| 5 colours | done | `_colours` |
| C.04.2 order of boards | done | `fide_boards` |

An event with a rating missing is refused: the text has the arbiter give a provisional one.
"""

from typing import Final

import msgspec

from contracts.points import points_text
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems.dubov_2026_bracket import Rules, upfloaters
from services.pairing.systems.dubov_2026_groups import pairs, recomposed
from services.pairing.systems.fide_boards import in_board_order
from services.pairing.systems.fide_colours import allocate, ranked
from services.pairing.systems.fide_dutch_reasons import colour_text
from services.pairing.systems.fide_players import Edition, FidePlayer, Strength, players
from services.pairing.systems.fide_request import (
    ProgramFailed,
    count_unfinished,
    refuse_malformed,
    refuse_too_large,
    small_field,
    what_is_wrong,
)
from services.pairing.systems.interface import Contestant, Pair, Proposal, Reason, Request, Unpairable

RULE: Final = "FIDE C.04.4.1 (2026)"
LIMIT: Final = 2000
"""Players, in seconds as tried in events of 9 to 17 rounds; who may meet whom takes room for their square."""

Group = tuple[FidePlayer, ...]


class _Board(msgspec.Struct, frozen=True, kw_only=True):
    white: int
    black: int
    step: int


def pair(request: Request) -> Proposal:
    """
    Pair a round.

    Refused by name: a malformed request or a player without a rating (`INVALID_PAYLOAD`), too many players
    (`TOO_LARGE`). `Unpairable` where no legal pairing exists.
    """
    refuse_malformed(request)
    _refuse_unrated(request)
    known = {number: _with_black(one) for number, one in _read(request).items()}
    active = {number: one for number, one in known.items() if one.active}
    settled = small_field(list(active.values()), f"{RULE} 1.4")
    if settled is not None:
        return settled
    refuse_too_large(len(active), LIMIT, RULE)
    aro = {one.number: average_rating(one, request) for one in request.contestants}
    field = ordered(tuple(active.values()))
    rules = Rules.of(field, request.forbidden, last_round=request.round == request.rounds, rounds=request.rounds)
    bye = _bye(field, rules) if len(field) % 2 else None
    if (len(field) % 2 and bye is None) or not rules.completes(tuple(one for one in field if one is not bye)):
        raise _unpairable(request.round, len(active))
    boards, notes = _boards(tuple(one for one in field if one is not bye), rules, aro, request.initial_colour)
    return _proposal(boards, bye, active, request, (*notes, _ratings_note(aro, field)))


def average_rating(one: Contestant, request: Request) -> int:
    """
    Give the ARO of 1.7: the average rating of the opponents met over the board, half up; 0 without a game.

    Whole rating points.
    """
    ratings = {each.number: each.rating for each in request.contestants}
    met = [ratings[past.opponent] for past in one.past if past.played and past.opponent is not None]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


def ordered(group: Group) -> Group:
    """Order by score, then by pairing number (1.2, 4.2)."""
    return tuple(sorted(group, key=lambda one: (-one.pairing_score, one.number)))


def _read(request: Request) -> dict[int, FidePlayer]:
    return players(count_unfinished(request), Edition.DUTCH_2026)


def _with_black(one: FidePlayer) -> FidePlayer:
    """Give who has not played a mild preference for Black (1.6.4), and nobody the rights of a topscorer."""
    if one.colours:
        return msgspec.structs.replace(one, topscorer=False)
    return msgspec.structs.replace(one, topscorer=False, wants=Colour.BLACK, strength=Strength.MILD)


def _refuse_unrated(request: Request) -> None:
    unrated = [one.number for one in request.contestants if one.rating <= 0]
    if unrated:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{unrated[0]} has no rating; the Dubov system needs one of everybody, a provisional one if need be",
            rule=f"{RULE} 1.1",
            players=unrated,
        )


def _bye(field: Group, rules: Rules) -> FidePlayer | None:
    """3.1: who may have it and leaves the rest pairable; the lowest score, the most games, the largest number."""
    candidates = sorted(field, key=lambda one: (one.pairing_score, -len(one.colours), -one.number))
    for one in candidates:
        if not one.bye_barred and rules.completes(tuple(each for each in field if each is not one)):
            return one
    return None


def _boards(field: Group, rules: Rules, aro: dict[int, int], initial: Colour) -> tuple[list[_Board], list[Reason]]:
    """Pair the score groups from the top, each with the upfloaters it needs (3.2)."""
    boards: list[_Board] = []
    notes: list[Reason] = []
    while field:
        residents = tuple(one for one in field if one.pairing_score == field[0].pairing_score)
        below = field[len(residents) :]
        brought = upfloaters(residents, below, rules)
        bracket = ordered((*residents, *brought))
        first, second = recomposed(bracket, rules, aro)
        boards += [_board(*each, initial) for each in pairs(first, second, rules, aro)]
        notes.append(_note(residents, brought))
        gone = {one.number for one in bracket}
        field = tuple(one for one in field if one.number not in gone)
    return boards, notes


def _board(one: FidePlayer, other: FidePlayer, initial: Colour) -> _Board:
    """
    Give the colours (5.2): two who have not played by the parity of the higher-ranked; else as in the Dutch system.

    Steps 2-5 of this text are steps 1-4 of that one. No two of them have colour differences that differ, both absolute.
    """
    first, second = ranked(one, other)
    if not first.colours and not second.colours:
        colour = initial if first.tpn % 2 else initial.other
        white, black = (first, second) if colour is Colour.WHITE else (second, first)
        return _Board(white=white.number, black=black.number, step=1)
    white_number, black_number, step = allocate(one, other, initial)
    return _Board(white=white_number, black=black_number, step=step + 1)


def _proposal(
    boards: list[_Board],
    bye: FidePlayer | None,
    active: dict[int, FidePlayer],
    request: Request,
    notes: tuple[Reason, ...],
) -> Proposal:
    by_pair = {(each.white, each.black): each for each in boards}
    fault = what_is_wrong(list(by_pair), None if bye is None else bye.number, active, request.forbidden)
    if fault:
        raise ProgramFailed(fault, RULE)
    return Proposal(
        pairs=tuple(
            Pair(white=white, black=black, reasons=_reasons(by_pair[white, black], active, request.initial_colour))
            for white, black in in_board_order(by_pair, active)
        ),
        bye=None if bye is None else bye.number,
        bye_reasons=() if bye is None else _bye_reasons(bye),
        notes=notes,
    )


def _reasons(board: _Board, active: dict[int, FidePlayer], initial: Colour) -> tuple[Reason, ...]:
    first, second = ranked(active[board.white], active[board.black])
    above, below = points_text(first.pairing_score), points_text(second.pairing_score)
    if first.pairing_score == second.pairing_score:
        met = Reason(
            rule=f"{RULE} 1.3", text=f"{first.number} and {second.number} stand in the score group of {above}."
        )
    else:
        met = Reason(rule=f"{RULE} 3.2.2", text=f"{second.number} ({below}) floats up to the score group of {above}.")
    step = 5 if board.step == 1 else board.step - 1
    return (met, Reason(rule=f"{RULE} 5.2.{board.step}", text=colour_text(step, first, second, initial)))


def _bye_reasons(one: FidePlayer) -> tuple[Reason, ...]:
    text = (
        f"{one.number} may have the bye and leaves the others pairable; of the lowest such score "
        f"({points_text(one.pairing_score)}) he has played the most games ({len(one.colours)}), "
        "then has the largest number."
    )
    return (Reason(rule=f"{RULE} 3.1", text=text),)


def _note(residents: Group, brought: Group) -> Reason:
    text = f"Score group of {points_text(residents[0].pairing_score)}: {_list(residents)}."
    if brought:
        text += f" Float up to it: {_list(brought)}."
    return Reason(rule=f"{RULE} 3.2", text=text)


def _ratings_note(aro: dict[int, int], field: Group) -> Reason:
    known = ", ".join(f"{one.number}: {aro[one.number]}" for one in field if aro[one.number])
    return Reason(rule=f"{RULE} 1.7", text=f"Average ratings of opponents: {known or 'none yet'}.")


def _list(group: Group) -> str:
    return ", ".join(str(one.number) for one in group)


def _unpairable(number: int, count: int) -> Unpairable:
    return Unpairable(
        f"no legal pairing of round {number} exists for these {count} players",
        rule=f"{RULE} 2.2.1 [C4]",
        advice="Pair the round by hand (a pair may have to meet again), lift a forbidden pairing, or end the event.",
    )
