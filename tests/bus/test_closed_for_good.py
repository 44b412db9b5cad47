"""The server takes leave of a connection, and nats-py gives it up: what rests on it ends, and says why."""

import asyncio
import os
import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest
from structlog.testing import capture_logs

from contracts.refusals import Refused
from contracts.registration import TournamentOverview, Tournaments
from contracts.units import tournament_unit
from services.cli.fleet import Fleet
from services.cli.line import bus_of
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.cli import Omkamp
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER

WITHIN = 60
NOBODY = "max_connections: 1\n"
"""The server sends all but one connection away, whichever."""
OTHERS = "authorization { user: other, password: other }\n"
"""The server turns away who comes without a password."""


def reload(server: EmbeddedServer, more: str, number: signal.Signals = signal.SIGHUP) -> None:
    """Let the server read its configuration again, with something more in it; killed, it does so as it starts again."""
    file = server.data / "nats.conf"
    ours = file.read_text().split("# more\n")[0]
    file.write_text(f"{ours}# more\n{more}")
    os.kill(server.pid, number)


async def send_away(server: EmbeddedServer, process: "subprocess.Popen[str]") -> None:
    async with asyncio.timeout(WITHIN):
        while process.poll() is None:
            other = await Bus.connect(Settings(url=server.url), "other")
            for more in (NOBODY, ""):
                reload(server, more)
                await asyncio.sleep(0.3)
            await other.close()


@pytest.mark.parametrize("command", [("serve", "results"), ("log", "tail", "--from", "1")], ids=" ".join)
async def test_a_process_ends_with_its_reason_and_a_code_of_failure(tmp_path: Path, command: tuple[str, ...]) -> None:
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url)
        async with bus_of(settings, "test") as bus:
            await migrate(bus, settings.federation)
            await appended(JetStreamLog(bus, settings.federation), tournament_unit(SUMMER), STARTED)
        process = Omkamp(url=server.url).start(*command, "--json")
        assert process.stdout is not None
        try:
            assert await asyncio.to_thread(process.stdout.readline)
            await send_away(server, process)
            _, said = await asyncio.to_thread(process.communicate, timeout=WITHIN)
        finally:
            process.kill()
            process.communicate()
    assert process.returncode == 1
    assert "for good: maximum connections exceeded [unavailable]" in said.splitlines()[-1]
    assert "Traceback" not in said


async def run_until_closed(server: EmbeddedServer, settings: Settings) -> None:
    async with asyncio.timeout(WITHIN), Fleet(settings, ("results", "registration")):
        reload(server, NOBODY)
        await asyncio.Event().wait()


async def test_services_of_one_process_end_together_and_in_good_order(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url, state=str(tmp_path / "state"))
        async with bus_of(settings, "test") as bus:
            await migrate(bus, settings.federation)
        with capture_logs() as told, pytest.raises(Refused, match=r"has closed the connection of .* for good"):
            await run_until_closed(server, settings)
    assert {line["log_level"] for line in told if "for good" in line["event"]} == {"error"}
    assert not [line for line in told if "good order" in line["event"]]
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_request_on_a_closed_connection_is_refused_at_once(settings: Settings) -> None:
    client = await Client.connect(settings, "office", patience=WITHIN)
    await client.close()
    async with asyncio.timeout(WITHIN / 10):
        with pytest.raises(Refused, match="no service answers for registration: nats: connection closed"):
            await client.ask(Tournaments(), list[TournamentOverview])


async def lines_until(stream: IO[str], last: str) -> list[str]:
    said = [""]
    while last not in said[-1]:
        said.append(await asyncio.to_thread(stream.readline))
        assert said[-1], said
    return said


async def test_a_line_the_server_turns_away_is_tried_again_and_that_is_said_once(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        settings = Settings(url=server.url)
        async with bus_of(settings, "test") as bus:
            await migrate(bus, settings.federation)
        process = Omkamp(url=server.url).start("serve", "results", "--json")
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert await asyncio.to_thread(process.stdout.readline)
            said = []
            for more, last in ((OTHERS, "does not let us in any more; trying again"), ("", "to nats-server is back")):
                # A server that is killed says nothing that would make nats-py give up.
                reload(server, more, signal.SIGKILL)
                said += await lines_until(process.stderr, last)
        finally:
            process.terminate()
            process.communicate()
    assert process.returncode == 0
    assert ["let us in" in line for line in said].count(True) == 1
