import asyncio
import contextlib
import dataclasses
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from nats.js.errors import APIError

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import event_stream
from contracts.units import tournament_unit
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import check, event_stream_config, migrate
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER

DSU = FederationId("dsu")


async def ended(pid: int) -> None:
    descriptor = os.pidfd_open(pid)
    gone = asyncio.Event()
    asyncio.get_running_loop().add_reader(descriptor, gone.set)
    await asyncio.wait_for(gone.wait(), 20)
    asyncio.get_running_loop().remove_reader(descriptor)
    os.close(descriptor)


async def test_a_killed_server_is_restarted_on_the_same_store_and_port(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        back = asyncio.Event()
        bus.on_reconnect(back.set)
        await migrate(bus, DSU)
        log = JetStreamLog(bus, DSU)
        await appended(log, tournament_unit(SUMMER), STARTED)
        first = server.pid
        os.kill(first, signal.SIGKILL)
        await asyncio.wait_for(back.wait(), 30)
        assert server.pid != first
        assert await log.head() == len(STARTED)
        await bus.close()


async def test_what_was_written_is_there_after_a_stop_and_a_start(tmp_path: Path) -> None:
    for expected in (len(STARTED), 0):
        async with EmbeddedServer(tmp_path) as server:
            bus = await Bus.connect(Settings(url=server.url), "test")
            await migrate(bus, DSU)
            log = JetStreamLog(bus, DSU)
            if expected:
                await appended(log, tournament_unit(SUMMER), STARTED)
            assert await log.head() == len(STARTED)
            await bus.close()


async def test_a_folder_another_server_runs_on_is_refused(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path):
        with pytest.raises(Refused, match="in use") as caught:
            await EmbeddedServer(tmp_path).start()
    assert caught.value.refusal.code is RefusalCode.UNAVAILABLE


async def test_a_port_that_is_taken_is_refused_with_the_server_s_own_words(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(Refused, match="address already in use"):
            await EmbeddedServer(tmp_path, port=other.getsockname()[1]).start()


async def test_a_server_does_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    parent = """
import asyncio, pathlib, sys
from services.runtime.server import EmbeddedServer
async def main():
    server = EmbeddedServer(pathlib.Path(sys.argv[1]))
    await server.start()
    print(server.pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
    process = subprocess.Popen(  # noqa: ASYNC220  the parent is the thing under test
        [sys.executable, "-c", parent, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    server = int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    with contextlib.suppress(ProcessLookupError):
        await ended(server)
    async with EmbeddedServer(tmp_path):
        pass


async def test_a_federation_without_a_log_and_a_log_without_guarantees_are_refused(
    bus: Bus, settings: Settings
) -> None:
    with pytest.raises(Refused, match="no log"):
        await check(bus, FederationId("nowhere"))
    weak = event_stream_config(FederationId("weak"))
    weak.deny_delete = False
    await bus.jetstream.add_stream(weak)
    with pytest.raises(Refused, match="deny_delete"):
        await migrate(bus, FederationId("weak"))
    assert (await bus.jetstream.stream_info(event_stream(settings.federation))).config.deny_delete


@pytest.mark.parametrize(
    "limit", [{"max_age": 3600.0}, {"max_msgs": 1000}, {"max_bytes": 10**9}, {"max_msgs_per_subject": 1}]
)
async def test_a_log_that_would_forget_is_refused(bus: Bus, settings: Settings, limit: dict[str, float]) -> None:
    forgetful = event_stream_config(settings.federation)
    await bus.jetstream.update_stream(dataclasses.replace(forgetful, **limit))  # type: ignore[arg-type]  # fields by name
    with pytest.raises(Refused, match=next(iter(limit))):
        await check(bus, settings.federation)


async def test_nothing_is_deleted_from_a_log_whoever_asks(bus: Bus, settings: Settings) -> None:
    log = JetStreamLog(bus, settings.federation)
    await appended(log, tournament_unit(SUMMER), STARTED)
    stream = event_stream(settings.federation)
    with pytest.raises(APIError, match="not permitted"):
        await bus.jetstream.delete_msg(stream, 1)
    with pytest.raises(APIError, match="not permitted"):
        await bus.jetstream.purge_stream(stream)
    assert await log.head() == len(STARTED)
    assert len(await log.unit(tournament_unit(SUMMER))) == len(STARTED)
