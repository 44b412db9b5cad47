"""
The first of the cheapest ways to pair two halves: exact, without trying permutations.

A system that ranks transpositions by what they cost, then lexicographically, asks for one answer among m! of them.
It is found in two steps: the Hungarian method gives prices under which exactly the cheapest assignments use tight
cells only; then the lexicographically first perfect matching of the tight cells is the first of the cheapest. The
method works on the cheapest cells of each row, and on more of them as long as any cell left out undercuts the prices.
"""

from heapq import heappop, heappush

NO_CELL = -1
"""The cost of a cell that may not be used; others cost 0 or more."""

_FREE = -1
_CELLS_AT_FIRST = 8

Cells = list[list[tuple[int, int]]]
"""For each row its usable cells (cost, column), cheapest first."""


class _Prices:
    """A partial assignment with prices that no cell of `cells` undercuts; assigned cells are tight."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.row_of = [_FREE] * len(cells)
        self.row_price = [line[0][0] if line else 0 for line in cells]
        self.column_price = [0] * len(cells)
        self.left: list[int] = []
        for zero_first in (True, False):
            for row, line in enumerate(cells):
                if (bool(line) and line[0] == (0, row)) is zero_first:
                    self._take_tight(row, line)

    def _take_tight(self, row: int, line: list[tuple[int, int]]) -> None:
        for cost, column in line:
            if cost > self.row_price[row]:
                break
            if self.row_of[column] == _FREE:
                self.row_of[column] = row
                return
        self.left.append(row)

    def complete(self) -> bool:
        """Assign the rows that are left, each along a cheapest alternating path; False if one cannot be."""
        return all(self._assign(row) for row in self.left)

    def undercut_by(self, cost: list[list[int]]) -> bool:
        """Whether some cell of the full table costs less than the prices of its row and column."""
        return any(
            NO_CELL < cell < price + other
            for line, price in zip(cost, self.row_price, strict=True)
            for cell, other in zip(line, self.column_price, strict=True)
        )

    def _assign(self, start: int) -> bool:
        """Dijkstra on the reduced costs, then shift the rows on the path to the nearest free column."""
        distance: dict[int, int] = {}
        before: dict[int, int] = {}
        settled: dict[int, int] = {}
        heap: list[tuple[int, bool, int]] = []
        row, so_far, last = start, 0, _FREE
        while True:
            base = so_far - self.row_price[row]
            for cost, column in self.cells[row]:
                length = base + cost - self.column_price[column]
                if column not in settled and length < distance.get(column, length + 1):
                    distance[column], before[column] = length, last
                    heappush(heap, (length, self.row_of[column] != _FREE, column))
            while heap and heap[0][2] in settled:
                heappop(heap)
            if not heap:
                return False
            so_far, taken, last = heappop(heap)
            if not taken:
                break
            settled[last] = so_far
            row = self.row_of[last]
        self.row_price[start] += so_far
        for column, length in settled.items():
            self.row_price[self.row_of[column]] += so_far - length
            self.column_price[column] -= so_far - length
        while last != _FREE:
            origin = before[last]
            self.row_of[last] = start if origin == _FREE else self.row_of[origin]
            last = origin
        return True


def first_assignment(cost: list[list[int]]) -> list[int] | None:
    """
    Assign every row its own column: of all the cheapest assignments the lexicographically first; None if there is none.

    `cost` is square. The answer's element i is the column of row i.
    """
    size = len(cost)
    rows: Cells = [sorted((cell, column) for column, cell in enumerate(line) if cell != NO_CELL) for line in cost]
    kept = _CELLS_AT_FIRST
    while True:
        prices = _Prices([line[:kept] for line in rows])
        complete = prices.complete()
        if kept >= size or (complete and not prices.undercut_by(cost)):
            break
        kept *= 4
    if not complete:
        return None
    column_of = [0] * size
    for column, row in enumerate(prices.row_of):
        column_of[row] = column
    tight = [
        sorted(column for cell, column in line if cell == prices.row_price[row] + prices.column_price[column])
        for row, line in enumerate(rows)
    ]
    return _first_of(tight, column_of, prices.row_of)


def _first_of(tight: list[list[int]], column_of: list[int], row_of: list[int]) -> list[int]:
    """Walk a perfect matching of the tight cells to the lexicographically first one."""
    fixed: set[int] = set()
    for row in range(len(tight)):
        for column in tight[row]:
            if column in fixed:
                continue
            if column == column_of[row] or _reroute(tight, column_of, row_of, fixed, row, column):
                break
        fixed.add(column_of[row])
    return column_of


def _reroute(  # noqa: PLR0913, PLR0917  the matching, what is fixed of it, and the cell to force
    tight: list[list[int]], column_of: list[int], row_of: list[int], fixed: set[int], row: int, column: int
) -> bool:
    """Give `row` the column `column` if who had it can be led to the column that `row` gives up."""
    goal = column_of[row]
    reached = {column: -1}
    queue = [column]
    for current in queue:
        for following in tight[row_of[current]]:
            if following in reached or following in fixed:
                continue
            reached[following] = current
            if following == goal:
                _shift(column_of, row_of, reached, goal)
                row_of[column], column_of[row] = row, column
                return True
            queue.append(following)
    return False


def _shift(column_of: list[int], row_of: list[int], reached: dict[int, int], goal: int) -> None:
    """Move every row on the path one column on, the last to `goal`."""
    while reached[goal] != -1:
        origin = reached[goal]
        row_of[goal] = row_of[origin]
        column_of[row_of[goal]] = goal
        goal = origin
