"""
Which segments hold only events that can be read: said once, beside the segment, so that no replay has to check again.

A note `<segment>.checked` names the segment's digest and what the contracts checked then; where either is another now,
the segment is checked again. Losing the notes loses nothing.
"""

from pathlib import Path
from typing import Final

import msgspec

from contracts.codec import FactDecoder, Poison
from contracts.trusted import checks
from services.runtime import files
from services.runtime.segment import Segment

SUFFIX: Final = ".checked"
_DECODER: Final = FactDecoder()


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found: `readable` if every event of the segment can be read, and stands on one line."""

    segment: str
    checks: str
    readable: bool


def readable(path: Path, segment: Segment) -> bool:
    """Tell whether every event of the segment in this file can be read: by the note or, without one, by reading."""
    beside = path.with_suffix(SUFFIX)
    try:
        note = msgspec.json.decode(beside.read_bytes(), type=Note)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        note = None
    if note is None or (note.segment, note.checks) != (segment.header.sha256, checks()):
        note = Note(segment.header.sha256, checks(), _read(segment))
        files.write(beside, (msgspec.json.encode(note),))
    return note.readable


def _read(segment: Segment) -> bool:
    if segment.lines() is None:
        return False
    try:
        for record in segment.records():
            _DECODER.decode(record.sequence, record.body, record.subject)
    except Poison:
        return False
    return True
