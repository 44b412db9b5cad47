"""A file is read as one where reading ends; anything else is refused by name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.refusals import RefusalCode, Refused
from services.runtime import files


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, files.LARGEST + 1)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda _: None, "No such file or directory"),
        (Path.mkdir, "it is no file, but a folder"),
        (os.mkfifo, "it is no file, but a pipe or a device"),
        (lambda path: path.symlink_to("/dev/zero"), "it is no file, but a pipe or a device"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (sparse, "it has more than 64,000,000 bytes"),
    ],
    ids=["nothing", "folder", "pipe", "device", "loop", "too large"],
)
def test_what_cannot_be_read_as_one_is_refused_by_name(tmp_path: Path, make: Callable[[Path], None], why: str) -> None:
    path = tmp_path / "event.trf"
    make(path)
    with pytest.raises(Refused, match=why) as refused:
        files.whole(path)
    assert refused.value.refusal.message.startswith(f"{path}: ")
    assert refused.value.refusal.code is RefusalCode.MALFORMED_FILE


def test_the_largest_file_that_is_taken_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "event.trf"
    path.write_bytes(b"0123456789")
    monkeypatch.setattr(files, "LARGEST", 10)
    assert files.whole(path) == b"0123456789"
    monkeypatch.setattr(files, "LARGEST", 9)
    with pytest.raises(Refused, match="it has more than 9 bytes"):
        files.whole(path)
