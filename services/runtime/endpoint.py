"""
Bytes in, bytes out: a service as the bus sees it, whatever carries the bytes.

Decodes and checks what came, refuses by name what cannot be read, and never raises.
"""

import time
from functools import cache, partial
from typing import TypeVar

import msgspec

from contracts.codec import encode, holds_control
from contracts.days import check_days
from contracts.envelope import Answer, Command, Found, Query, Reply
from contracts.ids import FederationId
from contracts.messages import CommandData, QueryData
from contracts.operations import EVERY_SERVICE, Digest, Health, HealthReport, ViewDigest
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.registry import COMMANDS, QUERIES
from contracts.subjects import parse_command, parse_query
from services.runtime.draft import Request
from services.runtime.handle import KNOWN_WITHIN, Handler
from services.runtime.log import MAX_BODY, Unavailable
from services.runtime.logs import logger
from services.runtime.metrics import COMMANDS as COMMANDS_BY_ANSWER
from services.runtime.metrics import DECIDED
from services.runtime.projection import Projection, ViewModule, digest

T = TypeVar("T")

_COMMAND = msgspec.json.Decoder(Command)
_QUERY = msgspec.json.Decoder(Query)


class Endpoint:
    """The commands and queries of one service of one federation."""

    def __init__(self, context: str, federation: FederationId, handler: Handler, view: ViewModule) -> None:
        self.context = context
        self.federation = federation
        self.handler = handler
        self.view = view
        self._said = logger.bind()
        """Bound once: structlog's own logger is bound anew for every line, said or not."""
        self._counted = cache(partial(COMMANDS_BY_ANSWER.labels, context))
        self._decided = DECIDED.labels(context)
        self._commands = {
            name: msgspec.json.Decoder(command) for (context_, name), command in COMMANDS.items() if context_ == context
        }
        self._queries = {
            name: msgspec.json.Decoder(query) for (context_, name), query in QUERIES.items() if context_ == context
        } | {name: msgspec.json.Decoder(query) for name, query in EVERY_SERVICE.items()}

    @property
    def projection(self) -> Projection:
        """The service's view, running."""
        return self.handler.projection

    async def command(self, subject: str, body: bytes) -> bytes:
        """Carry out a command and return the encoded `Reply`."""
        started, name = time.perf_counter(), "?"
        ids: dict[str, str] = {}
        try:
            request = self._request(subject, body)
            name, ids = subject.rsplit(".", 1)[-1], request.ids
            reply: Reply = await self.handler.handle(request)
        except Refused as refused:
            reply = refused.refusal
        except Exception:  # noqa: BLE001  a caller must get an answer, whatever happened
            logger.exception("a command failed", subject=subject, **ids)
            reply = Refusal(code=RefusalCode.INTERNAL, message="something went wrong here; the log tells")
        answer = type(reply).__name__.lower() if not isinstance(reply, Refusal) else reply.code.value
        if isinstance(reply, Refusal):
            logger.info("refused", subject=subject, code=reply.code.value, message=reply.message, **ids)
        else:
            self._said.debug(answer, subject=subject, sequence=reply.sequence, **ids)
        self._counted(name, answer).inc()
        self._decided.observe(time.perf_counter() - started)
        return encode(reply)

    async def query(self, subject: str, body: bytes) -> bytes:
        """Answer a query and return the encoded `Answer`."""
        try:
            answer: Answer = await self._answer(subject, body)
        except Refused as refused:
            answer = refused.refusal
        except Unavailable as error:
            answer = Refusal(code=RefusalCode.UNAVAILABLE, message=f"the log does not answer: {error}")
        except Exception:  # noqa: BLE001  a caller must get an answer, whatever happened
            logger.exception("a query failed", subject=subject)
            answer = Refusal(code=RefusalCode.INTERNAL, message="something went wrong here; the log tells")
        return encode(answer)

    def _request(self, subject: str, body: bytes) -> Request:
        address = parse_command(subject)
        self._check(address.federation, body)
        decoder = self._commands.get(address.name)
        if decoder is None:
            raise Refused(
                RefusalCode.UNKNOWN_COMMAND,
                f"{self.context} has no command {address.name!r}",
                known=sorted(self._commands),
            )
        command = _decode(_COMMAND, body, "command")
        what = f"{self.context}.{address.name}"
        data: CommandData = _decode(decoder, command.data, what)
        if holds_control(bytes(command.data)):
            raise Refused(RefusalCode.INVALID_PAYLOAD, f"{what}: a text holds a control character or a line break")
        check_days(command)
        check_days(data)
        return Request(address.actor, address.unit, command, data)

    async def _answer(self, subject: str, body: bytes) -> Answer:
        address = parse_query(subject)
        self._check(address.federation, body)
        decoder = self._queries.get(address.name)
        if decoder is None:
            raise Refused(
                RefusalCode.UNKNOWN_QUERY,
                f"{self.context} has no query {address.name!r}",
                known=sorted(self._queries),
            )
        query = _decode(_QUERY, body or b"{}", "query")
        data: QueryData = _decode(decoder, query.data, f"{self.context}.{address.name}")
        if not isinstance(data, Health) and not await self.projection.reached(query.after, KNOWN_WITHIN):
            raise Refused(
                RefusalCode.UNAVAILABLE,
                f"event {query.after} is not known here yet",
                position=self.projection.position,
            )
        return Found(position=self.projection.position, data=msgspec.Raw(encode(await self._found(data))))

    async def _found(self, query: QueryData) -> object:
        projection = self.projection
        match query:
            case Digest():
                return ViewDigest(
                    context=self.context,
                    version=self.view.VERSION,
                    position=projection.position,
                    sha256=digest(projection.view),
                )
            case Health():
                lag = max(await self.handler.log.head() - projection.position, 0)
                return HealthReport(
                    context=self.context,
                    well=not projection.parked,
                    position=projection.position,
                    lag=lag,
                    parked=tuple(projection.parked),
                )
            case _:
                return self.view.answer(projection.view, query)

    def _check(self, federation: FederationId, body: bytes) -> None:
        if federation != self.federation:
            raise Refused(
                RefusalCode.UNKNOWN_FEDERATION,
                f"federation {federation!r} is not served here",
                served=[self.federation],
            )
        if len(body) > MAX_BODY:
            raise Refused(
                RefusalCode.TOO_LARGE,
                f"a message may have {MAX_BODY} bytes, not {len(body)}",
                bytes=len(body),
                limit=MAX_BODY,
            )


def _decode(decoder: msgspec.json.Decoder[T], body: bytes | msgspec.Raw, what: str) -> T:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{what}: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(RefusalCode.MALFORMED_MESSAGE, f"{what} is not JSON: {error}") from error
