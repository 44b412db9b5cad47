"""A log taken out of one server and into another."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path

import pytest
from nats.errors import Error as NatsError

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from contracts.units import tournament_unit
from services.runtime import transfer
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.log import EventLog, Record, replay
from services.runtime.segments import SegmentStore
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER

DSU = FederationId("dsu")


async def records(log: EventLog) -> list[Record]:
    return [record async for batch in replay(log) for record in batch]


async def written(bus: Bus, federation: FederationId) -> JetStreamLog:
    await migrate(bus, federation)
    log = JetStreamLog(bus, federation)
    await appended(log, tournament_unit(SUMMER), STARTED, b"no event\n at all", "½\n".encode())
    for number in range(3):
        await appended(log, f"tournament-t{number}", STARTED * 40)  # type: ignore[arg-type]  # a unit
    return log


@pytest.mark.parametrize("name", ["folder", "season.omkamp"])
async def test_an_exported_log_is_imported_byte_for_byte(bus: Bus, tmp_path: Path, name: str) -> None:
    log = await written(bus, DSU) if not await _there(bus) else JetStreamLog(bus, DSU)
    assert await transfer.export(log, tmp_path / name) == await log.head()
    async with EmbeddedServer(tmp_path / "other") as server:
        other = await Bus.connect(Settings(url=server.url), "test")
        await migrate(other, DSU)
        told: list[tuple[int, int]] = []
        assert await transfer.bring_in(other, DSU, tmp_path / name, lambda *done: told.append(done)) == await log.head()
        assert await records(JetStreamLog(other, DSU)) == await records(log)
        assert told[-1] == (await log.head(), await log.head())
        assert await transfer.bring_in(other, DSU, tmp_path / name) == await log.head(), "a second time changes nothing"
        await other.close()


async def _there(bus: Bus) -> bool:
    await migrate(bus, DSU)
    return await JetStreamLog(bus, DSU).head() > 0


async def test_an_import_that_broke_off_goes_on(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path / "one") as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        log = await written(bus, DSU)
        await transfer.export(log, tmp_path / "season.omkamp")
        expected = await records(log)
        await bus.close()
    async with EmbeddedServer(tmp_path / "two") as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)
        began = next(transfer.segments_of(tmp_path / "season.omkamp")).records()[:700]
        for group in transfer._groups(began):
            await transfer._write(bus, group)
        assert await transfer.bring_in(bus, DSU, tmp_path / "season.omkamp") == len(expected)
        assert await records(JetStreamLog(bus, DSU)) == expected
        await bus.close()


async def test_a_server_killed_during_an_import_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path / "server") as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        log = await written(bus, DSU)
        await SegmentStore(tmp_path / "export", 100).extend(log, rest=True)
        expected = await records(log)
        await bus.close()
    async with EmbeddedServer(tmp_path / "fresh") as server:
        bus = await Bus.connect(Settings(url=server.url), "test")
        await migrate(bus, DSU)

        def kill(done: int, _: int) -> None:
            if done == 300:
                os.kill(server.pid, signal.SIGKILL)

        with pytest.raises(Refused, match="broke off after event") as caught:
            await transfer.bring_in(bus, DSU, tmp_path / "export", kill)
        assert caught.value.refusal.code is RefusalCode.UNAVAILABLE
        assert await _goes_on(bus, tmp_path / "export") == len(expected)
        assert await records(JetStreamLog(bus, DSU)) == expected
        await bus.close()


async def _goes_on(bus: Bus, source: Path) -> int:
    async with asyncio.timeout(20):
        while True:
            with contextlib.suppress(Refused, NatsError):
                return await transfer.bring_in(bus, DSU, source)
            await asyncio.sleep(0.1)


async def test_what_cannot_be_imported_is_refused_and_nothing_is_written(
    bus: Bus, settings: Settings, tmp_path: Path
) -> None:
    log = await written(bus, settings.federation)
    file = tmp_path / "season.omkamp"
    await transfer.export(log, file)
    other = FederationId(f"{settings.federation}-b")
    await migrate(bus, other)
    with pytest.raises(Refused, match="holds the log of") as caught:
        await transfer.bring_in(bus, other, file)
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_FEDERATION
    with pytest.raises(Refused, match=r"nowhere\.omkamp: No such file"):
        await transfer.bring_in(bus, other, tmp_path / "nowhere.omkamp")
    content = file.read_bytes()
    for name, harmed in (
        ("cut.omkamp", content[:-20]),
        ("flipped.omkamp", content[:-20] + b"#" + content[-19:]),
        ("twice.omkamp", content + content),
    ):
        (tmp_path / name).write_bytes(harmed)
        with pytest.raises(Refused, match="is damaged") as caught:
            await transfer.bring_in(bus, settings.federation, tmp_path / name)
        assert caught.value.refusal.code is RefusalCode.MALFORMED_FILE
    assert await JetStreamLog(bus, other).head() == 0


async def test_a_log_that_goes_on_otherwise_is_not_imported_into(bus: Bus, settings: Settings, tmp_path: Path) -> None:
    log = await written(bus, settings.federation)
    await transfer.export(log, tmp_path / "season.omkamp")
    await appended(log, tournament_unit(SUMMER), (), b"more")
    with pytest.raises(Refused, match="not the beginning of") as caught:
        await transfer.bring_in(bus, settings.federation, tmp_path / "season.omkamp")
    assert caught.value.refusal.code is RefusalCode.ALREADY_EXISTS


async def test_a_log_that_services_have_run_on_is_not_imported_into(
    bus: Bus, settings: Settings, tmp_path: Path
) -> None:
    from services.rating.app import app  # noqa: PLC0415  only this story starts a service

    log = await written(bus, settings.federation)
    await transfer.export(log, tmp_path / "season.omkamp")
    rating = app(settings)
    await rating.start()
    await rating.stop()
    with pytest.raises(Refused, match="services have run") as caught:
        await transfer.bring_in(bus, settings.federation, tmp_path / "season.omkamp")
    assert caught.value.refusal.code is RefusalCode.WRONG_STATUS


async def test_two_imports_at_once_do_not_mix(bus: Bus, settings: Settings, tmp_path: Path) -> None:
    log = await written(bus, settings.federation)
    await transfer.export(log, tmp_path / "season.omkamp")
    began = next(transfer.segments_of(tmp_path / "season.omkamp")).records()
    with pytest.raises(Refused, match="someone else writes") as caught:
        await transfer._write(bus, began[:400])
    assert caught.value.refusal.code is RefusalCode.CONCURRENT_CHANGE
    assert await records(log) == began
