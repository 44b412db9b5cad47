"""
Baku acceleration: the virtual points of C.04.7 (RULES §6.3).

| C.04.7 | | where |
|---|---|---|
| 1.1 for events of 9 rounds or more | not enforced | the text recommends; `recommended` tells |
| 1.2, 1.3 group A is the first 2⌈N/4⌉ of the initial ranking, GB the rest | done | `group_a_size` |
| 1.3 a late entrant joins the group his place in the ranking gives him | done | `pairing.request`, `virtual_points` |
| 1.4 accelerated rounds are ⌈R/2⌉; a win for the first half of them, a draw for the rest | done | `schedule` |
| 1.5 pairing score is score plus virtual points | done | `fide_players.FidePlayer.pairing_score` |

The text's late entrants: the last player of group A is fixed when round 1 is paired; who comes later gets a pairing
number, and belongs to A if that number is not after his. Rebuilding the numbers and the group is the caller's.
"""

from collections.abc import Container, Sequence

import msgspec

from contracts.points import DRAW, WIN, HalfPoints
from services.pairing.systems.interface import Contestant


def recommended(rounds: int) -> bool:
    """Tell whether the event is as long as the method was made for: nine rounds or more."""
    return rounds >= 9  # noqa: PLR2004  C.04.7 names nine


def group_a_size(players: int) -> int:
    """Count group A: the first half of the ranking, rounded up to an even number, 2⌈N/4⌉."""
    return 2 * -(-players // 4)


def schedule(rounds: int) -> tuple[HalfPoints, ...]:
    """
    Give the virtual half points of a group A player in each round 1, …, R.

    >>> schedule(9)
    (2, 2, 2, 1, 1, 0, 0, 0, 0)
    """
    accelerated = -(-rounds // 2)
    with_win = -(-accelerated // 2)
    points = [WIN] * with_win + [DRAW] * (accelerated - with_win) + [HalfPoints(0)] * (rounds - accelerated)
    return tuple(points)


def virtual_points(
    numbers: Sequence[int], rounds: int, *, group_a: Container[int] | None = None
) -> dict[int, tuple[HalfPoints, ...]]:
    """
    Give every contestant his virtual half points of each round.

    `numbers` are all pairing numbers now, late entrants included. `group_a` are those of group A; without it the group
    is made of `numbers`, as for round 1.
    """
    order = sorted(numbers)
    upper = order[: group_a_size(len(order))] if group_a is None else group_a
    given = schedule(rounds)
    nothing = (HalfPoints(0),) * rounds
    return {number: given if number in upper else nothing for number in order}


def accelerate(
    contestants: Sequence[Contestant], this_round: int, rounds: int, *, group_a: Container[int] | None = None
) -> tuple[Contestant, ...]:
    """Set the virtual points of rounds 1 to `this_round` of every contestant."""
    points = virtual_points([one.number for one in contestants], rounds, group_a=group_a)
    return tuple(msgspec.structs.replace(one, acceleration=points[one.number][:this_round]) for one in contestants)
