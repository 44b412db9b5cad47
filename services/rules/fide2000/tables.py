"""Two tables of FIDE's about 2000 that rate nothing: tournament categories, and registration fees."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from services.rules.rows import Row, TableFault, joined, keys

_WOMEN: Final = frozenset(("WGM", "WIM"))
_NORMS: Final = ("GM", "IM", *sorted(_WOMEN))


class Categories:
    """
    Turneringskategorier: by the average rating the category and the percentage a norm takes.

    The men's categories (`cat`) go with GM and IM, the women's (`cat_w`) with WGM and WIM. The bands stop at `last`.
    """

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "from", "to", "cat", "cat_w", *_NORMS)
        joined(rows, rows[0]["from"], ends=True)
        self.name = name
        for column in ("cat", "cat_w"):
            for place, (one, other) in _printed(rows, column):
                if other != one + 1:
                    raise TableFault(place, f"{column} goes up by one from row to row, not from {one} to {other}")
        for column in _NORMS:
            for place, (one, other) in _printed(rows, column):
                if other >= one:
                    raise TableFault(place, f"{column} goes down from row to row, not from {one} to {other}")
        self._rows = tuple(rows)
        self._lows = [row["from"] for row in rows]
        self.last: int = rows[-1]["to"]

    def category(self, average: int, norm: str) -> int | None:
        """Give the category; 0 below the first, None above the last one that is printed."""
        column = "cat_w" if norm in _WOMEN else "cat"
        first: int = next(row["from"] for row in self._rows if row[column] is not None)
        return 0 if average < first else self._cell(average, column)

    def percent(self, average: int, norm: str) -> int | None:
        """Give the percentage a norm takes; None where none is printed, and there is no norm."""
        return self._cell(average, norm)

    def _cell(self, average: int, column: str) -> int | None:
        place = bisect_right(self._lows, average) - 1
        if place < 0 or average > self.last:
            return None
        found: int | None = self._rows[place][column]
        return found

    def row(self, average: int) -> str:
        """Name the row that holds an average."""
        place = bisect_right(self._lows, average) - 1
        if place < 0:
            return f"{self.name} below {self._lows[0]}"
        row = self._rows[place]
        return f"{self.name} {row['from']}-{row['to']}"


def _printed(rows: Sequence[Row], column: str) -> list[tuple[int, tuple[int, int]]]:
    """Give the neighbours of a column by the second one's row; refuses a column that is empty or has a hole."""
    places = [place for place, row in enumerate(rows) if row[column] is not None]
    if not places:
        raise TableFault(0, f"{column} is empty")
    for one, other in pairwise(places):
        if other != one + 1:
            raise TableFault(one + 1, f"a gap: no {column} between two that have one")
    return [(other, (rows[one][column], rows[other][column])) for one, other in pairwise(places)]


_FIRST: Final = {"all_play_all": 0, "swiss": 1, "team": 1}
"""Where the rows of each kind of event begin: with category 0, or with one entrant."""

_PER: Final = ("event", "category", "entrant")


class FeeBands:
    """Anmälan: what a registration costs, by kind of event and its category or its number of entrants."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        keys(rows, "event", "from", "to", "amount", "per")
        self.name = name
        for place, row in enumerate(rows):
            if row["event"] not in _FIRST:
                raise TableFault(place, f"unknown event {row['event']!r}; there are {', '.join(_FIRST)}")
            known = _PER[2:] if _FIRST[row["event"]] else _PER[:2]
            if row["per"] not in known:
                raise TableFault(place, f"{row['event']} costs per {' or '.join(known)}, not per {row['per']}")
        self._rows = {event: _of_event(rows, event) for event in _FIRST}

    def amount(self, event: str, size: int) -> int:
        """Give the fee; for players and teams row by row, each row for those entrants that are in it."""
        total = 0
        for row in self._rows[event]:
            low, high, amount = row["from"], row["to"], row["amount"]
            if size < low:
                break
            if row["per"] == "entrant":
                total += amount * (size - low + 1 if high is None else min(size, high) - low + 1)
            elif high is None or size <= high:
                total = amount * size if row["per"] == "category" else amount
        return total

    def row(self, event: str, size: int) -> str:
        """Name the row that holds a category or the last of so many entrants."""
        row = next(one for one in self._rows[event] if one["to"] is None or size <= one["to"])
        return f"{self.name} {event} {row['from']}-{'' if row['to'] is None else row['to']}"


def _of_event(rows: Sequence[Row], event: str) -> tuple[Row, ...]:
    places = [place for place, row in enumerate(rows) if row["event"] == event]
    if not places:
        raise TableFault(len(rows) - 1, f"a gap: no row for {event}")
    own = tuple(rows[place] for place in places)
    try:
        joined(own, _FIRST[event])
    except TableFault as fault:
        raise TableFault(places[fault.row], fault.reason) from None
    return own
