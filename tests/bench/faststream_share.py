"""FastStream's share: the same endpoint behind FastStream and behind a bare nats-py subscription."""

from collections.abc import Awaitable, Callable
from typing import Any

from contracts.messages import name_of
from contracts.operations import Digest
from contracts.subjects import query_subject
from services.results.app import SERVICE, app
from services.runtime.bus import Bus, taken
from services.runtime.service import Running
from services.runtime.settings import Settings
from tests.bench.measure import Row, rate, side_by_side

_COUNT, _CONCURRENT = 4000, 64


async def run(settings: Settings, bus: Bus) -> list[Row]:
    """Ask the cheapest query there is, through both."""
    subject = query_subject(settings.federation, "results", name_of(Digest))

    async def ask() -> None:
        reply = await bus.client.request(subject, b"", timeout=10)
        assert b"found" in reply.data

    def behind(start: Callable[[], Awaitable[Callable[[], Awaitable[Any]]]]) -> Callable[[], Awaitable[float]]:
        async def side() -> float:
            stop = await start()
            value = await rate([ask] * _COUNT, _CONCURRENT)
            await stop()
            return value

        return side

    async def with_faststream() -> Callable[[], Awaitable[Any]]:
        application = app(settings)
        await application.start()
        return application.stop

    async def without() -> Callable[[], Awaitable[Any]]:
        running = await Running.start(SERVICE, settings)

        async def take(message: Any) -> None:
            await running.take(running.endpoint.query, message)

        await running.bus.client.subscribe("omkamp.*.query.results.*", "results", cb=take)
        await taken(running.bus.client)
        return running.stop

    ours, bare = await side_by_side(behind(with_faststream), behind(without))
    return [Row(what="queries answered behind FastStream (behind bare nats-py)", ours=ours, theirs=bare, unit="/s")]
