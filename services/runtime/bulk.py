"""
Replay at disk speed: sealed segments folded into a view whole, without an object and a check for every field.

A view that offers `STEPS` says how each event changes it, from the event's id, its date and its payload's fields. The
events of a segment that is known to be readable are decoded all at once. What a step refuses goes the ordinary way, and
so does a segment with anything out of the ordinary in it; so the view is the one an ordinary replay gives.
"""

import gc
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import msgspec

from contracts.messages import EventData
from contracts.trusted import TrustedDecoder
from services.runtime.checked import readable
from services.runtime.log import Record
from services.runtime.segment import Segment
from services.runtime.segments import SegmentStore

_END: Final = object()


class BulkModule(Protocol):
    """What a `view.py` offers that can be replayed in bulk."""

    INTERESTS: tuple[type[EventData], ...]
    STEPS: Mapping[type[EventData], Callable[[Any, Any, Any, Any], None]]

    def defer(self, view: Any) -> None:  # noqa: ANN401  the service's own view
        """Put off what need not be computed before `settle`."""

    def settle(self, view: Any) -> None:  # noqa: ANN401  the service's own view
        """Compute what was put off."""


class BulkReplay:
    """One replay of a store into a view. `take` does the ordinary thing with one record."""

    def __init__(self, module: BulkModule, store: SegmentStore, take: Callable[[Record], None]) -> None:
        self._module = module
        self._store = store
        self._take = take
        self._decoder = TrustedDecoder(module.INTERESTS)
        self._steps = {self._decoder.shapes[event]: step for event, step in module.STEPS.items()}
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
        for segment in _ahead(self._store.segments(after, upto)):
            if self.stopped.is_set():
                break
            last = segment.header.last if upto is None else min(segment.header.last, upto)
            self._fold(view, segment, after, last)
            after = last
        self._module.settle(view)
        return after

    def _fold(self, view: Any, segment: Segment, after: int, last: int) -> None:  # noqa: ANN401  the service's own view
        first = segment.header.first
        start, end = after + 1 - first, last + 1 - first
        events = self._decoded(segment)
        if events is None:
            for record in segment.records()[start:end]:
                self._take(record)
            return
        while (start := self._stepped(view, events, start, end)) < end:
            self._take(segment.records()[start])
            start += 1

    def _stepped(self, view: Any, events: list[Any], start: int, end: int) -> int:  # noqa: ANN401  the service's own view
        """Take events in; returns the place of the first that was refused, or the end."""
        step_of = self._steps.get
        place = start
        try:
            for place in range(start, end):
                event = events[place]
                step = step_of(type(event))
                if step is not None:
                    step(view, event.id, event.effectivedate, event.data)
        except Exception:  # noqa: BLE001  the ordinary way finds the same reason, and says it
            return place
        return end

    def _decoded(self, segment: Segment) -> list[Any] | None:
        lines = segment.lines()
        if lines is None or not readable(self._store.path(segment), segment):
            return None
        try:
            return self._decoder.decode(lines)
        except msgspec.MsgspecError:
            return None


def _ahead(segments: Iterator[Segment]) -> Iterator[Segment]:
    """Yield segments while the next one is read from disk and its digest is checked on another core."""
    with ThreadPoolExecutor(1, "segments") as pool:
        coming = pool.submit(next, segments, _END)
        while (segment := coming.result()) is not _END:
            coming = pool.submit(next, segments, _END)
            yield segment  # type: ignore[misc]  # a segment, not the end
