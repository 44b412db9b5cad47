"""A service that is asked to stop answers what it has begun, and writes nothing that nobody hears of."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.errors import Error as NatsError

from contracts.codec import FactDecoder, encode
from contracts.envelope import Accepted, Command
from contracts.ids import PlayerId
from contracts.refusals import Refusal
from contracts.registration import Players, RegisteredPlayer, RegisterPlayer
from contracts.results import GameReported
from services.cli.fleet import Fleet
from services.results.app import app
from services.runtime.append import GroupCommit
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.clock import new_command_id
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import Append, replay
from services.runtime.server import EmbeddedServer
from services.runtime.service import Running
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.season import opened

REGISTER = RegisterPlayer(player=PlayerId("anna"), name="Anna", federation="DEN")


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


async def test_a_service_that_stops_answers_what_the_server_has_handed_over_already(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Running.take

    async def slow(self: Running, *message: Any) -> None:
        await asyncio.sleep(0.005)
        await take(self, *message)

    monkeypatch.setattr(Running, "take", slow)
    log = JetStreamLog(bus, settings.federation)
    reports = (await opened(log, tournaments=10, players=6, count=5))[:100]
    service = app(settings)
    await service.start()

    async def send(place: int) -> Any:
        data = reports[place]
        subject = f"omkamp.{settings.federation}.command.venue.{data.unit}.results.report-result"
        body = encode(Command(id=new_command_id(), data=msgspec.Raw(encode(data))))
        return json.loads((await bus.client.request(subject, body, timeout=3)).data)["answer"]

    sending = asyncio.gather(*(send(place) for place in range(len(reports))))
    await asyncio.sleep(0)
    await bus.client.flush()
    await service.stop()
    assert set(await sending) == {"accepted"}


async def test_a_service_that_is_turned_away_for_a_while_goes_on_trying(bus: Bus, settings: Settings) -> None:
    await migrate(bus, settings.federation)
    service = app(settings)
    await service.start()
    # What this raises ends nats-py's attempts to connect again; FastStream's own raises it.
    await service.broker._connection._error_cb(NatsError("nats: 'Authorization Violation'"))  # type: ignore[union-attr]  # it has started
    await service.stop()


async def test_a_service_whose_connection_was_closed_keeps_its_view_when_it_stops(
    bus: Bus, settings: Settings, tmp_path: Path
) -> None:
    await opened(JetStreamLog(bus, settings.federation), tournaments=1, players=6, count=5)
    service = app(msgspec.structs.replace(settings, state=str(tmp_path)))
    await service.start()
    await asyncio.sleep(0.2)
    await service.broker._connection.close()  # type: ignore[union-attr]  # as the server does whose credentials expired
    await service.stop()
    assert (tmp_path / settings.federation / "results.snapshot").exists()


async def test_a_service_stops_in_good_order_while_the_server_is_away(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path / "nats") as server:
        settings = Settings(url=server.url, state=str(tmp_path / "state"))
        bus = await Bus.connect(settings, "test")
        await migrate(bus, settings.federation)
        fleet = Fleet(settings, ("results", "registration", "reporting"))
        async with fleet:
            office = await Client.connect(settings, "office", patience=5)
            assert isinstance(await office.send(REGISTER), Accepted)
            await office.ask(Players(), list[RegisteredPlayer])
            await server.stop()
            lost = asyncio.create_task(office.send(REGISTER))
            await asyncio.sleep(0.2)
    snapshot = tmp_path / "state" / settings.federation / "registration.snapshot"
    assert snapshot.exists()
    await office.close()
    await bus.close()
    assert isinstance(await lost, Refusal)


async def test_a_service_that_does_not_stop_in_good_order_keeps_no_other_from_it(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, stopped = Running.stop, []

    async def stumble(self: Running) -> None:
        await stop(self)
        stopped.append(self.handler.context)
        if self.handler.context == "results":
            raise ZeroDivisionError

    monkeypatch.setattr(Running, "stop", stumble)
    async with Fleet(settings, ("registration", "results", "discipline")):
        assert bus.client.is_connected
    assert sorted(stopped) == ["discipline", "registration", "results"]
