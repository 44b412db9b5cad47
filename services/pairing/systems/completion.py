"""
Can the rest of a tournament still be paired without a rematch, and if so, how.

Places are those of this round's field, with one more for the bye when it is odd: who has had the bye has "met" that
place. The rest of the tournament is then a set of disjoint perfect matchings, one a round. `graph` gives for each
place the bit set of those it may still meet. Colours are left out: they depend on the order of the rounds.
"""

from collections.abc import Iterator

from services.pairing.systems.matching import bits, pairable

Matching = tuple[tuple[int, int], ...]

LARGEST_SEARCHED = 40
"""Beyond this field only `is_safe` speaks; it is silent there only when rounds exceed half the players."""

_BUDGET = 3_000
"""The matchings looked at before a search gives up; what was seen in all tests stayed below a tenth of it."""


class _Search:
    """Depth first over the rounds; `budget` bounds the matchings looked at, and what failed is not tried again."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.hopeless: set[tuple[int, tuple[int, ...]]] = set()

    def rounds(self, graph: list[int], number: int) -> list[Matching] | None:
        """Find `number` disjoint perfect matchings; None if there are none, or none within the budget."""
        if number == 0:
            return []
        key = (number, tuple(graph))
        if key in self.hopeless or min(map(int.bit_count, graph)) < number:
            return None
        for matching in _matchings(graph, graph, number):
            self.budget -= 1
            if self.budget < 0:
                return None
            rest = self.rounds(_minus(graph, matching), number - 1)
            if rest is not None:
                return [matching, *rest]
        self.hopeless.add(key)
        return None


def _matchings(first: list[int], graph: list[int], number: int) -> Iterator[Matching]:
    """
    Every perfect matching of `first`, each at most once.

    A place with as many opponents left as there are rounds meets them all, in any order: where `first` is the whole
    graph one of them is enough to try.
    """
    everybody = (1 << len(first)) - 1
    tight = [place for place, mask in enumerate(graph) if mask.bit_count() == number] if first is graph else []
    if not tight:
        yield from _extend(first, everybody, ())
        return
    one = tight[0]
    other = bits(graph[one])[0]
    alive = everybody & ~(1 << one | 1 << other)
    if pairable(first, alive):
        yield from _extend(first, alive, ((one, other),))


def _extend(graph: list[int], alive: int, chosen: Matching) -> Iterator[Matching]:
    if not alive:
        yield chosen
        return
    one = min(bits(alive), key=lambda place: (graph[place] & alive).bit_count())
    for other in bits(graph[one] & alive):
        left = alive & ~(1 << one | 1 << other)
        if pairable(graph, left):
            yield from _extend(graph, left, (*chosen, (one, other)))


def _minus(graph: list[int], matching: Matching) -> list[int]:
    """Take out the pairs of a matching."""
    rest = list(graph)
    for one, other in matching:
        rest[one] &= ~(1 << other)
        rest[other] &= ~(1 << one)
    return rest


def is_safe(graph: list[int], number: int) -> bool:
    """
    Whether `number` more rounds can be paired whatever is chosen on the way, or by a theorem.

    While everybody may meet half the field after the last but one of these rounds, each has a pairing (Dirac). And
    where all have d opponents left, d at least 2*ceil(n/4) - 1, the graph splits into d rounds (the 1-factorization
    conjecture; Csaba, Kuhn, Lo, Osthus and Treglown proved it for large n, and no exception is known).
    """
    degrees = {mask.bit_count() for mask in graph}
    size, least = len(graph), min(degrees, default=0)
    if number <= 0 or 2 * (least - number + 1) >= size:
        return True
    return len(degrees) == 1 and number <= least and least >= 2 * -(-size // 4) - 1


def completable(graph: list[int], number: int) -> bool:
    """Whether `number` more rounds are known to be pairable: by `is_safe`, or by a schedule found for them."""
    if is_safe(graph, number):
        return True
    return len(graph) <= LARGEST_SEARCHED and _Search(_BUDGET).rounds(graph, number) is not None


def schedule(first: list[int], graph: list[int], number: int, fixed: Matching = ()) -> Matching | None:
    """
    Find a pairing of this round that holds the `fixed` pairs and leaves `number` more rounds pairable.

    This round's pairs are taken from `first`, a part of `graph`. None if there is none (or none is found in time).
    """
    alive = (1 << len(first)) - 1
    for one, other in fixed:
        alive &= ~(1 << one | 1 << other)
    if len(graph) > LARGEST_SEARCHED or not pairable(first, alive):
        return None
    search = _Search(_BUDGET)
    for matching in _extend(first, alive, fixed):
        search.budget -= 1
        if search.budget < 0:
            return None
        rest = _minus(graph, matching)
        if is_safe(rest, number) or search.rounds(rest, number) is not None:
            return matching
    return None
