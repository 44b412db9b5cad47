"""
Who may meet whom under Dubov 2026, and who floats up to a score group (C.04.4.1 2.1-2.3, 3.2.1, 3.2.2, 4.2).

The set of upfloaters is the first of the best by C5-C10. None or one are found by trying; more by the cheapest
matching of the whole field below, priced in the order of the criteria.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import Final

import msgspec

from services.pairing.systems.cheapest import cheapest_matching
from services.pairing.systems.fide_players import FidePlayer, Float, Strength
from services.pairing.systems.matching import pairable, spare, unmatched

Group = tuple[FidePlayer, ...]

_AT_FIRST: Final = 24
"""Of so many players at least of the highest scores several upfloaters are chosen first."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """
    What the whole round knows: who may meet whom, and whether it is the last of so many rounds.

    `place` gives the bit of each number; `near` the bits of those a player may meet, by his own place.
    """

    last_round: bool
    rounds: int
    place: dict[int, int]
    near: list[int]

    @classmethod
    def of(cls, field: Group, forbidden: frozenset[tuple[int, int]], *, last_round: bool, rounds: int) -> "Rules":
        """Read who may meet whom, once for the round: C1 and C3, forbidden pairs too."""
        near = [0] * len(field)
        for low, high in combinations(range(len(field)), 2):
            if _legal(field[low], field[high], forbidden):
                near[low] |= 1 << high
                near[high] |= 1 << low
        place = {one.number: index for index, one in enumerate(field)}
        return cls(last_round=last_round, rounds=rounds, place=place, near=near)

    @property
    def most_upfloats(self) -> int:
        """MaxT of 1.8: as often as this may a player float up before he is a maximum upfloater."""
        return 2 + self.rounds // 5

    def legal(self, one: FidePlayer, other: FidePlayer) -> bool:
        """Tell whether two may meet."""
        return bool(self.near[self.place[one.number]] >> self.place[other.number] & 1)

    def completes(self, group: Iterable[FidePlayer]) -> bool:
        """Tell whether all of a group can be paired among themselves (C4)."""
        return pairable(self.near, self._bits(group))

    def joining(self, residents: Group, below: Group) -> list[FidePlayer]:
        """Name who of `below` can join the residents so that they can all be paired, and the rest of `below` too."""
        needed, free = spare(self.near, self._bits(residents)), spare(self.near, self._bits(below))
        places = ((one, self.place[one.number]) for one in below)
        return [one for one, place in places if free >> place & 1 and self.near[place] & needed]

    def unmatched(self, group: Iterable[FidePlayer]) -> int:
        """Count those of a group who are left over when as many of it as can be are paired."""
        return unmatched(self.near, self._bits(group))

    def _bits(self, group: Iterable[FidePlayer]) -> int:
        alive = 0
        for one in group:
            alive |= 1 << self.place[one.number]
        return alive


def _legal(one: FidePlayer, other: FidePlayer, forbidden: frozenset[tuple[int, int]]) -> bool:
    """C1 and C3: no rematch, no two with the same absolute preference."""
    if other.number in one.opponents:
        return False
    if (min(one.number, other.number), max(one.number, other.number)) in forbidden:
        return False
    absolute = one.strength is Strength.ABSOLUTE and other.strength is Strength.ABSOLUTE
    return not (absolute and one.wants is other.wants)


def upfloaters(residents: Group, below: Group, rules: Rules) -> Group:
    """
    Choose who floats up to the residents, in the order of 4.2: the first of the best sets.

    `below` are all the players of lower score groups, by score and number. A legal pairing of both together exists.
    """
    if len(residents) % 2 == 0 and rules.completes(residents) and rules.completes(below):
        return ()
    if len(residents) % 2:
        one = _single(residents, below, rules)
        if one is not None:
            return (one,)
    return _several(residents, below, rules)


def clashes(bracket: Group, rules: Rules) -> int:
    """Count the players who cannot get their preference in the best legal pairing of a bracket (C7)."""
    cost = {
        (low, high): int(bracket[low].wants is bracket[high].wants)
        for low, high in combinations(range(len(bracket)), 2)
        if rules.legal(bracket[low], bracket[high])
    }
    matching = cheapest_matching(cost)
    return sum(cost[edge] for edge in matching or ())


def _single(residents: Group, below: Group, rules: Rules) -> FidePlayer | None:
    """Choose one upfloater: the highest score that can be (C6), then C7-C10, then the smallest number."""
    able = rules.joining(residents, below)
    if not able:
        return None
    highest = max(one.pairing_score for one in able)
    return _best(residents, [one for one in able if one.pairing_score == highest], rules)


def _best(residents: Group, candidates: Sequence[FidePlayer], rules: Rules) -> FidePlayer:
    """Take the best by C7-C10 and number; a bracket's colours are computed only where they can still decide."""
    promising = sorted(candidates, key=lambda one: (_unavoidable((*residents, one)), *_burden(one, rules), one.number))
    best: tuple[tuple[int, ...], FidePlayer] | None = None
    for one in promising:
        promise = (_unavoidable((*residents, one)), *_burden(one, rules), one.number)
        if best is not None and best[0] <= promise:
            break
        real = (clashes((*residents, one), rules), *_burden(one, rules), one.number)
        if best is None or real < best[0]:
            best = (real, one)
    return best[1] if best is not None else candidates[0]


def _unavoidable(bracket: Group) -> int:
    """Count the clashes that the numbers of the two preferences alone force."""
    white = sum(one.wants == "w" for one in bracket)
    return abs(2 * white - len(bracket)) // 2


def _burden(one: FidePlayer, rules: Rules) -> tuple[int, int, int]:
    """C8, C9, C10 of one upfloater: is he at MaxT, how often has he then floated up, did he in the last round."""
    if rules.last_round:
        return 0, 0, 0
    most = one.upfloats >= rules.most_upfloats
    return int(most), one.upfloats if most else 0, int(one.floats[0] is Float.UP)


def _several(residents: Group, below: Group, rules: Rules) -> Group:
    """
    Choose several: of the highest scores if they will do, else of the whole field below.

    As few as the residents need (C5), of none but the highest scores (C6), first by C7 to C10 and in the order of 4.2:
    nothing lower is better, so they are chosen if the rest of the field can be paired without them (C4).
    """
    needed = rules.unmatched(residents)
    for top in _tops(below):
        chosen = _cheapest(residents, top, rules, alone=True)
        if chosen is None or len(chosen) > needed:
            continue
        gone = {one.number for one in chosen}
        if rules.completes([one for one in below if one.number not in gone]):
            return chosen
    return _cheapest(residents, below, rules, alone=False) or ()


def _tops(below: Group) -> Iterator[Group]:
    """Give the highest score groups, some dozens of players and then more of them, never all."""
    wanted = _AT_FIRST
    for _, group in groupby(enumerate(below, start=1), key=lambda one: one[1].pairing_score):
        last, _ = list(group)[-1]
        if wanted <= last < len(below):
            yield below[:last]
            wanted = last * 4


def _cheapest(residents: Group, below: Group, rules: Rules, *, alone: bool) -> Group | None:
    """
    Choose by the cheapest matching of everybody: C5 to C10 and the order of 4.2 as one price.

    `alone`: whether those below who stay there can be paired is left aside.
    """
    field = (*residents, *below)
    price = _Prices(residents, below, rules)
    cost = {
        (low, high): price.of(field[low], field[high], high - len(residents))
        for low, high in combinations(range(len(field)), 2)
        if (alone and low >= len(residents)) or rules.legal(field[low], field[high])
    }
    if alone and len(field) % 2:
        cost |= {(low, len(field)): 0 for low in range(len(residents), len(field))}
    matching = cheapest_matching(cost)
    if matching is None or not {place for edge in matching for place in edge}.issuperset(range(len(residents))):
        return None
    return tuple(
        field[high]
        for low, high in sorted(matching, key=lambda edge: edge[1])
        if low < len(residents) <= high < len(field)
    )


class _Prices:
    """Prices of pairs so that their sum orders the sets of upfloaters."""

    def __init__(self, residents: Group, below: Group, rules: Rules) -> None:
        self.resident = residents[0].pairing_score
        self.rules = rules
        self.size = len(below)
        self.digits = (len(residents) + len(below)).bit_length() + 8
        self.scores = sorted({one.pairing_score for one in below}, reverse=True)

    def of(self, one: FidePlayer, other: FidePlayer, place: int) -> int:
        """Price a pair; `place` is that of the lower player below, negative for a resident."""
        if one.pairing_score != self.resident:
            return 0
        floats = place >= 0
        burden = _burden(other, self.rules) if floats else (0, 0, 0)
        price = int(floats)
        for score in reversed(self.scores):
            price = (price << self.digits) + int(floats and other.pairing_score == score)
        for part in (int(one.wants is other.wants), *burden):
            price = (price << self.digits) + part
        earlier = 1 << (self.size - 1 - place) if floats else 0
        return (price << (self.size + 1)) - earlier
