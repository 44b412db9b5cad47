"""
Acknowledged appends a second: `handle` on the real log against bare `js.publish` with the same durability.

One event a command, as one message of the same bytes a publish: the last board of a round, which also completes it, is
left out.
"""

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from nats.js.api import StreamConfig

from contracts.codec import encode
from contracts.envelope import Accepted, Command
from contracts.ids import ActorId
from contracts.results import ReportResult
from services.results import decide, state, view
from services.runtime.bus import Bus
from services.runtime.clock import new_command_id
from services.runtime.draft import Request
from services.runtime.handle import Handler
from services.runtime.jetstream import JetStreamLog
from services.runtime.projection import Projection
from services.runtime.settings import Settings
from tests.bench.measure import RUNS, Row, promised, rate, side_by_side
from tests.support.season import opened

LOADS = ((1, 600, 0.8), (20, 3000, None), (200, 6000, 3.0))
"""(commands at a time, commands in a run, least ratio promised)."""
_TOURNAMENTS, _PLAYERS, _ROUNDS = 30, 60, 59


async def run(settings: Settings, bus: Bus) -> list[Row]:
    """Measure each load."""
    log = JetStreamLog(bus, settings.federation)
    reports = iter(_leaving_rounds_open(await opened(log, _TOURNAMENTS, _PLAYERS, _ROUNDS)))
    handler = Handler("results", state, decide, log, Projection("results", view, log))
    await bus.jetstream.add_stream(
        StreamConfig(
            name="bare",
            subjects=["bare.>"],
            allow_direct=True,
            allow_atomic=True,
            deny_delete=True,
            deny_purge=True,
        )
    )

    def request(report: ReportResult) -> Request:
        envelope = Command(id=new_command_id(), data=msgspec.Raw(encode(report)))
        return Request(ActorId("venue"), report.unit, envelope, report)

    async def command(request: Request) -> None:
        reply = await handler.handle(request)
        assert isinstance(reply, Accepted), reply

    first = next(reports)
    await command(request(first))
    body = (await log.unit(first.unit))[-1].body

    async def publish() -> None:
        await bus.jetstream.publish("bare.event.unit.results.game-reported", body)

    def ours(count: int, concurrent: int) -> Callable[[], Awaitable[float]]:
        async def side() -> float:
            jobs = [_bound(command, request(report)) for report in itertools.islice(reports, count)]
            assert len(jobs) == count, "not enough boards were published for this benchmark"
            return await rate(jobs, concurrent)

        return side

    def theirs(count: int, concurrent: int) -> Callable[[], Awaitable[float]]:
        return lambda: rate([publish] * count, concurrent)

    rows = []
    for concurrent, count, least in LOADS:
        mine, bare = await side_by_side(ours(count, concurrent), theirs(count, concurrent))
        what = f"acknowledged appends at {concurrent} commands at a time (bare js.publish)"
        rows.append(
            promised(what, mine, bare, "appends/s", least)
            if least
            else Row(what=what, ours=mine, theirs=bare, unit="appends/s")
        )
    return rows


def _leaving_rounds_open(reports: list[ReportResult]) -> list[ReportResult]:
    last = {(report.tournament, report.round): report for report in reports}
    return [report for report in reports if last[report.tournament, report.round] is not report]


def _bound(function: Callable[[Any], Awaitable[None]], argument: object) -> Callable[[], Awaitable[None]]:
    return lambda: function(argument)


assert sum(count for _, count, _ in LOADS) * RUNS < _TOURNAMENTS * (_PLAYERS // 2 - 1) * _ROUNDS
