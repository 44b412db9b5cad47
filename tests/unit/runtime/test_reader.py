"""What comes over the line is taken apart right, however it is cut; what is doubtful ends the reading."""

import asyncio
import itertools
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.runtime.bus import Bus
from services.runtime.log import Record
from services.runtime.reader import _Line


class Client:
    def new_inbox(self) -> str:
        return "_INBOX.x"


class FakeBus:
    client = Client()


class Wire:
    def __init__(self) -> None:
        self.sent = b""
        self.aborted = False

    def write(self, data: bytes) -> None:
        self.sent += data

    def abort(self) -> None:
        self.aborted = True


INFO = b'INFO {"headers":true,"max_payload":1048576}\r\n'
HEARTBEAT = b"HMSG _INBOX.x 1 42 42\r\nNATS/1.0 100 Idle Heartbeat\r\nA: 123456\r\n\r\n\r\n"


def message(number: int, body: bytes, *, headers: bytes = b"", delivered: int | None = None) -> bytes:
    ack = b"$JS.ACK.s.c.1.%d.%d.1700000000.0" % (number + 100, number if delivered is None else delivered)
    if not headers:
        return b"MSG omkamp.x 1 %s %d\r\n%s\r\n" % (ack, len(body), body)
    return b"HMSG omkamp.x 1 %s %d %d\r\n%s%s\r\n" % (ack, len(headers), len(headers) + len(body), headers, body)


def line_with(*chunks: bytes) -> tuple[_Line, Wire]:
    async def feed() -> tuple[_Line, Wire]:
        line, wire = _Line(cast("Bus", FakeBus()), "$JS.API"), Wire()
        line.connection_made(cast("asyncio.Transport", wire))
        for chunk in chunks:
            line.data_received(chunk)
        return line, wire

    return asyncio.run(feed())


bodies = st.lists(st.binary(max_size=40) | st.just(b"MSG a 1 b 3\r\nabc\r\n") | st.just(b"\r\n"), max_size=8)


@given(bodies, st.lists(st.booleans(), min_size=8, max_size=8), st.lists(st.integers(0, 900), max_size=12))
def test_messages_are_the_same_however_they_are_cut(bodies: list[bytes], headed: list[bool], cuts: list[int]) -> None:
    stream = INFO
    for number, (body, headers) in enumerate(zip(bodies, headed, strict=False), start=1):
        stream += (
            message(number, body, headers=b"NATS/1.0\r\nA: b\r\n\r\n" if headers else b"") + b"PING\r\n" + HEARTBEAT
        )
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    line, wire = line_with(*(stream[a:b] for a, b in itertools.pairwise(places)))
    expected = [Record(number + 100, "omkamp.x", body) for number, body in enumerate(bodies, start=1)]
    assert line._records == expected
    assert line._doubt is None
    assert wire.sent == b"PONG\r\n" * len(bodies)
    assert line.greeted.result()["headers"]


DOUBTS: list[Any] = [
    (message(2, b"x"), "message 2 of the consumer is missing"),
    (message(1, b"x", delivered=1), "message 2 of the consumer is missing"),
    (b"-ERR 'Authorization Violation'\r\n", "Authorization Violation"),
    (b"HMSG _INBOX.x 1 28 28\r\nNATS/1.0 408 Timed Out\r\n\r\n\r\n\r\n", "408 Timed Out"),
    (b"nonsense\r\n", "nonsense"),
    (b"MSG omkamp.x 1 $JS.ACK.s.c.1.x.2.1.0 1\r\na\r\n", "invalid literal"),
    (b"MSG omkamp.x 1 other.subject 1\r\na\r\n", ""),
]


@pytest.mark.parametrize(("doubtful", "why"), DOUBTS, ids=range(len(DOUBTS)))
def test_what_is_doubtful_ends_the_reading_after_the_last_good_event(doubtful: bytes, why: str) -> None:
    good = message(1, b"good")
    bad = message(3, b"bad") if why.startswith("message 2") and doubtful == message(2, b"x") else doubtful
    line, wire = line_with(INFO, good + bad + message(2, b"late"), message(3, b"later"))
    assert [record.body for record in line._records] == [b"good"]
    assert wire.aborted
    assert why in str(line._doubt)
