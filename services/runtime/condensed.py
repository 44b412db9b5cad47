"""
What each segment comes to for a view: made once, when it is sealed, and kept beside it, so that a replay is quick.

A file `<segment>.<context>` holds one line of JSON, the note, and then what the view's own module made of the events.
The note names the segment's digest, what it was made with and by, and the digest of the rest; where any of that is
another now, it is made anew. It is never the truth: losing these files loses nothing but time.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from contracts.checks import checks
from contracts.codec import FactDecoder, Poison
from contracts.envelope import Fact
from contracts.messages import EventData
from services.runtime import files
from services.runtime.segment import Segment


class CondensingModule(Protocol):
    """What a `view.py` offers whose events can be condensed."""

    CONTEXT: str
    VERSION: int
    INTERESTS: tuple[type[EventData], ...]

    def condense(self, facts: Iterable[Fact[EventData]]) -> bytes:
        """Condense events, in their order."""

    def absorb(self, view: Any, condensed: bytes) -> Iterator[int]:  # noqa: ANN401  the service's own view
        """Take in condensed events; give the sequence of each that is refused, when it is its turn."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The segment's digest, what the contracts checked and the view's version then, and the digest of the content."""

    segment: str
    checks: str
    version: int
    content: str
    poison: tuple[int, ...]
    """The sequences of events that could not be read."""


class Condensed(msgspec.Struct, frozen=True):
    """What a segment comes to: the sequences of events that cannot be read, and everything else."""

    poison: tuple[int, ...]
    content: bytes


_LINE: Final = b"\n"


def condensed(module: CondensingModule, path: Path, segment: Segment) -> Condensed:
    """Give what the segment in this file comes to, as it was made before or, without that, made now."""
    beside = path.with_suffix(f".{module.CONTEXT}")
    expected = (segment.header.sha256, checks(), module.VERSION)
    try:
        line, _, content = beside.read_bytes().partition(_LINE)
        note = msgspec.json.decode(line, type=Note)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        note, content = None, b""
    if note is None or (note.segment, note.checks, note.version, note.content) != (*expected, _digest(content)):
        made = _made(module, segment)
        note, content = Note(*expected, _digest(made.content), made.poison), made.content
        files.write(beside, (msgspec.json.encode(note), _LINE, content))
    return Condensed(note.poison, content)


def _made(module: CondensingModule, segment: Segment) -> Condensed:
    decoder = FactDecoder(module.INTERESTS)
    facts: list[Fact[EventData]] = []
    poison: list[int] = []
    for record in segment.records():
        try:
            fact = decoder.decode(record.sequence, record.body, record.subject)
        except Poison:
            poison.append(record.sequence)
            continue
        if fact is not None:
            facts.append(fact)
    return Condensed(tuple(poison), module.condense(facts))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
