"""
The tables a rule set names, as arrays that a difference or a percentage indexes; a wrong table is refused by row.

Each kind reads the rows of one JSON file (`{"rows": [...]}`) and proves them: no gap, no overlap, no step back.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from services.rules.event import RATING_LIMIT
from services.rules.rounding import hundredths_text
from services.rules.rows import Row, TableFault, hundredths, joined, keys


class ExpectedScores:
    """
    P(D): the expected score in hundredths for a rating difference.

    `at[d]` works for positive and negative differences up to the rating limit: a negative index reads from the end.
    """

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "from", "to", "h", "l")
        joined(rows, 0)
        self.name = name
        self._rows = tuple((row["from"], row["to"]) for row in rows)
        higher = [hundredths(place, row["h"]) for place, row in enumerate(rows)]
        lower = [hundredths(place, row["l"]) for place, row in enumerate(rows)]
        for place, (high, low) in enumerate(zip(higher, lower, strict=True)):
            if not _HALF <= high <= _WHOLE:
                raise TableFault(place, f"h must lie between 0.50 and 1, not {hundredths_text(high)}")
            if high + low != _WHOLE:
                raise TableFault(place, f"h and l must add up to 1, not {hundredths_text(high + low)}")
            if place and high <= higher[place - 1]:
                raise TableFault(place, "h must grow from row to row")
        ends = [RATING_LIMIT if row["to"] is None else row["to"] for row in rows]
        above = [
            score
            for score, (start, _), end in zip(higher, self._rows, ends, strict=True)
            for _ in range(start, end + 1)
        ]
        self.at = (*above, *(_WHOLE - score for score in reversed(above[1:])))

    def capped(self, cap: int) -> tuple[int, ...]:
        """Give the same array with every difference above `cap` counted as `cap`."""
        above = [self.at[min(d, cap)] for d in range(RATING_LIMIT + 1)]
        return (*above, *(_WHOLE - score for score in reversed(above[1:])))

    def row(self, difference: int) -> str:
        """Name the row that holds a difference, for an explanation."""
        for start, end in self._rows:
            if end is None or abs(difference) <= end:
                span = f"{start}-" if end is None else f"{start}-{end}"
                return f"{self.name} {span}{' (lower)' if difference < 0 else ''}"
        raise AssertionError("the last row is open")


_WHOLE = 100
_FAR = _WHOLE * RATING_LIMIT * RATING_LIMIT
"""No number in hundredths comes near it."""


class RatingDifferences:
    """d(p): the rating difference for a score in hundredths 0..100; None where the table gives none."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "p", "d")
        self.name = name
        known: dict[int, int | None] = {}
        for place, row in enumerate(rows):
            p, d = hundredths(place, row["p"]), row["d"]
            if p in known:
                raise TableFault(place, f"an overlap: {row['p']} stands twice")
            if d is not None and (p - _HALF) * d < 0:
                raise TableFault(place, f"{d} has the wrong sign for {row['p']}")
            known[p] = d
        for p in range(_HALF, _WHOLE + 1):
            if p not in known:
                raise TableFault(len(rows) - 1, f"a gap: no row for {hundredths_text(p)}")
            mirrored = known.get(_WHOLE - p, _minus(known[p]))
            if mirrored != _minus(known[p]):
                raise TableFault(
                    _place(rows, _WHOLE - p), f"d({hundredths_text(_WHOLE - p)}) is not -d({hundredths_text(p)})"
                )
            known[_WHOLE - p] = mirrored
        self.at = tuple(known[p] for p in range(_WHOLE + 1))
        for p in range(_HALF + 1, _WHOLE):
            low, high = self.at[p - 1], self.at[p]
            if low is None or high is None or high <= low:
                raise TableFault(_place(rows, p), f"d must grow with p, and does not at {hundredths_text(p)}")

    def row(self, p: int) -> str:
        """Name the row of a percentage."""
        return f"{self.name} {hundredths_text(p)}"


_HALF = 50


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def _place(rows: Sequence[Row], p: int) -> int:
    return next(place for place, row in enumerate(rows) if hundredths(place, row["p"]) == p)


class Coefficients:
    """K by rating: bands from the top, `from` inclusive, `to` exclusive, together covering every rating from 0."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "from", "to", "k")
        self.name = name
        above: int | None = None
        for place, row in enumerate(rows):
            if row["to"] != above:
                word = "a gap or overlap" if place else "the first row must be open above"
                raise TableFault(place, f"{word}: the row ends at {row['to']}, not {above}")
            above = row["from"]
            if place and (row["k"] <= rows[place - 1]["k"] or above >= rows[place - 1]["from"]):
                raise TableFault(place, "bands go down and K goes up from row to row")
        if above != 0:
            raise TableFault(len(rows) - 1, f"a gap: no band below {above}")
        self.bands: tuple[tuple[int, int], ...] = tuple((row["from"], row["k"]) for row in rows)
        self.limits = tuple((low, above, below) for (low, above), (_, below) in pairwise(self.bands))
        """From the top down: (limit, K at and above it, K below it)."""
        lows = [low for low, _ in reversed(self.bands)]
        ends = pairwise((-_FAR, *(_WHOLE * low for low in lows[1:]), _FAR))
        bands = [(k, low, high) for (_, k), (low, high) in zip(reversed(self.bands), ends, strict=True)]
        self._by_rating = tuple(bands[bisect_right(lows, rating) - 1] for rating in range(RATING_LIMIT + 1))

    def band(self, rating: int) -> tuple[int, int, int]:
        """Give K of a rating, and between which limits (in hundredths) it is K; beyond the last one they are far."""
        if 0 <= rating <= RATING_LIMIT:
            return self._by_rating[rating]
        return self._by_rating[0 if rating < 0 else RATING_LIMIT]

    def row(self, rating: int) -> str:
        """Name the band of a rating."""
        upper = ""
        for low, _ in self.bands:
            if rating >= low:
                return f"{self.name} {low}-{upper}"
            upper = f"<{low}"
        raise AssertionError("the last band begins at 0")


class Ladder:
    """How much less than N a number moves: inclusive rows from the open top down, one `minus` a row."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "from", "to", "minus")
        try:
            joined(list(reversed(rows)), rows[-1]["from"])
        except TableFault as fault:
            raise TableFault(len(rows) - 1 - fault.row, fault.reason) from None
        self.name = name
        for place, row in enumerate(rows):
            if row["minus"] != place:
                raise TableFault(place, f"row {place + 1} from the top must move {place} less, not {row['minus']}")
        self._rows: tuple[tuple[int, int], ...] = tuple((row["from"], row["minus"]) for row in rows)
        self.lowest = self._rows[-1][0]

    def minus(self, rating: int) -> int | None:
        """How much less than N this number moves; None: it is not adjusted."""
        return next((minus for low, minus in self._rows if rating >= low), None)


class ChangePerGame:
    """Table A of the SSF: what a game changes, by the difference and the outcome, for the better and the worse."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "from", "to", "better", "worse")
        joined(rows, 0)
        self.name = name
        self._rows = tuple((row["from"], row["to"]) for row in rows)
        changes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for place, row in enumerate(rows):
            better = tuple(row["better"][outcome] for outcome in _OUTCOMES)
            worse = tuple(row["worse"][outcome] for outcome in _OUTCOMES)
            if better != tuple(-change for change in reversed(worse)):
                raise TableFault(place, "what one side wins the other must lose")
            if better[_WIN] - better[_LOSS] != _SPAN or better[_DRAW] != better[_WIN] - _SPAN // 2:
                raise TableFault(place, f"a win must bring {_SPAN} more than a loss, a draw half of that")
            if place and better[_WIN] >= changes[-1][0][_WIN]:
                raise TableFault(place, "the better player's win must bring less from row to row")
            changes.append((better, worse))
        ends = [RATING_LIMIT if end is None else end for _, end in self._rows]
        self._row_of = [place for place, (start, _) in enumerate(self._rows) for _ in range(start, ends[place] + 1)]
        self._changes = changes

    def change(self, difference: int, points: int) -> int:
        """Rating points for a game won (2 half points), drawn or lost against an opponent lower by `difference`."""
        better, worse = self._changes[self._row_of[abs(difference)]]
        return (better if difference >= 0 else worse)[points]

    def row(self, difference: int) -> str:
        """Name the row that holds a difference."""
        start, end = self._rows[self._row_of[abs(difference)]]
        side = "better" if difference >= 0 else "worse"
        return f"{self.name} {start}-{'' if end is None else end} ({side})"


_OUTCOMES = ("loss", "draw", "win")
_LOSS, _DRAW, _WIN = range(3)
_SPAN = 32
