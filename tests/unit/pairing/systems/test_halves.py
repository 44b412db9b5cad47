from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.systems import assignment, halves
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.field import Entrant, Reading, entrant
from services.pairing.systems.interface import Contestant


def entrants(size: int) -> list[Entrant]:
    return [entrant(Contestant(number=place + 1), Reading()) for place in range(size)]


@st.composite
def groups(draw: st.DrawFn) -> list[int]:
    size = 2 * draw(st.integers(1, 4))
    chance = draw(st.integers(1, 9))
    adjacency = [0] * size
    for one, other in combinations(range(size), 2):
        if draw(st.integers(0, 9)) < chance:
            adjacency[one] |= 1 << other
            adjacency[other] |= 1 << one
    return adjacency


@st.composite
def costs(draw: st.DrawFn) -> list[list[int]]:
    size = draw(st.integers(0, 6))
    cell = st.one_of(st.just(NO_CELL), st.integers(0, 4))
    return draw(st.lists(st.lists(cell, min_size=size, max_size=size), min_size=size, max_size=size))


@given(costs())
@settings(max_examples=200, deadline=None)
def test_the_first_assignment_is_the_first_of_the_cheapest_permutations(cost: list[list[int]]) -> None:
    legal = [
        (sum(cost[row][column] for row, column in enumerate(columns)), columns)
        for columns in permutations(range(len(cost)))
        if all(cost[row][column] != NO_CELL for row, column in enumerate(columns))
    ]
    best = list(min(legal)[1]) if legal else None
    assert first_assignment(cost) == best
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "_CELLS_AT_FIRST", 1)
        assert first_assignment(cost) == best


def permuted(adjacency: list[int], strong: list[int], weak: list[int]) -> halves.Boards | None:
    """L0 and L1 by trying every permutation."""
    for columns in sorted(
        permutations(range(len(weak))), key=lambda p: (sum(abs(place - i) for i, place in enumerate(p)), p)
    ):
        boards = [(one, weak[column]) for one, column in zip(strong, columns, strict=True)]
        if all(adjacency[one] >> other & 1 for one, other in boards):
            return boards
    return None


def ladder(adjacency: list[int]) -> halves.Boards | None:
    """L0 to L2 by trying everything in the stated order."""
    middle = len(adjacency) // 2
    places = range(middle)
    exchanges = [
        (count, sum(up) - sum(down), tuple(-one for one in sorted(down, reverse=True)), up, down)
        for count in range(middle + 1)
        for down in combinations(places, count)
        for up in combinations(places, count)
    ]
    for _, _, _, up, down in sorted(exchanges):
        strong = sorted({*places} - {*down} | {middle + one for one in up})
        weak = sorted({*range(2 * middle)} - {*strong})
        boards = permuted(adjacency, strong, weak)
        if boards is not None:
            return boards
    return None


@given(groups())
@settings(max_examples=150, deadline=None)
def test_the_ladder_gives_what_trying_everything_in_order_gives(adjacency: list[int]) -> None:
    found = halves.pair(entrants(len(adjacency)), adjacency, list(range(len(adjacency))))
    assert (None if found is None else found.pairs) == ladder(adjacency)


def test_an_exchange_is_named() -> None:
    full = 0b1111
    adjacency = [full & ~0b1101, full & ~0b1110, full & ~0b0111, full & ~0b1011]
    found = halves.pair(entrants(4), adjacency, [0, 1, 2, 3])
    assert found is not None
    assert found.pairs == [(0, 1), (2, 3)]
    assert "2 changed places with 3" in found.steps[-1].text
