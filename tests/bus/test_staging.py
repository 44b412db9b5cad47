"""Batches on a real server that keeps them in memory until they are whole."""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from contracts.ids import FederationId
from contracts.units import tournament_unit
from services.runtime import staging
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from services.runtime.uncommitted import _records
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER

DSU = FederationId("dsu")
pytestmark = pytest.mark.skipif(not staging.MEMORY.is_dir(), reason="this system keeps no files in memory")


async def linked(data: Path) -> Path:
    """Wait until the log's batches go to memory, and return the folder there."""
    async with asyncio.timeout(20):
        while (memory := target(data)) is None:  # noqa: ASYNC110  nobody tells of a link
            await asyncio.sleep(0.01)
    return memory


def target(data: Path) -> Path | None:
    links = (stream / "batches" for stream in streams(data))
    return next((one.readlink() for one in links if one.is_symlink()), None)


def streams(data: Path) -> list[Path]:
    return list(data.glob("store/jetstream/*/streams/*"))


def break_off(stream: Path) -> None:
    """Leave of the log three records and what is no whole one, and of what was staged a link that leads nowhere."""
    with (stream / "msgs" / "1.blk").open("r+b") as block:
        block.truncate(list(_records(block.read()))[3][0] + 100)
    shutil.rmtree(stream / "batches", ignore_errors=True)
    (stream / "batches").symlink_to(staging.MEMORY / "omkamp-staged-gone" / stream.name)


async def test_a_batch_goes_through_memory_into_the_log_also_after_a_crash(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)
        log, unit = JetStreamLog(bus, DSU), tournament_unit(SUMMER)
        memory = await linked(tmp_path)
        await appended(log, unit, STARTED[:3])
        back = asyncio.Event()
        bus.on_reconnect(back.set)
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.wait_for(back.wait(), 30)
        assert [record.sequence for record in await log.unit(unit)] == [1, 2, 3]
        assert await linked(tmp_path) == memory
        await appended(log, unit, STARTED[3:], after=3)
        assert await log.head() == len(STARTED)
        assert not list(memory.iterdir()), "what is written is no longer kept there"
        await bus.close()
    assert not memory.parent.exists()


async def test_half_a_batch_whose_rest_is_lost_is_taken_back_before_the_server_starts(tmp_path: Path) -> None:
    unit = tournament_unit(SUMMER)
    async with written(tmp_path) as log:
        await appended(log, unit, STARTED[:1])
        await appended(log, unit, STARTED[1:], after=1)
    break_off(next(one for one in streams(tmp_path) if (one / "msgs").is_dir()))
    async with written(tmp_path) as log:
        assert [record.sequence for record in await log.unit(unit)] == [1]
        await appended(log, unit, STARTED[1:], after=1)
        assert await log.head() == len(STARTED)


async def test_batches_are_taken_while_somebody_cleans_up_the_memory(tmp_path: Path) -> None:
    async with written(tmp_path) as log:
        memory = await linked(tmp_path)
        shutil.rmtree(memory.parent)
        async with asyncio.timeout(20):
            while await linked(tmp_path) == memory:  # noqa: ASYNC110  nobody tells of a link
                await asyncio.sleep(0.01)
        await appended(log, tournament_unit(SUMMER), STARTED)
        assert await log.head() == len(STARTED)


@asynccontextmanager
async def written(data: Path) -> AsyncIterator[JetStreamLog]:
    async with EmbeddedServer(data) as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)
        yield JetStreamLog(bus, DSU)
        await bus.close()
