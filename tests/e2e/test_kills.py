"""The server is killed five times and each service once while a thousand results are posted; nothing is lost."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from contracts.codec import FactDecoder
from contracts.envelope import Accepted, Fact, Reply
from contracts.ids import FederationId
from contracts.messages import EventData
from contracts.operations import Digest, ViewDigest
from contracts.results import GameReported, ReportResult, RoundCompleted
from services.cli.fleet import SERVICES
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import replay
from services.runtime.projection import digest, rebuild
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.processes import ServiceProcess
from tests.support.season import opened

RESULTS = 1000
DESKS_A_VENUE = 4
SERVER_KILLS = (120, 290, 460, 630, 800)
SERVICE_KILLS = dict(zip((60, 200, 370, 540, 710, 880), SERVICES, strict=True))
"""After how many acknowledged results something is killed."""


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    async with EmbeddedServer(tmp_path) as running:
        yield running


class Saboteur:
    """Kills at the appointed counts, while the venues go on posting."""

    def __init__(self, server: EmbeddedServer, services: dict[str, ServiceProcess]) -> None:
        self._server = server
        self._services = services
        self._acknowledged = 0
        self._deeds: set[asyncio.Task[None]] = set()
        self.killed: Counter[str] = Counter()

    def acknowledged(self) -> None:
        self._acknowledged += 1
        if self._acknowledged in SERVER_KILLS:
            os.kill(self._server.pid, signal.SIGKILL)
            self.killed["server"] += 1
        context = SERVICE_KILLS.get(self._acknowledged)
        if context is not None:
            self.killed[context] += 1
            deed = asyncio.create_task(self._services[context].kill())
            self._deeds.add(deed)

    async def done(self) -> None:
        await asyncio.gather(*self._deeds)


@pytest.mark.timeout(240)
async def test_every_acknowledged_result_is_there_once_and_tables_equal_a_rebuild(server: EmbeddedServer) -> None:
    settings = Settings(url=server.url, federation=FederationId("dsu"))
    bus = await Bus.connect(settings, "test")
    await migrate(bus, settings.federation)
    log = JetStreamLog(bus, settings.federation)
    reports = (await opened(log, tournaments=6, players=20, count=19))[:RESULTS]
    services = {context: ServiceProcess(context, settings) for context in SERVICES}
    for service in services.values():
        await service.start()
    saboteur = Saboteur(server, services)

    replies = await posted(settings, reports, saboteur)
    await saboteur.done()

    assert saboteur.killed == Counter({"server": 5} | dict.fromkeys(SERVICES, 1))
    assert all(isinstance(reply, Accepted) for reply in replies), [r for r in replies if not isinstance(r, Accepted)]
    await check_log(log, reports, replies)
    await check_views(settings, log)
    assert [await service.stop() for service in services.values()] == [0] * len(services)
    await bus.close()


async def posted(settings: Settings, reports: list[ReportResult], saboteur: Saboteur) -> list[Reply]:
    """Three venues, a few desks each, post at once; every seventh result is posted by a second desk as well."""
    jobs = [(place, report) for place, report in enumerate(reports)]
    replies: list[Reply | None] = [None] * len(reports)
    waiting = iter(jobs)

    async def desk(client: Client) -> None:
        for place, report in waiting:
            copies = 2 if place % 7 == 0 else 1
            answers = await asyncio.gather(*(client.send(report) for _ in range(copies)))
            replies[place] = answers[0]
            assert all(isinstance(answer, Accepted) for answer in answers), answers
            saboteur.acknowledged()

    venues = [await Client.connect(settings, f"venue-{name}", patience=90) for name in "abc"]
    await asyncio.gather(*(desk(venue) for venue in venues for _ in range(DESKS_A_VENUE)))
    for venue in venues:
        await venue.close()
    return [reply for reply in replies if reply is not None]


async def check_log(log: JetStreamLog, reports: list[ReportResult], replies: list[Reply]) -> None:
    decoder = FactDecoder((GameReported, RoundCompleted))
    facts: list[Fact[EventData]] = []
    async for batch in replay(log):
        decoded = (decoder.decode(record.sequence, record.body) for record in batch)
        facts += [fact for fact in decoded if fact is not None]
    ids = [fact.event.id for fact in facts]
    assert len(ids) == len(set(ids)), "an event was written twice"
    games = Counter(
        (fact.data.tournament, fact.data.round, fact.data.white, fact.data.black, fact.data.result)
        for fact in facts
        if isinstance(fact.data, GameReported)
    )
    assert games == Counter((one.tournament, one.round, one.white, one.black, one.result) for one in reports)
    acknowledged = {event for reply in replies if isinstance(reply, Accepted) for event in reply.events}
    assert acknowledged <= set(ids)
    rounds = [(fact.data.tournament, fact.data.round) for fact in facts if isinstance(fact.data, RoundCompleted)]
    assert len(rounds) == len(set(rounds))


async def check_views(settings: Settings, log: JetStreamLog) -> None:
    client = await Client.connect(settings, "office", patience=60)
    client.seen = await log.head()
    for context, service in SERVICES.items():
        live = await client.ask(Digest(), ViewDigest, context)
        rebuilt, position = await rebuild(log, service.view, live.position)
        assert (live.position, live.sha256) == (position, digest(rebuilt)), context
    await client.close()
