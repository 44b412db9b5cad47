"""
The client: how a venue's desk, a page or a program sends commands and asks queries.

A command keeps its id through every retry, so a bad line may lose an answer but never double a result. The client
remembers the last event it was told of, and every query and command after that knows at least as much.
"""

import asyncio
import contextlib
import datetime as dt
from typing import Any, Final, TypeVar

import msgspec
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError, NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError
from nats.js.errors import APIError

from contracts.codec import encode
from contracts.envelope import Accepted, Answer, Command, Found, Proposed, Query, Reply
from contracts.ids import ActorId, CommandId, FederationId
from contracts.messages import CommandData, QueryData, context_of, name_of
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.subjects import CommandAddress, command_subject, query_subject
from services.runtime.bus import Bus
from services.runtime.clock import new_command_id
from services.runtime.settings import Settings
from services.runtime.stream import log_info

T = TypeVar("T")

_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 5.0
"""Seconds an answer is waited for before the request goes out again; safe to repeat, so the first wait is short."""
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 1.0
_AGAIN: Final = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.CONCURRENT_CHANGE})
_REPLY: Final = msgspec.json.Decoder(Reply)
_FOUND: Final = msgspec.json.Decoder(Answer)


class Client:
    """One actor's line to one federation. `patience` is how many seconds a request is retried before it is given up."""

    def __init__(self, bus: Bus, federation: FederationId, actor: str, patience: float = 30.0) -> None:
        self.federation = federation
        self.actor = ActorId(actor)
        self.seen = 0
        self._bus = bus
        self._patience = patience

    @classmethod
    async def connect(cls, settings: Settings, actor: str, patience: float = 30.0) -> "Client":
        """Connect to the server of the settings; refuses by name if it is not there."""
        bus = await Bus.reach(settings, f"client-{new_command_id()}", _LONGEST_WAIT)
        return cls(bus, settings.federation, actor, patience)

    async def close(self) -> None:
        """Close the line."""
        await self._bus.close()

    async def send(
        self,
        data: CommandData,
        *,
        id: CommandId | None = None,  # noqa: A002  the field's own name
        effective: dt.date | None = None,
        whatif: bool = False,
    ) -> Reply:
        """Send a command, again and again if it must be, and return its reply, which may be a `Refusal`."""
        command = Command(
            id=id or new_command_id(),
            data=msgspec.Raw(encode(data)),
            effectivedate=effective,
            after=self.seen,
            whatif=whatif,
        )
        address = CommandAddress(
            federation=self.federation,
            actor=self.actor,
            unit=data.unit,
            context=context_of(type(data)),
            name=name_of(type(data)),
        )
        try:
            reply: Reply = await self._request(command_subject(address), encode(command), _REPLY)
        except Refused as refused:
            return refused.refusal
        if isinstance(reply, Accepted):
            self.seen = max(self.seen, reply.sequence)
        return reply

    async def do(self, data: CommandData, *, effective: dt.date | None = None) -> Accepted:
        """Send a command that must succeed; raises `Refused` if it does not."""
        reply = await self.send(data, effective=effective)
        match reply:
            case Accepted():
                return reply
            case Proposed():
                raise AssertionError("a command that is no what-if was answered with a proposal")
            case Refusal() as refusal:
                raise _refused(refusal)

    async def what_if(self, data: CommandData) -> Proposed:
        """Ask what a command would cause; raises `Refused` if it would be refused."""
        reply = await self.send(data, whatif=True)
        match reply:
            case Proposed():
                return reply
            case Accepted(sequence=sequence):
                return Proposed(sequence=sequence, events=())
            case Refusal() as refusal:
                raise _refused(refusal)

    async def ask(self, query: QueryData, answer: type[T], context: str | None = None) -> T:
        """Ask a query and return its answer, of the type given; raises `Refused`."""
        _, raw = await self.ask_raw(query, context)
        return msgspec.json.decode(raw, type=answer)

    async def ask_raw(self, query: QueryData, context: str | None = None) -> tuple[int, bytes]:
        """Ask a query and return the view's position and the answer as JSON; raises `Refused`."""
        kind = type(query)
        subject = query_subject(self.federation, context or context_of(kind), name_of(kind))
        body = encode(Query(data=msgspec.Raw(encode(query)), after=self.seen))
        reply = await self._request(subject, body, _FOUND)
        match reply:
            case Found(position=position, data=data):
                return position, bytes(data)
            case Refusal() as refusal:
                raise _refused(refusal)
        raise AssertionError(reply)

    async def _request(self, subject: str, body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:  # noqa: ANN401  what the decoder gives
        loop = asyncio.get_running_loop()
        deadline, pause, wait = loop.time() + self._patience, _FIRST_PAUSE, _FIRST_WAIT
        answers: list[Any] = []
        said: Refusal | None = None

        def is_answer(body: bytes) -> bool:
            try:
                answers.append(decoder.decode(body))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                return False
            return True

        while True:
            try:
                await self._bus.requests.request(subject, body, wait, accept=is_answer)
                answer = answers[-1]
                if not isinstance(answer, Refusal) or answer.code not in _AGAIN:
                    return answer
                trouble = said = answer
            except MaxPayloadError as error:
                raise Refused(
                    RefusalCode.TOO_LARGE, f"the message has {len(body)} bytes, more than the server takes"
                ) from error
            except NatsTimeoutError as error:
                # What a service has said tells more than that this time it did not come to say it.
                trouble = said or _nobody_answers(subject, error)
            except NoRespondersError as error:
                await self._refuse_without_log()
                trouble = _nobody_answers(subject, error)
            except (NatsError, OSError) as error:
                trouble = _nobody_answers(subject, error)
            if self._bus.client.is_closed or loop.time() + pause > deadline:
                raise _refused(trouble)
            await asyncio.sleep(pause)
            pause, wait = min(pause * 2, _LONGEST_PAUSE), min(wait * 2, _LONGEST_WAIT)

    async def _refuse_without_log(self) -> None:
        """Refuse a federation that has no log on this server: its services will not come."""
        with contextlib.suppress(NatsError, APIError, OSError):
            await log_info(self._bus, self.federation)


def _nobody_answers(subject: str, error: Exception) -> Refusal:
    why = str(error) or type(error).__name__
    return Refusal(code=RefusalCode.UNAVAILABLE, message=f"no service answers for {subject.split('.')[-2]}: {why}")


def _refused(refusal: Refusal) -> Refused:
    refused = Refused(refusal.code, refusal.message, rule=refusal.rule)
    refused.refusal = refusal
    return refused
