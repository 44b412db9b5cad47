import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from contracts.ids import FederationId, UnitId
from contracts.refusals import RefusalCode, Refused
from services.runtime import files
from services.runtime.log import Append, NewRecord, Record
from services.runtime.memory import MemoryLog
from services.runtime.segments import SegmentStore

DSU, SSF = FederationId("dsu"), FederationId("ssf")
UNIT = UnitId("tournament-summer")


async def log_of(count: int, federation: FederationId = DSU, *, text: str = "event") -> MemoryLog:
    log = MemoryLog(federation)
    await grown(log, count, text=text)
    return log


async def grown(log: MemoryLog, count: int, *, text: str = "event") -> None:
    before = await log.head()
    records = tuple(
        NewRecord(
            f"omkamp.{log.federation}.event.{UNIT}.results.game-reported",
            f"{text} {number} \n½".encode(),
        )
        for number in range(before + 1, before + count + 1)
    )
    await log.append(Append(unit=UNIT, expected=before, records=records))


async def all_of(log: MemoryLog) -> list[Record]:
    return await log.unit(UNIT)


async def sealed(folder: Path, count: int = 50, size: int = 10) -> SegmentStore:
    store = SegmentStore(folder, size)
    await store.extend(await log_of(count))
    return store


def read(store: SegmentStore, after: int = 0, upto: int | None = None) -> list[Record]:
    return [record for batch in store.read(after, upto) for record in batch]


def segment(store: SegmentStore, number: int) -> Path:
    return sorted(store.folder.glob("*.segment"))[number - 1]


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 0x10
    path.write_bytes(content)


async def test_whole_segments_are_sealed_and_the_rest_waits(tmp_path: Path) -> None:
    store, log, told = SegmentStore(tmp_path, 10), await log_of(34), []
    assert store.last == 0
    assert read(store) == []
    assert await store.extend(log, lambda done, of: told.append((done, of))) == 30
    assert told == [(10, 30), (20, 30), (30, 30)]
    assert read(store) == (await all_of(log))[:30]
    await grown(log, 10)
    assert await store.extend(log) == 40
    assert read(store) == (await all_of(log))[:40]
    assert store.verify() == []
    assert store.federation == DSU


async def test_the_rest_is_sealed_on_request_and_the_chain_goes_on_after_it(tmp_path: Path) -> None:
    store, log = SegmentStore(tmp_path, 10), await log_of(34)
    assert await store.extend(log, rest=True) == 34
    await grown(log, 20)
    assert await store.extend(log, rest=True) == 54
    assert read(store) == await all_of(log)
    assert await store.extend(log, rest=True) == 54
    assert store.verify() == []


async def test_a_part_of_the_log_is_read_from_the_segments_that_hold_it(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    segment(store, 1).unlink()
    assert [one.sequence for one in read(store, after=13, upto=27)] == list(range(14, 28))
    assert [one.sequence for one in read(store, after=49)] == [50]
    assert read(store, after=50) == []
    assert [one.sequence for one in read(store, after=19, upto=20)] == [20]


async def test_bodies_of_any_bytes_come_back_as_they_were(tmp_path: Path) -> None:
    log = MemoryLog(DSU)
    bodies = (b"", b"\n", b"\n\n{}", bytes(range(256)), "½".encode())
    records = tuple(NewRecord(f"omkamp.dsu.event.{UNIT}.a.b", body) for body in bodies)
    await log.append(Append(unit=UNIT, expected=0, records=records))
    store = SegmentStore(tmp_path, 3)
    await store.extend(log, rest=True)
    assert tuple(one.body for one in read(store)) == bodies


async def test_the_store_of_another_federation_is_refused(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    for touch in (store.extend, store.repair):
        with pytest.raises(Refused, match="holds the log of dsu, not of ssf") as caught:
            await touch(await log_of(60, SSF))
        assert caught.value.refusal.code is RefusalCode.UNKNOWN_FEDERATION


async def test_a_log_with_another_past_or_with_less_is_refused(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    for log in (await log_of(60, text="another"), await log_of(40)):
        with pytest.raises(Refused, match="event 50 of the log of dsu is not the one sealed"):
            await store.extend(log)


async def test_a_log_with_a_gap_is_refused(tmp_path: Path) -> None:
    class Gapped(MemoryLog):
        async def follow(self, after: int = 0):  # type: ignore[no-untyped-def]  # noqa: ANN202  as the one it replaces
            async for batch in super().follow(after):
                yield [one for one in batch if one.sequence != 14]

    log = Gapped(DSU)
    await grown(log, 30)
    store = SegmentStore(tmp_path, 10)
    with pytest.raises(Refused, match="no event 14"):
        await store.extend(log)
    assert store.last == 10
    assert store.verify() == []


async def test_two_writers_of_one_folder_are_refused(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    with files.locked(tmp_path), pytest.raises(Refused, match="another process"):
        await store.extend(await log_of(60))


async def test_the_chain_names_every_segment_with_its_digest(tmp_path: Path) -> None:
    store = await sealed(tmp_path)
    chain = json.loads((tmp_path / "chain.json").read_bytes())
    headers = [json.loads(segment(store, number).read_bytes().split(b"\n")[0]) for number in range(1, 6)]
    assert [header["sha256"] for header in headers] == [link["sha256"] for link in chain["links"]]
    assert [header["previous"] for header in headers] == ["", *(link["sha256"] for link in chain["links"][:-1])]


EXTENDING = """
import asyncio, sys
from pathlib import Path
from services.runtime.segments import SegmentStore
from tests.unit.runtime.test_segments import log_of

async def main():
    log = await log_of(1500)
    print("go", flush=True)
    await SegmentStore(Path(sys.argv[1]), 10).extend(log)

asyncio.run(main())
"""


def test_a_process_killed_while_extending_leaves_whole_segments_only(tmp_path: Path) -> None:
    store, log = SegmentStore(tmp_path, 10), asyncio.run(log_of(1500))
    sealed_before = 0
    for pause in (0.0, 0.003, 0.02, 0.05):
        process = subprocess.Popen([sys.executable, "-c", EXTENDING, str(tmp_path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        while store.last <= sealed_before and process.poll() is None:
            time.sleep(0.001)
        time.sleep(pause)
        process.kill()
        process.wait()
        process.stdout.close()
        assert store.verify() == []
        assert store.last > sealed_before
        sealed_before = store.last
        assert read(store) == asyncio.run(all_of(log))[:sealed_before]
    assert sealed_before < 1500, "every run was done before it was killed"
    assert asyncio.run(store.extend(log)) == 1500
    assert read(store) == asyncio.run(all_of(log))
    assert not list(tmp_path.glob("*.part"))
