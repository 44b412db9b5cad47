"""What outgrows a message: an answer is refused by name, a list of a whole federation is a chain of parts."""

import datetime as dt
from pathlib import Path

import msgspec
import pytest

from contracts.ids import EventId, FederationId, PlayerId
from contracts.rating import (
    IN_A_PART,
    ListPublished,
    PublishedList,
    PublishList,
    RatedPlayer,
    Ratings,
    StartRatingSet,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerRegistered, Players
from contracts.units import LISTS, RATINGS, player_unit
from services.rating import pages, publishing
from services.rating.app import app as rating
from services.rating.changes import Start
from services.rating.known import View
from services.rating.registers import change
from services.registration.app import app as registration
from services.runtime import server as servers
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import MAX_BODY, MAX_RECORDS
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.records import appended

PLAYERS = 100_000
PARTS = 16
"""13 of lines, and 3 of those who stand in the extract from 2200 on, every fifth."""
DAY = dt.date(2018, 6, 1)
LIST = PublishList(list="june", federation="dsu", day=DAY)


async def test_an_answer_that_the_server_does_not_take_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "MAX_PAYLOAD", 5_000)
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url, federation=FederationId("dsu"))
        bus = await Bus.connect(settings, "test")
        await migrate(bus, settings.federation)
        log = JetStreamLog(bus, settings.federation)
        for number in range(50):
            player = PlayerId(f"p{number}")
            await appended(
                log, player_unit(player), [PlayerRegistered(player=player, name="x" * 100, federation="DEN")]
            )
        application = registration(settings)
        await application.start()
        client = await Client.connect(settings, "office", patience=5)
        with pytest.raises(Refused) as caught:
            await client.ask(Players(), list[object])
        assert caught.value.refusal.code is RefusalCode.TOO_LARGE
        await client.close()
        await application.stop()
        await bus.close()


@pytest.mark.long
async def test_a_list_of_a_hundred_thousand_players_is_published_whole_in_order_and_computed_again(
    bus: Bus, settings: Settings
) -> None:
    log = JetStreamLog(bus, settings.federation)
    starts = [
        StartRatingSet(player=PlayerId(f"dsu-{one:06}"), rating=1000 + one * 7919 % 1500, rules="dsu-2007", day=DAY)
        for one in range(PLAYERS)
    ]
    last = 0
    for first in range(0, PLAYERS, MAX_RECORDS):
        last = await appended(log, RATINGS, starts[first : first + MAX_RECORDS], after=last)
    application = rating(settings)
    await application.start()
    client = await Client.connect(settings, "office", patience=300)
    client.seen = head = await log.head()
    with pytest.raises(Refused) as caught:
        await client.what_if(LIST)
    assert caught.value.refusal.code is RefusalCode.TOO_LARGE
    accepted = await client.do(LIST)
    assert await log.head() - head == len(accepted.events) == PARTS

    records = await log.unit(LISTS)
    assert [one.sequence for one in records] == list(range(head + 1, head + PARTS + 1)), (
        "one after another, nothing between"
    )
    assert max(len(one.body) for one in records) < MAX_BODY
    parts = [await client.ask(PublishedList(list="june", part=part), ListPublished) for part in range(1, PARTS + 1)]
    whole = pages.whole_of(parts)
    assert [(one.player, one.rating) for one in whole.lines] == sorted(
        ((one.player, one.rating) for one in starts), key=lambda one: (-one[1], one[0])
    )
    view = View()
    for place, one in enumerate(starts):
        change(view.registers, "dsu", Start(one.player, one.rating, DAY.toordinal(), EventId(f"e{place}")))
    assert publishing.parts_of(pages.command_of(parts), view) == parts

    again = await client.do(msgspec.structs.replace(LIST))
    assert (again.events, await log.head()) == ((), head + PARTS)
    numbers = [
        one.rating
        for part in range(1, PLAYERS // IN_A_PART + 2)
        for one in await client.ask(Ratings(part=part), list[RatedPlayer])
    ]
    assert numbers == [one.rating for one in whole.lines]
    await client.close()
    await application.stop()
