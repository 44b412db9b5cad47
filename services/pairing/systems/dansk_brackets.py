"""
One bracket of Dansk Schweizer: the best pairing under the soft rules, ties to the earliest in the search order.

**Reconstruction** (RULES §4.4, 6 and 7). A bracket is a score group and the floaters from above, in the order of the
list. Its pairing is judged, from the most significant, by: colour limits broken (only where they had to be given up);
fewest floaters; smallest score difference of the floaters; fewest players who miss their due colour; repeated floats
in the last round; two rounds ago; then the lowest ranked float; then the fewest and nearest exchanges between the
halves; then the first transposition of the lower half. All are prices of pairs, so that nothing is tried one by one:
a straight assignment of the halves decides where it reaches the bound that no pairing can beat, otherwise a cheapest
matching of the bracket with all who are below it.
"""

from collections.abc import Iterable

import msgspec

from services.chess.colours import Colour
from services.pairing.systems import halves
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.field import Entrant
from services.pairing.systems.matching import pairable

UP, DOWN = 1, -1
LARGEST_EXACT = 80
"""The players up to whom a bracket is weighed together with all below it."""


class Round(msgspec.Struct, frozen=True):
    """
    What the brackets of one round share, by the places of the list.

    `adjacency` says who may be paired, `limited` who may be within the colour limits (the same unless they were given
    up), `wishes` which colour everybody is due, `floats` everybody's floats, the latest round first.
    """

    order: list[Entrant]
    adjacency: list[int]
    limited: list[int]
    wishes: list[Colour | None]
    floats: list[tuple[int, ...]]


class Bracket(msgspec.Struct, frozen=True):
    """A bracket that has been paired: its pairs of places, higher ranked first, its floaters, and how."""

    pairs: list[tuple[int, int]]
    floaters: list[int]
    how: str


class _Scale:
    """Packs the criteria of a bracket into one integer: each unit outweighs everything below it."""

    def __init__(self, this: Round, group: list[int]) -> None:
        size = len(group) + 1
        self.this = this
        self.two_ago = 1
        self.last = self.two_ago * 2 * size
        self.colour = self.last * 2 * size
        self.difference = self.colour * size
        span = this.order[group[0]].standing + 1
        self.floater = self.difference * span * size
        self.broken = self.floater * size

    def pair(self, one: int, other: int) -> int:
        """Price a pair: a broken limit, a missed colour, an upfloat repeated."""
        this = self.this
        price = 0 if this.limited[one] >> other & 1 else self.broken
        wish = this.wishes[one]
        if wish is not None and wish is this.wishes[other]:
            price += self.colour
        if this.order[one].standing > this.order[other].standing:
            price += self._repeated(other, UP)
        return price

    def float(self, place: int, next_standing: int) -> int:
        """Price a floater: his score difference, a downfloat repeated."""
        difference = self.this.order[place].standing - next_standing
        return self.floater + self.difference * difference + self._repeated(place, DOWN)

    def _repeated(self, place: int, direction: int) -> int:
        before = self.this.floats[place]
        return self.last * (before[:1] == (direction,)) + self.two_ago * (before[1:2] == (direction,))


def pair(this: Round, group: list[int], below: list[int]) -> Bracket | None:
    """
    Pair a bracket so that its floaters and those `below` can still be paired; None if it must be merged with the next.

    None comes back only where nobody in the bracket can be paired within it, or where it is too large to be weighed
    with all below.
    """
    quick = _straight(this, group, below)
    if quick is not None:
        return quick
    if len(group) + len(below) > LARGEST_EXACT:
        floaters = _floaters_within(this, group, below)
    else:
        floaters = _floaters_with_all(this, group, below)
    if floaters is None or len(floaters) == len(group):
        return None
    staying = [place for place in group if place not in floaters]
    return _stay(this, group, staying, floaters)


def _straight(this: Round, group: list[int], below: list[int]) -> Bracket | None:
    """
    Pair the halves without exchanges if that reaches the bound of the criteria.

    Of an odd bracket the floaters are tried from the best price and the lowest rank; one with whom the rest cannot be
    paired is no rival, one whose bracket needs exchanges is left to the full search.
    """
    scale = _Scale(this, group)
    if len(group) % 2 == 0:
        if below and not pairable(this.adjacency, _mask(below)):
            return None
        return _reaching(this, scale, group, [], _bound(this, group))
    if not below:
        return None
    following = this.order[below[0]].standing
    rivals = []
    for place in reversed(group):
        staying = [one for one in group if one != place]
        bound = _bound(this, staying)
        rivals.append((scale.float(place, following) + scale.colour * bound, -place, bound))
    for _, negative, bound in sorted(rivals):
        place = -negative
        if pairable(this.adjacency, _mask([place, *below])):
            return _reaching(this, scale, [one for one in group if one != place], [place], bound)
    return None


def _reaching(this: Round, scale: _Scale, staying: list[int], floaters: list[int], bound: int) -> Bracket | None:
    if not staying:
        return None
    boards, price = _transposed(this, scale, staying, None)
    if boards is None or price != scale.colour * bound:
        return None
    return Bracket(boards, floaters, "first against first of the two halves, as the colours due allow")


def _bound(this: Round, places: list[int]) -> int:
    """Return the fewest pairs of an even number that must have two players due the same colour."""
    wishes = [this.wishes[place] for place in places]
    white, black = wishes.count(Colour.WHITE), wishes.count(Colour.BLACK)
    return max(0, (abs(white - black) - wishes.count(None) + 1) // 2)


def _transposed(
    this: Round, scale: _Scale, staying: list[int], strong: list[int] | None
) -> tuple[list[tuple[int, int]] | None, int]:
    """Pair the halves by the first of the cheapest transpositions, and say what it costs."""
    upper = strong if strong is not None else staying[: len(staying) // 2]
    lower = [place for place in staying if place not in upper]
    cost = [
        [
            scale.pair(min(one, other), max(one, other)) if this.adjacency[one] >> other & 1 else NO_CELL
            for other in lower
        ]
        for one in upper
    ]
    columns = first_assignment(cost)
    if columns is None:
        return None, 0
    total = sum(cost[row][column] for row, column in enumerate(columns))
    boards = [(one, lower[column]) for one, column in zip(upper, columns, strict=True)]
    return [(min(board), max(board)) for board in boards], total


def _stay(this: Round, group: list[int], staying: list[int], floaters: list[int]) -> Bracket:
    """Pair those who do not float: without an exchange if that is as good, else with the fewest and nearest."""
    scale = _Scale(this, group)
    prices = {
        (one, other): scale.pair(one, other)
        for one in staying
        for other in staying
        if one < other and this.adjacency[one] >> other & 1
    }
    best = cheapest_matching(prices) or set()
    boards, price = _transposed(this, scale, staying, None)
    if boards is not None and price == sum(prices[board] for board in best):
        return Bracket(boards, floaters, "first against first of the two halves, as the soft rules allow")
    middle = len(staying) // 2
    down, up = halves.exchange(
        this.adjacency, staying[:middle], staying[middle:], lambda one, other: prices[one, other]
    )
    strong = sorted(set(staying[:middle]) - set(down) | set(up))
    boards, _ = _transposed(this, scale, staying, strong)
    return Bracket(
        boards or sorted(best), floaters, "with players exchanged between the halves, as the soft rules need it"
    )


def _floaters_with_all(this: Round, group: list[int], below: list[int]) -> list[int] | None:
    """Choose the floaters by the cheapest matching of the bracket and all below it."""
    scale = _Scale(this, group)
    following = this.order[below[0]].standing if below else 0
    unit = 1 << len(group)
    inside, price = set(group), {}
    for one, other in _edges(this, (*group, *below)):
        if other in inside:
            price[one, other] = unit * scale.pair(one, other)
        elif one in inside:
            price[one, other] = unit * scale.float(one, following) + (unit >> 1 + group.index(one))
        else:
            price[one, other] = 0
    found = cheapest_matching(price)
    if found is None or 2 * len(found) < len(group) + len(below):
        return None
    return sorted(one for one, other in found if one in inside and other not in inside)


def _floaters_within(this: Round, group: list[int], below: list[int]) -> list[int] | None:
    """Choose the floaters of a bracket in a large field, and check afterwards that they and all below can be paired."""
    scale = _Scale(this, group)
    following = this.order[below[0]].standing if below else 0
    unit = 1 << len(group)
    for number in range(len(group) % 2, min(len(group), len(below)) + 1, 2):
        price = {board: unit * scale.pair(*board) for board in _edges(this, group)}
        blanks = range(len(this.order), len(this.order) + number)
        for index, one in enumerate(group):
            price |= {(one, blank): unit * scale.float(one, following) + (unit >> 1 + index) for blank in blanks}
        found = cheapest_matching(price)
        if found is not None and 2 * len(found) == len(group) + number:
            floaters = sorted(one for one, other in found if other in blanks)
            return floaters if pairable(this.adjacency, _mask([*floaters, *below])) else None
    return None


def _edges(this: Round, places: Iterable[int]) -> list[tuple[int, int]]:
    chosen = sorted(places)
    return [(one, other) for one in chosen for other in chosen if one < other and this.adjacency[one] >> other & 1]


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
