"""
Taking back a batch that nats-server was writing into a log when it was killed, where the rest of it is lost.

nats-server writes a batch message by message and finishes it after a crash from the folder it has staged it in. Where
that is gone with the memory it lay in, the log ends with half a batch, which nobody has been told of: it is cut off
before the server begins. A block file holds records one after another, each (little endian):

| bytes | |
|---|---|
| 4 | length of the record; the highest bit is set if there are headers |
| 8, 8 | sequence, time |
| 2, … | length of the subject, subject |
| 4, … | with headers: their length, headers |
| …, 8 | body, checksum |
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.runtime.logs import logger

_HEAD: Final = struct.Struct("<IQQH")
_LENGTH: Final = struct.Struct("<I")
_WITH_HEADERS: Final = 0x80000000
_CHECKSUM: Final = 8
_BATCH: Final = b"\r\nNats-Batch-Id:"
_COMMIT: Final = b"\r\nNats-Batch-Commit:"


def take_back(stream: Path) -> bool:
    """Cut off the batch a stream's log ends with if its last message is missing, and tell whether it was."""
    cut = _cut(sorted((stream / "msgs").glob("*.blk"), key=lambda block: int(block.stem)))
    if cut:
        logger.warning("a batch that was never acknowledged is taken back: the rest of it is lost", stream=stream.name)
        # What the server knows of its blocks without reading them is of the longer log.
        (stream / "msgs" / "index.db").unlink(missing_ok=True)
    for block, size in cut.items():
        if size or block.stem == "1":
            with block.open("r+b") as file:
                file.truncate(size)
                os.fsync(file)
        else:
            block.unlink()
    return bool(cut)


def _cut(blocks: list[Path]) -> dict[Path, int]:
    """Give the blocks that end in the broken-off batch with the bytes to be kept of each; the last one first."""
    batch, cut = b"", dict[Path, int]()
    for block in reversed(blocks):
        records = list(_records(block.read_bytes()))
        for start, headers in reversed(records):
            found = _value(headers, _BATCH)
            if not found or found != (batch or found) or _COMMIT in headers:
                return cut if batch else {}
            batch = found
            cut[block] = start
        if not records:
            cut[block] = 0
    return cut if batch else {}


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Give where each record begins, with its headers, up to the first that is not whole."""
    start = 0
    while start + _HEAD.size <= len(data):
        length, _, _, subject = _HEAD.unpack_from(data, start)
        end = start + (length & ~_WITH_HEADERS)
        at = start + _HEAD.size + subject
        if end > len(data) or at + _CHECKSUM > end:
            return
        headers = b""
        if length & _WITH_HEADERS:
            at += _LENGTH.size
            headers = data[at : at + _LENGTH.unpack_from(data, at - _LENGTH.size)[0]]
        yield start, headers
        start = end


def _value(headers: bytes, name: bytes) -> bytes:
    _, found, rest = headers.partition(name)
    return rest.partition(b"\r\n")[0].strip() if found else b""
