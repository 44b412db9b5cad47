"""The rows of a table of the regulations, and the proofs that every kind of table shares."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Final

import msgspec

from services.rules.strategy import Positive, Whole

Row = dict[str, Any]


class TableFault(Exception):  # noqa: N818  the loader turns it into a refusal that names file and line
    """A row that does not hold: its index from 0, and why."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(reason)
        self.row = row
        self.reason = reason


class _PerOutcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    win: int
    draw: int
    loss: int


CELLS: Final[dict[str, Any]] = {
    **dict.fromkeys(("from", "minus", "amount"), Whole),
    **dict.fromkeys(("to", "d"), int | None),
    **dict.fromkeys(("h", "l", "p"), str),
    **dict.fromkeys(("better", "worse"), _PerOutcome),
    **dict.fromkeys(("cat", "cat_w"), Positive | None),
    **dict.fromkeys(("GM", "IM", "WGM", "WIM"), Annotated[int, msgspec.Meta(ge=1, le=100)] | None),
    **dict.fromkeys(("event", "per"), str),
    "k": Positive,
}
"""What stands in a column."""


def keys(rows: Sequence[Row], *needed: str) -> None:
    """Prove that every row has these columns, each with what stands there."""
    if not rows:
        raise TableFault(0, "the table is empty")
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            raise TableFault(place, f"{row!r} is no row")
        for key in needed:
            if key not in row:
                raise TableFault(place, f"no {key}")
            try:
                msgspec.convert(row[key], CELLS[key])
            except msgspec.ValidationError as error:
                raise TableFault(place, f"{key}: {error}") from None


def hundredths(place: int, text: str) -> int:
    """Read a decimal text as whole hundredths."""
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        raise TableFault(place, f"{text!r} is no decimal number")
    value = Fraction(text) * 100
    if value.denominator != 1:
        raise TableFault(place, f"{text} has more than two decimals")
    return value.numerator


def joined(rows: Sequence[Row], first: int, *, ends: bool = False) -> None:
    """
    Prove that inclusive rows `from`..`to` follow one another from `first`.

    The last one, and no other, is open; none is where the table `ends`.
    """
    expected = first
    for place, row in enumerate(rows):
        low, high = row["from"], row["to"]
        if low != expected:
            word = "a gap" if low > expected else "an overlap"
            raise TableFault(place, f"{word}: the row begins at {low}, the one before ends at {expected - 1}")
        if ends and high is None:
            raise TableFault(place, "no row is open: the table ends")
        if not ends and (high is None) != (place == len(rows) - 1):
            raise TableFault(place, "only the last row is open, and it must be")
        if high is not None and high < low:
            raise TableFault(place, f"the row ends at {high}, before it begins at {low}")
        expected = 0 if high is None else high + 1
