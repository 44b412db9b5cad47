"""The fast reader: the same log, whatever happens while it is read."""

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from contracts.ids import FederationId
from services.runtime import jetstream, reader, transfer
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import MAX_RECORDS, Record, replay
from services.runtime.server import EmbeddedServer, binary, free_port
from services.runtime.settings import Settings
from services.runtime.stream import event_stream_config, migrate
from tests.support.log_conformance import LogConformance

DSU = FederationId("dsu")


class TestFastReader(LogConformance):
    @pytest.fixture
    def log(self, bus: Bus, settings: Settings) -> JetStreamLog:
        return JetStreamLog(bus, settings.federation, far=0)


async def fill(bus: Bus, federation: FederationId, count: int, *, size: int = 300) -> list[Record]:
    records = [
        Record(number, f"omkamp.{federation}.event.tournament-t.results.game-reported", b"%d:" % number + b"x" * size)
        for number in range(1, count + 1)
    ]
    for start in range(0, count, MAX_RECORDS):
        await transfer._write(bus, records[start : start + MAX_RECORDS])
    return records


async def read(bus: Bus, federation: FederationId, count: int, after: int = 0) -> list[Record]:
    batches = reader.catch_up(bus, f"omkamp-{federation}-events", after, count)
    return [record async for batch in batches for record in batch]


async def test_a_long_log_is_read_whole_and_from_anywhere(bus: Bus, settings: Settings) -> None:
    records = await fill(bus, settings.federation, 20_000)
    assert await read(bus, settings.federation, 20_000) == records
    assert await read(bus, settings.federation, 15_000, after=12_345) == records[12_345:15_000]
    assert (await bus.jetstream.stream_info(f"omkamp-{settings.federation}-events")).state.consumer_count == 0


async def test_large_messages_are_read(bus: Bus, settings: Settings) -> None:
    records = await fill(bus, settings.federation, 12, size=900_000)
    assert await read(bus, settings.federation, 12) == records


async def test_a_server_killed_in_mid_replay_costs_and_doubles_no_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "REQUEST", 500)
    async with EmbeddedServer(tmp_path) as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)
        records = await fill(bus, DSU, 30_000)
        came: list[Record] = []
        killed = False
        async for batch in replay(JetStreamLog(bus, DSU)):
            came += batch
            if not killed and len(came) > 2000:
                os.kill(server.pid, signal.SIGKILL)
                killed = True
        assert came == records
        assert killed
        await bus.close()


async def test_a_server_killed_before_the_reader_connects_leaves_it_to_the_follower(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = reader._connected

    async def killing(bus: Bus, requests: str) -> Any:
        os.kill(server.pid, signal.SIGKILL)
        return await connected(bus, requests)

    monkeypatch.setattr(reader, "_connected", killing)
    async with EmbeddedServer(tmp_path) as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)
        records = await fill(bus, DSU, 3000)
        log = JetStreamLog(bus, DSU, far=0)
        came: list[Record] = []
        async with asyncio.timeout(60):
            async for batch in log.follow():
                came += batch
                if len(came) >= 3000:
                    break
        assert came == records
        await bus.close()


async def test_only_who_is_far_behind_reads_fast(bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []

    async def noting(bus: Bus, stream: str, after: int, upto: int) -> AsyncIterator[list[Record]]:
        used.append(after)
        async for batch in reader.catch_up(bus, stream, after, upto):
            yield batch

    monkeypatch.setattr(jetstream, "catch_up", noting)
    records = await fill(bus, settings.federation, 2000)
    for far in (2000, 2001):
        log = JetStreamLog(bus, settings.federation, far)
        assert [one async for batch in replay(log) for one in batch] == records
    assert used == [0]


CONFIG = """
listen: "127.0.0.1:{port}"
jetstream {{ store_dir: "{folder}/store" }}
{more}
"""


@asynccontextmanager
async def configured(folder: Path, more: str) -> AsyncIterator[int]:
    port = free_port()
    (folder / "nats.conf").write_text(CONFIG.format(port=port, folder=folder, more=more))
    process = subprocess.Popen(  # noqa: ASYNC220  it runs beside the test
        [binary(), "--config", str(folder / "nats.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(10):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.02)
                else:
                    writer.close()
                    break
        yield port
    finally:
        process.terminate()
        process.wait()


async def read_with(url: str) -> None:
    bus = await Bus.connect(Settings(url=url), "test")
    await bus.jetstream.add_stream(event_stream_config(DSU))
    records = await fill(bus, DSU, 1000)
    assert await read(bus, DSU, 1000) == records
    await bus.close()


async def test_name_and_password_are_those_of_the_url(tmp_path: Path) -> None:
    async with configured(tmp_path, 'authorization { user: "desk", password: "s3cret" }') as port:
        await read_with(f"nats://desk:s3cret@127.0.0.1:{port}")


async def test_a_token_is_that_of_the_url(tmp_path: Path) -> None:
    async with configured(tmp_path, 'authorization { token: "t0ken" }') as port:
        await read_with(f"nats://t0ken@127.0.0.1:{port}")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate with")
async def test_an_encrypted_line_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    subprocess.run(  # noqa: ASYNC221  nothing else runs yet
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, "-keyout", key, "-out", certificate],  # noqa: S607  whichever there is
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls = f'tls {{ cert_file: "{certificate}", key_file: "{key}" }}'
    async with configured(tmp_path, tls) as port:
        await read_with(f"tls://localhost:{port}")
