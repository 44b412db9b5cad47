"""The six services as they run, with their handlers, views and reactions, on one log in memory."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Final

import msgspec

from contracts.codec import FactDecoder, encode
from contracts.envelope import Command, Fact, Reply
from contracts.ids import ActorId, CommandId, FederationId
from contracts.messages import CommandData, EventData, context_of
from contracts.refusals import Refusal, RefusalCode
from services.cli.fleet import SERVICES
from services.runtime.draft import Request
from services.runtime.handle import Handler
from services.runtime.log import Append, EventLog, Record, Unavailable
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection
from services.runtime.reaction import Reactor

DSU: Final = FederationId("dsu")
PATIENCE: Final = 20.0
_AGAIN: Final = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.CONCURRENT_CHANGE})


class LossyLog(MemoryLog):
    """A log on a bad line: now and then a request is lost, or only the acknowledgement of it."""

    def __init__(self, federation: FederationId, random: Random) -> None:
        super().__init__(federation)
        self._random = random
        self.lost = 0

    async def append(self, append: Append) -> int:
        fate = self._random.randrange(10)
        if fate == 0:
            self.lost += 1
            raise Unavailable("the request was lost")
        last = await super().append(append)
        await asyncio.sleep(0)
        if fate == 1:
            self.lost += 1
            raise Unavailable("the acknowledgement was lost")
        return last


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A command as its sender made it: a retry is the same once more."""

    id: CommandId
    data: CommandData
    effective: dt.date


class Company:
    """
    Every service in two instances that know nothing of each other but the log.

    Reactions run when `settle` is called, each event once, in order.
    """

    def __init__(self, log: MemoryLog) -> None:
        self.log = log
        self.views = {name: Projection(name, service.view, log) for name, service in SERVICES.items()}
        self._instances = [self._handlers(log), self._handlers(log)]
        self._reactors = [
            (FactDecoder(service.react.REACTS_TO), Reactor(_NO_BUS, log.federation, handler, service.react))
            for service, handler in zip(SERVICES.values(), self._instances[0].values(), strict=True)
            if service.react is not None
        ]
        self._reacted = 0

    def _handlers(self, log: EventLog) -> dict[str, Handler]:
        return {
            name: Handler(name, service.state, service.decide, log, self.views[name])
            for name, service in SERVICES.items()
        }

    async def send(self, sent: Sent, instance: int = 0) -> Reply:
        """Send a command, and again as a client would while the answer is `not now`."""
        handler = self._instances[instance][context_of(type(sent.data))]
        envelope = Command(id=sent.id, data=msgspec.Raw(encode(sent.data)), effectivedate=sent.effective)
        while True:
            reply = await handler.handle(Request(ActorId("desk"), sent.data.unit, envelope, sent.data))
            if not isinstance(reply, Refusal) or reply.code not in _AGAIN:
                return reply

    async def settle(self) -> None:
        """Let every view see, and every reaction answer, what there is; and what that causes."""
        while self._reacted < await self.log.head():
            for view in self.views.values():
                assert await view.reached(await self.log.head(), PATIENCE)
            for record in (await self.records())[self._reacted :]:
                for decoder, reactor in self._reactors:
                    fact = decoder.decode(record.sequence, record.body)
                    while fact is not None and not await reactor._react(fact):
                        pass
                self._reacted = record.sequence
        for view in self.views.values():
            assert await view.reached(await self.log.head(), PATIENCE)

    async def records(self) -> list[Record]:
        async for batch in self.log.follow():
            return batch
        return []


_NO_BUS: Any = None
"""A reactor here is handed its events; only its consumer would need a bus."""


@asynccontextmanager
async def company(log: MemoryLog) -> AsyncIterator[Company]:
    """Run the six services on a log while the block runs."""
    running = Company(log)
    tasks = [asyncio.create_task(view.run()) for view in running.views.values()]
    try:
        yield running
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def told(records: list[Record]) -> Iterator[tuple[Any, ...]]:
    """Tell each event without the moment it was recorded: what must not depend on how often it was asked for."""
    decoder = FactDecoder()
    for record in records:
        fact: Fact[EventData] | None = decoder.decode(record.sequence, record.body)
        assert fact is not None
        event = fact.event
        yield event.id, event.type, event.subject, event.actor, event.causationid, event.effectivedate, fact.data
