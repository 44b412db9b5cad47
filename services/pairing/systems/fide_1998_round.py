"""
Walking the score brackets under the FIDE rules of 1998: C1, C10-C14, from the top down and back up where needed.

Readings where the text leaves a choice (RULES §5.8): after C11 the float rules are in force again; one allowance of
colour violations counts for the moved-down players' pairs and for the remainder, each beyond its own x; a moved-down
player whom nobody in the bracket may meet moves on if C12 finds no other for him; in a joined lowest bracket
everybody above its lowest score is moved down.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from services.pairing.systems.fide_1998_group import (
    Bracket,
    MayMeet,
    Split,
    Work,
    best,
    clash,
    floats_again,
    possible,
    splits,
    unavoidable,
)
from services.pairing.systems.fide_players import FidePlayer, Float

Group = tuple[FidePlayer, ...]
Wanted = Callable[[Group], bool]


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One score bracket: who moved down into it, its residents, who of both left it at once (C1), and its split."""

    moved: Group
    residents: Group
    at_once: Group = ()
    split: Split

    @property
    def left(self) -> Group:
        """Everybody who moves down from here, in order."""
        return ordered((*self.at_once, *self.split.left))

    @property
    def staying(self) -> tuple[Group, Group]:
        """The moved down and the residents without those who left at once."""
        gone = {one.number for one in self.at_once}
        return (
            tuple(one for one in self.moved if one.number not in gone),
            tuple(one for one in self.residents if one.number not in gone),
        )


class Searcher:
    """The search of one round: who may meet whom, and how much work it has taken."""

    def __init__(self, may_meet: MayMeet) -> None:
        self.may_meet = may_meet
        self.work = Work()

    def run(self, groups: Sequence[Group]) -> list[Level] | None:
        """Pair all score groups, the highest first; None where no legal pairing of the whole exists."""
        done: list[Level] = []
        for residents in groups[:-1]:
            moved = done[-1].left if done else ()
            level = self._upper(moved, residents)
            if moved and not _complete(level):
                other = self._backtrack(done[-1], residents)
                if other is not None:
                    done[-1], level = other
            done.append(level)
        return self._lowest(done, groups[-1]) if groups else []

    def _upper(self, moved: Group, residents: Group) -> Level:
        """Pair a bracket that is not the lowest: C1, then with all its pairs, then with one fewer each time (C14)."""
        level = self._begun(moved, residents)
        for split in self._fewer(*level.staying, first_only=True):
            return msgspec.structs.replace(level, split=split)
        return level

    def _begun(self, moved: Group, residents: Group) -> Level:
        """C1: let leave at once whom nobody in the bracket may meet; the others are all left over for now."""
        group = (*moved, *residents)
        met = [any(one is not other and self.may_meet(one, other) for other in group) for one in group]
        out = tuple(one for one, able in zip(group, met, strict=True) if not able)
        rest = ordered(tuple(one for one, able in zip(group, met, strict=True) if able))
        return Level(moved=moved, residents=residents, at_once=out, split=Split(pairs=(), left=rest))

    def _fewer(self, moved: Group, residents: Group, *, first_only: bool) -> Iterator[Split]:
        """C14: try the bracket with all its pairs, then with one fewer each time."""
        down, rest = _divided(moved, residents)
        for front in range(len(down), 0, -1) if down else (0,):
            behind = ordered((*down[front:], *rest))
            for pairs in range((len(behind) - front) // 2, -1, -1):
                if front or pairs:
                    yield from self._splits(down[:front], behind, pairs, _any, lowest=False, first_only=first_only)

    def _full(self, moved: Group, residents: Group, *, lowest: bool) -> Split | None:
        """Pair a bracket with all the pairs it should have, or say that it cannot be."""
        down, rest = _divided(moved, residents)
        pairs = (len(rest) - len(down)) // 2
        found = self._splits(down, rest, pairs, _any, lowest=lowest, first_only=True)
        return next(found, None)

    def _splits(  # noqa: PLR0913  a bracket and what is asked of it
        self, down: Group, rest: Group, pairs: int, wanted: Wanted, *, lowest: bool, first_only: bool
    ) -> Iterator[Split]:
        """Give the candidates with these pairs, moved-down players first; one of each set left over."""
        if not down:
            bracket = Bracket(players=rest, may_meet=self.may_meet, lowest=lowest, work=self.work)
            yield from self._remainder(bracket, pairs, pairs, wanted, first_only=first_only)
            return
        if not self._possible(down, rest, pairs, lowest=lowest):
            return
        seen: set[frozenset[int]] = set()
        for allowance in range(len(down) + pairs + 1):
            asked = self._heterogeneous(down, rest, pairs, allowance, wanted, lowest=lowest, first_only=first_only)
            for split in asked:
                key = frozenset(one.number for one in split.left)
                if key not in seen:
                    seen.add(key)
                    yield split
                    if first_only:
                        return

    def _possible(self, down: Group, rest: Group, pairs: int, *, lowest: bool) -> bool:
        free = [not (lowest and one.bye_barred) for one in rest]
        return possible(down, rest, free, len(rest) - len(down) - 2 * pairs, self.may_meet)

    def _heterogeneous(  # noqa: PLR0913  a bracket and what is asked of it
        self, down: Group, rest: Group, pairs: int, allowance: int, wanted: Wanted, *, lowest: bool, first_only: bool
    ) -> Iterator[Split]:
        """C6, C7, C10: the moved-down first, in ascending transpositions; the remainder as a homogeneous bracket."""
        limit = unavoidable((*down, *rest)) + allowance
        for dropped in range(3):
            for chosen in self._opponents(down, rest, pairs, limit, dropped, lowest=lowest):
                taken = {one.number for one in chosen}
                behind = tuple(one for one in rest if one.number not in taken)
                bracket = Bracket(players=behind, may_meet=self.may_meet, lowest=lowest, work=self.work)
                most = _least(behind, pairs) + allowance
                front = tuple(zip(down, chosen, strict=True))
                for remainder in self._remainder(bracket, pairs, most, wanted, first_only=first_only):
                    yield msgspec.structs.replace(
                        remainder, pairs=(*front, *remainder.pairs), dropped=max(dropped, remainder.dropped)
                    )

    def _remainder(
        self, bracket: Bracket, pairs: int, most: int, wanted: Wanted, *, first_only: bool
    ) -> Iterator[Split]:
        """Pair a homogeneous bracket: its first candidate, or the first of each set left over that is wanted."""
        least = _least(bracket.players, pairs)
        if not first_only:
            yield from splits(bracket, pairs, least, most, wanted)
            return
        found = best(bracket, pairs, least, most)
        if found is not None and wanted(found.left):
            yield found

    def _opponents(  # noqa: PLR0913  a bracket and what is in force
        self, down: Group, rest: Group, pairs: int, limit: int, dropped: int, *, lowest: bool
    ) -> Iterator[Group]:
        """D1: give the residents for the moved-down players, in ascending order, within the colour violations."""
        if not down:
            yield ()
            return
        first, others = down[0], down[1:]
        for one in rest:
            cost = int(clash(first, one))
            if cost > limit or not self.may_meet(first, one) or floats_again(one, Float.UP, dropped):
                continue
            behind = tuple(each for each in rest if each is not one)
            self.work.spend(len(rest) * len(rest), 1)
            if self._possible(others, behind, pairs, lowest=lowest):
                for following in self._opponents(others, behind, pairs, limit - cost, dropped, lowest=lowest):
                    yield (one, *following)

    def _backtrack(self, above: Level, residents: Group) -> tuple[Level, Level] | None:
        """C12: let another player of the bracket above move down, if this bracket then gets all its pairs."""
        own = {one.number for one in above.split.left}

        def other(left: Group) -> bool:
            return {one.number for one in left} != own

        down, rest = _divided(*above.staying)
        pairs = len(above.split.pairs) - len(down)
        if pairs < 0:
            return None
        for split in self._splits(down, rest, pairs, other, lowest=False, first_only=False):
            level = msgspec.structs.replace(above, split=split)
            begun = self._begun(level.left, residents)
            moved, staying = begun.staying
            full = self._full(moved, staying, lowest=False) if len(moved) == len(level.left) else None
            if full is not None:
                return level, msgspec.structs.replace(begun, split=full)
        return None

    def _lowest(self, done: list[Level], residents: Group) -> list[Level] | None:
        """C13: pair the lowest bracket; re-pair the one above it for that, or join the two, until it can be done."""
        while True:
            moved = done[-1].left if done else ()
            split = self._full(moved, residents, lowest=True)
            if split is None and not done:
                split = self._whole(residents)
            if split is not None:
                return [*done, Level(moved=moved, residents=residents, split=split)]
            if not done:
                return None
            above = done.pop()
            repaired = self._repair(above, residents)
            if repaired is not None:
                return [*done, *repaired]
            residents = ordered((*above.residents, *residents))

    def _repair(self, above: Level, residents: Group) -> tuple[Level, Level] | None:
        """Find another pairing of the penultimate bracket that lets the lowest be paired in full."""
        for split in self._fewer(*above.staying, first_only=False):
            level = msgspec.structs.replace(above, split=split)
            full = self._full(level.left, residents, lowest=True)
            if full is not None:
                return level, Level(moved=level.left, residents=residents, split=full)
        return None

    def _whole(self, everybody: Group) -> Split | None:
        """Pair the one bracket that is left as a homogeneous one: there is a pairing if any is legal."""
        bracket = Bracket(players=everybody, may_meet=self.may_meet, lowest=True, work=self.work)
        pairs = len(everybody) // 2
        return best(bracket, pairs, unavoidable(everybody), pairs)


def ordered(players: Sequence[FidePlayer]) -> Group:
    """Order players by score, then by number (A2)."""
    return tuple(sorted(players, key=lambda one: (-one.score, one.number)))


def _complete(level: Level) -> bool:
    """Tell whether a bracket got all its pairs: nobody who had moved down is left, and at most one of the others."""
    moved = {one.number for one in level.moved}
    return len(level.split.left) <= 1 and not any(one.number in moved for one in level.left)


def _divided(moved: Group, residents: Group) -> tuple[Group, Group]:
    """Divide a bracket into the moved down and the rest; with half of it or more moved down it is homogeneous (A3)."""
    residents = ordered(residents)
    if 2 * len(moved) >= len(moved) + len(residents):
        return (), ordered((*moved, *residents))
    lowest = residents[-1].score if residents else 0
    above = ordered((*moved, *(one for one in residents if one.score > lowest)))
    if 2 * len(above) >= len(moved) + len(residents):
        return (), ordered((*moved, *residents))
    return above, tuple(one for one in residents if one.score == lowest)


def _least(players: Group, pairs: int) -> int:
    """Give the x a bracket starts with: A8, lowered with each pair it gives up (C14)."""
    return max(0, unavoidable(players) - (len(players) // 2 - pairs))


def _any(_left: Group) -> bool:
    return True
