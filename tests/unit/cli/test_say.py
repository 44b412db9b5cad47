"""What is said arrives whole, however little the other side takes at a time."""

import io
import json
import sys

import pytest

from services.cli import say


class Sip(io.RawIOBase):
    """An output that takes a little at a time, as a full pipe may."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, words: "memoryview | bytes", /) -> int:  # type: ignore[override]  # bytes are all it is given
        self.taken += bytes(words[:7])
        return min(len(words), 7)


def unbuffered(monkeypatch: pytest.MonkeyPatch) -> Sip:
    """Standard output as `python -u` and PYTHONUNBUFFERED make it."""
    sip = Sip()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(sip, encoding="utf-8", write_through=True))  # type: ignore[type-var]  # unbuffered
    say.whole()
    return sip


def test_a_document_is_printed_whole_where_nothing_is_buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    output = unbuffered(monkeypatch)
    names = [f"Søren {number}" for number in range(200)]
    say.document(names)
    assert json.loads(output.taken) == names


def test_a_table_is_printed_whole_where_nothing_is_buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    output = unbuffered(monkeypatch)
    say.screen().print(say.table("Players", ("Name",), [(f"Søren {number}",) for number in range(50)]))
    assert output.taken.decode().split()[-2:] == ["Søren", "49"]


def test_an_output_that_is_buffered_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", output)
    say.whole()
    assert sys.stdout is output
