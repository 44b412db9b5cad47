"""
Wiring a service to the bus: FastStream carries commands and queries, the log carries events.

All six are wired alike; what differs is what a `Service` names.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from faststream import FastStream
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError

from contracts.codec import encode
from contracts.refusals import Refusal, RefusalCode
from contracts.subjects import commands_of, queries_of
from services.runtime.broker import Broker
from services.runtime.bus import Bus, Cut, ended, taken, why_closed
from services.runtime.condensed import CondensingModule
from services.runtime.copying import keep_copy
from services.runtime.draft import DecideModule, StateModule
from services.runtime.handle import Handler
from services.runtime.jetstream import JetStreamLog
from services.runtime.live import LiveModule, LiveViews
from services.runtime.logs import logger
from services.runtime.projection import Projection, ViewModule
from services.runtime.reaction import ReactModule, Reactor
from services.runtime.segments import SegmentStore
from services.runtime.settings import Settings
from services.runtime.snapshot import Shelf
from services.runtime.stream import check
from services.runtime.stuck import ReactingEndpoint

if TYPE_CHECKING:
    from nats.aio.msg import Msg

Answering = Callable[[str, bytes], Awaitable[bytes]]
"""Makes the answer to a request, given its subject and its body."""

CONCURRENT: Final = 2000
"""Requests of one service in the making at once; more wait in the connection."""
_GRACE: Final = 15.0
"""Seconds a request in the making is given when the service stops."""


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """
    What makes a service: the name of its context, and its modules.

    `live` publishes its view as it changes. `deliberate`: its decisions may take long, and read nothing but the unit's
    state; they are made beside the loop. `rules` is the digest of the rules its view is computed under, if it is.
    """

    context: str
    state: Any
    decide: Any
    view: Any
    react: Any = None
    live: bool = False
    deliberate: bool = False
    rules: str = ""


class Running:
    """A service that has been started: its log, its view, its reactions."""

    def __init__(self, service: Service, bus: Bus, settings: Settings) -> None:
        state: StateModule = service.state
        decide: DecideModule = service.decide
        view: ViewModule = service.view
        self.bus = bus
        self.log = JetStreamLog(bus, settings.federation)
        self.store = _store(service, settings)
        self.projection = Projection(service.context, view, self.log, _shelf(service, settings), self.store)
        self._aside = ThreadPoolExecutor(1, f"{service.context} decides") if service.deliberate else None
        self.handler = Handler(service.context, state, decide, self.log, self.projection, aside=self._aside)
        self.endpoint = ReactingEndpoint(service.context, settings.federation, self.handler, view)
        self._react: ReactModule | None = service.react
        self._live: LiveModule | None = service.view if service.live else None
        self._condensing: CondensingModule = service.view
        self._tasks: list[asyncio.Task[None]] = []
        self._requests: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(CONCURRENT)

    @classmethod
    async def start(cls, service: Service, settings: Settings, cut: Cut | None = None) -> "Running":
        """Connect, check the log, begin to follow it, and begin to react."""
        bus = await Bus.connect(settings, service.context, cut)
        try:
            await check(bus, settings.federation)
            running = cls(service, bus, settings)
            await running._begin(settings)
        except BaseException:
            await bus.close()
            raise
        return running

    async def take(self, answer: Answering, message: "Msg") -> None:
        """Begin to answer a request; returns at once, so that the next one of the unit can join its group."""
        await self._room.acquire()
        task = asyncio.create_task(self._answer(answer, message))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _answer(self, answer: Answering, message: "Msg") -> None:
        try:
            reply = await answer(message.subject, message.data)
            if message.reply:
                await self._send(message.reply, reply)
        except (NatsError, OSError) as error:
            logger.warning("an answer was not sent; the caller will ask again", error=str(error))
        finally:
            self._room.release()

    async def _send(self, inbox: str, reply: bytes) -> None:
        """Send an answer; that it is too long for the server is an answer, too."""
        try:
            await self.bus.client.publish(inbox, reply)
        except MaxPayloadError:
            message = f"the answer has {len(reply)} bytes, more than the server takes; ask for less of it"
            refusal = Refusal(code=RefusalCode.TOO_LARGE, message=message, details={"bytes": len(reply)})
            await self.bus.client.publish(inbox, encode(refusal))

    async def stop(self) -> None:
        """Answer what is in the making, stop following and reacting, and close the connection."""
        if self._requests:
            await asyncio.wait(self._requests, timeout=_GRACE)
        for task in self._tasks:
            await ended(task)
        if self._aside is not None:
            self._aside.shutdown(wait=False, cancel_futures=True)
        await self.projection.save()
        await self.bus.close()

    async def _begin(self, settings: Settings) -> None:
        self.projection.floor = await self.log.head()
        if self._react is not None:
            reactor = Reactor(self.bus, settings.federation, self.handler, self._react)
            self.endpoint.stuck = reactor.stuck
            await reactor.prepare()
            self._tasks.append(asyncio.create_task(reactor.run(), name=f"{self.handler.context} reactions"))
        if self._live is not None:
            live = LiveViews(self.bus, settings.federation, self.projection, self._live)
            self._tasks.append(asyncio.create_task(live.run(self.log), name=f"{self.handler.context} live"))
        self._tasks.append(asyncio.create_task(self.projection.run(), name=f"{self.handler.context} projection"))
        if self.store is not None:
            copying = keep_copy(self.store, self.log, self._condensing)
            self._tasks.append(asyncio.create_task(copying, name=f"{self.handler.context} segments"))


def _shelf(service: Service, settings: Settings) -> Shelf | None:
    if not settings.state:
        return None
    return Shelf(Path(settings.state), service.context, settings.federation, service.view.VERSION, service.rules)


def _store(service: Service, settings: Settings) -> SegmentStore | None:
    """Give the store of a service whose view can be replayed from it."""
    if not settings.state or not hasattr(service.view, "condense"):
        return None
    return SegmentStore(Path(settings.state) / settings.federation / "segments")


class Application(FastStream):
    """A service on the bus. Who runs it says by `when_cut` what is to be done when a connection is closed for good."""

    _cut: Cut | None = None

    def when_cut(self, cut: Cut) -> None:
        """Call `cut` when a connection of this service is closed for good: it is deaf, and should end."""
        self._cut = cut

    def cut(self, name: str, reason: str) -> None:
        """Pass it on."""
        if self._cut is not None:
            self._cut(name, reason)


def application(service: Service, settings: Settings) -> Application:
    """
    Wire a service: its commands and queries as queue-group subscribers, its log started and stopped with it.

    FastStream keeps the connection and the subscriptions, starts and stops. A message goes the short way past its
    parsers, filters, middlewares and context, none of which we use: they cost two thirds of what a decision costs,
    and keep the next message of a unit from joining its group.
    """

    async def closed() -> None:
        if not broker.stopping:
            app.cut(name, why_closed(broker.connection))

    name = f"{service.context}-requests"
    broker = Broker(
        settings.url,
        name=name,
        closed_cb=closed,
        apply_types=False,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.1,  # type: ignore[arg-type]  # seconds to sleep; annotated too narrowly
        user_credentials=settings.credentials or None,
        graceful_timeout=_GRACE,
        logger=None,
    )
    running: list[Running] = []

    def serve(subject: str, answer: Callable[[Running], Answering]) -> None:
        async def take(message: "Msg") -> None:
            await running[0].take(answer(running[0]), message)

        subscriber = broker.subscriber(subject, queue=service.context, no_reply=True)
        subscriber(take)  # who has no handler is not started
        # The short way, as told above.
        subscriber.consume = take  # type: ignore[method-assign, assignment]  # mypy holds methods to be final

    serve(commands_of(service.context, settings.federation), lambda one: one.endpoint.command)
    serve(queries_of(service.context, settings.federation), lambda one: one.endpoint.query)

    async def start() -> None:
        running.append(await Running.start(service, settings, app.cut))

    async def subscribed() -> None:
        # Until the server has the subscriptions, a caller would be told that nobody serves here.
        await taken(broker.connection)

    async def stop() -> None:
        await running.pop().stop()

    app = Application(broker, on_startup=[start], after_startup=[subscribed], after_shutdown=[stop], logger=None)
    return app
