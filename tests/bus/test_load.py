"""What some ask for does not keep others waiting, and what falls over begins again."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from contracts.ids import PlayerId
from contracts.operations import Health, HealthReport
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerRegistered, Players, RegisteredPlayer
from contracts.units import player_unit
from services.registration.app import app
from services.runtime import service
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import Append, Unavailable
from services.runtime.settings import Settings
from tests.support.records import appended

ANNA = PlayerRegistered(player=PlayerId("anna"), name="Anna", federation="DEN")
REGISTER = {"player": "anna", "name": "Anna", "federation": "DEN"}


@pytest_asyncio.fixture
async def client(bus: Bus, settings: Settings) -> AsyncIterator[Client]:  # noqa: ARG001  the log is made by the bus
    application = app(settings)
    await application.start()
    client = await Client.connect(settings, "office", patience=3)
    yield client
    await client.close()
    await application.stop()


async def test_who_claims_to_have_seen_what_is_not_there_is_refused_at_once_and_keeps_nobody_waiting(
    bus: Bus, settings: Settings, client: Client
) -> None:
    far = json.dumps({"after": 10**30}).encode()
    subject = f"omkamp.{settings.federation}.query.registration.health"
    async with asyncio.timeout(8):
        storm = [asyncio.create_task(bus.client.request(subject, far, timeout=30)) for _ in range(3000)]
        await client.ask(Health(), HealthReport, "registration")
        replies = [json.loads((await one).data) for one in storm]
    assert {reply["code"] for reply in replies} == {RefusalCode.UNAVAILABLE}


async def test_who_only_asks_is_answered_also_while_the_log_takes_no_commands(
    bus: Bus, settings: Settings, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = asyncio.Event()

    async def held_up(_: JetStreamLog, __: Append) -> int:
        await held.wait()
        raise Unavailable("it was held up")

    monkeypatch.setattr(JetStreamLog, "append", held_up)
    subject = f"omkamp.{settings.federation}.command.office.player-p{{}}.registration.register-player"
    for number in range(service.CONCURRENT + 10):
        body = {"id": f"c{number}", "data": {**REGISTER, "player": f"p{number}"}}
        await bus.client.publish(subject.format(number), json.dumps(body).encode())
    await bus.client.flush()
    async with asyncio.timeout(10):
        assert (await client.ask(Health(), HealthReport, "registration")).well
    monkeypatch.undo()
    held.set()


async def test_an_answer_the_server_cannot_carry_is_refused_by_name(
    bus: Bus, settings: Settings, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = JetStreamLog(bus, settings.federation)
    client.seen = await appended(log, player_unit(ANNA.player), (ANNA,))
    limit = 100
    monkeypatch.setattr("nats.aio.client.Client.max_payload", limit)
    with pytest.raises(Refused) as caught:
        await client.ask(Players(), list[RegisteredPlayer])
    assert caught.value.refusal.code is RefusalCode.TOO_LARGE
    assert caught.value.refusal.details["limit"] == limit


async def test_a_view_that_falls_over_begins_again_where_it_was(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow, falls = JetStreamLog.follow, 0

    def unsteady(self: JetStreamLog, after: int = 0) -> Any:
        nonlocal falls
        falls += 1
        if falls == 1:
            raise ZeroDivisionError
        return follow(self, after)

    monkeypatch.setattr(JetStreamLog, "follow", unsteady)
    application = app(settings)
    await application.start()
    client = await Client.connect(settings, "office", patience=10)
    client.seen = await appended(JetStreamLog(bus, settings.federation), player_unit(ANNA.player), (ANNA,))
    assert len(await client.ask(Players(), list[RegisteredPlayer])) == 1
    await client.close()
    await application.stop()
