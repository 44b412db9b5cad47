"""
Pairing one homogeneous score bracket under the FIDE rules of 1998: the first candidate of C6-C11, without walking them.

The text walks candidates: transpositions of S2 (D1), then exchanges between S1 and S2 (D2), then it drops B6 and B5
for downfloats (C9), then it allows one more colour violation (C11). Its answer is the smallest in that order, and the
order is a number: `_price` writes it so that the cheapest matching of the bracket is the first candidate. Nothing is
enumerated, so a bracket costs the cube of its size and not its factorial.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.fide_players import FidePlayer, Float
from services.pairing.systems.matching import pairable

RULE: Final = "FIDE Swiss rules (1998)"
BUDGET: Final = 40_000_000
"""Work (edges times players) a round may take before it is refused; a minute or so."""

_CHEAP: Final = 16
"""An assignment of halves costs its cells some times over, not once a player as a matching does (measured)."""
_ALL_DROPPED: Final = 2
"""Both float rules given up: B6 first, then B5."""

MayMeet = Callable[[FidePlayer, FidePlayer], bool]


class Work:
    """Counts the work of one round, and refuses to go on without end."""

    def __init__(self) -> None:
        self._spent = 0

    def spend(self, edges: int, players: int) -> None:
        """Count one search; refused (`TOO_LARGE`) beyond `BUDGET`."""
        self._spent += edges * players
        if self._spent > BUDGET:
            raise Refused(
                RefusalCode.TOO_LARGE,
                "the search of this round goes on for too long; split the event into groups, or pair it by hand",
                rule=RULE,
                spent=self._spent,
            )


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """
    A candidate: `pairs` (higher-ranked first), those `left` over, and what had to give way for it.

    `x` are the colour violations that had to be allowed; `dropped` counts the float rules given up (1: B6, 2: B5 too).
    `order` is its place among the candidates of its bracket.
    """

    pairs: tuple[tuple[FidePlayer, FidePlayer], ...]
    left: tuple[FidePlayer, ...]
    x: int = 0
    dropped: int = 0
    order: tuple[int, ...] = ()


class Bracket(msgspec.Struct, frozen=True, kw_only=True):
    """A homogeneous (remainder) bracket to be paired: players in order, and who may be left over in the lowest."""

    players: tuple[FidePlayer, ...]
    may_meet: MayMeet
    lowest: bool
    work: Work


def violations(pairs: Iterable[tuple[FidePlayer, FidePlayer]]) -> int:
    """Count the pairs in which both want the same colour (B4)."""
    return sum(clash(one, other) for one, other in pairs)


def clash(one: FidePlayer, other: FidePlayer) -> bool:
    """Tell whether one of the two cannot get the colour he wants."""
    return one.wants is not None and one.wants is other.wants


def unavoidable(players: Iterable[FidePlayer]) -> int:
    """
    Count x, the colour violations no pairing of a bracket avoids (A8).

    >>> unavoidable([])
    0
    """
    wishes = [one.wants for one in players]
    wanted = max((wishes.count(colour) for colour in set(wishes) if colour is not None), default=0)
    return max(wanted - (len(wishes) + 1) // 2, 0)


def floats_again(one: FidePlayer, way: Float, dropped: int) -> bool:
    """Tell whether a float repeats last round's (B5) or that of two rounds ago (B6), where they are in force."""
    if one.topscorer:
        return False
    return (dropped < 1 and one.floats[1] is way) or (dropped < _ALL_DROPPED and one.floats[0] is way)


def possible(
    down: Sequence[FidePlayer], rest: Sequence[FidePlayer], free: Sequence[bool], over: int, may_meet: MayMeet
) -> bool:
    """
    Tell whether a bracket can be paired at all, colours wanted and floats apart.

    Everybody of `down` meets one of `rest`; of `rest`, `over` players are left, each one whom `free` lets.
    """
    if over < 0 or sum(free) < over:
        return False
    front, size = len(down), len(down) + len(rest)
    adjacency = [0] * (size + over)
    for high, other in enumerate((*down, *rest)):
        for low in range(0 if high >= front else high, high):
            one = down[low] if low < front else rest[low - front]
            if may_meet(one, other):
                adjacency[low] |= 1 << high
                adjacency[high] |= 1 << low
    empty = ((1 << over) - 1) << size
    for place, may in enumerate(free, start=front):
        if may:
            adjacency[place] |= empty
            for seat in range(size, size + over):
                adjacency[seat] |= 1 << place
    return pairable(adjacency, (1 << (size + over)) - 1)


def best(bracket: Bracket, pairs: int, least: int, most: int, left: frozenset[int] | None = None) -> Split | None:
    """
    Find the first candidate with so many pairs, from `least` to `most` colour violations allowed.

    `left` are the numbers that are to be left over; without it anybody may be whom the rules let.
    """
    free = [_may_be_left(bracket, one, _ALL_DROPPED, left) for one in bracket.players]
    if not possible((), bracket.players, free, len(free) - 2 * pairs, bracket.may_meet):
        return None
    found: Split | None = None
    for dropped in range(_ALL_DROPPED + 1):
        split = _with_floats(bracket, pairs, dropped, least, left)
        if split is None:
            continue
        split = msgspec.structs.replace(split, x=max(least, violations(split.pairs)), dropped=dropped)
        if found is None or split.x < found.x:
            found = split
        if found.x == least:
            break
    if found is None or found.x > most:
        return None
    return msgspec.structs.replace(found, order=(found.x, found.dropped, *found.order))


def splits(
    bracket: Bracket, pairs: int, least: int, most: int, wanted: Callable[[tuple[FidePlayer, ...]], bool]
) -> Iterator[Split]:
    """Give the first candidate of each set left over that is `wanted`, in the order of the candidates."""
    over = len(bracket.players) - 2 * pairs
    sets = (each for each in combinations(bracket.players, over) if wanted(each))
    found = (best(bracket, pairs, least, most, frozenset(one.number for one in each)) for each in sets)
    yield from sorted((each for each in found if each is not None), key=lambda each: each.order)


def _may_be_left(bracket: Bracket, one: FidePlayer, dropped: int, left: frozenset[int] | None) -> bool:
    if left is not None and one.number not in left:
        return False
    if bracket.lowest and one.bye_barred:
        return False
    return not floats_again(one, Float.DOWN, dropped)


def _with_floats(bracket: Bracket, pairs: int, dropped: int, least: int, left: frozenset[int] | None) -> Split | None:
    """Find the first candidate with the fewest violations while `dropped` float rules are given up."""
    free = [_may_be_left(bracket, one, dropped, left) for one in bracket.players]
    if sum(free) < len(free) - 2 * pairs:
        return None
    if left is None:
        transposed = _transposed(bracket, pairs, free, least)
        if transposed is not None:
            return transposed
    return _exchanged(bracket, pairs, free, left)


def _transposed(bracket: Bracket, pairs: int, free: list[bool], least: int) -> Split | None:
    """Find the first transposition of S2 (D1) without more than the unavoidable violations, if there is one."""
    upper, lower = bracket.players[:pairs], bracket.players[pairs:]
    straight = tuple(zip(upper, lower, strict=False))
    rest = range(2 * pairs, len(bracket.players))
    legal = all(bracket.may_meet(*pair) for pair in straight) and all(free[place] for place in rest)
    if legal and violations(straight) <= least:
        return _split(straight, bracket, place_of(bracket.players))
    bracket.work.spend(len(upper) * len(lower), _CHEAP)
    rows = [[int(clash(one, other)) if bracket.may_meet(one, other) else NO_CELL for other in lower] for one in upper]
    rows += [[0 if free[pairs + place] else NO_CELL for place in range(len(lower))] for _ in rest]
    columns = first_assignment(rows)
    if columns is None:
        return None
    chosen = tuple((one, lower[column]) for one, column in zip(upper, columns, strict=False))
    return _split(chosen, bracket, place_of(bracket.players)) if violations(chosen) <= least else None


def _exchanged(bracket: Bracket, pairs: int, free: list[bool], left: frozenset[int] | None) -> Split | None:
    """Find the first candidate among all exchanges (D2) and transpositions, the fewest violations before all."""
    players = bracket.players
    size = len(players)
    cost = {
        (low, high): _price(low, high, pairs, size, clash=clash(players[low], players[high]))
        for low, high in combinations(range(size), 2)
        if bracket.may_meet(players[low], players[high])
        and (left is None or not {players[low].number, players[high].number} & left)
    }
    over = range(size, size + size - 2 * pairs)
    cost |= {(place, empty): 0 for place in range(size) if free[place] for empty in over}
    bracket.work.spend(len(cost), size)
    if len({place for edge in cost for place in edge}) < size + len(over):
        return None
    matching = cheapest_matching(cost)
    if matching is None:
        return None
    chosen = tuple((players[low], players[high]) for low, high in sorted(matching) if high < size)
    return _split(chosen, bracket, place_of(players))


def place_of(players: Iterable[FidePlayer]) -> dict[int, int]:
    """Give the place of each number in the bracket, from 0."""
    return {one.number: place for place, one in enumerate(players)}


def _split(pairs: tuple[tuple[FidePlayer, FidePlayer], ...], bracket: Bracket, place: dict[int, int]) -> Split:
    seated = {one.number for pair in pairs for one in pair}
    price = sum(
        _price(place[one.number], place[other.number], len(pairs), len(place), clash=clash(one, other))
        for one, other in pairs
    )
    return Split(pairs=pairs, left=tuple(one for one in bracket.players if one.number not in seated), order=(price,))


def _price(low: int, high: int, pairs: int, size: int, *, clash: bool) -> int:
    """
    Price the pair of the places `low` < `high` so that a sum of prices orders the candidates.

    From the most to the least important: the violation; one exchange more (`low` was in S2); the numbers exchanged
    as close as possible, which is the sum of the new S1; the lowest of S1 exchanged first, then the highest of S2
    (D2); the transposition of S2 in ascending order (D1).
    """
    digits = size.bit_length() + 1
    price = int(clash)
    price = (price << digits) + int(low >= pairs)
    price = (price << 2 * digits) + low
    in_s1 = 1 << (size - pairs + low) if low < pairs else -(1 << (size - 1 - low))
    price = (price << (size + 1)) + in_s1
    return (price << digits * size) + (high << digits * (size - 1 - low))
