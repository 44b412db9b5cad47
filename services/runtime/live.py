"""
Live views for late joiners: whenever a view changes, its latest state goes to the view stream.

A scoreboard reads the last message of its subject and then follows it. Changes that come close together are published
once; during a replay nothing is published until the view has caught up.
"""

import asyncio
from typing import Any, Final, Protocol

import msgspec
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from contracts.codec import encode
from contracts.envelope import Fact, Found
from contracts.ids import FederationId, UnitId
from contracts.messages import EventData, QueryData, name_of
from contracts.refusals import Refused
from contracts.subjects import view_subject
from services.runtime.bus import Bus
from services.runtime.log import EventLog, Unavailable
from services.runtime.logs import logger
from services.runtime.projection import Projection

INTERVAL: Final = 0.1
"""Seconds between two publications of the same view: a blink."""
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
        projection.watch(self._saw)

    async def run(self, log: EventLog) -> None:
        """Publish until cancelled, from where the log stood when this began."""
        while True:
            try:
                await self._projection.reached(await log.head(), _CAUGHT_UP_WITHIN)
                break
            except Unavailable:
                await asyncio.sleep(_AGAIN)
        if self._projection.restored:
            # What came before the snapshot was not seen, and a restarted server has forgotten what was published.
            self._dirty |= dict.fromkeys(self._module.every(self._projection.view))
            self._changed.set()
        while True:
            await self._changed.wait()
            self._changed.clear()
            dirty, self._dirty = self._dirty, {}
            for unit, query in dirty:
                await self._publish(unit, query)
            await asyncio.sleep(INTERVAL)

    def _saw(self, fact: Fact[EventData]) -> None:
        for query in self._module.live(fact):
            self._dirty[fact.event.subject, query] = None
            self._changed.set()

    async def _publish(self, unit: UnitId, query: QueryData) -> None:
        subject = view_subject(self._federation, unit, name_of(type(query)))
        try:
            answer = msgspec.Raw(encode(self._module.answer(self._projection.view, query)))
            body = encode(Found(position=self._projection.position, data=answer))
            await self._bus.jetstream.publish(subject, body)
        except Refused:
            return
        except (NatsError, APIError, OSError) as error:
            logger.debug("a view is published again", subject=subject, error=str(error) or type(error).__name__)
            self._dirty[unit, query] = None
            self._changed.set()
            await asyncio.sleep(_AGAIN)
