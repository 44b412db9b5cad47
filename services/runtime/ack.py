"""What a stream answers to who writes into it, told from what others say who listen to its subjects."""

from typing import Final

import msgspec

from services.runtime.request import Accept


class Trouble(msgspec.Struct, frozen=True):
    """Why the stream took nothing."""

    description: str = ""
    err_code: int = 0


class Ack(msgspec.Struct, frozen=True):
    """The stream's name, and the sequence of the last message written or what was wrong."""

    stream: str = ""
    seq: int = 0
    error: Trouble | None = None


_ACK: Final = msgspec.json.Decoder(Ack)


def read(body: bytes) -> Ack:
    """Read an answer that `from_stream` has accepted."""
    return _ACK.decode(body)


def from_stream(stream: str) -> Accept:
    """Make the test whether an answer can be this stream's."""

    def is_its(body: bytes) -> bool:
        try:
            ack = _ACK.decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        refused = ack.error is not None and ack.error.err_code > 0
        return refused or (ack.stream == stream and ack.seq > 0)

    return is_its
