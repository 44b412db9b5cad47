"""Whatever happens to a store of segments is named, and exactly that is fetched again."""

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.refusals import RefusalCode, Refused
from services.runtime.segment import Damaged, skim
from services.runtime.segment import read as read_one
from services.runtime.segments import SegmentStore
from tests.unit.runtime.test_segments import SSF, all_of, flip, log_of, read, sealed, segment


async def test_a_segment_longer_than_the_buffer_is_checked_to_its_last_byte(tmp_path: Path) -> None:
    path = segment(await sealed(tmp_path), 2)
    with path.open("rb") as file:
        whole = read_one(file)
    for size in (1, 7, 1 << 20):
        with path.open("rb") as file:
            assert skim(file, bytearray(size)) == (whole and whole.header)
    flip(path, path.stat().st_size - 2)
    with path.open("rb") as file, pytest.raises(Damaged, match="its content"):
        skim(file, bytearray(7))
    os.truncate(path, path.stat().st_size - 9)
    with path.open("rb") as file, pytest.raises(Damaged, match="9 bytes are missing"):
        skim(file, bytearray(7))


def _bit_flip_in_a_body(store: SegmentStore) -> str:
    path = segment(store, 3)
    flip(path, path.stat().st_size - 5)
    return path.name


def _bit_flip_in_the_header(store: SegmentStore) -> str:
    flip(segment(store, 3), 40)
    return segment(store, 3).name


def _bit_flip_in_the_last_segment(store: SegmentStore) -> str:
    flip(segment(store, 5), 600)
    return segment(store, 5).name


def _truncation(store: SegmentStore) -> str:
    path = segment(store, 2)
    os.truncate(path, path.stat().st_size - 30)
    return path.name


def _emptied(store: SegmentStore) -> str:
    os.truncate(segment(store, 2), 0)
    return segment(store, 2).name


def _more_than_was_sealed(store: SegmentStore) -> str:
    with segment(store, 2).open("ab") as file:
        file.write(b"{}\n")
    return segment(store, 2).name


def _missing_file(store: SegmentStore) -> str:
    path = segment(store, 5)
    path.unlink()
    return path.name


def _wrong_place(store: SegmentStore) -> str:
    segment(store, 4).write_bytes(segment(store, 3).read_bytes())
    return segment(store, 4).name


def _another_history(store: SegmentStore) -> str:
    other = store.folder.parent / "other"
    asyncio.run(SegmentStore(other, 10).extend(asyncio.run(log_of(50, text="forged"))))
    segment(store, 5).write_bytes(segment(SegmentStore(other), 5).read_bytes())
    return segment(store, 5).name


def _alien_federation(store: SegmentStore) -> str:
    other = store.folder.parent / "other"
    asyncio.run(SegmentStore(other, 10).extend(asyncio.run(log_of(50, SSF))))
    segment(store, 1).write_bytes(segment(SegmentStore(other), 1).read_bytes())
    return segment(store, 1).name


def _chain_damaged(store: SegmentStore) -> str:
    flip(store.folder / "chain.json", 80)
    return "chain.json"


def _chain_missing(store: SegmentStore) -> str:
    (store.folder / "chain.json").unlink()
    return "chain.json"


def _pipe_in_place_of_a_segment(store: SegmentStore) -> str:
    path = segment(store, 3)
    path.unlink()
    os.mkfifo(path)
    return path.name


def _pipe_in_place_of_the_chain(store: SegmentStore) -> str:
    (store.folder / "chain.json").unlink()
    os.mkfifo(store.folder / "chain.json")
    return "chain.json"


HARM = [
    _bit_flip_in_a_body,
    _bit_flip_in_the_header,
    _bit_flip_in_the_last_segment,
    _truncation,
    _emptied,
    _more_than_was_sealed,
    _missing_file,
    _wrong_place,
    _another_history,
    _alien_federation,
    _chain_damaged,
    _chain_missing,
    _pipe_in_place_of_a_segment,
    _pipe_in_place_of_the_chain,
]


@pytest.mark.parametrize("harm", HARM, ids=lambda harm: harm.__name__.strip("_"))
def test_harm_is_named_and_exactly_that_file_is_fetched_again(
    tmp_path: Path, harm: Callable[[SegmentStore], str]
) -> None:
    store = asyncio.run(sealed(tmp_path / "store"))
    log = asyncio.run(log_of(50))
    name = harm(store)
    assert [damage.file for damage in store.verify()] == [name]
    if name != "chain.json":
        with pytest.raises(Refused, match=name) as caught:
            read(store)
        assert caught.value.refusal.code is RefusalCode.MALFORMED_FILE
    untouched = {path: path.stat().st_mtime_ns for path in store.folder.iterdir() if path.name not in {name, "lock"}}
    assert [damage.file for damage in asyncio.run(store.repair(log))] == [name]
    assert store.verify() == []
    assert read(store) == asyncio.run(all_of(log))
    assert {path: path.stat().st_mtime_ns for path in untouched} == untouched


def test_no_single_bit_of_a_store_can_be_flipped_unseen(tmp_path: Path) -> None:
    store = asyncio.run(sealed(tmp_path, count=2, size=1))
    for path in (*store.folder.glob("*.segment"), store.folder / "chain.json"):
        content = path.read_bytes()
        for place in range(len(content)):
            path.write_bytes(content[:place] + bytes((content[place] ^ 1 << place % 8,)) + content[place + 1 :])
            assert [damage.file for damage in store.verify()] == [path.name], place
        path.write_bytes(content)


@pytest.mark.parametrize("size", [10**17, 10**30])
def test_a_header_that_promises_more_than_any_machine_holds_is_damaged(tmp_path: Path, size: int) -> None:
    store = asyncio.run(sealed(tmp_path))
    path = segment(store, 3)
    content = path.read_bytes()
    path.write_bytes(re.sub(rb'"bodies":\d+', b'"bodies":%d' % size, content, count=1))
    assert [damage.file for damage in store.verify()] == [path.name]


def test_why_a_file_is_damaged_is_said(tmp_path: Path) -> None:
    said = {
        _truncation: "it is cut off: 30 bytes are missing",
        _bit_flip_in_a_body: "its content is not what its digest says",
        _wrong_place: "it is not the one that was sealed",
        _alien_federation: "it is of the federation ssf, not of dsu",
        _missing_file: "it is missing",
    }
    for harm, reason in said.items():
        store = asyncio.run(sealed(tmp_path / harm.__name__ / "store"))
        harm(store)
        assert [damage.reason for damage in store.verify()] == [reason]


async def test_a_chain_that_cannot_be_made_anew_is_refused(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    (tmp_path / "chain.json").unlink()
    segment(store, 3).unlink()
    with pytest.raises(Refused, match="cannot be made anew"):
        store.verify()


async def test_a_segment_the_log_gives_otherwise_is_not_repaired_but_refused(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    segment(store, 3).unlink()
    for log in (await log_of(50, text="another"), await log_of(25)):
        with pytest.raises(Refused, match="disagree about events 21 to 30") as caught:
            await store.repair(log)
        assert caught.value.refusal.code is RefusalCode.UNEXPECTED_VALUE
    assert not (tmp_path / "000000000021-000000000030.segment").exists()
