"""One connection to nats-server: it never gives up reconnecting, and says when it is back, or is closed for good."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext

from contracts.refusals import RefusalCode, Refused
from services.runtime.logs import logger
from services.runtime.request import Requests
from services.runtime.settings import Settings, without_secrets

REQUEST_TIMEOUT = 5.0
"""Seconds a request to the server may take before it counts as unanswered."""
_SAY_AGAIN: Final = 0.5
_NOT_WANTED: Final = "authorization violation"

Cut = Callable[[str, str], None]
"""Is told that a connection, by its name, has been closed for good, and why; by nobody of ours."""


async def taken(client: Client) -> None:
    """Wait until the server has taken everything that was sent before this."""
    # nats-py's PING overtakes what still waits to be written; that is written by the first PONG, and taken by the next.
    await client.flush()
    await client.flush()


async def ended(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended."""
    # A cancellation is lost where it meets a result on its way (Python 3.11's `wait_for`), and in nats-py's `_close`.
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_SAY_AGAIN)


async def hang_up(client: Client) -> None:
    """Close a connection, whatever state its line is in; what could not be sent is not sent any more."""
    if not client.is_connected:
        # nats-py would write it to a socket that is closed, and leave the rest undone when that fails.
        client._pending, client._pending_data_size = [], 0  # noqa: SLF001  it has no call for that
    with contextlib.suppress(NatsError, OSError, RuntimeError):
        await client.close()


def why_closed(client: Client) -> str:
    """Say what nats-py has last heard before it gave a connection up."""
    return str(client.last_error or "it does not say why").removeprefix("nats: ")


class Bus:
    """A connection, its JetStream context, and who wants to know when it was lost and is back."""

    def __init__(self, client: Client, name: str, settings: Settings, cut: Cut | None = None) -> None:
        self._name = name
        self._cut = cut
        self.settings = settings
        self.client = client
        self.jetstream: JetStreamContext = client.jetstream(timeout=REQUEST_TIMEOUT)
        self.requests = Requests(client)
        self._listeners: set[Callable[[], None]] = set()
        self._turned_away = False
        self._was_in = False
        self._closing = False

    @classmethod
    async def connect(cls, settings: Settings, name: str, cut: Cut | None = None) -> "Bus":
        """Connect to the server of the settings; raises what nats-py raises if it is not there."""
        bus = cls(Client(), name, settings, cut)
        await bus._open()
        return bus

    @classmethod
    async def reach(cls, settings: Settings, name: str, within: float, cut: Cut | None = None) -> "Bus":
        """Connect within so many seconds; refuses by name a server that is not there, or does not let us in."""
        bus = cls(Client(), name, settings, cut)
        opening = asyncio.create_task(bus._open(), name=f"{name} connects")
        try:
            await asyncio.wait({opening}, timeout=within)
        finally:
            await ended(opening)
        try:
            await opening
        except (NatsError, OSError, asyncio.CancelledError, ValueError) as error:
            raise bus._unreachable() from error
        return bus

    async def _open(self) -> None:
        settings = self.settings
        await self.client.connect(
            settings.url,
            name=self._name,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.1,  # type: ignore[arg-type]  # seconds to sleep; annotated too narrowly
            allow_reconnect=True,
            error_cb=self._report,
            disconnected_cb=self._disconnected,
            reconnected_cb=self._reconnected,
            closed_cb=self._closed,
            user_credentials=settings.credentials or None,
            inbox_prefix=f"_INBOX_{self._name}",
        )
        self._was_in, self._turned_away = True, False
        await self.requests.start()

    def _unreachable(self) -> Refused:
        where = without_secrets(self.settings.url)
        if self._turned_away:
            message = (
                f"nats-server at {where} does not let us in; see to OMKAMP_CREDENTIALS, or the password in the URL"
            )
        else:
            message = f"no nats-server answers at {where}; `omkamp up` starts one"
        return Refused(RefusalCode.UNAVAILABLE, message, turned_away=self._turned_away)

    def on_reconnect(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` each time the connection is back; returns what ends that."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def close(self) -> None:
        """Flush what is on its way, if there is a line for it, and close."""
        self._closing = True
        if not self.client.is_closed:
            await hang_up(self.client)

    async def _disconnected(self) -> None:
        self.requests.line_broke()
        if not self.client.is_closed:
            logger.warning("the line to nats-server is down", name=self._name)

    async def _reconnected(self) -> None:
        logger.warning("the line to nats-server is back", name=self._name)
        self._turned_away = False
        self.requests.fail_doubtful()
        for listener in tuple(self._listeners):
            listener()

    async def _closed(self) -> None:
        self.requests.fail_doubtful()
        if self._cut is not None and not self._closing:
            self._cut(self._name, why_closed(self.client))

    async def _report(self, error: Exception) -> None:
        # While the line is down nats-py reports each attempt; that it is down has been said.
        level = logger.warning if self.client.is_connected else logger.debug
        said = str(error) or type(error).__name__
        if _NOT_WANTED in said.lower() and not self._turned_away:
            # What follows it, as attempt after attempt is made, are mere broken lines.
            self._turned_away = True
            if self._was_in:
                logger.error("nats-server does not let us in any more; trying again", name=self._name)
        level("nats", name=self._name, error=said)
