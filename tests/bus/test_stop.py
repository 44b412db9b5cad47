"""A service that is asked to stop answers what it has begun, and writes nothing that nobody hears of."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from nats.errors import Error as NatsError

from contracts.codec import FactDecoder, encode
from contracts.envelope import Command
from contracts.results import GameReported
from services.results.app import app
from services.runtime.append import GroupCommit
from services.runtime.bus import Bus
from services.runtime.clock import new_command_id
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import Append, replay
from services.runtime.settings import Settings
from tests.support.season import opened


async def test_a_service_that_stops_answers_every_command_whose_events_it_has_written(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = GroupCommit.append
    appending = asyncio.Event()

    async def slow(self: GroupCommit, one: Append) -> int:
        appending.set()
        await asyncio.sleep(0.5)
        return await append(self, one)

    log = JetStreamLog(bus, settings.federation)
    reports = (await opened(log, tournaments=10, players=6, count=5))[:100]
    monkeypatch.setattr(GroupCommit, "append", slow)
    service = app(settings)
    await service.start()

    async def send(place: int) -> Any:
        data = reports[place]
        subject = f"omkamp.{settings.federation}.command.venue.{data.unit}.results.report-result"
        body = encode(Command(id=new_command_id(), data=msgspec.Raw(encode(data))))
        try:
            return json.loads((await bus.client.request(subject, body, timeout=10)).data)
        except NatsError:
            return None

    sending = asyncio.gather(*(send(place) for place in range(len(reports))))
    await appending.wait()
    await service.stop()
    replies = [reply for reply in await sending if reply is not None]

    assert replies
    assert {reply["answer"] for reply in replies} == {"accepted"}
    decoder = FactDecoder((GameReported,))
    written = {
        fact.event.id
        async for batch in replay(log)
        for record in batch
        if (fact := decoder.decode(record.sequence, record.body)) is not None
    }
    assert written <= {event for reply in replies for event in reply["events"]}
