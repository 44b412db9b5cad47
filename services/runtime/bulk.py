"""
Replay at disk speed: what sealed segments come to for a view is taken in, many events at once.

A view that offers `condense` and `absorb` says how. What it refuses goes the ordinary way, event by event, and so does
what cannot be read; so the view is the one an ordinary replay gives. Every segment is read and its digest checked all
the same.
"""

import gc
import itertools
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
    """One replay of a store into a view. `take` does the ordinary thing with one record."""

    def __init__(self, module: BulkModule, store: SegmentStore, take: Callable[[Record], object]) -> None:
        self._module = module
        self._store = store
        self._take = take
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
        for segment, whole in _ahead(self._segments(after, upto)):
            if self.stopped.is_set():
                break
            after = self._part(segment, after, upto) if whole is None else self._whole(view, segment, whole)
        self._module.settle(view)
        return after

    def _segments(self, after: int, upto: int | None) -> Iterator[tuple[Segment, Condensed | None]]:
        """Read segments, each with what it comes to if all of it is to be folded."""
        for segment in self._store.segments(after, upto):
            header = segment.header
            whole = header.first > after and (upto is None or header.last <= upto)
            yield segment, condensed(self._module, self._store.path(segment), segment) if whole else None

    def _part(self, segment: Segment, after: int, upto: int | None) -> int:
        """Take in some of a segment's events, one by one; returns the last."""
        records = [one for one in segment.records() if after < one.sequence and (upto is None or one.sequence <= upto)]
        for record in records:
            self._take(record)
        return records[-1].sequence

    def _whole(self, view: Any, segment: Segment, whole: Condensed) -> int:  # noqa: ANN401  the service's own view
        """Take in what a segment comes to; returns its last sequence."""
        records: list[Record] = []
        for sequence in itertools.chain(whole.poison, self._module.absorb(view, whole.content)):
            records = records or segment.records()
            self._take(records[sequence - segment.header.first])
        return segment.header.last


def _ahead(segments: Iterator[tuple[Segment, Condensed | None]]) -> Iterator[tuple[Segment, Condensed | None]]:
    """Yield segments while the next one is read from disk and its digest is checked on another core."""
    with ThreadPoolExecutor(1, "segments") as pool:
        coming = pool.submit(next, segments, _END)
        while (one := coming.result()) is not _END:
            coming = pool.submit(next, segments, _END)
            yield one  # type: ignore[misc]  # a segment, not the end
