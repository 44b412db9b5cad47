"""What the benchmarks share: medians of several runs, side by side, as ratios."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

RUNS = 5
"""Runs of each side, in turn: A B A B …; the median is what is printed."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One comparison. `ours` and `theirs` in `unit`; `ratio` is ours over theirs, of medians; `promise` its bound."""

    what: str
    ours: float
    theirs: float | None
    unit: str
    promise: str = ""
    kept: bool | None = None

    @property
    def ratio(self) -> float | None:
        return None if not self.theirs else self.ours / self.theirs


def promised(what: str, ours: float, theirs: float, unit: str, least: float) -> Row:
    """Compare, with a least ratio promised."""
    return Row(
        what=what,
        ours=ours,
        theirs=theirs,
        unit=unit,
        promise=f"≥ {least:g}",
        kept=ours / theirs >= least,
    )


async def side_by_side(*sides: Callable[[], Awaitable[float]], runs: int = RUNS) -> list[float]:
    """Run each side in turn, several times, and return each one's median."""
    values: list[list[float]] = [[] for _ in sides]
    for _ in range(runs):
        for side, collected in zip(sides, values, strict=True):
            collected.append(await side())
    return [statistics.median(collected) for collected in values]


async def rate(jobs: Sequence[Callable[[], Awaitable[Any]]], concurrent: int) -> float:
    """Do jobs with so many at a time; return jobs a second."""
    waiting = iter(jobs)

    async def worker() -> None:
        for job in waiting:
            await job()

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(concurrent)))
    return len(jobs) / (time.perf_counter() - started)


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
