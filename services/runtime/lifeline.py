"""
A connection that is closed for good ends the work that rests on it.

nats-py connects again after a broken line, for ever. But it gives a connection up when the server takes leave of it:
its credentials have run out, there are too many connections. Who went on would be deaf, and nobody would know.
"""

import asyncio
from types import TracebackType
from typing import Self

from contracts.refusals import RefusalCode, Refused
from services.runtime.logs import logger


class Lifeline:
    """`async with` guards a block: it is cancelled when a connection of its is cut, and refuses by name."""

    def __init__(self) -> None:
        self._body: asyncio.Task[object] | None = None
        self._refused: Refused | None = None

    def cut(self, name: str, reason: str) -> None:
        """Say that a connection has been closed for good, and why; ends the block."""
        logger.error("nats-server has closed a connection for good", name=name, reason=reason)
        if self._refused is not None:
            return
        message = f"nats-server has closed the connection of {name} for good: {reason}"
        self._refused = Refused(RefusalCode.UNAVAILABLE, message, connection=name, reason=reason)
        if self._body is not None:
            self._body.cancel()

    async def __aenter__(self) -> Self:
        self._body = asyncio.current_task()
        return self

    def let_go(self) -> None:
        """Leave the block alone from now on: it puts things in order."""
        body, self._body = self._body, None
        if body is not None and self._refused is not None:
            body.uncancel()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
        if self._refused is not None and (error is None or isinstance(error, asyncio.CancelledError)):
            raise self._refused from error
