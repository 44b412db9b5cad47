"""
Requests for a federation that nobody serves: refused by name, and only those.

Each service listens to its own federation. One of its context, whatever federation that one serves, also hears all
others: it keeps silent where the server has that federation's log, whose own services answer, and refuses the rest.
"""

from collections.abc import Awaitable, Callable

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError

from contracts.ids import FederationId
from contracts.refusals import Refused
from contracts.subjects import commands_of, event_stream, queries_of
from services.runtime.bus import Bus
from services.runtime.logs import logger

Answering = Callable[[str, bytes], Awaitable[bytes]]


class Strangers:
    """Who refuses requests for federations unknown to this server."""

    def __init__(self, bus: Bus, federation: FederationId) -> None:
        self._bus = bus
        self._known = {str(federation)}

    async def listen(self, context: str, command: Answering, query: Answering) -> None:
        """Hear the requests of a context for every federation; `command` and `query` refuse what is not theirs."""
        for subject, answer in ((commands_of(context), command), (queries_of(context), query)):
            await self._bus.client.subscribe(subject, queue=f"{context}-strangers", cb=self._refusing(answer))

    def _refusing(self, answer: Answering) -> Callable[[Msg], Awaitable[None]]:
        async def refuse(message: Msg) -> None:
            federation = message.subject.split(".")[1]
            if federation in self._known:
                return
            try:
                if not await self._has_log(federation) and message.reply:
                    await self._bus.client.publish(message.reply, await answer(message.subject, message.data))
            except (NatsError, APIError, OSError) as error:
                logger.warning("a stranger was not answered", subject=message.subject, error=str(error))

        return refuse

    async def _has_log(self, federation: str) -> bool:
        try:
            await self._bus.jetstream.stream_info(event_stream(federation))
        except (NotFoundError, Refused):
            return False
        self._known.add(federation)
        return True
