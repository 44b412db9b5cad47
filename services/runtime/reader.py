"""
Catching up fast: the stream read over a connection of its own that is sliced as it comes, without nats-py in between.

A pull consumer without acknowledgements, two requests in flight. A message's place in the consumer and in the stream
stands in its reply subject. On any doubt (a gap, a status, a silent line, a lost connection) the reader just ends after
the last event it is sure of; the `Follower` goes on from there. Name and password, or a token, come from the URL; with
a credentials file there is no fast reader.
"""

import asyncio
import contextlib
import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Final
from urllib.parse import urlsplit

from nats.errors import Error as NatsError
from nats.js.errors import APIError

from services.runtime.bus import Bus
from services.runtime.clock import new_command_id
from services.runtime.log import Record
from services.runtime.logs import logger
from services.runtime.stream import reading_config

REQUEST: Final = 4000
"""Messages asked for at once; two such requests are in flight."""
_SECOND: Final = 1_000_000_000
_EXPIRES: Final = 30 * _SECOND
_HEARTBEAT: Final = 2 * _SECOND
_SILENCE: Final = 5.0
"""Seconds without anything new after which the line counts as lost."""
_CONNECT_WITHIN: Final = 5.0
_PORT: Final = 4222
_MSG_TOKENS: Final = 5
_HMSG_TOKENS: Final = 6
_PLAIN_ACK_TOKENS: Final = 9


class Doubtful(Exception):  # noqa: N818  what is said of what came
    """What came is not what a catching-up reader expects."""


async def catch_up(bus: Bus, stream: str, after: int, upto: int) -> AsyncGenerator[list[Record], None]:
    """Yield the events after a sequence, up to another, or to the first doubt."""
    if bus.settings.credentials:
        return
    line: _Line | None = None
    name = f"catch-up-{new_command_id()}"
    try:
        await bus.jetstream.add_consumer(stream, reading_config(name, after))
        line = await _connected(bus, f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{name}")
        async for batch in _batches(line, upto - after):
            yield batch
    except (Doubtful, NatsError, APIError, OSError, TimeoutError, ValueError) as doubt:
        logger.debug("the follower goes on", stream=stream, reason=str(doubt) or type(doubt).__name__)
    finally:
        if line is not None:
            line.close()
        with contextlib.suppress(NatsError, APIError, OSError):
            if bus.client.is_connected:
                await bus.jetstream.delete_consumer(stream, name)


async def _batches(line: "_Line", count: int) -> AsyncIterator[list[Record]]:
    asked = 0
    while count:
        while asked < count and asked <= REQUEST:
            more = min(REQUEST, count - asked)
            line.ask(more)
            asked += more
        batch = (await line.next())[:count]
        asked -= len(batch)
        count -= len(batch)
        yield batch


async def _connected(bus: Bus, requests: str) -> "_Line":
    address = bus.client.connected_url
    if address is None or address.hostname is None:
        raise Doubtful("not connected")
    line = _Line(bus, requests)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(_CONNECT_WITHIN):
        try:
            await loop.create_connection(lambda: line, address.hostname, address.port or _PORT)
            info = await line.greeted
            if info.get("tls_required") or address.scheme in {"tls", "wss"}:
                await line.start_tls(address.hostname)
            line.begin(info)
        except BaseException:
            line.close()
            raise
    return line


class _Line(asyncio.Protocol):
    """The connection: what has come and is not fetched yet, and whether it can still be trusted."""

    def __init__(self, bus: Bus, requests: str) -> None:
        loop = asyncio.get_running_loop()
        self.greeted: asyncio.Future[dict[str, Any]] = loop.create_future()
        self._bus = bus
        self._requests = requests.encode()
        self._inbox = bus.client.new_inbox().encode()
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._records: list[Record] = []
        self._delivered = 0
        self._doubt: Exception | None = None
        self._heard = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # a stream's transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop(exc or Doubtful("the connection was closed"))

    def data_received(self, data: bytes) -> None:
        if self._doubt is None:
            try:
                self._take(self._rest + data if self._rest else data)
            except (Doubtful, ValueError, IndexError) as doubt:
                self._stop(doubt)
        self._heard.set()

    async def start_tls(self, host: str) -> None:
        """Go on encrypted, as nats-server wants it after its greeting."""
        if self._transport is None:
            raise Doubtful("not connected")
        options = self._bus.client.options.get("tls")
        context = options if isinstance(options, ssl.SSLContext) else ssl.create_default_context()
        self._transport = await asyncio.get_running_loop().start_tls(
            self._transport, self, context, server_hostname=host
        )

    def begin(self, info: dict[str, Any]) -> None:
        """Say who we are, and subscribe to the answers."""
        options: dict[str, Any] = {
            "verbose": False,
            "pedantic": False,
            "lang": "python-omkamp",
            "version": "1",
            "protocol": 1,
            "headers": bool(info.get("headers")),
            "no_responders": bool(info.get("headers")),
        }
        given = urlsplit(self._bus.settings.url)
        if given.password is not None:
            options |= {"user": given.username, "pass": given.password}
        elif given.username is not None:
            options["auth_token"] = given.username
        self._send(b"CONNECT %s\r\nSUB %s 1\r\n" % (json.dumps(options).encode(), self._inbox))

    def ask(self, count: int) -> None:
        """Ask for so many messages more."""
        body = json.dumps({"batch": count, "expires": _EXPIRES, "idle_heartbeat": _HEARTBEAT}).encode()
        self._send(b"PUB %s %s %d\r\n%s\r\n" % (self._requests, self._inbox, len(body), body))

    async def next(self) -> list[Record]:
        """Return what has come, waiting for at least one; raises what the doubt was once all is returned."""
        while not self._records:
            if self._doubt is not None:
                raise self._doubt
            self._heard.clear()
            async with asyncio.timeout(_SILENCE):
                await self._heard.wait()
        batch, self._records = self._records, []
        return batch

    def close(self) -> None:
        """Close the connection; nothing more is taken."""
        self._stop(Doubtful("closed"))

    def _stop(self, why: Exception) -> None:
        self._doubt = self._doubt or why
        if not self.greeted.done():
            self.greeted.set_exception(self._doubt)
            self.greeted.exception()
        self._heard.set()
        if self._transport is not None:
            self._transport.abort()

    def _send(self, command: bytes) -> None:
        if self._transport is not None:
            self._transport.write(command)

    def _take(self, buffer: bytes) -> None:
        """Take all whole messages out of what has come; raises what makes the rest doubtful."""
        place, find, keep = 0, buffer.find, self._records.append
        delivered = self._delivered
        try:
            while (end := find(b"\r\n", place)) >= 0:
                tokens = buffer[place:end].split(b" ")
                if tokens[0] == b"HMSG" and len(tokens) == _HMSG_TOKENS:
                    body, stop = end + 2 + int(tokens[4]), end + 2 + int(tokens[5])
                elif tokens[0] == b"MSG" and len(tokens) == _MSG_TOKENS:
                    body, stop = end + 2, end + 2 + int(tokens[4])
                else:
                    after = self._other(tokens, buffer, end + 2)
                    if after < 0:
                        break
                    place = after
                    continue
                if stop + 2 > len(buffer):
                    break
                ack = tokens[3].split(b".")
                at = -4 if len(ack) == _PLAIN_ACK_TOKENS else 7
                delivered += 1
                if ack[0] != b"$JS" or int(ack[at + 1]) != delivered:
                    raise Doubtful(f"message {delivered} of the consumer is missing")
                keep(Record(int(ack[at]), tokens[1].decode(), buffer[body:stop]))
                place = stop + 2
        finally:
            self._delivered = delivered
        self._rest = buffer[place:]

    def _other(self, tokens: list[bytes], buffer: bytes, body: int) -> int:
        """Take what is no event, and return where it ends; -1 if it is not all here."""
        match tokens:
            case [b"PING"]:
                self._send(b"PONG\r\n")
                return body
            case [b"PONG" | b"+OK"]:
                return body
            case [b"INFO", *_]:
                if not self.greeted.done():
                    self.greeted.set_result(json.loads(buffer[buffer.rindex(b"INFO ", 0, body) + 5 : body]))
                return body
            case [b"HMSG", _, _, headers, total]:
                stop = body + int(total) + 2
                if stop > len(buffer):
                    return -1
                status = buffer[body : body + int(headers)].split(b"\r\n", 1)[0]
                if not status.startswith(b"NATS/1.0 100"):
                    raise Doubtful(f"the server says {status.decode(errors='replace')}")
                return stop
            case _:
                raise Doubtful(f"the server says {b' '.join(tokens)[:80]!r}")
