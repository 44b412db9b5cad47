"""A scoreboard that joins late sees the table as it is, then as it changes."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import DeliverPolicy
from nats.js.errors import APIError

from contracts.ids import FederationId, TournamentId
from contracts.subjects import all_views, view_stream, view_subject
from contracts.units import tournament_unit
from services.reporting import view
from services.reporting.app import app
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.records import appended
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, STARTED, SUMMER, reported

SUBJECT_NAME = "current-standings"


async def next_table(bus: Bus, settings: Settings, position: int) -> Any:
    """Return the first published table that knows an event."""
    subscription = await bus.jetstream.subscribe(
        view_subject(settings.federation, tournament_unit(SUMMER), SUBJECT_NAME),
        stream=view_stream(settings.federation),
        ordered_consumer=True,
        deliver_policy=DeliverPolicy.LAST,
    )
    try:
        async with asyncio.timeout(20):
            async for message in subscription.messages:
                view = json.loads(message.data)
                if view["position"] >= position:
                    return view["data"]
    finally:
        await subscription.unsubscribe()


async def test_the_table_is_published_as_it_stood_and_as_it_changes(bus: Bus, settings: Settings) -> None:
    log = JetStreamLog(bus, settings.federation)
    first = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
    reporting = app(settings)
    await reporting.start()
    table = await next_table(bus, settings, first)
    assert next((row["name"], row["points"]) for row in table["rows"]) == ("Anna", 2)
    assert table["provisional"]

    second = await appended(log, tournament_unit(SUMMER), (reported(1, DORA, BO, "0-1"),))
    table = await next_table(bus, settings, second)
    assert {row["name"]: row["points"] for row in table["rows"]} == {"Anna": 2, "Bo": 2, "Carl": 0, "Dora": 0}
    assert not table["provisional"]
    await reporting.stop()


async def test_many_changes_are_published_once_and_the_stream_keeps_the_last(bus: Bus, settings: Settings) -> None:
    log = JetStreamLog(bus, settings.federation)
    reporting = app(settings)
    await reporting.start()
    last = await appended(
        log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "0-1"))
    )
    await next_table(bus, settings, last)
    info = await bus.jetstream.stream_info(view_stream(settings.federation))
    assert info.state.messages == 1
    assert info.state.last_seq <= 3
    await reporting.stop()


async def test_a_server_that_was_killed_has_every_table_again(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url, federation=FederationId("dsu"))
        bus = await Bus.connect(settings, "test")
        await migrate(bus, settings.federation)
        log = JetStreamLog(bus, settings.federation)
        first = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
        reporting = app(settings)
        await reporting.start()
        await next_table(bus, settings, first)
        back = asyncio.Event()
        bus.on_reconnect(back.set)
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.wait_for(back.wait(), 30)
        await stream_of_views(bus, settings)
        table = await next_table(bus, settings, first)
        assert next((row["name"], row["points"]) for row in table["rows"]) == ("Anna", 2)
        await reporting.stop()
        await bus.close()


async def test_a_stream_that_somebody_deletes_is_there_again_with_the_next_change(bus: Bus, settings: Settings) -> None:
    log = JetStreamLog(bus, settings.federation)
    first = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
    reporting = app(settings)
    await reporting.start()
    await next_table(bus, settings, first)
    await bus.jetstream.delete_stream(view_stream(settings.federation))
    second = await appended(log, tournament_unit(SUMMER), (reported(1, DORA, BO, "0-1"),))
    await stream_of_views(bus, settings)
    assert not (await next_table(bus, settings, second))["provisional"]
    await reporting.stop()


async def stream_of_views(bus: Bus, settings: Settings) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                await bus.jetstream.stream_info(view_stream(settings.federation))
            except (APIError, NatsError):
                await asyncio.sleep(0.05)
            else:
                return


async def test_a_view_that_cannot_be_made_and_a_listener_that_answers_do_not_keep_the_others_from_being_seen(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    making = view.answer

    def answer(of: Any, query: Any) -> Any:
        if query.tournament != SUMMER:
            raise ZeroDivisionError
        return making(of, query)

    async def thanks(message: Msg) -> None:
        if message.reply:
            await bus.client.publish(message.reply, b"thanks")

    monkeypatch.setattr(view, "answer", answer)
    await bus.client.subscribe(all_views(settings.federation), cb=thanks)
    log = JetStreamLog(bus, settings.federation)
    reporting = app(settings)
    await reporting.start()
    winter = msgspec.structs.replace(ANNOUNCED, tournament=TournamentId("winter"))
    await appended(log, tournament_unit(winter.tournament), (winter,))
    first = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
    await next_table(bus, settings, first)
    second = await appended(log, tournament_unit(SUMMER), (reported(1, DORA, BO, "0-1"),))
    await next_table(bus, settings, second)
    await reporting.stop()
