"""The log in memory: for tests of what stands on the log, and for what-if without a bus."""

import asyncio
from collections.abc import AsyncIterator

from contracts.ids import FederationId, UnitId
from services.runtime.log import Append, Conflict, Record


class MemoryLog:
    """An `EventLog` that lives as long as its process."""

    def __init__(self, federation: FederationId) -> None:
        self.federation = federation
        self._records: list[Record] = []
        self._units: dict[UnitId, list[int]] = {}
        self._grown = asyncio.Event()

    async def append(self, append: Append) -> int:
        """Append all records or raise `Conflict`."""
        sequences = self._units.setdefault(append.unit, [])
        if (sequences[-1] if sequences else 0) != append.expected:
            raise Conflict(append.unit)
        for new in append.records:
            self._records.append(Record(len(self._records) + 1, new.subject, new.body))
            sequences.append(len(self._records))
        self._grown.set()
        self._grown = asyncio.Event()
        return len(self._records)

    async def unit(self, unit: UnitId, after: int = 0) -> list[Record]:
        """Read the events of a unit after a sequence."""
        return [self._records[sequence - 1] for sequence in self._units.get(unit, ()) if sequence > after]

    async def head(self) -> int:
        """Return the sequence of the last event."""
        return len(self._records)

    async def follow(self, after: int = 0) -> AsyncIterator[list[Record]]:
        """Yield what is there after a sequence, then what comes."""
        while True:
            grown = self._grown
            if after < len(self._records):
                batch = self._records[after:]
                after += len(batch)
                yield batch
            else:
                await grown.wait()
