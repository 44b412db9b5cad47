"""
The first full pairing of an ordered list: exact, and without going back.

The regulations describe a search: give the front player the nearest opponent, and undo pairs from the bottom until a
full round exists. Its answer is the first perfect matching in lexicographic order. `first_pairing` finds that same
answer by keeping a perfect matching of the players who remain as a witness: a candidate is taken if the rest can
still be paired, which one search for an augmenting path (Edmonds, 1965) decides. Sets of places are integers used as
bit sets, so that a thousand players take a few milliseconds.
"""

import msgspec

_FREE = -1


class Blocked(msgspec.Struct, frozen=True):
    """
    Why no full pairing exists (Berge's formula): `groups` odd groups with only the places `only` to meet outside.

    There are more groups than places in `only`, and no two groups have a pair between them.
    """

    groups: tuple[tuple[int, ...], ...]
    only: tuple[int, ...]


class Choice(msgspec.Struct, frozen=True):
    """One pair of places, and the candidates before the second that had to be given up because the rest was blocked."""

    first: int
    second: int
    undone: tuple[tuple[int, Blocked], ...] = ()


def bits(mask: int) -> list[int]:
    """List the places of a bit set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def first_pairing(adjacency: list[int]) -> list[Choice] | Blocked:
    """
    Pair everybody, the front player first with the nearest place that leaves the rest pairable.

    `adjacency[i]` is the bit set of the places that i may meet. The answer is that of depth-first search with
    chronological backtracking.
    """
    alive = (1 << len(adjacency)) - 1
    mate = perfect_matching(adjacency, alive)
    if isinstance(mate, Blocked):
        return mate
    choices = []
    while alive:
        first = (alive & -alive).bit_length() - 1
        undone: list[tuple[int, Blocked]] = []
        for second in bits(adjacency[first] & alive):
            blocked = _force(adjacency, mate, alive, first, second)
            if blocked is None:
                choices.append(Choice(first, second, tuple(undone)))
                alive &= ~(1 << first | 1 << second)
                break
            undone.append((second, blocked))
    return choices


def perfect_matching(adjacency: list[int], alive: int) -> list[int] | Blocked:
    """Match all the places of `alive`: the mate of each, or why it cannot be. Others have the mate -1."""
    mate = _greedy(adjacency, alive)
    for place in bits(alive):
        if mate[place] == _FREE:
            blocked = _augment(adjacency, mate, alive, place)
            if blocked is not None:
                return blocked
    return mate


def pairable(adjacency: list[int], alive: int) -> bool:
    """Whether all the places of `alive` can be paired."""
    return alive.bit_count() % 2 == 0 and not isinstance(perfect_matching(adjacency, alive), Blocked)


def spare(adjacency: list[int], alive: int) -> int:
    """
    Give the places of `alive` each of which may be left out so that all the others can be paired, as a bit set.

    They are those that an alternating path of even length joins to the one place that a largest matching leaves out
    (Gallai and Edmonds): one search finds them all.
    """
    mate, left = _largest(adjacency, alive)
    if len(left) != 1:
        return 0
    forest = _Forest(adjacency, mate, alive, left[0])
    forest.grow()
    return forest.outer


def unmatched(adjacency: list[int], alive: int) -> int:
    """Count the places of `alive` that a largest matching of them leaves out."""
    return len(_largest(adjacency, alive)[1])


def _largest(adjacency: list[int], alive: int) -> tuple[list[int], list[int]]:
    """Match as many places as can be: the mate of each, and who is left out."""
    mate = _greedy(adjacency, alive)
    free = [place for place in bits(alive) if mate[place] == _FREE]
    left = [place for place in free if mate[place] == _FREE and _augment(adjacency, mate, alive, place) is not None]
    return mate, left


def _greedy(adjacency: list[int], alive: int) -> list[int]:
    """Match each place with the first that is still free, if there is one."""
    mate = [_FREE] * len(adjacency)
    waiting = alive
    while waiting:
        place = (waiting & -waiting).bit_length() - 1
        waiting &= waiting - 1
        others = adjacency[place] & waiting
        if others:
            other = (others & -others).bit_length() - 1
            mate[place], mate[other] = other, place
            waiting &= ~(1 << other)
    return mate


def without(adjacency: list[int], place: int) -> list[int]:
    """Take one place out of a graph; the places after it move up by one."""
    low = (1 << place) - 1
    return [mask & low | mask >> 1 & ~low for index, mask in enumerate(adjacency) if index != place]


def _force(adjacency: list[int], mate: list[int], alive: int, first: int, second: int) -> Blocked | None:
    """Make `first` and `second` mates and mend the matching of the rest, or leave it as it was and say why not."""
    left, right = mate[first], mate[second]
    if left == second:
        return None
    mate[first], mate[second] = second, first
    if adjacency[left] >> right & 1:
        mate[left], mate[right] = right, left
        return None
    mate[left] = mate[right] = _FREE
    blocked = _augment(adjacency, mate, alive & ~(1 << first | 1 << second), left)
    if blocked is not None:
        mate[first], mate[left], mate[second], mate[right] = left, first, right, second
    return blocked


def _augment(adjacency: list[int], mate: list[int], alive: int, root: int) -> Blocked | None:
    """Match the free `root` along an augmenting path within `alive`, or say what blocks it."""
    return _Forest(adjacency, mate, alive, root).grow()


class _Forest:
    """
    The alternating tree of one search: outer places can reach the root by an even path, blossoms are shrunk.

    `base` names the blossom of each place by one of its places, `members` gives the places of each as a bit set.
    """

    def __init__(self, adjacency: list[int], mate: list[int], alive: int, root: int) -> None:
        size = len(adjacency)
        self.adjacency, self.mate, self.alive = adjacency, mate, alive
        self.parent = [_FREE] * size
        self.base = list(range(size))
        self.members = [1 << place for place in range(size)]
        self.outer = 1 << root
        self.inner = 0
        self.queue = [root]

    def grow(self) -> Blocked | None:
        """Search breadth first; on success the matching has been changed and None comes back."""
        for place in self.queue:
            found = self._reach(place)
            if found != _FREE:
                self._flip(found)
                return None
        return self._blocked()

    def _reach(self, place: int) -> int:
        """Scan the neighbours of an outer place; return a free one if there is."""
        near = self.adjacency[place] & self.alive
        fresh = near & ~self.outer & ~self.inner
        while fresh:
            low = fresh & -fresh
            other = low.bit_length() - 1
            self.parent[other] = place
            partner = self.mate[other]
            if partner == _FREE:
                return other
            self.inner |= low
            self.outer |= 1 << partner
            self.queue.append(partner)
            fresh &= ~(low | 1 << partner)
        others = near & self.outer
        while others := others & ~self.members[self.base[place]]:
            self._shrink(place, (others & -others).bit_length() - 1)
        return _FREE

    def _shrink(self, one: int, other: int) -> None:
        """Shrink the odd cycle that the edge between two outer places closes; its inner places become outer."""
        stem = self._meeting(one, other)
        bases = self._mark(one, other, stem) | self._mark(other, one, stem)
        shrunk = 0
        for base in bases:
            shrunk |= self.members[base]
        self.members[stem] |= shrunk
        for place in bits(shrunk):
            self.base[place] = stem
        self.queue += bits(shrunk & ~self.outer)
        self.outer |= shrunk
        self.inner &= ~self.outer

    def _meeting(self, one: int, other: int) -> int:
        """Return the base where the paths of two outer places to the root meet."""
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == _FREE:
                break
            one = self.parent[self.mate[one]]
        other = self.base[other]
        while other not in seen:
            other = self.base[self.parent[self.mate[other]]]
        return other

    def _mark(self, place: int, child: int, stem: int) -> set[int]:
        """Turn the path from `place` down to `stem` around, and return the bases on it."""
        bases = set()
        while self.base[place] != stem:
            partner = self.mate[place]
            bases |= {self.base[place], self.base[partner]}
            self.parent[place] = child
            child = partner
            place = self.parent[partner]
        return bases

    def _flip(self, place: int) -> None:
        """Change the matching along the path from a free place back to the root."""
        while place != _FREE:
            before = self.parent[place]
            following = self.mate[before]
            self.mate[place], self.mate[before] = before, place
            place = following

    def _blocked(self) -> Blocked:
        groups: dict[int, list[int]] = {}
        for place in bits(self.outer):
            groups.setdefault(self.base[place], []).append(place)
        return Blocked(tuple(tuple(group) for group in groups.values()), tuple(bits(self.inner)))
