"""Where a server's batches are kept: in a folder in memory, if there is room, and nothing is lost or left there."""

import os
import shutil
from collections.abc import Callable
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


def killed(one: Staging) -> None:
    """Leave things as a process does that is killed: its locks are gone, what it has written is there."""
    os.close(one._lock)


def test_what_one_who_was_killed_has_staged_is_kept_for_the_server_to_finish(
    tmp_path: Path, memory: Path, stream: Path
) -> None:
    first = begun(tmp_path)
    first.link()
    (stream / "batches" / "a").mkdir()
    killed(first)
    second = begun(tmp_path)
    assert (stream / "batches" / "a").is_dir()
    (stream / "batches").unlink()  # as nats-server does when it has started
    second.link()
    assert not list((stream / "batches").iterdir()), "what it has not finished is of no use to anybody"
    second.end()
    assert not list(memory.iterdir())
    assert not list(stream.iterdir())


def test_what_those_have_left_who_were_killed_and_never_came_back_is_removed(
    tmp_path: Path, memory: Path, stream: Path
) -> None:
    gone = begun(tmp_path)
    gone.link()
    (stream / "batches").unlink()
    killed(gone)
    Staging(tmp_path / "another").begin()
    assert not list(memory.iterdir())


def test_a_copy_of_a_store_whose_server_runs_takes_nothing_from_it(tmp_path: Path, memory: Path, stream: Path) -> None:
    running = begun(tmp_path)
    running.link()
    (stream / "batches" / "a").mkdir()
    shutil.copytree(tmp_path / "store", tmp_path / "copy" / "store", symlinks=True)
    copy = begun(tmp_path / "copy")
    assert (stream / "batches" / "a").is_dir()
    copy.link()
    assert len(list(memory.iterdir())) == 2
    copy.end()
    assert (stream / "batches" / "a").is_dir()


@pytest.mark.usefixtures("memory")
def test_a_link_that_leads_nowhere_is_mended_while_the_server_runs(tmp_path: Path, stream: Path) -> None:
    one = begun(tmp_path)
    one.link()
    shutil.rmtree((stream / "batches").readlink().parent)
    one.link()
    (stream / "batches" / "a").mkdir()
    one.end()
    assert not list(stream.iterdir())


@pytest.mark.usefixtures("memory")
def test_a_link_that_leads_nowhere_is_gone_before_a_server_starts(tmp_path: Path, stream: Path) -> None:
    (stream / "batches").symlink_to(staging.MEMORY / "omkamp-staged-x" / stream.name)
    begun(tmp_path)
    assert not list(stream.iterdir())


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("when", [Staging.begin, Staging.end], ids=["before it starts", "when it has ended"])
def test_what_cannot_be_taken_back_now_is_taken_back_the_next_time(
    tmp_path: Path, stream: Path, monkeypatch: pytest.MonkeyPatch, when: Callable[[Staging], None]
) -> None:
    (stream / "batches").symlink_to(staging.MEMORY / "omkamp-staged-x" / stream.name)
    with monkeypatch.context() as broken:
        broken.setattr(staging, "take_back", refused)
        with pytest.raises(PermissionError):
            when(Staging(tmp_path / "store"))
    taken: list[Path] = []
    monkeypatch.setattr(staging, "take_back", taken.append)
    begun(tmp_path)
    assert taken == [stream]
    assert not list(stream.iterdir())


def refused(_: Path) -> bool:
    raise PermissionError


@pytest.mark.usefixtures("memory")
def test_batches_go_to_the_disk_while_others_have_filled_the_memory(
    tmp_path: Path, stream: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = begun(tmp_path)
    one.link()
    (stream / "batches" / "a").mkdir()
    monkeypatch.setattr(staging, "_room", lambda: staging.ROOM - 1)
    one.link()
    assert (stream / "batches").is_symlink(), "a batch is under way"
    monkeypatch.setattr(staging, "_UNDER_WAY", 0)
    one.link()
    assert not list(stream.iterdir())
    monkeypatch.setattr(staging, "_room", lambda: staging.ROOM)
    one.link()
    assert (stream / "batches").is_symlink()
    assert not list((stream / "batches").iterdir())


@pytest.mark.usefixtures("memory")
def test_a_memory_that_is_full_is_left_at_once(tmp_path: Path, stream: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = begun(tmp_path)
    one.link()
    (stream / "batches" / "a").mkdir()
    monkeypatch.setattr(staging, "_room", lambda: 0)
    one.link()
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
