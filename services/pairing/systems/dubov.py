"""
The Dubov System of 1997, the profile of DSU §4.10.6 (2007): RULES §6.1. Ours.

| section | | where |
|---|---|---|
| 1 ARO, due colours | done | `dubov_group.Field` |
| 2 no rematch; no second bye; colours within two and not three running | done | `dubov_group.Field.legal` |
| 2 nobody up twice running nor above 3 (4) times, the last round apart | done | `dubov_group.Field.may_float_up` |
| 2 no transfer between the halves against the colour limits | done | `dubov_group.Field.may_play` |
| 3 colours | done | `dubov_group.Field.white_of` |
| 4 the bye: lowest score group, lowest rating | done | `_bye` |
| 5 round 1: the halves row by row, colours alternating from the lot | done | `_first_round` |
| 6 White-due by ARO, Black-due by rating, row by row | done | `dubov_group.rows` |
| 7.1-7.4 bringing up, evening the halves | done | `dubov_group.paired` |
| 8 floaters first | done | `dubov_group.paired` |

Readings where the text is silent (R): who played one colour twice last is due the other, also where he has had that
one more often; of equal ratings the larger number gets the bye; who has no due colour joins the
smaller half; what the last group cannot pair is paired together with the group above it, and so on upwards; where not
even all in one group come out by colour halves, everybody is paired by score, then colours, within the hard limits.
"""

from itertools import groupby
from typing import Final

import msgspec

from contracts.points import points_text
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.dubov_group import Board, Field, Group, Paired, by_number, everybody, paired
from services.pairing.systems.fide_boards import in_board_order
from services.pairing.systems.fide_players import Edition, FidePlayer, players
from services.pairing.systems.fide_request import (
    ProgramFailed,
    count_unfinished,
    refuse_acceleration,
    refuse_malformed,
    refuse_too_large,
    small_field,
    what_is_wrong,
)
from services.pairing.systems.interface import Pair, Proposal, Reason, Request, Unpairable

RULE: Final = "Dubov system (1997)"
LIMIT: Final = 2000
"""Players, in seconds as tried in events of 9 to 17 rounds; a score group takes room for the square of its size."""


class _Level(msgspec.Struct, frozen=True, kw_only=True):
    """A score group as it was met: who floated into it, its own players, and what became of them."""

    floaters: Group
    residents: Group
    paired: Paired


def pair(request: Request) -> Proposal:
    """
    Pair a round.

    Refused by name: a malformed request, virtual points or a missing rating (`INVALID_PAYLOAD`), too many players
    (`TOO_LARGE`). `Unpairable` where nothing keeps the hard limits.
    """
    refuse_malformed(request)
    refuse_acceleration(request, RULE)
    unrated = [one.number for one in request.contestants if one.rating <= 0]
    if unrated:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{unrated[0]} has no rating; the Dubov system needs one of everybody, an estimate if need be",
            rule=f"{RULE} 1",
            players=unrated,
        )
    known = players(count_unfinished(request), Edition.RATING_1998)
    active = {number: one for number, one in known.items() if one.active}
    settled = small_field(list(active.values()), f"{RULE} 4")
    if settled is not None:
        return settled
    refuse_too_large(len(active), LIMIT, RULE)
    field = Field.of(request, known)
    group = tuple(active.values())
    bye = _bye(group, field) if len(group) % 2 else None
    if len(group) % 2 and bye is None:
        raise _unpairable(request.round, len(group))
    playing = tuple(one for one in group if one is not bye)
    first = _first_round(playing, field, request.initial_colour) if _nobody_has_played(playing) else None
    boards = first or _later_round(playing, field)
    if boards is None:
        raise _unpairable(request.round, len(group))
    return _proposal(boards, bye, active, request)


def _nobody_has_played(group: Group) -> bool:
    return not any(one.colours for one in group)


def _first_round(group: Group, field: Field, initial: Colour) -> list[Board] | None:
    """5: the upper half against the lower, row by row; the lot gives board 1 its colour, then they alternate."""
    listed = by_number(group)
    upper, lower = listed[: len(listed) // 2], listed[len(listed) // 2 :]
    if len({one.score for one in group}) > 1:
        return None
    columns = first_assignment([[0 if field.legal(one, other) else NO_CELL for other in lower] for one in upper])
    if columns is None:
        return None
    boards = []
    for row, (one, column) in enumerate(zip(upper, columns, strict=True)):
        colour = initial if row % 2 == 0 else initial.other
        white, black = (one, lower[column]) if colour is Colour.WHITE else (lower[column], one)
        boards.append(
            Board(white=white, black=black, rule="5", text=f"Row {row + 1} of the halves; colours alternate.")
        )
    return boards


def _later_round(group: Group, field: Field) -> list[Board] | None:
    """6-8: the score groups from the top; the last ones together where the lowest does not come out."""
    listed = sorted(group, key=lambda one: (-one.score, one.number))
    groups = [tuple(each) for _, each in groupby(listed, key=lambda one: one.score)]
    levels: list[_Level] = []
    waiting = list(groups)
    while waiting:
        residents = waiting.pop(0)
        floaters = levels[-1].paired.left if levels else ()
        outcome = paired(floaters, residents, waiting[0] if waiting else (), field)
        levels.append(_Level(floaters=floaters, residents=residents, paired=outcome))
        if waiting and outcome.brought:
            waiting[0] = tuple(one for one in waiting[0] if one not in outcome.brought)
            if not waiting[0]:
                waiting.pop(0)
        if waiting or not outcome.left:
            continue
        last = levels.pop()
        if not levels:
            return everybody((*last.residents, *last.paired.brought), field)
        above = levels.pop()
        own = (*last.residents, *last.paired.brought)
        waiting = [by_number((*above.residents, *above.paired.brought, *own))]
    return [board for level in levels for board in level.paired.boards]


def _bye(group: Group, field: Field) -> FidePlayer | None:
    """4: the lowest score group, the lowest rating; who may have it and leaves the rest within the hard limits."""
    for one in sorted(group, key=lambda each: (each.score, each.rating, -each.number)):
        rest = tuple(each for each in group if each is not one)
        if not one.bye_barred and field.completes(rest):
            return one
    return None


def _proposal(boards: list[Board], bye: FidePlayer | None, active: dict[int, FidePlayer], request: Request) -> Proposal:
    by_pair = {(each.white.number, each.black.number): each for each in boards}
    fault = what_is_wrong(list(by_pair), None if bye is None else bye.number, active, request.forbidden)
    if fault:
        raise ProgramFailed(fault, RULE)
    return Proposal(
        pairs=tuple(
            Pair(white=white, black=black, reasons=_reasons(by_pair[white, black]))
            for white, black in in_board_order(by_pair, active)
        ),
        bye=None if bye is None else bye.number,
        bye_reasons=() if bye is None else _bye_reasons(bye),
    )


def _reasons(board: Board) -> tuple[Reason, ...]:
    high, low = sorted((board.white, board.black), key=lambda one: (-one.score, one.number))
    met = f"{high.number} ({points_text(high.score)}) meets {low.number} ({points_text(low.score)})."
    return (
        Reason(rule=f"{RULE} {board.rule}", text=f"{met} {board.text}"),
        Reason(rule=f"{RULE} 3", text=f"{board.white.number} has White: {board.colour or 'he is due White'}."),
    )


def _bye_reasons(one: FidePlayer) -> tuple[Reason, ...]:
    text = f"{one.number} has the lowest rating ({one.rating}) of the lowest score group that may have the bye."
    return (Reason(rule=f"{RULE} 4", text=text),)


def _unpairable(number: int, count: int) -> Unpairable:
    return Unpairable(
        f"no pairing of round {number} keeps the limits of section 2 for these {count} players",
        rule=f"{RULE} 2",
        advice="Pair the round by hand (a pair may have to meet again), lift a forbidden pairing, or end the event.",
    )
