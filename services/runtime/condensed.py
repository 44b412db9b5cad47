"""
What each segment comes to for a view: made once, when it is sealed, and kept beside it, so that a replay is quick.

A file `<segment>.<context>` holds one line of JSON, the note, and then what the view's own module made of the events.
The note names the segment's digest, which stands for all segments before it as well, what it was made with and by, and
the digest of all else; where any of that is another now, it is made anew. It is never the truth: losing these files
loses nothing but time.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Final, Protocol

import msgspec

from contracts.checks import checks
from contracts.codec import FactDecoder, Poison
from contracts.envelope import Fact
from contracts.messages import EventData
from services.runtime import files
from services.runtime.chain import Link
from services.runtime.segment import Segment
from services.runtime.segments import SegmentStore


class CondensingModule(Protocol):
    """What a `view.py` offers whose events can be condensed."""

    CONTEXT: str
    VERSION: int
    INTERESTS: tuple[type[EventData], ...]

    def condense(self, facts: Iterable[Fact[EventData]], before: bytes) -> bytes:
        """Condense the events of a part of the log; `before` is what the part before it came to (empty: none)."""

    def absorb(self, view: Any, condensed: bytes) -> list[tuple[int, str]]:  # noqa: ANN401  the service's own view
        """Take in what a part came to; give the sequence of each event that is refused, and why."""

    def resume(self, view: Any, condensed: bytes) -> None:  # noqa: ANN401  the service's own view
        """Take in what the last part taken in left to the next."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    The segment's digest, what the contracts checked and the view's version then, and what cannot be read.

    `content` is the digest of that and of what follows the note.
    """

    segment: str
    checks: str
    version: int
    content: str
    poison: tuple[tuple[int, str], ...]


class Condensed(msgspec.Struct, frozen=True):
    """What a segment comes to: the sequences of events that cannot be read, each with the reason, and all others."""

    poison: tuple[tuple[int, str], ...]
    content: bytes


_LINE: Final = b"\n"


def condensed(module: CondensingModule, store: SegmentStore, link: Link, before: bytes | None = None) -> Condensed:
    """
    Give what a segment comes to, as it was made or, without that, made now; refuses to make it of a damaged one.

    `before` is what the segment before it comes to, if it is at hand.
    """
    beside = store.path(link).with_suffix(f".{module.CONTEXT}")
    expected = (link.sha256, checks(), module.VERSION)
    try:
        with beside.open("rb") as file:
            note = msgspec.json.decode(file.readline(), type=Note)
            content = file.read()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        note, content = None, b""
    if note is None or not _is_of(note, expected, content):
        (segment,) = store.segments(link.first - 1, link.last)
        made = _made(module, segment, _before(module, store, link) if before is None else before)
        note, content = Note(*expected, _digest(made.poison, made.content), made.poison), made.content
        files.write(beside, (msgspec.json.encode(note), _LINE, content))
    return Condensed(note.poison, content)


def _before(module: CondensingModule, store: SegmentStore, link: Link) -> bytes:
    """Give what the segment before one comes to; empty if it is the first."""
    before = b""
    if link.first > 1:
        for earlier in store.links(0, link.first - 1):
            before = condensed(module, store, earlier, before).content
    return before


def _made(module: CondensingModule, segment: Segment, before: bytes) -> Condensed:
    decoder = FactDecoder(module.INTERESTS)
    facts: list[Fact[EventData]] = []
    poison: list[tuple[int, str]] = []
    for record in segment.records():
        try:
            fact = decoder.decode(record.sequence, record.body, record.subject)
        except Poison as unreadable:
            poison.append((record.sequence, unreadable.reason))
            continue
        if fact is not None:
            facts.append(fact)
    return Condensed(tuple(poison), module.condense(facts, before))


def _is_of(note: Note, expected: tuple[str, str, int], content: bytes) -> bool:
    said = (note.segment, note.checks, note.version, note.content)
    return said == (*expected, _digest(note.poison, content))


def _digest(poison: tuple[tuple[int, str], ...], content: bytes) -> str:
    digest = hashlib.sha256(msgspec.json.encode(poison) + _LINE)
    digest.update(content)
    return digest.hexdigest()
