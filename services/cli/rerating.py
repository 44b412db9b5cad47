"""Ratings replayed from the log on this machine: as they are, as they were known, or as they would be."""

import datetime as dt
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.text import Text

from contracts.codec import FactDecoder, Poison
from contracts.operations import Parked
from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.rating import view as room
from services.rating.supposing import Supposed, under
from services.rating.view import View
from services.runtime.bulk import BulkReplay
from services.runtime.copying import fetched_again
from services.runtime.log import EventLog, Record, replay
from services.runtime.projection import unfit
from services.runtime.segments import SegmentStore
from services.runtime.settings import Settings

Progress = Callable[[int, int], None]
"""Told how many events are done, and how many there are."""

Federation = Annotated[str, typer.Option("--federation", help="Whose ratings: dsu, fide, ssf (if there are several).")]
Effective = Annotated[str, typer.Option(metavar="DATE", help="As they are effective on this day.")]
Known = Annotated[
    str, typer.Option(metavar="N|TIME", help="As known after event N, or at a time (a date: its end, UTC).")
]

_STEP: Final = 5_000


class Moment(msgspec.Struct, frozen=True):
    """How far knowledge goes: up to an event of the log, or a time; neither: all of it."""

    sequence: int | None = None
    time: dt.datetime | None = None


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A view replayed up to `position`: how many events were read, in `seconds`, and what could not be taken in."""

    view: View
    position: int
    events: int
    seconds: float
    parked: list[Parked]

    @property
    def events_a_second(self) -> int:
        """How fast it went."""
        return round(self.events / self.seconds) if self.seconds else 0


class Replay:
    """A replay of the ratings: like the running service it parks what it cannot take in, and goes on."""

    def __init__(self, log: EventLog, moment: Moment = Moment(), supposed: Supposed | None = None) -> None:
        self.view = room.empty()
        self.position = 0
        self.parked: list[Parked] = []
        self._log = log
        self._moment = moment
        self._supposed = supposed
        self._over = False
        self._decoder = FactDecoder(room.INTERESTS)

    async def run(self, progress: Progress | None = None, store: SegmentStore | None = None) -> Replayed:
        """Replay; each tournament is rated once, at the end."""
        started, last = time.perf_counter(), await self._log.head()
        upto = last if self._moment.sequence is None else min(self._moment.sequence, last)
        if store is not None and store.folder.exists() and self._supposed is None and self._moment.time is None:
            told = (lambda done: progress(done, upto)) if progress is not None else int
            self.position = await self._from(store, min(upto, store.last), told)
        room.defer(self.view)
        async for batch in replay(self._log, self.position, upto):
            for record in batch:
                self.take(record)
                if self._over:
                    break
                self.position = record.sequence
                if progress is not None and (record.sequence % _STEP == 0 or record.sequence == upto):
                    progress(record.sequence, upto)
            if self._over:
                break
        room.settle(self.view)
        return Replayed(
            view=self.view,
            position=self.position,
            events=self.position,
            seconds=time.perf_counter() - started,
            parked=self.parked,
        )

    async def _from(self, store: SegmentStore, upto: int, progress: Callable[[int], object]) -> int:
        """Replay what is sealed; a damaged segment is fetched again from the log, and that is said."""
        bulk = BulkReplay(room, store, self.take, self._park)
        try:
            position = bulk.run(self.view, 0, upto, progress)
        except Refused as refused:
            for damage in await fetched_again(store, self._log, refused):
                say.note(f"{damage.file} in {store.folder} is damaged ({damage.reason}): it was fetched again")
            self.view = room.empty()
            self.parked.clear()
            position = bulk.run(self.view, 0, upto, progress)
        self.parked.sort(key=attrgetter("sequence"))
        return position

    def take(self, record: Record) -> bool:
        """Take a record in, and tell whether the view is concerned; later than the moment it is not taken."""
        try:
            fact = self._decoder.decode(record.sequence, record.body, record.subject)
            if fact is None:
                return False
            if self._moment.time is not None and fact.event.time > self._moment.time:
                self._over = True
                return False
            self.view = room.apply(self.view, fact if self._supposed is None else under(self._supposed, fact))
        except Poison as poison:
            self._park(record.sequence, poison.reason)
        except Exception as error:  # noqa: BLE001  as in the service: whatever one event does, the view goes on
            self._park(record.sequence, unfit(record, error).reason)
        return True

    def _park(self, sequence: int, reason: str) -> None:
        self.parked.append(Parked(sequence=sequence, reason=reason))


def moment_of(text: str) -> Moment:
    """Read N, a date or a time; refuses anything else."""
    if not text:
        return Moment()
    if text.isdecimal():
        return Moment(sequence=int(text))
    try:
        time_ = dt.datetime.fromisoformat(text)
    except ValueError:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, f"{text!r} is neither the number of an event nor a time (YYYY-MM-DD…)"
        ) from None
    if len(text) == len("YYYY-MM-DD"):
        time_ += dt.timedelta(days=1, microseconds=-1)
    return Moment(time=time_ if time_.tzinfo else time_.replace(tzinfo=dt.UTC))


def day_of(text: str) -> dt.date | None:
    """Read a day, if one is given; refuses what is none."""
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise Refused(RefusalCode.INVALID_DATES, f"{text!r} is no day (YYYY-MM-DD)") from None


def store_of(settings: Settings) -> SegmentStore | None:
    """Give the segments of a machine that keeps some, to replay from disk."""
    if not settings.state:
        return None
    return SegmentStore(Path(settings.state) / settings.federation / "segments")


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f} events/s")


@contextmanager
def showing(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Show a progress bar with the rate and the time left to a person at a terminal; nothing where a program reads."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
    with Bar(*columns, console=say.aside(), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, all_: bar.update(task, completed=done, total=all_)
