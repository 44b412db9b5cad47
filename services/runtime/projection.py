"""
A projection: a view kept up to date from the log: snapshot, then replay, then live, in one code path.

Each event is applied once, in order. An event that cannot be read or applied is parked with its reason and the view
goes on without it; a rebuild stops at it instead.
"""

import asyncio
import hashlib
import heapq
import itertools
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, Protocol

import msgspec

from contracts.codec import FactDecoder, Poison
from contracts.envelope import Fact
from contracts.messages import EventData, QueryData
from contracts.operations import Parked
from contracts.refusals import RefusalCode, Refused
from services.runtime.bulk import BulkReplay, misfit
from services.runtime.copying import fetched_again
from services.runtime.log import EventLog, Record, Unavailable, replay
from services.runtime.logs import logger
from services.runtime.metrics import PARKED, POSITION
from services.runtime.segments import SegmentStore
from services.runtime.snapshot import Shelf, event_digest

_BREATH: Final = 200
"""Events applied before others get a turn."""
SNAPSHOT_EVERY: Final = 50_000
"""Events after which a new snapshot is written, besides the one at a graceful stop."""
_AGAIN: Final = 0.5


class ViewModule(Protocol):
    """What a service's `view.py` offers."""

    VERSION: int
    INTERESTS: tuple[type[EventData], ...]

    def empty(self) -> Any:  # noqa: ANN401  the service's own view
        """Return the view before the first event."""

    def apply(self, view: Any, fact: Fact[EventData]) -> Any:  # noqa: ANN401  the service's own view
        """Take one event into the view."""

    def answer(self, view: Any, query: QueryData) -> Any:  # noqa: ANN401  the service's own view
        """Answer a query."""


def canonical(view: object) -> bytes:
    """Encode a view as canonical JSON: the same bytes for equal views, whatever order they were built in."""
    # msgspec sorts the keys of a dictionary only where they are strings; rounds, for one, are numbers.
    # And a set would lose what it is before it is sorted: its order is another one in every process.
    plain = msgspec.to_builtins(view, str_keys=True, order="deterministic")
    return msgspec.json.encode(plain, order="deterministic")


def digest(view: object) -> str:
    """Return the SHA-256 of a view's canonical JSON."""
    return hashlib.sha256(canonical(view)).hexdigest()


async def rebuild(log: EventLog, module: ViewModule, upto: int | None = None) -> tuple[Any, int]:
    """Build a view from nothing, up to a sequence (default: the head); raises `Poison` where it must stop."""
    decoder = FactDecoder(module.INTERESTS)
    view, position = module.empty(), 0
    async for batch in replay(log, upto=upto):
        for record in batch:
            fact = decoder.decode(record.sequence, record.body, record.subject)
            if fact is not None:
                try:
                    view = module.apply(view, fact)
                except Exception as error:
                    raise unfit(record, error) from error
            position = record.sequence
    return view, position


def unfit(record: Record, error: Exception) -> Poison:
    """Say of an event that can be read, but fits nothing that came before it, why it cannot be taken in."""
    return Poison(record.sequence, misfit(f"{type(error).__name__}: {error}"))


class Projection:
    """
    A running view, its position, and who waits for it to get somewhere.

    With a `shelf` it keeps snapshots; with a `store` of segments, a view that can be replayed in bulk begins with them.
    """

    def __init__(
        self,
        context: str,
        module: ViewModule,
        log: EventLog,
        shelf: Shelf | None = None,
        store: SegmentStore | None = None,
    ) -> None:
        self.view = module.empty()
        self.position = 0
        self.restored = 0
        """The position this began with, by a snapshot or by segments: what came before, nobody who watches saw."""
        self.floor = 0
        """The last event there was when this began: before the view knows it, what it says would be of the past."""
        self.parked: list[Parked] = []
        self._context = context
        self._shown = POSITION.labels(context)
        self._module = module
        self._log = log
        self._shelf = shelf
        self._store = store
        self._last: Record | None = None
        self._saved = 0
        self._decoder = FactDecoder(module.INTERESTS)
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._watchers: list[Callable[[Fact[EventData]], None]] = []

    def watch(self, watcher: Callable[[Fact[EventData]], None]) -> None:
        """Tell `watcher` of each event after the view has taken it in."""
        self._watchers.append(watcher)

    async def run(self) -> None:
        """Begin with the snapshot and the segments there are of this log, and follow the log until cancelled."""
        await self._restore()
        if self._store is not None:
            await self._replay(self._store)
        async for batch in self._log.follow(self.position):
            for start in range(0, len(batch), _BREATH):
                for record in batch[start : start + _BREATH]:
                    self._take(record)
                self._wake()
                await asyncio.sleep(0)
            if self._shelf is not None and self.position - self._saved >= SNAPSHOT_EVERY:
                await self.save()

    async def save(self) -> None:
        """Write a snapshot, if there is a place for it and anything new; that it cannot be is no reason to stop."""
        if self._shelf is None or self._last is None or self.position == self._saved:
            return
        self._saved = self.position
        try:
            parts = self._shelf.encoded(self.view, self._last, self.parked)
            await asyncio.to_thread(self._shelf.write, parts)
        except Exception as error:  # noqa: BLE001  a full disk, a number no snapshot can hold: no reason to stop
            logger.warning("no snapshot was written", context=self._context, error=f"{type(error).__name__}: {error}")

    async def _restore(self) -> None:
        snapshot = None if self._shelf is None or self.position else self._shelf.load(type(self.view))
        if snapshot is None:
            return
        heading = snapshot.heading
        if not await self._is_in_log(heading.position, heading.event):
            logger.warning("a snapshot is left aside: it is of another log", context=self._context)
            return
        self.view, self.position, self.restored = snapshot.view, heading.position, heading.position
        self._saved = heading.position
        for one in heading.parked:
            self._park(one.sequence, one.reason)
        self._wake()
        logger.info("begun with a snapshot", context=self._context, position=self.position)

    async def _replay(self, store: SegmentStore) -> None:
        """
        Fold what is sealed beyond the position.

        What is damaged is fetched again from the log; where anything else is wrong, the log itself is replayed.
        """
        try:
            try:
                await self._fold(store)
            except Refused as refused:
                await fetched_again(store, self._log, refused)
                self._begin_again()
                await self._fold(store)
        except Exception as error:  # noqa: BLE001  the view is half made: whatever it was, it begins again without
            logger.warning("the segments are left aside", context=self._context, reason=str(error))
            self._begin_again()

    async def _fold(self, store: SegmentStore) -> None:
        beside = Projection(self._context, self._module, self._log)
        beside.view, beside.position = self.view, self.position
        bulk = BulkReplay(self._module, store, beside._take, beside._park)  # type: ignore[arg-type]  # who has a store can condense
        end = await asyncio.to_thread(store.end)
        if end is None or end.sequence <= self.position:
            return
        if not await self._is_in_log(end.sequence, event_digest(end)):
            logger.warning("the segments are left aside: they are of another log", context=self._context)
            return
        try:
            await asyncio.to_thread(bulk.run, self.view, self.position)
        except asyncio.CancelledError:
            bulk.stopped.set()
            raise
        self.position = self.restored = end.sequence
        self._last = end
        self.parked += sorted(beside.parked, key=attrgetter("sequence"))
        PARKED.labels(self._context).set(len(self.parked))
        self._wake()
        logger.info("begun with segments", context=self._context, position=self.position)

    def _begin_again(self) -> None:
        self.view, self.position, self.restored, self._saved = self._module.empty(), 0, 0, 0
        self.parked.clear()

    async def _is_in_log(self, sequence: int, event: str) -> bool:
        while True:
            try:
                if await self._log.head() < sequence:
                    return False
                there = replay(self._log, sequence - 1, sequence)
                return [event_digest(one) async for batch in there for one in batch] == [event]
            except Unavailable:
                await asyncio.sleep(_AGAIN)

    def knows(self, sequence: int) -> bool:
        """Whether the view knows an event, and all that was in the log when this began."""
        return self.position >= sequence and self.position >= self.floor

    async def reached(self, sequence: int, within: float) -> bool:
        """
        Wait until the view knows an event; False if it does not within so many seconds.

        Who asks for less than what was in the log when this began waits for that: the view is still being built then.
        Refused as `UNAVAILABLE` if it is not there in time.
        """
        if sequence < self.floor and not await self._arrived(self.floor, within):
            raise Refused(
                RefusalCode.UNAVAILABLE,
                f"{self._context} is being built anew: it knows {self.position} of {self.floor} events; ask again",
                position=self.position,
                events=self.floor,
            )
        return await self._arrived(sequence, within)

    async def _arrived(self, sequence: int, within: float) -> bool:
        if self.position >= sequence:
            return True
        arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (sequence, next(self._order), arrived))
        try:
            # Not `wait_for`, which in Python 3.11 may swallow a cancellation that comes with the result.
            async with asyncio.timeout(within):
                await arrived
        except TimeoutError:
            return False
        return True

    def _take(self, record: Record) -> None:
        try:
            fact = self._decoder.decode(record.sequence, record.body, record.subject)
            if fact is not None:
                self.view = self._module.apply(self.view, fact)
                for watcher in self._watchers:
                    watcher(fact)
        except Poison as poison:
            self._park(record.sequence, poison.reason)
        except Exception as error:  # noqa: BLE001  whatever one event does, the view goes on without it
            logger.exception("an event cannot be applied", context=self._context, sequence=record.sequence)
            self._park(record.sequence, unfit(record, error).reason)
        self.position = record.sequence
        self._last = record

    def _park(self, sequence: int, reason: str) -> None:
        self.parked.append(Parked(sequence=sequence, reason=reason))
        PARKED.labels(self._context).set(len(self.parked))
        logger.error("event parked", context=self._context, sequence=sequence, reason=reason)

    def _wake(self) -> None:
        self._shown.set(self.position)
        while self._waiting and self._waiting[0][0] <= self.position:
            _, _, arrived = heapq.heappop(self._waiting)
            if not arrived.done():
                arrived.set_result(None)
