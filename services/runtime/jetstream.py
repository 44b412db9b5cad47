"""The log on JetStream: one stream a federation, appended to in groups, read by a pull consumer of our own."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from contracts.ids import FederationId, UnitId
from contracts.subjects import event_stream, unit_events
from services.runtime.append import GroupCommit
from services.runtime.bus import REQUEST_TIMEOUT, Bus
from services.runtime.follow import Follower
from services.runtime.log import Append, Record, Unavailable
from services.runtime.reader import catch_up

_PAGE = 1000
FAR = 5000
"""Events behind the head from which on it pays to catch up by a connection of one's own."""


class JetStreamLog:
    """An `EventLog` on a real server. Who follows it from `far` events behind or more catches up by the fast reader."""

    def __init__(self, bus: Bus, federation: FederationId, far: int = FAR) -> None:
        self.federation = federation
        self._far = far
        self._bus = bus
        self._stream = event_stream(federation)
        self._commit = GroupCommit(bus, federation)

    async def append(self, append: Append) -> int:
        """Append, in one group with what else waits."""
        return await self._commit.append(append)

    async def unit(self, unit: UnitId, after: int = 0) -> list[Record]:
        """Read the events of a unit by direct get, a page at a time."""
        records: list[Record] = []
        while True:
            page, pending = await self._page(unit, after)
            records += page
            if not page or pending == 0:
                return records
            after = page[-1].sequence

    async def head(self) -> int:
        """Ask the stream for its last sequence."""
        try:
            info = await self._bus.jetstream.stream_info(self._stream)
        except (NatsError, APIError, OSError) as error:
            raise Unavailable(str(error) or type(error).__name__) from error
        return info.state.last_seq

    async def follow(self, after: int = 0) -> AsyncIterator[list[Record]]:
        """Yield every event after a sequence, through restarts of the server and lost lines."""
        async with contextlib.aclosing(self._catching_up(after)) as caught:
            async for batch in caught:
                after = batch[-1].sequence
                yield batch
        follower = Follower(self._bus, self._stream, after)
        try:
            async for batch in follower.batches():
                yield batch
        finally:
            await follower.close()

    async def _catching_up(self, after: int) -> AsyncGenerator[list[Record], None]:
        try:
            head = await self.head()
        except Unavailable:
            return
        if head - after >= self._far:
            async with contextlib.aclosing(catch_up(self._bus, self._stream, after, head)) as batches:
                async for batch in batches:
                    yield batch

    async def _page(self, unit: UnitId, after: int) -> tuple[list[Record], int]:
        # A batched direct get answers with many messages and an end marker; nats-py has no call for it.
        client, loop = self._bus.client, asyncio.get_running_loop()
        inbox = client.new_inbox()
        request = {"seq": after + 1, "next_by_subj": unit_events(self.federation, unit), "batch": _PAGE}
        page: list[Record] = []
        end: asyncio.Future[int] = loop.create_future()

        async def take(message: Msg) -> None:
            headers: dict[str, Any] = message.headers or {}
            if "Status" not in headers:
                page.append(Record(int(headers["Nats-Sequence"]), headers["Nats-Subject"], message.data))
            elif not end.done():
                _end(end, headers)

        def broken(reason: str) -> None:
            if not end.done():
                end.set_exception(Unavailable(reason))

        forget = self._bus.on_reconnect(lambda: broken("the line broke"))
        timer = loop.call_later(REQUEST_TIMEOUT, broken, "no answer")
        try:
            subscription = await client.subscribe(inbox, cb=take, pending_msgs_limit=-1, pending_bytes_limit=-1)
            try:
                await client.publish(f"$JS.API.DIRECT.GET.{self._stream}", json.dumps(request).encode(), reply=inbox)
                pending = await end
            finally:
                await subscription.unsubscribe()
        except (NatsError, OSError) as error:
            raise Unavailable(str(error) or type(error).__name__) from error
        finally:
            timer.cancel()
            forget()
        return page, pending


def _end(end: asyncio.Future[int], headers: dict[str, Any]) -> None:
    match headers["Status"]:
        case "204":
            end.set_result(int(headers.get("Nats-Num-Pending", 0)))
        case "404":
            end.set_result(0)
        case status:
            end.set_exception(Unavailable(f"direct get answered {status} {headers.get('Description', '')}".strip()))
