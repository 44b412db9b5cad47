"""What every rule set and every strategy has, whatever the federation."""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

Anchor = Literal["tournament_start", "tournament_end", "round", "list"]
"""Which date of an event decides the rules it is computed under."""

Whole = Annotated[int, msgspec.Meta(ge=0)]
"""A rule's number: none is negative."""

Positive = Annotated[int, msgspec.Meta(ge=1)]
"""A rule's number that something is divided by, or of which there is at least one."""

DayOfYear = tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], Annotated[int, msgspec.Meta(ge=1, le=31)]]
"""(month, day)."""


def check_days(days: Sequence[DayOfYear]) -> None:
    """Refuse (`ValueError`) no days at all, one that is not in every year, and days that do not follow one another."""
    if not days:
        raise ValueError("there must be a day")
    for month, day in days:
        if day > (date(_COMMON + month // 12, month % 12 + 1, 1) - date(_COMMON, month, 1)).days:
            raise ValueError(f"not every year has a day {day} in month {month}")
    for one, other in pairwise(days):
        if one >= other:
            raise ValueError(f"{list(other)} stands after {list(one)}, and is not after it in the year")


_COMMON = 2001
"""A year without a leap day."""


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the rules stand; `note` says what is a reading or a reconstruction."""

    document: str
    section: str
    note: str = ""


class Uncovered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of time beside the sets of a federation whose rules are not held, both days included, and why."""

    begins: date
    ends: date
    why: str


class Strategy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="strategy"):
    """A named way to take a step; its numbers are its fields, `section` the paragraph it implements."""

    section: str


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="system"):
    """
    One edition of one federation's rules of one kind.

    In force on every day from `effective_from` to `effective_until`, both included (None: until further notice).
    `digest` is the sha256 of the file and of every table it names.
    """

    id: str
    federation: str
    kind: str
    effective_from: date
    effective_until: date | None = None
    anchor: Anchor
    source: Source
    uncovered: tuple[Uncovered, ...] = ()
    digest: str = ""
