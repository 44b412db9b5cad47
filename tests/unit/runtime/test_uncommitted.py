"""A log that ends in half a batch, as a server that was killed leaves it, is cut back to what is whole."""

import struct
from pathlib import Path

import pytest

from services.runtime.uncommitted import take_back


def record(headers: str = "", body: bytes = b"{}") -> bytes:
    subject = b"omkamp.dsu.event.x"
    lines = f"NATS/1.0\r\n{headers}\r\n".encode() if headers else b""
    told = struct.pack("<I", len(lines)) + lines if headers else b""
    length = 22 + len(subject) + len(told) + len(body) + 8
    flagged = length | (0x80000000 if headers else 0)
    return struct.pack("<IQQH", flagged, 1, 1, len(subject)) + subject + told + body + b"checksum"


def part(batch: str, number: int, *, last: bool = False, body: bytes = b"{}") -> bytes:
    commit = "Nats-Batch-Commit: 1\r\n" if last else ""
    return record(f"Nats-Batch-Id: {batch}\r\nNats-Batch-Sequence: {number}\r\n{commit}", body)


FENCED = record("Nats-Expected-Last-Subject-Sequence: 3\r\n")
WHOLE = part("a", 1) + part("a", 2, last=True)
HALF = part("b", 1) + part("b", 2)
TORN = part("b", 3)[:-1]
EMPTY = b""


@pytest.mark.parametrize(
    ("blocks", "left"),
    [
        ((FENCED + HALF,), (FENCED,)),
        ((WHOLE + HALF,), (WHOLE,)),
        ((WHOLE + HALF + TORN,), (WHOLE,)),
        ((part("c", 1) + HALF,), (part("c", 1),)),
        ((record() + part("b", 1, body=b"Nats-Batch-Commit: 1"),), (record(),)),
        ((WHOLE + part("b", 1), part("b", 2)), (WHOLE,)),
        ((WHOLE + part("b", 1), EMPTY), (WHOLE,)),
        ((WHOLE + part("b", 1), TORN), (WHOLE,)),
        ((WHOLE, HALF), (WHOLE,)),
        ((HALF,), (EMPTY,)),
        ((part("b", 1), part("b", 2)), (EMPTY,)),
    ],
)
def test_half_a_batch_at_the_end_is_cut_off(tmp_path: Path, blocks: tuple[bytes, ...], left: tuple[bytes, ...]) -> None:
    messages = written(tmp_path, blocks)
    assert take_back(tmp_path)
    assert kept(messages) == left
    assert not (messages / "index.db").exists()


@pytest.mark.parametrize(
    "blocks",
    [(), (EMPTY,), (FENCED,), (record(),), (HALF + FENCED,), (WHOLE,), (WHOLE + TORN,), (HALF, WHOLE), (WHOLE, EMPTY)],
)
def test_a_log_that_ends_in_what_is_whole_stays_as_it_is(tmp_path: Path, blocks: tuple[bytes, ...]) -> None:
    messages = written(tmp_path, blocks)
    assert not take_back(tmp_path)
    assert kept(messages) == blocks
    assert (messages / "index.db").exists()


def test_the_last_block_is_that_of_the_highest_number(tmp_path: Path) -> None:
    messages = written(tmp_path, (FENCED,) * 9 + (HALF,))
    assert take_back(tmp_path)
    assert kept(messages) == (FENCED,) * 9


def written(stream: Path, blocks: tuple[bytes, ...]) -> Path:
    messages = stream / "msgs"
    messages.mkdir()
    (messages / "index.db").write_bytes(b"what was")
    for number, block in enumerate(blocks, start=1):
        (messages / f"{number}.blk").write_bytes(block)
    return messages


def kept(messages: Path) -> tuple[bytes, ...]:
    count = len(list(messages.glob("*.blk")))
    return tuple((messages / f"{number}.blk").read_bytes() for number in range(1, count + 1))
