"""FastStream's broker as a service needs it: it can be stopped in any weather, and never gives up by itself."""

import asyncio
import contextlib
from types import TracebackType
from typing import TYPE_CHECKING, Final

from faststream.nats import NatsBroker
from faststream.nats.subscriber.usecases import CoreSubscriber
from nats.aio.client import Client
from nats.errors import Error as NatsError

from services.runtime.bus import hang_up
from services.runtime.logs import logger

if TYPE_CHECKING:
    from nats.aio.client import ErrorCallback
    from nats.aio.subscription import Subscription

_LAST_WITHIN: Final = 2.0
"""Seconds the server is given to hand over the last requests; it may be away."""


class Broker(NatsBroker):
    """FastStream's broker, that can also be stopped while the server is away or does not answer."""

    stopping = False

    async def stop(
        self,
        exc_type: type[BaseException] | None = None,
        exc_val: BaseException | None = None,
        exc_tb: TracebackType | None = None,
    ) -> None:
        """Take what is on its way, stop taking requests, and close the connection."""
        self.stopping = True
        connection: Client | None = self._connection
        try:
            if connection is not None and connection.is_connected:
                await self._take_the_last()
            await super().stop(exc_type, exc_val, exc_tb)
        except (NatsError, OSError, RuntimeError, ExceptionGroup) as error:
            logger.warning("the server was not told that this service stops", error=str(error) or type(error).__name__)
            self._connection = None
            if connection is not None:
                await hang_up(connection)

    def _log_connection_broken(self, error_cb: "ErrorCallback | None" = None) -> "ErrorCallback":
        """Raise what FastStream raises only while connecting: later that would end nats-py's attempts for good."""
        checked = super()._log_connection_broken(error_cb)

        async def broken(error: Exception) -> None:
            if self._connection is None:
                await checked(error)
            else:
                logger.debug("nats", error=str(error) or type(error).__name__)

        return broken

    async def _take_the_last(self) -> None:
        # FastStream would drop what the server has handed over already, and its senders would wait for an answer.
        subscriptions: list[Subscription] = []
        for subscriber in self.subscribers:
            if isinstance(subscriber, CoreSubscriber) and subscriber.subscription is not None:
                subscriptions.append(subscriber.subscription)
                subscriber.subscription = None
        with contextlib.suppress(TimeoutError, NatsError):
            async with asyncio.timeout(_LAST_WITHIN):
                await asyncio.gather(*(one.drain() for one in subscriptions))  # type: ignore[no-untyped-call]  # nats-py's
