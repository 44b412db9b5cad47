"""A disk that is full: who sends a command is told, nothing is lost, and when there is room it goes on by itself."""

import errno
import re
import resource
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from contracts.envelope import Accepted
from contracts.ids import FederationId, PlayerId
from contracts.refusals import Refusal, RefusalCode
from contracts.registration import Players, RegisteredPlayer, RegisterPlayer
from services.registration.app import app
from services.runtime import server as room
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate

DSU = FederationId("dsu")


def register(name: str) -> RegisterPlayer:
    return RegisterPlayer(player=PlayerId(name), name=name.title(), federation="DEN")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="a process's limits can be set on Linux only")
async def test_a_server_that_can_write_no_more_is_restarted_when_there_is_room_and_commands_are_refused_till_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "_LOOK_EVERY", 0.1)
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url, federation=DSU)
        bus = await Bus.connect(settings, "test")
        await migrate(bus, DSU)
        service = app(settings)
        await service.start()
        office = await Client.connect(settings, "office", patience=10)
        assert isinstance(await office.send(register("anna")), Accepted)

        monkeypatch.setattr(room, "_ROOM", sys.maxsize)
        first = server.pid
        resource.prlimit(first, resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        with capture_logs() as told:
            refused = await office.send(register("bo"))
        assert isinstance(refused, Refusal)
        assert refused.code is RefusalCode.UNAVAILABLE
        assert "is its disk full?" in refused.message
        assert any(line["event"] == "nats-server can write no more" for line in told)
        assert server.pid == first

        monkeypatch.setattr(room, "_ROOM", 0)
        assert isinstance(await office.send(register("bo")), Accepted)
        assert server.pid != first
        assert {one.player for one in await office.ask(Players(), list[RegisteredPlayer])} == {"anna", "bo"}
        await office.close()
        await service.stop()
        await bus.close()


async def test_a_server_may_take_the_whole_disk_however_little_was_free_when_it_started(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path):
        assert re.search(r"Max Storage: +1000.00 TB", (tmp_path / "nats.log").read_text())


async def test_a_folder_that_takes_no_file_is_left_unlocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: EmbeddedServer) -> str:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as broken:
        broken.setattr(EmbeddedServer, "_configuration", full)
        server = EmbeddedServer(tmp_path)
        with pytest.raises(OSError, match="no space left"):
            await server.start()
    async with EmbeddedServer(tmp_path):
        pass
