"""
Request and reply on one connection: a request that was on its way when the line broke fails when the line is back.

nats-py lets such a request wait for its time-out, five seconds in which a venue would see nothing; all of ours are safe
to send again, so the sooner the better. What is sent while the line is down goes out when it is back, and waits.
"""

import asyncio
import itertools
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import ConnectionReconnectingError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError


class Requests:
    """The requests of one connection that wait for their answers."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._inbox = ""
        self._tokens = itertools.count()
        self._waiting: dict[str, asyncio.Future[Msg]] = {}
        self._doubtful: list[asyncio.Future[Msg]] = []

    async def start(self) -> None:
        """Listen for answers; once, after the connection stands."""
        self._inbox = self._client.new_inbox()
        await self._client.subscribe(f"{self._inbox}.*", cb=self._answered)

    async def request(self, subject: str, body: bytes, timeout: float, headers: dict[str, Any] | None = None) -> Msg:  # noqa: ASYNC109  a timer, not a scope: it costs a tenth
        """Send and return the answer; raises what nats-py's own request raises, and when the line broke meanwhile."""
        token = str(next(self._tokens))
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Msg] = loop.create_future()
        self._waiting[token] = answer
        timer = loop.call_later(timeout, _fail, answer, NatsTimeoutError())
        try:
            await self._client.publish(subject, body, reply=f"{self._inbox}.{token}", headers=headers)
            return await answer
        finally:
            timer.cancel()
            del self._waiting[token]

    def line_broke(self) -> None:
        """Doubt every request that is on its way: its answer may be lost."""
        self._doubtful += self._waiting.values()

    def line_is_back(self) -> None:
        """Fail the doubtful requests that have no answer."""
        doubtful, self._doubtful = self._doubtful, []
        for answer in doubtful:
            _fail(answer, ConnectionReconnectingError())

    async def _answered(self, message: Msg) -> None:
        answer = self._waiting.get(message.subject.rsplit(".", 1)[-1])
        if answer is None or answer.done():
            return
        if message.headers and message.headers.get("Status") == "503":
            answer.set_exception(NoRespondersError())
        else:
            answer.set_result(message)


def _fail(answer: asyncio.Future[Msg], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
