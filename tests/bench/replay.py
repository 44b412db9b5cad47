"""
Replay at federation size: a million games of synthetic chess, from sealed segments into the rating view.

Against the `eventsourcing` package's projection of like events; with the rerating of every game under two rule sets,
corrections five years back, and the memory a million games take. Each in a process of its own, and begun only when
what was written before is on the disk: nobody replays a log in the second it was made, and writing takes time away.
"""

import asyncio
import itertools
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from contracts.ids import FederationId
from contracts.results import GameReported, ReportResult
from services.runtime.bus import Bus
from services.runtime.segments import SegmentStore
from services.runtime.settings import Settings
from tests.bench.catch_up import THEIR_EVENTS, eventsourcing_by_hand, eventsourcing_side
from tests.bench.measure import Row, promised, side_by_side
from tests.support.synthetic import Plan, SyntheticLog, happened, records

GAMES = int(os.environ.get("BENCH_GAMES", "1000000"))
RUNS = 3
FEDERATION = FederationId("bench")
PLAN = Plan(GAMES)


async def run(settings: Settings, bus: Bus) -> list[Row]:
    """Make the segments, then measure."""
    del settings, bus
    with tempfile.TemporaryDirectory() as folder:
        segments = Path(folder) / "segments"
        await _made(segments)
        reports = _reports(THEIR_EVENTS)
        runner = eventsourcing_side(reports)
        by_hand = eventsourcing_by_hand(Path(folder) / "events.sqlite", reports)
        first = await _child("replay", segments)
        os.sync()
        found: list[dict[str, Any]] = []
        speeds = await side_by_side(_replay(segments, found), runner, by_hand, runs=RUNS)
        dsu = [await _child("dsu-2007", segments) for _ in range(RUNS)]
        fide = [await _child("fide-2024", segments) for _ in range(RUNS)]
    return [*_replay_rows(first, found, *speeds), *_correction_rows(found), *_rerating_rows(dsu, fide)]


def _replay_rows(
    first: dict[str, Any], found: list[dict[str, Any]], ours: float, runner: float, by_hand: float
) -> list[Row]:
    """
    Tell of a replay in which every segment is read, its digest is checked, and every number is rated anew.

    What a segment comes to was made when it was sealed; the row of the first replay says what that costs.
    """
    events, games = found[0]["events"], found[0]["games"]
    cpu, anew = events / _median(found, "cpu"), events / first["cpu"]
    megabytes = _median(found, "megabytes")
    return [
        _bounded(
            f"replay of {events:,} events from segments", ours, "events/s", f"≥ {500_000:,}", kept=ours >= 500_000
        ),
        promised("the same (eventsourcing's runner)", ours, runner, "events/s", 5),
        Row(
            what="the same (its projection fed by hand, without its runner)", ours=ours, theirs=by_hand, unit="events/s"
        ),
        Row(what="the same by CPU time, reading and digests included", ours=cpu, theirs=None, unit="events/s of CPU"),
        Row(what="the first replay, which condenses the segments", ours=anew, theirs=None, unit="events/s of CPU"),
        _bounded(f"memory after {games:,} games", megabytes, "MB resident", "≤ 1,000", kept=megabytes <= 1000),
    ]


def _correction_rows(found: list[dict[str, Any]]) -> list[Row]:
    p95, whole = _median(found, "p95_cpu"), 1000 * _median(found, "cpu")
    return [
        _bounded("a correction 5 years back, p95", p95, "ms of CPU", "≤ 50", kept=p95 <= 50),
        Row(what="the whole replay (against that)", ours=whole, theirs=p95, unit="ms of CPU"),
    ]


def _rerating_rows(dsu: list[dict[str, Any]], fide: list[dict[str, Any]]) -> list[Row]:
    rows = []
    for name, found in (("dsu-2007", dsu), ("fide-2024", fide)):
        seconds = _median(found, "cpu")
        what = f"rerating {found[0]['games']:,} games under {name}"
        rows.append(_bounded(what, seconds, "s of CPU", "≤ 2", kept=seconds <= 2))
    rows.append(Row(what="the same in the ledger, dsu-2007", ours=_median(dsu, "ledger"), theirs=None, unit="s of CPU"))
    return rows


async def _made(folder: Path) -> None:
    await SegmentStore(folder).extend(SyntheticLog(FEDERATION, records(PLAN, FEDERATION)), rest=True)


def _reports(count: int) -> list[ReportResult]:
    games = (one.data for one in happened(Plan(count)) if isinstance(one.data, GameReported))
    return [
        ReportResult(**{name: getattr(one, name) for name in one.__struct_fields__})
        for one in itertools.islice(games, count)
    ]


def _replay(folder: Path, found: list[dict[str, Any]]) -> Callable[[], Awaitable[float]]:
    async def side() -> float:
        one = await _child("replay", folder)
        found.append(one)
        return float(one["events"] / one["wall"])

    return side


async def _child(what: str, folder: Path) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.rerating", what, str(folder), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    found: dict[str, Any] = json.loads(printed)
    return found


def _median(found: list[dict[str, Any]], name: str) -> float:
    values: list[float] = [one[name] for one in found]
    return statistics.median(values)


def _bounded(what: str, ours: float, unit: str, promise: str, *, kept: bool) -> Row:
    return Row(what=what, ours=ours, theirs=None, unit=unit, promise=promise, kept=kept)
