"""
Following a stream: every event from a position on, in order, each once, as a projection needs it.

An ephemeral pull consumer without acknowledgements, asked for the next messages while the last ones are still coming.
Each message tells its place in the stream and in the consumer; a gap, a silent line or a restarted server ends the
consumer, and a new one begins after the last event handed on.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Final

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from services.runtime.bus import Bus
from services.runtime.clock import new_command_id
from services.runtime.log import Record
from services.runtime.logs import logger
from services.runtime.stream import reading_config

REQUEST: Final = 2000
"""Messages asked for at once; the next request goes out when half of them have come."""
_SECOND: Final = 1_000_000_000
_EXPIRES: Final = 30 * _SECOND
_HEARTBEAT: Final = 2 * _SECOND
_SILENCE: Final = 5.0
"""Seconds without a message or a heartbeat after which the consumer counts as lost."""
_PAUSE: Final = 0.1
_PLAIN_ACK_TOKENS: Final = 9


class Follower:
    """One reader of one stream, with its position."""

    def __init__(self, bus: Bus, stream: str, after: int) -> None:
        self._bus = bus
        self._stream = stream
        self._position = after
        self._session: _Session | None = None

    async def batches(self) -> AsyncIterator[list[Record]]:
        """Yield batches for ever."""
        while True:
            try:
                self._session = await _Session.open(self._bus, self._stream, self._position)
                while batch := await self._session.next():
                    self._position = batch[-1].sequence
                    yield batch
            except (NatsError, APIError, OSError) as error:
                logger.debug("reading the log again", after=self._position, error=str(error) or type(error).__name__)
                await asyncio.sleep(_PAUSE)
            await self.close()

    async def close(self) -> None:
        """End the consumer."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()


class _Session:
    """One consumer, from its creation to the first doubt."""

    def __init__(self, bus: Bus, stream: str, name: str, inbox: str) -> None:
        self._bus = bus
        self._stream = stream
        self._name = name
        self._inbox = inbox
        self._subscription: Subscription | None = None
        self._records: list[Record] = []
        self._delivered = 0
        self._wanted = 0
        self._lost = False
        self._heard = asyncio.Event()
        self._last_heard = asyncio.get_running_loop().time()
        self._forget = bus.on_reconnect(self._doubt)
        self._watch = asyncio.get_running_loop().call_later(_SILENCE, self._listen_for_silence)

    @classmethod
    async def open(cls, bus: Bus, stream: str, after: int) -> "_Session":
        name = f"follow-{new_command_id()}"
        session = cls(bus, stream, name, bus.client.new_inbox())
        try:
            session._subscription = await bus.client.subscribe(
                session._inbox, cb=session._take, pending_msgs_limit=-1, pending_bytes_limit=-1
            )
            await bus.jetstream.add_consumer(stream, reading_config(name, after))
            await session._ask()
        except BaseException:
            await session.close()
            raise
        return session

    async def next(self) -> list[Record]:
        """Return what has come, waiting for at least one record; nothing once the consumer is in doubt."""
        while not self._records:
            if self._lost:
                return []
            self._heard.clear()
            await self._heard.wait()
            if self._wanted <= 0 and not self._lost:
                await self._ask()
        batch, self._records = self._records, []
        if self._wanted <= REQUEST // 2 and not self._lost:
            await self._ask()
        return batch

    async def close(self) -> None:
        self._watch.cancel()
        self._forget()
        with contextlib.suppress(NatsError, APIError, OSError):
            if self._subscription is not None:
                await self._subscription.unsubscribe()
        if not self._lost and self._bus.client.is_connected:
            with contextlib.suppress(NatsError, APIError, OSError):
                await self._bus.jetstream.delete_consumer(self._stream, self._name)

    async def _ask(self) -> None:
        request = {"batch": REQUEST, "expires": _EXPIRES, "idle_heartbeat": _HEARTBEAT}
        self._wanted = max(self._wanted, 0) + REQUEST
        await self._bus.client.publish(
            f"$JS.API.CONSUMER.MSG.NEXT.{self._stream}.{self._name}", json.dumps(request).encode(), reply=self._inbox
        )

    async def _take(self, message: Msg) -> None:
        self._last_heard = asyncio.get_running_loop().time()
        if not message.reply.startswith("$JS.ACK."):
            self._status(message)
            return
        tokens = message.reply.split(".")
        place = -4 if len(tokens) == _PLAIN_ACK_TOKENS else 7
        sequence, delivered = int(tokens[place]), int(tokens[place + 1])
        if self._lost or delivered != self._delivered + 1:
            self._doubt()
            return
        self._delivered = delivered
        self._wanted -= 1
        self._records.append(Record(sequence, message.subject, message.data))
        self._heard.set()

    def _status(self, message: Msg) -> None:
        status = (message.headers or {}).get("Status")
        match status:
            case "100":
                return
            case "404" | "408":
                # A request ran out; what it left unfilled must be asked for again.
                self._wanted -= int((message.headers or {}).get("Nats-Pending-Messages", REQUEST))
                self._heard.set()
            case _:
                self._doubt()

    def _listen_for_silence(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() - self._last_heard > _SILENCE:
            self._doubt()
        else:
            self._watch = loop.call_later(_SILENCE, self._listen_for_silence)

    def _doubt(self) -> None:
        self._lost = True
        self._heard.set()
