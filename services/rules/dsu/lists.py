"""
§ 4: what the rating list and its extracts hold.

| section | what | done |
|---|---|---|
| § 4 | at least 2200; with a candidate result; highest juniors; highest women | `extracts` |
| § 2 | a junior has not turned 20 before 1 January | `is_junior` |

How many juniors and women are "the highest" the text leaves open: the caller says.
"""

from collections.abc import Iterable
from datetime import date

import msgspec

from services.rules.dsu.steps import Extracts


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A player on a rating list."""

    player: str
    rating: int
    birth: date | None = None
    woman: bool = False
    candidate: bool = False


class ListExtracts(msgspec.Struct, frozen=True, kw_only=True):
    """The four extracts, each from the highest down; equal numbers in the order of the players' ids."""

    strong: tuple[Line, ...]
    candidates: tuple[Line, ...]
    juniors: tuple[Line, ...]
    women: tuple[Line, ...]


def is_junior(rule: Extracts, birth: date | None, on: date) -> bool:
    """§ 2: whether he had not turned 20 before 1 January of the list's year; unknown birth: not."""
    return birth is not None and (birth.year + rule.junior_age, birth.month, birth.day) >= (on.year, 1, 1)


def extracts(rule: Extracts, lines: Iterable[Line], on: date, *, juniors: int, women: int) -> ListExtracts:
    """§ 4: the four extracts of the list of a day; a tie at the end of the juniors or women is let in whole."""
    ranked = sorted(lines, key=lambda line: (-line.rating, line.player))
    return ListExtracts(
        strong=tuple(line for line in ranked if line.rating >= rule.strong),
        candidates=tuple(line for line in ranked if line.candidate),
        juniors=_highest([line for line in ranked if is_junior(rule, line.birth, on)], juniors),
        women=_highest([line for line in ranked if line.woman], women),
    )


def _highest(ranked: list[Line], count: int) -> tuple[Line, ...]:
    if count <= 0 or not ranked:
        return ()
    least = ranked[min(count, len(ranked)) - 1].rating
    return tuple(line for line in ranked if line.rating >= least)
