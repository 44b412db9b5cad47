"""
The FIDE "Swiss system based on rating" of 1992, 1997 and 1998: the profile of DSU §4.10.5 (2007), RULES §5.8.

Ours, exact as restated there; where the text leaves a choice, the reading stands in `fide_1998_round`.

| section | | where |
|---|---|---|
| A1, A2 order by rating, title, name | done | the numbers of the request; `fide_1998_round.ordered` |
| A3 brackets, half moved down is homogeneous | done | `fide_1998_round._divided` |
| A4, A5 floats, the bye as a downfloat | done | `fide_players` (Edition.RATING_1998) |
| A6 S1 and S2, A7 colours, A8 x | done | `fide_1998_group` |
| B1, B2 absolute; off for topscorers in the last round | done | `_may_meet` |
| B3 score difference | done | the order of brackets |
| B4 colours, B5, B6 floats | done | `fide_1998_group.best` |
| C1, C10-C14 | done | `fide_1998_round.Searcher` |
| C2-C9, C11 | done | `fide_1998_group.best` |
| D1 transpositions, D2 exchanges | done | `fide_1998_group._price` |
| E colours | done | `fide_colours`; round 1 by odd and even numbers |
| F unplayed games | done | `fide_players` |
"""

from itertools import groupby
from typing import Final

from contracts.points import points_text
from services.chess.colours import Colour
from services.pairing.systems.fide_1998_group import RULE
from services.pairing.systems.fide_1998_round import Group, Level, Searcher, ordered
from services.pairing.systems.fide_boards import in_board_order
from services.pairing.systems.fide_colours import allocate, ranked
from services.pairing.systems.fide_dutch_reasons import colour_text
from services.pairing.systems.fide_players import Edition, FidePlayer, Strength, players
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

LIMIT: Final = 2000
"""Players, in seconds as tried in events of 9 to 17 rounds; a bracket takes room for the square of its size."""

Boards = dict[tuple[int, int], tuple[int, Level]]


def pair(request: Request) -> Proposal:
    """
    Pair a round.

    Refused by name: a malformed request or virtual points (`INVALID_PAYLOAD`), too many players or a search that goes
    on for too long (`TOO_LARGE`). `Unpairable` where no legal pairing exists.
    """
    refuse_malformed(request)
    refuse_acceleration(request, RULE)
    known = players(count_unfinished(request), Edition.RATING_1998)
    active = {number: one for number, one in known.items() if one.active}
    settled = small_field(list(active.values()), f"{RULE} A5")
    if settled is not None:
        return settled
    refuse_too_large(len(active), LIMIT, RULE)
    levels = Searcher(lambda one, other: _may_meet(one, other, request.forbidden)).run(_groups(active))
    if levels is None:
        raise Unpairable(
            f"no pairing of round {request.round} keeps B1 and B2 for these {len(active)} players",
            rule=f"{RULE} C13",
            advice="Pair the round by hand (a pair may have to meet again), lift a forbidden pairing, or end it here.",
        )
    boards = _coloured(levels, request.initial_colour)
    bye = levels[-1].left[0].number if levels[-1].left else None
    fault = what_is_wrong(list(boards), bye, active, request.forbidden)
    if fault:
        raise ProgramFailed(fault, RULE)
    return Proposal(
        pairs=tuple(
            Pair(white=white, black=black, reasons=_reasons(white, black, boards, active, request.initial_colour))
            for white, black in in_board_order(boards, active)
        ),
        bye=bye,
        bye_reasons=() if bye is None else _bye_reasons(active[bye]),
        notes=tuple(_note(level) for level in levels),
    )


def _may_meet(one: FidePlayer, other: FidePlayer, forbidden: frozenset[tuple[int, int]]) -> bool:
    """Keep B1a and B2: no rematch, and nobody a third time running or three times more often in one colour."""
    if other.number in one.opponents:
        return False
    if (min(one.number, other.number), max(one.number, other.number)) in forbidden:
        return False
    both = one.strength is Strength.ABSOLUTE and other.strength is Strength.ABSOLUTE
    return not (both and one.wants is other.wants) or one.topscorer or other.topscorer


def _groups(active: dict[int, FidePlayer]) -> list[Group]:
    everybody = ordered(tuple(active.values()))
    return [tuple(group) for _, group in groupby(everybody, key=lambda one: one.score)]


def _coloured(levels: list[Level], initial: Colour) -> Boards:
    boards: Boards = {}
    for level in levels:
        for one, other in level.split.pairs:
            white, black, step = allocate(one, other, initial)
            boards[white, black] = (step, level)
    return boards


def _reasons(
    white: int, black: int, boards: Boards, active: dict[int, FidePlayer], initial: Colour
) -> tuple[Reason, ...]:
    step, level = boards[white, black]
    first, second = ranked(active[white], active[black])
    above, below = points_text(first.score), points_text(second.score)
    if first.score == second.score:
        met: tuple[Reason, ...] = (
            Reason(rule=f"{RULE} A3", text=f"{first.number} and {second.number} stand in the bracket of {above}."),
        )
    else:
        met = (
            Reason(
                rule=f"{RULE} A3, C6", text=f"{first.number} ({above}) moved down to meet {second.number} ({below})."
            ),
            Reason(rule=f"{RULE} A4", text=f"{first.number} gets a downfloat, {second.number} an upfloat."),
        )
    given: tuple[Reason, ...] = ()
    if level.split.dropped:
        rules = "B6" if level.split.dropped == 1 else "B6 and B5"
        given = (Reason(rule=f"{RULE} C9, C10", text=f"{rules} had to be dropped for floats of this bracket."),)
    return (*met, Reason(rule=f"{RULE} E{step}", text=colour_text(step, first, second, initial)), *given)


def _bye_reasons(one: FidePlayer) -> tuple[Reason, ...]:
    return (
        Reason(rule=f"{RULE} A5", text=f"{one.number} is left over in the lowest bracket."),
        Reason(rule=f"{RULE} B1b", text=f"{one.number} has had no point without playing."),
    )


def _note(level: Level) -> Reason:
    standing = ordered((*level.moved, *level.residents))
    text = f"Bracket of {points_text(level.residents[-1].score)}: {_list(standing)}."
    if level.left:
        text += f" Left over: {_list(level.left)}."
    if level.split.x:
        text += f" Colour violations allowed: {level.split.x}."
    return Reason(rule=f"{RULE} A3", text=text)


def _list(group: Group) -> str:
    return ", ".join(str(one.number) for one in group)
