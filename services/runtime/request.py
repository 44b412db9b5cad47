"""
Request and reply on one connection: a request that was on its way when the line broke fails when the line is back.

nats-py lets such a request wait for its time-out, five seconds in which a venue would see nothing; all of ours are safe
to send again, so the sooner the better. What is sent while the line is down goes out when it is back, and waits.

Whoever listens to a subject may answer a request to it: a scoreboard that replies to the events it sees, say. So the
asker may say what an answer must be, and goes on waiting after one that is not.
"""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import ConnectionReconnectingError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from services.runtime.logs import logger

Accept = Callable[[bytes], bool]
"""Tells whether what came is an answer at all."""


class Requests:
    """The requests of one connection that wait for their answers."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inbox = ""
        self._tokens = itertools.count()
        self._waiting: dict[str, tuple[asyncio.Future[Msg], Accept | None]] = {}
        self._doubtful: list[asyncio.Future[Msg]] = []

    async def start(self) -> None:
        """Listen for answers; once, after the connection stands."""
        self._inbox = self._client.new_inbox()
        await self._client.subscribe(f"{self._inbox}.*", cb=self._answered)

    async def request(
        self,
        subject: str,
        body: bytes,
        timeout: float,  # noqa: ASYNC109  a timer, not a scope: it costs a tenth
        headers: dict[str, Any] | None = None,
        accept: Accept | None = None,
    ) -> Msg:
        """Send and return the answer; raises what nats-py's own request raises, and when the line broke meanwhile."""
        token = str(next(self._tokens))
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Msg] = loop.create_future()
        self._waiting[token] = (answer, accept)
        timer = loop.call_later(timeout, _fail, answer, NatsTimeoutError())
        try:
            await self._client.publish(subject, body, reply=f"{self._inbox}.{token}", headers=headers)
            return await answer
        finally:
            timer.cancel()
            del self._waiting[token]

    def line_broke(self) -> None:
        """Doubt every request that is on its way: its answer may be lost."""
        self._doubtful += [answer for answer, _ in self._waiting.values()]

    def fail_doubtful(self) -> None:
        """Fail the doubtful requests that have no answer: the line is back, or will never be."""
        doubtful, self._doubtful = self._doubtful, []
        for answer in doubtful:
            _fail(answer, ConnectionReconnectingError())

    async def _answered(self, message: Msg) -> None:
        answer, accept = self._waiting.get(message.subject.rsplit(".", 1)[-1], _NOBODY)
        if answer is None or answer.done():
            return
        if message.headers and message.headers.get("Status") == "503":
            answer.set_exception(NoRespondersError())
        elif accept is None or accept(message.data):
            answer.set_result(message)
        else:
            logger.warning("somebody answers who is not asked", said=message.data[:100].decode(errors="replace"))


_NOBODY: tuple[None, None] = (None, None)


def _fail(answer: asyncio.Future[Msg], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
