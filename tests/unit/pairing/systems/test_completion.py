from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.systems import berger
from services.pairing.systems.completion import completable, is_safe, schedule
from services.pairing.systems.matching import bits


def graph_of(size: int, edges: list[tuple[int, int]]) -> list[int]:
    graph = [0] * size
    for one, other in edges:
        graph[one] |= 1 << other
        graph[other] |= 1 << one
    return graph


def splits(size: int, edges: frozenset[tuple[int, int]], rounds: int) -> bool:
    """Whether the edges hold so many disjoint perfect matchings, by trying all."""
    if rounds == 0:
        return True
    return any(splits(size, edges - set(one), rounds - 1) for one in perfect(tuple(range(size)), edges))


def perfect(left: tuple[int, ...], edges: frozenset[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    if not left:
        return [[]]
    first, *others = left
    return [
        [(first, other), *rest]
        for other in others
        if (first, other) in edges
        for rest in perfect(tuple(one for one in others if one != other), edges)
    ]


def test_two_groups_of_five_who_have_all_met_the_others_cannot_go_on() -> None:
    edges = [*combinations(range(5), 2), *combinations(range(5, 10), 2)]
    assert not completable(graph_of(10, edges), 4)
    assert not is_safe(graph_of(10, edges), 4)


def test_two_triangles_left_over_cannot_go_on() -> None:
    assert not completable(graph_of(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]), 2)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 14, 20, 24])
def test_the_last_rounds_of_a_berger_table_can_be_found_again(size: int) -> None:
    for rounds in range(1, size):
        edges = [(white - 1, black - 1) for boards in berger.table(size)[-rounds:] for white, black in boards]
        assert completable(graph_of(size, edges), rounds)


@given(st.sampled_from([4, 6]), st.integers(0, 3), st.data())
@settings(max_examples=200, deadline=None)
def test_the_search_finds_the_rounds_exactly_when_there_are_any(size: int, rounds: int, data: st.DataObject) -> None:
    edges = [edge for edge in combinations(range(size), 2) if data.draw(st.integers(0, 9)) < 7]
    graph = graph_of(size, edges)
    assert completable(graph, rounds) == splits(size, frozenset(edges), rounds)
    found = schedule(graph, graph, rounds)
    assert (found is not None) == splits(size, frozenset(edges), rounds + 1)
    if found is not None:
        assert sorted(place for edge in found for place in edge) == list(range(size))
        assert all(other in bits(graph[one]) for one, other in found)
