"""
Reactions: a service answers others' events with commands of its own, by a durable consumer.

The consumer is made where the service first goes live and remembers its place in the server: a replay never speaks,
and what happened while the service was down is answered when it is back. If somebody deletes it, it is made again where
this service had come to. A command's id derives from its cause and its content, so an event delivered twice commands
once. An event whose reaction fails stays and is delivered again, ever more rarely (`stuck`); the others go on.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Coroutine
from typing import Any, Final, Protocol

import msgspec
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig, ConsumerInfo, DeliverPolicy
from nats.js.errors import APIError, NotFoundError

from contracts.codec import FactDecoder, Poison, encode
from contracts.envelope import Command, Fact
from contracts.ids import ActorId, CommandId, FederationId, UnitId
from contracts.messages import CommandData, EventData, context_of, name_of
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.subjects import ANY, event_stream, event_subject
from services.runtime.bus import Bus
from services.runtime.draft import Request
from services.runtime.handle import KNOWN_WITHIN, Handler
from services.runtime.logs import logger
from services.runtime.stuck import Failing, Stuck, pause

_NAMESPACE: Final = uuid.UUID("6f6d6b61-6d70-4000-8000-7265616374ff")
_NEXT: Final = encode({"batch": 1, "expires": 10_000_000_000})
"""One event, waited for ten seconds (in nanoseconds)."""
_SILENCE: Final = 15.0
"""Seconds without any answer after which the event is asked for again."""
_AGAIN: Final = 0.5
_NOTHING_NEW: Final = frozenset({"404", "408"})
"""What a consumer says that has nothing to deliver; anything else it says, or that it is not there, is trouble."""
_NOT_NOW: Final = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.CONCURRENT_CHANGE})


class ReactModule(Protocol):
    """What a service's `react.py` offers, if it has one."""

    REACTS_TO: tuple[type[EventData], ...]

    def react(self, fact: Fact[EventData], view: Any) -> list[CommandData]:  # noqa: ANN401  the service's own view
        """Return the commands that answer an event."""


class Reactor:
    """The reactions of one service."""

    def __init__(self, bus: Bus, federation: FederationId, handler: Handler, module: ReactModule) -> None:
        self._bus = bus
        self._stream = event_stream(federation)
        self._federation = federation
        self._handler = handler
        self._module = module
        self._durable = f"{handler.context}-reactions"
        self._decoder = FactDecoder(module.REACTS_TO)
        self._subjects = [
            event_subject(federation, ANY, context_of(event), name_of(event)) for event in module.REACTS_TO
        ]
        self.stuck = Stuck(handler.context)
        self._reached: int | None = None
        self._open: set[int] = set()

    async def prepare(self) -> None:
        """
        Make the durable consumer, if there is none yet: at the end of the log, or where this one had come to.

        One that was made when the service reacted to less is told of what has been added since.
        """
        try:
            info = await self._bus.jetstream.consumer_info(self._stream, self._durable)
        except NotFoundError:
            info = await self._make()
        else:
            if set(info.config.filter_subjects or ()) != set(self._subjects):
                info.config.filter_subjects = self._subjects
                info = await self._bus.jetstream.add_consumer(self._stream, info.config)
        if self._reached is None and info.ack_floor is not None and info.delivered is not None:
            acknowledged = info.num_ack_pending == 0
            self._reached = info.delivered.stream_seq if acknowledged else info.ack_floor.stream_seq

    async def _make(self) -> ConsumerInfo:
        start = self._resume
        if start is not None:
            logger.warning("reactions have lost their place in the server", context=self._handler.context, after=start)
        return await self._bus.jetstream.add_consumer(
            self._stream,
            ConsumerConfig(
                durable_name=self._durable,
                deliver_policy=DeliverPolicy.NEW if start is None else DeliverPolicy.BY_START_SEQUENCE,
                opt_start_seq=None if start is None else start + 1,
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=60,
                max_ack_pending=-1,
                filter_subjects=self._subjects,
            ),
        )

    @property
    def _resume(self) -> int | None:
        """The last event before the first one that is not answered, as far as this process knows."""
        return min(self._open) - 1 if self._open else self._reached

    async def run(self) -> None:
        """React until cancelled."""
        while True:
            try:
                await self._serve()
            except (NatsError, APIError, OSError) as error:
                logger.debug("reactions begin again", context=self._handler.context, error=str(error))
                await asyncio.sleep(_AGAIN)

    async def _serve(self) -> None:
        # Not nats-py's own `fetch`: it can swallow a cancellation, and then a service does not stop.
        client = self._bus.client
        inbox, arrived = client.new_inbox(), asyncio.Queue[Msg | None]()
        subscription = await client.subscribe(inbox, cb=arrived.put)
        forget = self._bus.on_reconnect(lambda: arrived.put_nowait(None))
        try:
            while True:
                await client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{self._stream}.{self._durable}", _NEXT, reply=inbox)
                message = await _within(arrived.get(), _SILENCE)
                if message is None:
                    continue
                if message.reply.startswith("$JS.ACK."):
                    await self._answer(message)
                elif (message.headers or {}).get("Status") not in _NOTHING_NEW:
                    await asyncio.sleep(_AGAIN)
                    await self.prepare()
        finally:
            forget()
            with contextlib.suppress(NatsError, OSError):
                await subscription.unsubscribe()

    async def _answer(self, message: Msg) -> None:
        sequence = message.metadata.sequence.stream
        try:
            fact = self._decoder.decode(sequence, message.data, message.subject)
        except Poison as poison:
            logger.error("no reaction to an event that cannot be read", sequence=sequence, reason=poison.reason)
            await message.term()
            return
        delivery = message.metadata.num_delivered
        try:
            answered = fact is None or await self._react(fact)
        except Refused as refused:
            logger.debug("no reaction yet", context=self._handler.context, sequence=sequence, reason=str(refused))
            answered = False
        except Failing as failing:
            self.stuck.failed(sequence, delivery, str(failing))
            answered = False
        except Exception as error:  # noqa: BLE001  the event stays and is tried again; the others go on
            logger.exception("a reaction failed", context=self._handler.context, sequence=sequence)
            self.stuck.failed(sequence, delivery, f"{type(error).__name__}: {error}")
            answered = False
        if answered:
            self._open.discard(sequence)
            self._reached = max(sequence, self._reached or 0)
            self.stuck.answered(sequence)
            await message.ack()
        else:
            self._open.add(sequence)
            await message.nak(delay=pause(delivery))

    async def _react(self, fact: Fact[EventData]) -> bool:
        """
        Answer an event; False if it must be tried again, which is `Failing` where a command of it found a fault here.

        A unit that cannot answer keeps nobody else waiting: the commands for other units are carried out.
        """
        if not await self._handler.projection.reached(fact.sequence, KNOWN_WITHIN):
            return False
        again: set[UnitId] = set()
        fault = ""
        for data in self._module.react(fact, self._handler.projection.view):
            if data.unit in again:
                continue
            reply = await self._handler.handle(self._request(fact, data))
            if not isinstance(reply, Refusal):
                continue
            faulty = reply.code is RefusalCode.INTERNAL
            final = not faulty and reply.code not in _NOT_NOW
            tell = logger.info if final else logger.warning
            tell(
                "reaction refused" if final else "reaction refused; it is tried again",
                name=name_of(type(data)),
                code=reply.code,
                message=reply.message,
                cause=fact.event.id,
                correlation=fact.event.correlationid,
            )
            if not final:
                again.add(data.unit)
            if faulty:
                fault = f"{name_of(type(data))} for {data.unit}: {reply.message}"
        if fault:
            raise Failing(fault)
        return not again

    def _request(self, fact: Fact[EventData], data: CommandData) -> Request:
        # By its content, not its place: when a reaction is tried again, what is already done is no longer in the list.
        body = encode(data)
        name = f"{fact.event.id}/{self._handler.context}/{name_of(type(data))}/{body.decode()}"
        command = Command(
            id=CommandId(str(uuid.uuid5(_NAMESPACE, name))),
            data=msgspec.Raw(body),
            effectivedate=fact.event.effectivedate,
            correlationid=fact.event.correlationid,
            causationid=fact.event.id,
            after=fact.sequence,
        )
        return Request(ActorId(f"service-{self._handler.context}"), data.unit, command, data)


async def _within(arriving: Coroutine[Any, Any, Msg | None], seconds: float) -> Msg | None:
    try:
        async with asyncio.timeout(seconds):
            return await arriving
    except TimeoutError:
        return None
