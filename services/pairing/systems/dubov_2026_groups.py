"""
Pairing one bracket under Dubov 2026: G1 against G2 (C.04.4.1 3.2.3-3.2.5, 4.3, 4.4).

G1 are those who want White. Where the two are not of one size, or some of one group must meet each other, shifters
change the group, from around the middle outwards. Then G1 in ascending order of the opponents' average rating meets
the first transposition of G2 that is legal.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from services.chess.colours import Colour
from services.pairing.systems.assignment import NO_CELL, first_assignment
from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.dubov_2026_bracket import Rules
from services.pairing.systems.fide_players import FidePlayer

Group = tuple[FidePlayer, ...]
Order = Callable[[FidePlayer], tuple[int, ...]]


def recomposed(bracket: Group, rules: Rules, aro: Mapping[int, int]) -> tuple[Group, Group]:
    """
    Divide a bracket into G1 and G2 of one size that can be paired across (3.2.3, 3.2.4).

    `bracket` is in order of score and number. Nobody has played: the halves; else by preference.
    """
    if not any(one.colours for one in bracket):
        first, second = bracket[: len(bracket) // 2], bracket[len(bracket) // 2 :]
    else:
        first = tuple(one for one in bracket if one.wants is Colour.WHITE)
        second = tuple(one for one in bracket if one.wants is not Colour.WHITE)
    orders: tuple[Order, Order] = (lambda one: (aro[one.number], one.number), lambda one: (one.number,))
    if len(first) == len(second) and _across(first, second, rules) is not None:
        return first, second
    if len(first) <= len(second):
        first, second = _evened(first, second, orders, rules)
    else:
        second, first = _evened(second, first, orders[::-1], rules)
    return first, second


def pairs(first: Group, second: Group, rules: Rules, aro: Mapping[int, int]) -> list[tuple[FidePlayer, FidePlayer]]:
    """Pair G1 by ascending ARO with the first legal transposition of G2 by number (3.2.5, 4.4)."""
    upper = sorted(first, key=lambda one: (aro[one.number], one.number))
    lower = sorted(second, key=lambda one: one.number)
    columns = _across(upper, lower, rules)
    if columns is None:
        raise ArithmeticError("G1 and G2 cannot be paired across")
    return [(one, lower[column]) for one, column in zip(upper, columns, strict=True)]


def shift_order(group: Group, order: Order) -> list[FidePlayer]:
    """Give the possible shifters their order (4.3.3): from the middle of the list outwards, the higher place first."""
    listed = sorted(group, key=order)
    middle = len(listed) - 1
    return [listed[place] for place in sorted(range(len(listed)), key=lambda place: (abs(2 * place - middle), place))]


def _across(first: Sequence[FidePlayer], second: Sequence[FidePlayer], rules: Rules) -> list[int] | None:
    """Find the first assignment of the second group to the first that is legal."""
    if len(first) != len(second):
        return None
    return first_assignment([[0 if rules.legal(one, other) else NO_CELL for other in second] for one in first])


def _evened(smaller: Group, larger: Group, orders: tuple[Order, Order], rules: Rules) -> tuple[Group, Group]:
    """3.2.4: shift from the smaller group whom it must pair in itself, then from the larger until both are even."""
    out = _shifted_out(smaller, larger, orders[0], rules)
    kept = tuple(one for one in smaller if one not in out)
    grown = (*larger, *out)
    back = _shifted_back(kept, larger, out, shift_order(grown, orders[1]), rules)
    return (*kept, *back), tuple(one for one in grown if one not in back)


def _shifted_out(smaller: Group, larger: Group, order: Order, rules: Rules) -> Group:
    """3.2.4.1: find the first set of the smaller group that must meet others of it, for the fewest such pairs."""
    numbered = shift_order(smaller, order)
    field = (*numbered, *larger)
    return _first_set(field, range(len(numbered)), lambda _low, _high: True, rules)


def _shifted_back(kept: Group, larger: Group, out: Group, numbered: list[FidePlayer], rules: Rules) -> Group:
    """3.2.4.2: find the first set of the larger group that makes both even; those just shifted meet the smaller."""
    count = (len(larger) + len(out) - len(kept)) // 2
    quick = tuple(one for one in numbered if one not in out)[:count]
    if not out:
        rest = tuple(one for one in larger if one not in quick)
        if _across((*kept, *quick), rest, rules) is not None:
            return quick
    field = (*numbered, *kept)
    shifted = {place for place, one in enumerate(numbered) if one in out}
    own = range(len(numbered), len(field))

    def allowed(low: int, high: int) -> bool:
        if low in own and high in own:
            return False
        meets_smaller = low in own or high in own
        return meets_smaller or not {low, high} & shifted

    return _first_set(field, range(len(numbered)), allowed, rules)


def _first_set(field: Group, group: range, allowed: Callable[[int, int], bool], rules: Rules) -> Group:
    """
    Find who of `group` (places in `field`, in the order of shifters) is shifted: one of each pair within the group.

    Of all legal pairings with the fewest pairs of equals, that whose shifters come first in the order.
    """
    size = len(group)
    cost = {}
    for low, high in combinations(range(len(field)), 2):
        if not allowed(low, high) or not rules.legal(field[low], field[high]):
            continue
        within = low in group and high in group
        equals = within or (low not in group and high not in group)
        cost[low, high] = (int(equals) << (size + 1)) - (1 << (size - 1 - low) if within else 0)
    matching = cheapest_matching(cost) or set()
    return tuple(field[low] for low, high in sorted(matching) if low in group and high in group)
