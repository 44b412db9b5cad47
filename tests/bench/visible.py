"""
From a command to the standings that show it, open loop, against a bare nats-py request-reply at the same rate.

The services run as processes of their own, as they would on one host; the times are the sender's.
"""

import asyncio
import gc
import itertools
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

from contracts.envelope import Accepted
from contracts.reporting import CurrentStandings
from contracts.results import OpenBoards, ReportResult
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.bench.measure import RUNS, Row, percentile
from tests.support.season import opened

LOADS = ((200, None), (1000, 0.020))
"""(commands a second, most seconds promised for 99 % of them on a quiet machine)."""
SECONDS = 2.0
_TOURNAMENTS, _PLAYERS, _ROUNDS = 64, 20, 19
_MILLISECONDS = 1000


async def run(settings: Settings, bus: Bus) -> list[Row]:
    """Measure both loads."""
    log = JetStreamLog(bus, settings.federation)
    reports = iter(await opened(log, _TOURNAMENTS, _PLAYERS, _ROUNDS))
    gc.freeze()  # the sender's own pauses are no part of what is measured
    rows: list[Row] = []
    async with _processes(settings, "results", "reporting"):
        client = await Client.connect(settings, "venue")
        first = next(reports)
        await client.send(first)
        await client.ask(CurrentStandings(tournament=first.tournament), dict)
        await client.ask(OpenBoards(tournament=first.tournament), dict)
        echo = await bus.client.subscribe("echo", cb=_echo)
        for load, most in LOADS:
            rows += await _loaded(client, bus, reports, load, most)
        await echo.unsubscribe()
        await client.close()
    return rows


async def _loaded(
    client: Client, bus: Bus, reports: Iterator[ReportResult], load: int, most: float | None
) -> list[Row]:
    count = int(load * SECONDS)
    ours: list[tuple[float, float]] = []
    bare: list[tuple[float, float]] = []
    for _ in range(RUNS):
        batch = list(itertools.islice(reports, count))
        assert len(batch) == count, "not enough boards were published for this benchmark"
        jobs: list[Callable[[], Awaitable[None]]] = [_visible(client, report) for report in batch]
        ours.append(_shape(await _open_loop(jobs, load)))
        bare.append(_shape(await _open_loop([_request(bus)] * count, load)))
    rows = []
    for place, name in enumerate(("p50", "p99")):
        mine, theirs = (statistics.median(run[place] for run in side) for side in (ours, bare))
        kept = None if most is None or name == "p50" else mine <= most
        rows.append(
            Row(
                what=f"{name} from command to visible standings at {load}/s (bare nats-py request-reply)",
                ours=mine * _MILLISECONDS,
                theirs=theirs * _MILLISECONDS,
                unit="ms",
                promise="" if kept is None else f"≤ {most * _MILLISECONDS:g} ms, quiet" if most else "",
                kept=kept,
            )
        )
    return rows


def _shape(times: list[float]) -> tuple[float, float]:
    return percentile(times, 50), percentile(times, 99)


def _visible(client: Client, report: ReportResult) -> Callable[[], Awaitable[None]]:
    async def job() -> None:
        reply = await client.send(report)
        assert isinstance(reply, Accepted), reply
        await client.ask_raw(CurrentStandings(tournament=report.tournament))

    return job


def _request(bus: Bus) -> Callable[[], Awaitable[Any]]:
    return lambda: bus.client.request("echo", b"x" * 600, timeout=5)


async def _echo(message: Any) -> None:
    await message.respond(message.data)


async def _open_loop(jobs: list[Callable[[], Awaitable[Any]]], load: int) -> list[float]:
    times: list[float] = []

    async def timed(job: Callable[[], Awaitable[Any]]) -> None:
        started = time.perf_counter()
        await job()
        times.append(time.perf_counter() - started)

    start, tasks = time.perf_counter(), []
    for number, job in enumerate(jobs):
        wait = start + number / load - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(timed(job)))
    await asyncio.gather(*tasks)
    return times


@asynccontextmanager
async def _processes(settings: Settings, *contexts: str) -> AsyncIterator[None]:
    environment = os.environ | {"OMKAMP_URL": settings.url, "OMKAMP_FEDERATION": settings.federation}
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-m", "services.cli", "serve", context, env=environment)
        for context in contexts
    ]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            await process.wait()
