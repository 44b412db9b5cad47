"""
A segment: so many events of the log in one sealed file, chained by digest to the segment before.

    {"format":"omkamp-segment-1","federation":…,"first":…,"last":…,"previous":…,"index":…,"bodies":…,"sha256":…}
    <bytes of the body> <subject>          a line an event: the index
    <body>                                 the bodies, byte for byte, a line feed after each

`first` and `last` are sequences, and none between them is missing. `index` and `bodies` are the sizes of the two parts
in bytes, `previous` the digest of the segment before ("" before the first). `sha256` is the digest: that of the header
line as it is with an empty `sha256`, the index and the bodies. Segments can be written one after another into one file.
"""

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Final, Literal

import msgspec

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from services.runtime.log import EventLog, Record, replay

_LONGEST_HEADER: Final = 4096


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a segment."""

    format: Literal["omkamp-segment-1"] = "omkamp-segment-1"
    federation: FederationId
    first: int
    last: int
    previous: str
    index: int
    bodies: int
    sha256: str = ""


class Segment(msgspec.Struct, frozen=True):
    """A segment in memory. `index` and `bodies` are as in the file."""

    header: Header
    index: bytes
    bodies: bytes

    @property
    def count(self) -> int:
        """How many events it holds."""
        return self.header.last - self.header.first + 1

    def records(self) -> list[Record]:
        """Return the events."""
        records, offset = [], 0
        for sequence, line in enumerate(self.index.splitlines(), start=self.header.first):
            length, subject = line.split(b" ", 1)
            end = offset + int(length)
            records.append(Record(sequence, subject.decode(), self.bodies[offset:end]))
            offset = end + 1
        return records


class Damaged(Exception):  # noqa: N818  what the file is
    """A segment cannot be what was sealed, and why."""


_HEADER: Final = msgspec.json.Decoder(Header)


async def sealed(log: EventLog, after: int, upto: int, previous: str, size: int) -> AsyncIterator[Segment]:
    """Make segments of a log from after a sequence to another: each of `size` events, the last of the rest."""
    waiting: list[Record] = []
    async for batch in replay(log, after, upto):
        waiting += batch
        while len(waiting) >= size or (waiting and waiting[-1].sequence == upto):
            one = seal(log.federation, previous, after + 1, waiting[:size])
            waiting, after, previous = waiting[size:], one.header.last, one.header.sha256
            yield one


def seal(federation: FederationId, previous: str, first: int, records: Sequence[Record]) -> Segment:
    """Make a segment of records; refuses records that do not begin with `first`, or with a gap between them."""
    for expected, record in enumerate(records, start=first):
        if record.sequence != expected:
            raise Refused(
                RefusalCode.UNEXPECTED_VALUE,
                f"the log of {federation} has no event {expected}: after {expected - 1} came {record.sequence}",
                missing=expected,
            )
    index = b"".join(b"%d %s\n" % (len(record.body), record.subject.encode()) for record in records)
    bodies = b"".join(part for record in records for part in (record.body, b"\n"))
    header = Header(
        federation=federation,
        first=first,
        last=records[-1].sequence,
        previous=previous,
        index=len(index),
        bodies=len(bodies),
    )
    return Segment(msgspec.structs.replace(header, sha256=_digest(header, index, bodies)), index, bodies)


def parts(segment: Segment) -> tuple[bytes, bytes, bytes]:
    """Return what a file of the segment holds, in order."""
    return msgspec.json.encode(segment.header) + b"\n", segment.index, segment.bodies


def read(file: BinaryIO) -> Segment | None:
    """Read the next segment of a file, whole and unharmed, or None at its end; raises `Damaged`."""
    found = _opened(file)
    if found is None:
        return None
    line, header = found
    index, bodies = file.read(header.index), file.read(header.bodies)
    _check(line, header, (index, bodies))
    return Segment(header, index, bodies)


def skim(file: BufferedReader, buffer: bytearray) -> Header | None:
    """Do as `read` does, but keep only the header: the rest passes through a buffer, which may be used again."""
    found = _opened(file)
    if found is None:
        return None
    line, header = found
    _check(line, header, _passing(file, header.index + header.bodies, memoryview(buffer)))
    return header


def _passing(file: BufferedReader, size: int, buffer: memoryview) -> Iterator[memoryview]:
    while size and (count := file.readinto(buffer[:size])):
        yield buffer[:count]
        size -= count


def _opened(file: BinaryIO) -> tuple[bytes, Header] | None:
    line = file.readline(_LONGEST_HEADER)
    if not line:
        return None
    try:
        header = _HEADER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"its header cannot be read: {error}") from error
    if not 1 <= header.first <= header.last or min(header.index, header.bodies) < 0:
        raise Damaged("its header is impossible")
    return line, header


def _check(line: bytes, header: Header, parts: Iterable[bytes | memoryview]) -> None:
    digest, missing = _begun(header), header.index + header.bodies
    for part in parts:
        digest.update(part)
        missing -= len(part)
    if missing:
        raise Damaged(f"it is cut off: {missing} bytes are missing")
    if digest.hexdigest() != header.sha256 or msgspec.json.encode(header) + b"\n" != line:
        raise Damaged("its content is not what its digest says")


def check_is_file(path: Path) -> None:
    """Check that whoever opens it is not kept waiting by a pipe, say; raises `Damaged`."""
    if path.exists() and not path.is_file():
        raise Damaged("it is no file")


def read_all(file: BinaryIO) -> Iterator[Segment]:
    """Read a file of one segment after another; raises `Damaged`."""
    while (segment := read(file)) is not None:
        yield segment


def check_follows(segment: Segment, before: Header | None) -> None:
    """Check that a segment is the next one of the chain after `before`, or the first; raises `Damaged`."""
    header, expected = segment.header, (1, "") if before is None else (before.last + 1, before.sha256)
    same = before is None or header.federation == before.federation
    if (header.first, header.previous) != expected or not same:
        raise Damaged("it does not follow the segment before it")


def _digest(header: Header, index: bytes, bodies: bytes) -> str:
    digest = _begun(header)
    digest.update(index)
    digest.update(bodies)
    return digest.hexdigest()


def _begun(header: Header) -> "hashlib._Hash":
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(header, sha256="")) + b"\n")
