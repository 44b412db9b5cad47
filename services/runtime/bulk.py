"""
Replay at disk speed: what sealed segments come to for a view is taken in, many events at once.

A view that offers `condense`, `absorb` and `resume` says how, and the view is the one an ordinary replay gives. Every
segment is read and its digest checked meanwhile; one that is to be folded only in part is taken event by event.
"""

import gc
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

from services.runtime.chain import Link
from services.runtime.condensed import Condensed, CondensingModule, condensed
from services.runtime.log import Record
from services.runtime.segments import SegmentStore

_SWITCH: Final = 0.0005
"""Seconds after which another thread gets the interpreter."""


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

    def run(
        self,
        view: Any,  # noqa: ANN401  the service's own view
        after: int,
        upto: int | None = None,
        progress: Callable[[int], object] = int,
    ) -> int:
        """
        Fold everything sealed after a sequence, up to another, into the view; returns the last sequence folded.

        `progress` is told the last sequence of every segment taken in. A damaged segment is refused by name. Whatever
        is raised, the view is then neither here nor there.
        """
        collecting, interval = gc.isenabled(), sys.getswitchinterval()
        # Nothing of what is built here is garbage, and looking for some again and again costs a tenth of the time.
        gc.disable()
        # Who reads and checks waits for the interpreter a dozen times a segment: with the usual interval, for seconds.
        sys.setswitchinterval(_SWITCH)
        try:
            return self._run(view, after, upto, progress)
        finally:
            sys.setswitchinterval(interval)
            if collecting:
                # It will live as long as the process: to look through all of it once takes a tenth of the time again.
                gc.freeze()
                gc.enable()

    def _run(
        self,
        view: Any,  # noqa: ANN401  the service's own view
        after: int,
        upto: int | None,
        progress: Callable[[int], object],
    ) -> int:
        links = self._store.links(after, upto)
        self._module.defer(view)
        with ThreadPoolExecutor(1, "segments") as pool:
            checking = pool.submit(self._check, after, upto)
            whole: bytes | None = None
            for link in links:
                if self.stopped.is_set():
                    break
                if link.first > after and (upto is None or link.last <= upto):
                    whole = self._absorb(view, condensed(self._module, self._store, link, whole))
                else:
                    self._resume(view, whole)
                    self._one_by_one(link, after, upto)
                    whole = None
                after = link.last if upto is None else min(link.last, upto)
                progress(after)
                if checking.done():
                    checking.result()
            self._resume(view, whole)
            self._module.settle(view)
            checking.result()
        return after

    def _check(self, after: int, upto: int | None) -> None:
        """Read all segments and check their digests, on another core, whatever of them is known already."""
        for _ in self._store.headers(after, upto):
            if self.stopped.is_set():
                return

    def _absorb(self, view: Any, whole: Condensed) -> bytes:  # noqa: ANN401  the service's own view
        for sequence, reason in whole.poison:
            self._park(sequence, reason)
        for sequence, reason in self._module.absorb(view, whole.content):
            self._park(sequence, misfit(reason))
        return whole.content

    def _resume(self, view: Any, whole: bytes | None) -> None:  # noqa: ANN401  the service's own view
        if whole is not None:
            self._module.resume(view, whole)

    def _one_by_one(self, link: Link, after: int, upto: int | None) -> None:
        (segment,) = self._store.segments(link.first - 1, link.last)
        for record in segment.records():
            if after < record.sequence and (upto is None or record.sequence <= upto):
                self._take(record)


def misfit(reason: str) -> str:
    """Say of an event that can be read, but fits nothing that came before it, why it is left out."""
    return f"it cannot be taken in: {reason}"
