"""Where a server's batches are kept: in a folder in memory, if there is room, and nothing is left there."""

from pathlib import Path

import pytest

from services.runtime import staging
from services.runtime.staging import Staging


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(staging, "MEMORY", folder)
    return folder


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    folder = tmp_path / "store" / "jetstream" / "$G" / "streams" / "omkamp-dsu-events"
    folder.mkdir(parents=True)
    return folder


def begun(tmp_path: Path) -> Staging:
    one = Staging(tmp_path / "store")
    one.begin()
    return one


@pytest.mark.parametrize("made", [False, True], ids=["which is not there yet", "which is there"])
def test_a_streams_folder_of_batches_is_put_into_memory(tmp_path: Path, memory: Path, stream: Path, made: bool) -> None:
    if made:
        (stream / "batches").mkdir()
    one = begun(tmp_path)
    one.link()
    one.link()
    (stream / "batches" / "a").mkdir()
    assert [path.name for path in memory.glob("*/*/*")] == ["a"]


def test_a_batch_under_way_is_left_where_it_is(tmp_path: Path, memory: Path, stream: Path) -> None:
    (stream / "batches" / "a").mkdir(parents=True)
    one = begun(tmp_path)
    one.link()
    assert (stream / "batches" / "a").is_dir()
    (stream / "batches" / "a").rmdir()
    one.link()
    assert (stream / "batches").is_symlink()
    assert list(memory.iterdir())


def test_nothing_is_left_at_the_end(tmp_path: Path, memory: Path, stream: Path) -> None:
    one = begun(tmp_path)
    one.link()
    (stream / "batches" / "a").mkdir()
    one.end()
    assert not list(memory.iterdir())
    assert not list(stream.iterdir())


def test_what_one_who_was_killed_has_left_is_removed(tmp_path: Path, memory: Path, stream: Path) -> None:
    begun(tmp_path).link()
    (stream / "batches" / "a").mkdir()
    begun(tmp_path).end()
    assert not list(memory.iterdir())
    assert not list(stream.iterdir())


def test_only_a_folder_of_our_own_in_memory_is_removed(tmp_path: Path, memory: Path, stream: Path) -> None:
    others = memory / "others" / "things"
    others.mkdir(parents=True)
    (stream / "batches").symlink_to(others)
    begun(tmp_path).end()
    assert others.is_dir()


@pytest.mark.usefixtures("memory")
def test_where_the_largest_append_has_no_room_nothing_is_done(
    tmp_path: Path, stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "ROOM", 2**62)
    begun(tmp_path).link()
    assert not list(stream.iterdir())


def test_where_there_is_no_such_memory_nothing_is_done(
    tmp_path: Path, stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "MEMORY", tmp_path / "nowhere")
    begun(tmp_path).link()
    assert not list(stream.iterdir())
