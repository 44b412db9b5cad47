"""
Replay at disk speed: what sealed segments come to for a view is taken in, many events at once.

A view that offers `condense`, `absorb` and `resume` says how, and the view is the one an ordinary replay gives. Every
segment is read and its digest checked all the same; one that is to be folded only in part is taken event by event.
"""

import gc
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

from services.runtime.condensed import Condensed, CondensingModule, condensed
from services.runtime.log import Record
from services.runtime.segment import Segment
from services.runtime.segments import SegmentStore

_END: Final = object()


class BulkModule(CondensingModule, Protocol):
    """What a `view.py` offers that can be replayed in bulk."""

    def defer(self, view: Any) -> None:  # noqa: ANN401  the service's own view
        """Put off what need not be computed before `settle`."""

    def settle(self, view: Any) -> None:  # noqa: ANN401  the service's own view
        """Compute what was put off."""


class BulkReplay:
    """One replay of a store into a view: `take` does the ordinary thing with a record, `park` leaves an event out."""

    def __init__(
        self,
        module: BulkModule,
        store: SegmentStore,
        take: Callable[[Record], object],
        park: Callable[[int, str], None],
    ) -> None:
        self._module = module
        self._store = store
        self._take = take
        self._park = park
        self.stopped = threading.Event()

    def run(self, view: Any, after: int, upto: int | None = None) -> int:  # noqa: ANN401  the service's own view
        """
        Fold everything sealed after a sequence, up to another, into the view; returns the last sequence folded.

        A damaged segment is refused by name. Whatever is raised, the view is then neither here nor there.
        """
        collecting = gc.isenabled()
        # Nothing of what is built here is garbage, and looking for some again and again costs a tenth of the time.
        gc.disable()
        try:
            return self._run(view, after, upto)
        finally:
            if collecting:
                gc.enable()

    def _run(self, view: Any, after: int, upto: int | None) -> int:  # noqa: ANN401  the service's own view
        self._module.defer(view)
        last: Condensed | None = None
        for segment, whole in _ahead(self._segments(after, upto)):
            if self.stopped.is_set():
                break
            if whole is not None:
                self._absorb(view, whole)
            else:
                self._resume(view, last)
                self._one_by_one(segment, after, upto)
            after, last = min(segment.header.last, upto or segment.header.last), whole
        self._resume(view, last)
        self._module.settle(view)
        return after

    def _segments(self, after: int, upto: int | None) -> Iterator[tuple[Segment, Condensed | None]]:
        """Read segments, each with what it comes to if all of it is to be folded."""
        before: bytes | None = None
        for segment in self._store.segments(after, upto):
            if segment.header.first > after and (upto is None or segment.header.last <= upto):
                whole = condensed(self._module, self._store, segment, before)
                before = whole.content
                yield segment, whole
            else:
                yield segment, None

    def _absorb(self, view: Any, whole: Condensed) -> None:  # noqa: ANN401  the service's own view
        for sequence, reason in whole.poison:
            self._park(sequence, reason)
        for sequence, reason in self._module.absorb(view, whole.content):
            self._park(sequence, misfit(reason))

    def _resume(self, view: Any, last: Condensed | None) -> None:  # noqa: ANN401  the service's own view
        if last is not None:
            self._module.resume(view, last.content)

    def _one_by_one(self, segment: Segment, after: int, upto: int | None) -> None:
        for record in segment.records():
            if after < record.sequence and (upto is None or record.sequence <= upto):
                self._take(record)


def misfit(reason: str) -> str:
    """Say of an event that can be read, but fits nothing that came before it, why it is left out."""
    return f"it cannot be taken in: {reason}"


def _ahead(segments: Iterator[tuple[Segment, Condensed | None]]) -> Iterator[tuple[Segment, Condensed | None]]:
    """Yield segments while the next one is read from disk and its digest is checked on another core."""
    with ThreadPoolExecutor(1, "segments") as pool:
        coming = pool.submit(next, segments, _END)
        while (one := coming.result()) is not _END:
            coming = pool.submit(next, segments, _END)
            yield one  # type: ignore[misc]  # a segment, not the end
