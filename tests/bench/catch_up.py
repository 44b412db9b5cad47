"""
A projection catching up from the bus: against a bare nats-py ordered consumer with the same decode.

And, on fewer but like events, against the `eventsourcing` package's projection runner reading its store in memory.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar
from uuid import NAMESPACE_URL, UUID, uuid5

from eventsourcing.application import Application, LocalNotificationLog
from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.domain import Aggregate, DomainEventProtocol, event
from eventsourcing.persistence import Tracking
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.projection import Projection as TheirProjection
from eventsourcing.projection import ProjectionRunner
from eventsourcing.system import NotificationLogReader

from contracts.codec import Cause, FactDecoder, encode, envelope
from contracts.ids import ActorId
from contracts.results import GameReported, ReportResult
from contracts.subjects import event_stream, event_subject
from services.results import view
from services.runtime.bus import Bus
from services.runtime.clock import new_command_id, now
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import Append, NewRecord
from services.runtime.projection import Projection
from services.runtime.settings import Settings
from tests.bench.measure import Row, promised, side_by_side
from tests.support.season import opened

EVENTS = 50_000
THEIR_EVENTS = 4_000
_TOURNAMENTS, _PLAYERS, _ROUNDS = 30, 60, 59


async def run(settings: Settings, bus: Bus) -> list[Row]:
    """Write the events, then measure both comparisons."""
    log = JetStreamLog(bus, settings.federation)
    reports = await opened(log, _TOURNAMENTS, _PLAYERS, _ROUNDS)
    await _write(log, reports[:EVENTS])
    head = await log.head()
    ours, bare = await side_by_side(_projection(log, head), _ordered_consumer(bus, settings, head))
    rows = [
        promised("projection catching up (bare nats-py ordered consumer, same decode)", ours, bare, "events/s", 0.7)
    ]
    theirs = eventsourcing_side(reports[:THEIR_EVENTS])
    ours, other = await side_by_side(_projection(log, head), theirs)
    rows.append(
        Row(what="projection catching up (eventsourcing's projection runner)", ours=ours, theirs=other, unit="events/s")
    )
    return rows


async def _write(log: JetStreamLog, reports: list[ReportResult]) -> None:
    by_unit: dict[Any, list[ReportResult]] = {}
    for report in reports:
        by_unit.setdefault(report.unit, []).append(report)
    for unit, mine in by_unit.items():
        version = (await log.unit(unit))[-1].sequence
        for start in range(0, len(mine), 400):
            records = tuple(_record(log, report) for report in mine[start : start + 400])
            version = await log.append(Append(unit=unit, expected=version, records=records))


def _record(log: JetStreamLog, report: ReportResult) -> NewRecord:
    command = new_command_id()
    cause = Cause(
        federation=log.federation,
        unit=report.unit,
        command=command,
        actor=ActorId("venue"),
        correlation=command,
        causation=command,
        time=now(),
        effective=now().date(),
    )
    data = GameReported(**{name: getattr(report, name) for name in GameReported.__struct_fields__})
    one = envelope(data, 0, cause)
    return NewRecord(event_subject(log.federation, report.unit, "results", "game-reported"), encode(one))


def _projection(log: JetStreamLog, head: int) -> Callable[[], Awaitable[float]]:
    async def side() -> float:
        projection = Projection("results", view, log)
        started = time.perf_counter()
        running = asyncio.create_task(projection.run())
        assert await projection.reached(head, 120)
        elapsed = time.perf_counter() - started
        running.cancel()
        assert len(projection.view.tournaments) == _TOURNAMENTS
        assert not projection.parked
        return head / elapsed

    return side


def _ordered_consumer(bus: Bus, settings: Settings, head: int) -> Callable[[], Awaitable[float]]:
    async def side() -> float:
        decoder, done = FactDecoder(view.INTERESTS), asyncio.Event()

        async def take(message: Any) -> None:
            sequence = message.metadata.sequence.stream
            decoder.decode(sequence, message.data)
            if sequence >= head:
                done.set()

        started = time.perf_counter()
        subscription = await bus.jetstream.subscribe(
            f"omkamp.{settings.federation}.event.>",
            stream=event_stream(settings.federation),
            ordered_consumer=True,
            cb=take,
            pending_msgs_limit=-1,
            pending_bytes_limit=-1,
        )
        await asyncio.wait_for(done.wait(), 300)
        elapsed = time.perf_counter() - started
        await subscription.unsubscribe()
        return head / elapsed

    return side


class Board(Aggregate):
    """A board as the other package would keep it."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.result = ""

    @staticmethod
    def create_id(place: str) -> UUID:
        return uuid5(NAMESPACE_URL, place)

    @event("Reported")
    def report(self, result: str) -> None:
        self.result = result


class Boards(Application[UUID]):
    """The other package's application."""


class Results(POPOTrackingRecorder):
    """The other package's view: results by board."""

    def __init__(self) -> None:
        super().__init__()
        self.results: dict[UUID, str] = {}


class ResultsProjection(TheirProjection[Results]):
    """The other package's projection into that view."""

    @singledispatchmethod
    def process_event(self, domain_event: DomainEventProtocol[UUID], tracking: Tracking) -> None:
        del domain_event
        self.view.insert_tracking(tracking)

    @process_event.register
    def _(self, domain_event: Board.Reported, tracking: Tracking) -> None:  # type: ignore[name-defined]  # made by @event
        self.view.results[domain_event.originator_id] = domain_event.result
        self.view.insert_tracking(tracking)


class FilledBoards(Boards):
    """The other package's application, its store in memory and full before anybody subscribes to it."""

    reports: ClassVar[list[ReportResult]] = []

    def __init__(self, env: Any = None) -> None:
        super().__init__(env)
        self.last = _saved(self, self.reports)
        self.filled = time.perf_counter()


def eventsourcing_side(reports: list[ReportResult]) -> Callable[[], Awaitable[float]]:
    """Measure the other package's projection runner on reports in its store in memory, which it subscribes to."""
    FilledBoards.reports = reports

    def catch_up() -> float:
        with ProjectionRunner(
            application_class=FilledBoards,
            projection_class=ResultsProjection,
            view_class=Results,
            env={"PERSISTENCE_MODULE": "eventsourcing.popo"},
        ) as runner:
            runner.wait(runner.app.last, timeout=120)
            elapsed = time.perf_counter() - runner.app.filled
            assert len(runner.view.results) == THEIR_EVENTS // 2
        return float(runner.app.last / elapsed)

    return lambda: asyncio.to_thread(catch_up)


def eventsourcing_by_hand(database: Path, reports: list[ReportResult]) -> Callable[[], Awaitable[float]]:
    """Measure the other package's projection fed from its SQLite store by its reader and mapper, without its runner."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(database)}
    application = Boards(env=env)
    last = _saved(application, reports)
    application.close()

    def catch_up() -> float:
        reading, view = Boards(env=env), Results()
        log = LocalNotificationLog(reading.recorder, section_size=1000)
        projection = ResultsProjection(view=view)
        started = time.perf_counter()
        for section in NotificationLogReader(log, section_size=1000).select(start=1):
            for notification in section:
                event = reading.mapper.to_domain_event(notification)
                projection.process_event(event, Tracking(reading.name, notification.id))
        elapsed = time.perf_counter() - started
        assert len(view.results) == THEIR_EVENTS // 2
        reading.close()
        return last / elapsed

    return lambda: asyncio.to_thread(catch_up)


def _saved(application: Boards, reports: list[ReportResult]) -> int:
    last = 0
    for report in reports[: THEIR_EVENTS // 2]:
        board = Board(f"{report.tournament}/{report.round}/{report.white}/{report.black}")
        board.report(report.result)
        last = application.save(board)[-1].notification.id
    return last
