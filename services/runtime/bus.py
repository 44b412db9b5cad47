"""One connection to nats-server: it never gives up reconnecting, and says when it is back."""

from collections.abc import Callable

from nats.aio.client import Client
from nats.js import JetStreamContext

from services.runtime.logs import logger
from services.runtime.settings import Settings

REQUEST_TIMEOUT = 5.0
"""Seconds a request to the server may take before it counts as unanswered."""


class Bus:
    """A connection, its JetStream context, and who wants to know when it was lost and is back."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.jetstream: JetStreamContext = client.jetstream(timeout=REQUEST_TIMEOUT)
        self._listeners: set[Callable[[], None]] = set()

    @classmethod
    async def connect(cls, settings: Settings, name: str) -> "Bus":
        """Connect to the server of the settings; raises what nats-py raises if it is not there."""
        client = Client()
        bus = cls(client)
        await client.connect(
            settings.url,
            name=name,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.1,  # type: ignore[arg-type]  # seconds to sleep; annotated too narrowly
            allow_reconnect=True,
            error_cb=_report,
            reconnected_cb=bus._reconnected,
            user_credentials=settings.credentials or None,
            inbox_prefix=f"_INBOX_{name}",
        )
        return bus

    def on_reconnect(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` each time the connection is back; returns what ends that."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def close(self) -> None:
        """Flush what is on its way and close."""
        if not self.client.is_closed:
            await self.client.close()

    async def _reconnected(self) -> None:
        for listener in tuple(self._listeners):
            listener()


async def _report(error: Exception) -> None:
    logger.warning("nats", error=str(error) or type(error).__name__)
