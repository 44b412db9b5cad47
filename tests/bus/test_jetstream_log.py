import asyncio
import itertools
from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio
from nats.aio.msg import Msg

from contracts.ids import UnitId
from contracts.subjects import all_events
from services.runtime import append as module
from services.runtime.append import ENOUGH, SINGLY
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.support.log_conformance import SUMMER, LogConformance, append


class TestJetStreamLog(LogConformance):
    @pytest.fixture
    def log(self, bus: Bus, settings: Settings) -> JetStreamLog:
        return JetStreamLog(bus, settings.federation)


Batches = asyncio.Queue[str]
"""The batches in which events go out, one of each event; empty for one that goes singly."""


@pytest_asyncio.fixture
async def sent(bus: Bus, settings: Settings) -> AsyncIterator[Batches]:
    batches: Batches = asyncio.Queue()

    async def heard(message: Msg) -> None:
        batches.put_nowait((message.headers or {}).get("Nats-Batch-Id", ""))

    subscription = await bus.client.subscribe(all_events(settings.federation), cb=heard)
    await bus.client.flush()
    yield batches
    await subscription.unsubscribe()


async def heard(batches: Batches, count: int) -> list[str]:
    async with asyncio.timeout(5):
        return [await batches.get() for _ in range(count)]


async def test_who_comes_alone_goes_alone(bus: Bus, settings: Settings, sent: Batches) -> None:
    log = JetStreamLog(bus, settings.federation)
    for expected in range(20):
        await log.append(append(log, SUMMER, expected, "alone"))
    assert await heard(sent, 20) == [""] * 20


async def test_those_who_wait_for_the_first_go_in_one_batch_and_come_again_in_one(
    bus: Bus, settings: Settings, sent: Batches
) -> None:
    log = JetStreamLog(bus, settings.federation)

    async def writer(number: int) -> list[int]:
        unit = UnitId(f"tournament-{number}")
        first = await log.append(append(log, unit, 0, "first"))
        return [first, await log.append(append(log, unit, first, "second"))]

    sequences = await asyncio.gather(*(writer(number) for number in range(30)))
    batches = await heard(sent, 60)
    assert sorted(itertools.chain.from_iterable(sequences)) == list(range(1, 61))
    assert batches[0] == "", "the first waits for nobody"
    assert batches.count("") <= SINGLY, "and the others go together, not one by one"
    assert len(set(batches)) <= 4


async def test_a_few_who_wait_go_singly_together(bus: Bus, settings: Settings, sent: Batches) -> None:
    log = JetStreamLog(bus, settings.federation)
    few = [append(log, UnitId(f"tournament-{number}"), 0, "one") for number in range(SINGLY + 1)]
    assert sorted(await asyncio.gather(*map(log.append, few))) == list(range(1, SINGLY + 2))
    assert set(await heard(sent, SINGLY + 1)) == {""}


async def test_who_waits_beside_an_append_of_several_events_goes_in_its_batch(
    bus: Bus, settings: Settings, sent: Batches
) -> None:
    log = JetStreamLog(bus, settings.federation)
    units = [UnitId(f"tournament-{number}") for number in range(4)]
    appends = [append(log, unit, 0, *texts) for unit, texts in zip(units, ("a", "b", ("c", "d"), "e"), strict=True)]
    assert await asyncio.gather(*map(log.append, appends)) == [1, 2, 4, 5]
    alone, *together = await heard(sent, 5)
    assert alone == ""
    assert len(set(together)) == 1
    assert together[0]


async def test_enough_who_wait_behind_a_small_group_wait_for_nobody_else(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GATHERING", 3600)
    log = JetStreamLog(bus, settings.federation)
    some = [append(log, UnitId(f"tournament-{number}"), 0, "one") for number in range(1 + ENOUGH)]
    async with asyncio.timeout(20):
        assert await asyncio.gather(*map(log.append, some)) == list(range(1, 2 + ENOUGH))


SAYINGS = (
    b"thanks",
    b"{}",
    b"[]",
    b"null",
    b"\xff",
    b'{"seq":99999}',
    b'{"stream":"other","seq":1}',
    b'{"error":"no"}',
)


class TestAmongOthersWhoAnswer:
    """Somebody listens to the events and answers each of them, sooner than the stream can."""

    @pytest_asyncio.fixture
    async def log(self, bus: Bus, settings: Settings) -> AsyncIterator[JetStreamLog]:
        chatterer, turn = await Bus.connect(settings, "chatterer"), count()

        async def answer(message: Msg) -> None:
            await chatterer.client.publish(message.reply, SAYINGS[next(turn) % len(SAYINGS)])

        await chatterer.client.subscribe(all_events(settings.federation), cb=answer)
        await chatterer.client.flush()
        yield JetStreamLog(bus, settings.federation)
        await chatterer.close()

    async def test_no_saying_of_a_listener_counts_as_the_stream_s_answer(self, log: JetStreamLog) -> None:
        for expected in range(len(SAYINGS)):
            assert await log.append(append(log, SUMMER, expected, "alone")) == expected + 1

    async def test_a_commit_that_falls_over_leaves_nobody_waiting(
        self, log: JetStreamLog, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fall_over(_group: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as broken:
            broken.setattr(log._commit, "_outcomes", fall_over)
            alone, *others = await asyncio.gather(
                *(log.append(append(log, SUMMER, 0, f"w{number}")) for number in range(3)), return_exceptions=True
            )
        assert alone == 1
        assert {type(one).__name__ for one in others} == {"Unavailable"}
        assert await log.append(append(log, SUMMER, 1, "a")) == 2
