"""
The port to the log: append with a fence, read a unit, follow everything.

Two adapters, `memory.MemoryLog` and `jetstream.JetStreamLog`, pass one conformance suite.
"""

from collections.abc import AsyncIterator
from typing import Protocol

import msgspec

from contracts.ids import FederationId, UnitId

MAX_BODY = 1_000_000
"""An event stays under this many bytes; what outgrows it is stored elsewhere, by its digest."""
MAX_RECORDS = 500
"""The most events one append may hold: they are one atomic batch or none."""


class Record(msgspec.Struct, frozen=True, gc=False):
    """One event in the log: its sequence (from 1), its subject and its body."""

    sequence: int
    subject: str
    body: bytes


class NewRecord(msgspec.Struct, frozen=True, gc=False):
    """An event to be appended."""

    subject: str
    body: bytes


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Events of one unit, to be written all or none, if the unit's version is still `expected`."""

    unit: UnitId
    expected: int
    records: tuple[NewRecord, ...]


class Conflict(Exception):  # noqa: N818  what the log says; the handler turns it into a new decision
    """Someone else has written to the unit since `expected`."""


class Unavailable(Exception):  # noqa: N818  a state of the log, not of the caller
    """The log did not answer; whether the append happened is not known, and must be looked up."""


class EventLog(Protocol):
    """The log of one federation."""

    federation: FederationId

    async def append(self, append: Append) -> int:
        """Append, durably, and return the sequence of the last record; raises `Conflict` or `Unavailable`."""

    async def unit(self, unit: UnitId, after: int = 0) -> list[Record]:
        """Read the events of a unit after a sequence; raises `Unavailable`."""

    async def head(self) -> int:
        """Return the sequence of the last event of all, 0 if there is none; raises `Unavailable`."""

    def follow(self, after: int = 0) -> AsyncIterator[list[Record]]:
        """Yield every event after a sequence, in order, each once, in batches as they come; never ends by itself."""


async def replay(log: EventLog, after: int = 0, upto: int | None = None) -> AsyncIterator[list[Record]]:
    """Yield what the log holds after a sequence, up to its head now (or `upto`), and end."""
    last = await log.head() if upto is None else upto
    if last <= after:
        return
    async for batch in log.follow(after):
        if batch[-1].sequence >= last:
            yield [record for record in batch if record.sequence <= last]
            return
        yield batch
