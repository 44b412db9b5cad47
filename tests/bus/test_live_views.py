"""A scoreboard that joins late sees the table as it is, then as it changes."""

import asyncio
import json
from typing import Any

from nats.js.api import DeliverPolicy

from contracts.subjects import view_stream, view_subject
from contracts.units import tournament_unit
from services.reporting.app import app
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.support.records import appended
from tests.support.summer import ANNA, BO, CARL, DORA, STARTED, SUMMER, reported

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
