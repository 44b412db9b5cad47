"""Batches on a real server that keeps them in memory until they are whole."""

import asyncio
import os
import signal
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
    return next((one.readlink() for one in data.rglob("batches") if one.is_symlink()), None)


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
