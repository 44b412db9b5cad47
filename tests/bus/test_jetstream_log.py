import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest
import pytest_asyncio
from nats.aio.msg import Msg

from contracts.subjects import all_events
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.support.log_conformance import SUMMER, LogConformance, append


class TestJetStreamLog(LogConformance):
    @pytest.fixture
    def log(self, bus: Bus, settings: Settings) -> JetStreamLog:
        return JetStreamLog(bus, settings.federation)


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
