"""
Pair one group by halves, with as small changes as possible (SSF §15B.2a-c, 3h; the fixed order of RULES §3.2, R).

Tried in this order, the first without a rematch counts:

* L0 straight: the i-th of the stronger half S1 meets the i-th of the weaker half S2.
* L1 (rule 2b given up): S1 keeps its order, S2 is permuted; permutations p ordered by the sum of |p(i) - i|, then
  lexicographically.
* L2 (rule 2a given up): k = 1, 2, ... players of each half change places; exchanges ordered by k, then by the sum of
  the places taken from S2 minus the sum of those taken from S1, then those that take the lowest of S1, then the highest
  of S2; after an exchange both halves are sorted and L0 and L1 tried.

None of the three lists is walked. L1 is the first of the cheapest assignments. For L2: in the smallest exchange that
works every exchanged player meets one of his old half who stayed. So a perfect matching of the whole group with the
fewest pairs inside S1 names the exchange: in each pair inside S1 the lower player goes down, in each pair inside S2 the
higher comes up, and the order of exchanges is a price on those pairs.
"""

from collections.abc import Callable
from itertools import combinations

import msgspec

from services.pairing.systems import matching
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.field import Entrant, listed
from services.pairing.systems.interface import Reason

Boards = list[tuple[int, int]]
"""Pairs of places, the one of S1 first."""


class Paired(msgspec.Struct, frozen=True):
    """A group's pairs, and what had to be given up for them."""

    pairs: Boards
    steps: tuple[Reason, ...] = ()


def pair(order: list[Entrant], adjacency: list[int], group: list[int]) -> Paired | None:
    """Pair an even group of places, given in group order; None if a rematch cannot be avoided."""
    if not matching.pairable(adjacency, sum(1 << place for place in group)):
        return None
    middle = len(group) // 2
    strong, weak = group[:middle], group[middle:]
    boards = straight(adjacency, strong, weak)
    if boards is not None:
        return Paired(boards)
    rematches = " and ".join(
        f"{order[one].number}-{order[other].number}"
        for one, other in zip(strong, weak, strict=True)
        if not adjacency[one] >> other & 1
    )
    refused = Reason(rule="SSF §15B.3c", text=f"straight down the halves {rematches} would meet again or may not meet")
    boards = transposed(adjacency, strong, weak)
    if boards is not None:
        text = "the order within the weaker half was changed as little as possible"
        return Paired(boards, (refused, Reason(rule="SSF §15B.3h (2b given up)", text=text)))
    down, up = exchange(adjacency, strong, weak)
    strong = sorted(set(strong) - set(down) | set(up))
    weak = sorted(set(weak) - set(up) | set(down))
    names = [listed(order[place].number for place in sorted(places)) for places in (down, up)]
    text = f"no order within the halves would do, so {names[0]} changed places with {names[1]}"
    boards = transposed(adjacency, strong, weak)
    return None if boards is None else Paired(boards, (refused, Reason(rule="SSF §15B.3h (2a given up)", text=text)))


def straight(adjacency: list[int], strong: list[int], weak: list[int]) -> Boards | None:
    """Pair first with first, second with second (2c); None if any two may not meet."""
    boards = list(zip(strong, weak, strict=True))
    return boards if all(adjacency[one] >> other & 1 for one, other in boards) else None


def transposed(adjacency: list[int], strong: list[int], weak: list[int]) -> Boards | None:
    """Pair with the weaker half permuted as little as possible (L1, of which L0 is the first)."""
    cost = [
        [abs(row - column) if adjacency[one] >> other & 1 else NO_CELL for column, other in enumerate(weak)]
        for row, one in enumerate(strong)
    ]
    columns = first_assignment(cost)
    return None if columns is None else [(one, weak[column]) for one, column in zip(strong, columns, strict=True)]


def exchange(
    adjacency: list[int], strong: list[int], weak: list[int], first: Callable[[int, int], int] = lambda _one, _other: 0
) -> tuple[list[int], list[int]]:
    """
    Choose who goes down from the stronger half and who comes up from the weaker (L2). The group is pairable.

    The price of a pair inside S1 holds, from the most significant: one exchange, the place of who goes down, and a bit
    for him; of a pair inside S2 the place of who comes up and a bit for him; of a pair across nothing. A system that
    puts other criteria before the exchanges gives the cost of a pair under them in `first`.
    """
    size = len(strong)
    bit_down, place_unit = 1 << size, 1 << 2 * size
    exchange_unit = place_unit * (2 * size * size + 2)
    first_unit = exchange_unit * (size + 1)
    price = {}
    above = set(strong)
    for one, other in combinations((*strong, *weak), 2):
        if not adjacency[one] >> other & 1:
            continue
        cost = 0
        if other in above:
            later = strong.index(other)
            cost = exchange_unit - place_unit * later - bit_down * (1 << later)
        elif one not in above:
            index = weak.index(one)
            cost = place_unit * index - (1 << size - 1 - index)
        price[one, other] = first_unit * first(one, other) + cost
    found = cheapest_matching(price) or set()
    down = [other for one, other in found if one in above and other in above]
    up = [one for one, other in found if one not in above and other not in above]
    return down, up
