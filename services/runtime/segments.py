"""
A store of segments: a sealed local copy of the log, in a folder.

What is sealed never changes. A crash at any moment leaves the store whole up to its last sealed segment. A segment that
is damaged, missing or of another log is named, and fetched again from the log: it must be the one that was sealed.
"""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from services.runtime import chain as chains
from services.runtime import files, segment
from services.runtime.chain import Chain, Link
from services.runtime.log import EventLog, Record, replay
from services.runtime.logs import logger
from services.runtime.segment import Damaged, Header, Segment

SIZE: Final = 10_000
"""Events in a segment."""

_AT_ONCE: Final = 1 << 23
"""Bytes checked at once: a segment has fewer, and who checks another time waits for the interpreter once more."""

Found = TypeVar("Found", bound=Segment | Header)
Read = Callable[[BufferedReader], Found | None]
"""Reads a segment of a file, whole and unharmed; None: the file has none. Raises `Damaged`."""

Progress = Callable[[int, int], None]
"""Told (last sequence done, last sequence of all) now and then."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one file of a store."""

    file: str
    reason: str


class SegmentStore:
    """The segments in a folder; the folder is made when the first one is sealed."""

    def __init__(self, folder: Path, size: int = SIZE) -> None:
        self.folder = folder
        self._size = size

    @property
    def last(self) -> int:
        """The last sealed sequence, 0 if there is none."""
        chain = self._chain()
        return 0 if chain is None else chain.last

    @property
    def federation(self) -> FederationId | None:
        """Whose log it is, None while nothing is sealed."""
        chain = self._chain()
        return None if chain is None else chain.federation

    async def extend(self, log: EventLog, progress: Progress | None = None, *, rest: bool = False) -> int:
        """
        Seal what the log has beyond the last sealed segment, in whole segments, with `rest` also what then remains.

        Returns the last sealed sequence. Refuses a log that is not the one sealed here, and one with a gap.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with files.locked(self.folder):
            chain = await asyncio.to_thread(self._tidied, log.federation)
            await self._check(chain, log)
            upto = head = await log.head()
            if not rest:
                upto = chain.last + (head - chain.last) // self._size * self._size
            previous = chain.links[-1].sha256 if chain.links else ""
            async for one in segment.sealed(log, chain.last, upto, previous, self._size):
                chain = await asyncio.to_thread(self._store, chain, one)
                if progress is not None:
                    progress(chain.last, upto)
            return chain.last

    def links(self, after: int = 0, upto: int | None = None) -> list[Link]:
        """Name the segments that hold anything after a sequence, up to another; none is read."""
        chain = self._chain()
        found = () if chain is None else chain.links
        return [link for link in found if link.last > after and (upto is None or link.first <= upto)]

    def segments(self, after: int = 0, upto: int | None = None) -> Iterator[Segment]:
        """Yield the segments that hold anything after a sequence, up to another; refuses a damaged one by name."""
        return self._each(segment.read, after, upto)

    def headers(self, after: int = 0, upto: int | None = None) -> Iterator[Header]:
        """Do as `segments` does, every byte read and checked, but keep only the headers: it takes half the time."""
        return self._each(_skimming(), after, upto)

    def _each(self, read: Read[Found], after: int, upto: int | None) -> Iterator[Found]:
        federation = self.federation
        for link in self.links(after, upto):
            try:
                yield self._load(federation, link, read)
            except Damaged as damaged:
                raise Refused(
                    RefusalCode.MALFORMED_FILE,
                    f"segment {link.name} in {self.folder} is damaged: {damaged}; it can be fetched again",
                    segment=link.name,
                ) from damaged

    def end(self) -> Record | None:
        """Return the last sealed event, None if there is none; refuses a damaged segment by name."""
        last = self.last
        return next((batch[-1] for batch in self.read(last - 1)), None) if last else None

    def path(self, link: Link) -> Path:
        """Return the file of a segment."""
        return self.folder / link.name

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[list[Record]]:
        """Yield the events after a sequence, up to another, a segment at a time; refuses a damaged one by name."""
        for one in self.segments(after, upto):
            first, last = one.header.first, one.header.last
            end = one.count if upto is None or upto >= last else upto - first + 1
            yield one.records()[max(after - first + 1, 0) : end]

    def verify(self) -> list[Damage]:
        """Read everything and name every damaged file; none if the store is whole."""
        try:
            chain, found = chains.load(self.folder), []
        except Damaged as damaged:
            chain, found = None, [Damage(file=chains.NAME, reason=str(damaged))]
        if chain is None:
            chain = chains.rebuilt(self.folder)
            if chain is None:
                return found
            found = found or [Damage(file=chains.NAME, reason="it is missing")]
        skim = _skimming()
        for link in chain.links:
            try:
                self._load(chain.federation, link, skim)
            except Damaged as damaged:
                found.append(Damage(file=link.name, reason=str(damaged)))
        return found

    async def repair(self, log: EventLog) -> list[Damage]:
        """
        Fetch again from the log what is damaged, and nothing else; returns what was.

        Refuses if the log gives another digest than the one sealed: the log and the chain disagree.
        """
        with files.locked(self.folder):
            damages = await asyncio.to_thread(self.verify)
            chain = self._chain()
            if chain is None:
                return damages
            _same_federation(chain, log.federation, self.folder)
            for damage in damages:
                if damage.file == chains.NAME:
                    chains.store(self.folder, chain)
                    continue
                place = next(place for place, link in enumerate(chain.links) if link.name == damage.file)
                fetched = await _fetched(log, chain, place)
                await asyncio.to_thread(files.write, self.folder / damage.file, segment.parts(fetched))
        return damages

    def _chain(self) -> Chain | None:
        try:
            chain = chains.load(self.folder)
        except Damaged as damaged:
            logger.warning("the chain is made anew from its segments", folder=str(self.folder), reason=str(damaged))
            chain = None
        return chain or chains.rebuilt(self.folder)

    def _load(self, federation: FederationId | None, link: Link, read: Read[Found]) -> Found:
        segment.check_is_file(self.folder / link.name)
        try:
            with (self.folder / link.name).open("rb") as file:
                found = read(file)
                beyond = file.read(1)
        except FileNotFoundError:
            raise Damaged("it is missing") from None
        if found is None or beyond:
            raise Damaged("it is empty" if found is None else "it has bytes beyond its end")
        header = found.header if isinstance(found, Segment) else found
        if header.federation != federation:
            raise Damaged(f"it is of the federation {header.federation}, not of {federation}")
        if chains.link_of(header) != link:
            raise Damaged("it is not the one that was sealed")
        return found

    def _tidied(self, federation: FederationId) -> Chain:
        """
        Return the chain to go on with, without what a crash left unfinished.

        A segment that was sealed but did not get into the chain is sealed again, and is the same.
        """
        chain = self._chain() or Chain(federation=federation)
        _same_federation(chain, federation, self.folder)
        for left in self.folder.glob(f"*{files.ASIDE}"):
            left.unlink()
        # A chain without links comes before the first segment: a segment without a chain has lost it.
        chains.store(self.folder, chain)
        return chain

    async def _check(self, chain: Chain, log: EventLog) -> None:
        """Refuse a log whose event at the end of the chain is not the one sealed."""
        if not chain.links:
            return
        here = [record for batch in self.read(chain.last - 1) for record in batch]
        upto = min(chain.last, await log.head())
        if here != [record async for batch in replay(log, chain.last - 1, upto) for record in batch]:
            raise Refused(
                RefusalCode.UNEXPECTED_VALUE,
                f"event {chain.last} of the log of {log.federation} is not the one sealed in {self.folder}",
                sequence=chain.last,
            )

    def _store(self, chain: Chain, sealed: Segment) -> Chain:
        files.write(self.folder / chains.link_of(sealed.header).name, segment.parts(sealed))
        longer = chain.with_link(sealed.header)
        chains.store(self.folder, longer)
        return longer


def _skimming() -> Read[Header]:
    """Give what checks segments one after another, all through one buffer."""
    return partial(segment.skim, buffer=bytearray(_AT_ONCE))


async def _fetched(log: EventLog, chain: Chain, place: int) -> Segment:
    link: Link = chain.links[place]
    sealed = None
    if await log.head() >= link.last:
        records = [record async for batch in replay(log, link.first - 1, link.last) for record in batch]
        sealed = segment.seal(chain.federation, chain.previous(place), link.first, records)
    if sealed is None or sealed.header.sha256 != link.sha256:
        raise Refused(
            RefusalCode.UNEXPECTED_VALUE,
            f"the log and the chain disagree about events {link.first} to {link.last} of {chain.federation}",
            segment=link.name,
            sealed=link.sha256,
            log="" if sealed is None else sealed.header.sha256,
        )
    return sealed


def _same_federation(chain: Chain, federation: FederationId, folder: Path) -> None:
    if chain.federation != federation:
        raise Refused(
            RefusalCode.UNKNOWN_FEDERATION,
            f"{folder} holds the log of {chain.federation}, not of {federation}",
            holds=chain.federation,
        )
