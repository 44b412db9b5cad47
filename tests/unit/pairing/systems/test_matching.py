from hypothesis import given
from hypothesis import strategies as st

from services.pairing.systems.matching import Blocked, first_pairing, pairable, perfect_matching, spare


@st.composite
def graphs(draw: st.DrawFn, largest: int = 5, *, odd: bool = False) -> list[int]:
    size = 2 * draw(st.integers(0, largest)) + odd
    chance = draw(st.integers(1, 9))
    adjacency = [0] * size
    for one in range(size):
        for other in range(one + 1, size):
            if draw(st.integers(0, 9)) < chance:
                adjacency[one] |= 1 << other
                adjacency[other] |= 1 << one
    return adjacency


def depth_first(adjacency: list[int], left: tuple[int, ...]) -> list[tuple[int, int]] | None:
    if not left:
        return []
    first = left[0]
    for second in left[1:]:
        if adjacency[first] >> second & 1:
            rest = depth_first(adjacency, tuple(one for one in left if one not in (first, second)))
            if rest is not None:
                return [(first, second), *rest]
    return None


@given(graphs())
def test_the_first_pairing_is_that_of_chronological_backtracking(adjacency: list[int]) -> None:
    expected = depth_first(adjacency, tuple(range(len(adjacency))))
    found = first_pairing(adjacency)
    assert (None if isinstance(found, Blocked) else [(one.first, one.second) for one in found]) == expected


@given(graphs())
def test_a_blocked_graph_comes_with_its_proof(adjacency: list[int]) -> None:
    alive = (1 << len(adjacency)) - 1
    found = perfect_matching(adjacency, alive)
    assert isinstance(found, Blocked) is not pairable(adjacency, alive)
    if isinstance(found, Blocked):
        assert len(found.groups) > len(found.only)
        for group in found.groups:
            assert len(group) % 2 == 1
            outside = {other for one in group for other in range(len(adjacency)) if adjacency[one] >> other & 1}
            assert outside - set(group) <= set(found.only)
    else:
        assert all(found[found[one]] == one and adjacency[one] >> found[one] & 1 for one in range(len(adjacency)))


@given(graphs(largest=6, odd=True))
def test_who_can_be_left_out_is_found_at_once(adjacency: list[int]) -> None:
    alive = (1 << len(adjacency)) - 1
    one_by_one = sum(1 << out for out in range(len(adjacency)) if pairable(adjacency, alive & ~(1 << out)))
    assert spare(adjacency, alive) == one_by_one


def test_of_an_even_field_nobody_is_left_out_alone() -> None:
    assert spare([0b10, 0b01], 0b11) == 0
