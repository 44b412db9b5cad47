"""
Live views for late joiners: whenever a view changes, its latest state goes to the view stream.

A scoreboard reads the last message of its subject and then follows it. Changes that come close together are published
once; during a replay nothing is published until the view has caught up. The stream is in the server's memory: when the
server has been away it is made again, with everything there is.
"""

import asyncio
from typing import Any, Final, Protocol

import msgspec
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError
from nats.js.errors import APIError

from contracts.codec import encode
from contracts.envelope import Fact, Found
from contracts.ids import FederationId, UnitId
from contracts.messages import EventData, QueryData, name_of
from contracts.refusals import Refused
from contracts.subjects import view_stream, view_subject
from services.runtime import ack
from services.runtime.bus import REQUEST_TIMEOUT, Bus
from services.runtime.log import EventLog, Unavailable
from services.runtime.logs import logger
from services.runtime.projection import Projection
from services.runtime.stream import made, view_stream_config

INTERVAL: Final = 0.1
"""Seconds between two publications of the same view: a blink."""
_TOGETHER: Final = 20
"""Views published in one go; between two goes others get a turn."""
_AGAIN: Final = 0.5
_CAUGHT_UP_WITHIN: Final = 3600.0


class LiveModule(Protocol):
    """What a `view.py` offers whose answers are published as they change."""

    def live(self, fact: Fact[EventData]) -> tuple[QueryData, ...]:
        """Name the queries whose answers an event may change."""

    def every(self, view: Any) -> tuple[tuple[UnitId, QueryData], ...]:  # noqa: ANN401  the service's own view
        """Name all live queries there are, with their units."""

    def answer(self, view: Any, query: QueryData) -> Any:  # noqa: ANN401  the service's own view
        """Answer a query."""


class LiveViews:
    """Publishes the answers to a service's live queries."""

    def __init__(self, bus: Bus, federation: FederationId, projection: Projection, module: LiveModule) -> None:
        self._bus = bus
        self._federation = federation
        self._projection = projection
        self._module = module
        self._dirty: dict[tuple[UnitId, QueryData], None] = {}
        self._changed = asyncio.Event()
        self._doubtful = True
        self._is_ours = ack.from_stream(view_stream(federation))
        projection.watch(self._saw)

    async def run(self, log: EventLog) -> None:
        """Publish until cancelled, from where the log stood when this began."""
        while True:
            try:
                await self._projection.reached(await log.head(), _CAUGHT_UP_WITHIN)
                break
            except Unavailable:
                await asyncio.sleep(_AGAIN)
        forget = self._bus.on_reconnect(self._doubt)
        try:
            # What came before a snapshot was not seen, and a restarted server has forgotten what was published.
            await self._publish_for_ever(everything=self._projection.restored > 0)
        finally:
            forget()

    async def _publish_for_ever(self, *, everything: bool) -> None:
        while True:
            if self._doubtful:
                everything |= await self._stream_was_gone()
            if everything:
                self._dirty |= dict.fromkeys(self._module.every(self._projection.view))
                everything = False
            dirty, self._dirty = list(self._dirty), {}
            for start in range(0, len(dirty), _TOGETHER):
                some = dirty[start : start + _TOGETHER]
                await asyncio.gather(*(self._publish(unit, query) for unit, query in some))
            await asyncio.sleep(INTERVAL)
            await self._changed.wait()
            self._changed.clear()

    async def _stream_was_gone(self) -> bool:
        """Make the stream if it is not there; tell whether it was not."""
        try:
            gone = await made(self._bus, view_stream_config(self._federation))
        except (NatsError, APIError, OSError) as error:
            logger.debug("the stream of views is looked for again", error=str(error) or type(error).__name__)
            await asyncio.sleep(_AGAIN)
            self._changed.set()
            return False
        self._doubtful = False
        return gone

    def _doubt(self) -> None:
        self._doubtful = True
        self._changed.set()

    def _saw(self, fact: Fact[EventData]) -> None:
        for query in self._module.live(fact):
            self._dirty[fact.event.subject, query] = None
            self._changed.set()

    async def _publish(self, unit: UnitId, query: QueryData) -> None:
        subject = view_subject(self._federation, unit, name_of(type(query)))
        body = self._answer(query, subject)
        if body is None:
            return
        try:
            reply = await self._bus.requests.request(subject, body, REQUEST_TIMEOUT, accept=self._is_ours)
            trouble = ack.read(reply.data).error
            if trouble is not None:
                logger.warning("a view was not taken", subject=subject, error=trouble.description)
        except MaxPayloadError:
            logger.warning("a view is too large to be published", subject=subject, bytes=len(body))
        except (NatsError, OSError) as error:
            logger.debug("a view is published again", subject=subject, error=str(error) or type(error).__name__)
            self._dirty[unit, query] = None
            self._doubt()
            await asyncio.sleep(_AGAIN)

    def _answer(self, query: QueryData, subject: str) -> bytes | None:
        try:
            answer = msgspec.Raw(encode(self._module.answer(self._projection.view, query)))
        except Refused:
            return None
        except Exception:  # noqa: BLE001  one view that cannot be made must not keep the others from being seen
            logger.exception("a view cannot be made", subject=subject)
            return None
        return encode(Found(position=self._projection.position, data=answer))
