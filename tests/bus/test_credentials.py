import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.aio.client import Client as NatsClient

from contracts.ids import FederationId
from contracts.refusals import Refused
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.settings import Settings, from_environment
from services.runtime.stream import check, migrate
from tests.support.cli import Omkamp
from tests.support.guarded import guarded_server

DSU = FederationId("dsu")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    with guarded_server(tmp_path_factory.mktemp("guarded")) as running:
        yield running


async def test_who_has_the_credentials_is_let_in(guarded: tuple[str, Path]) -> None:
    url, credentials = guarded
    bus = await Bus.reach(Settings(url=url, credentials=str(credentials)), "test", within=5)
    await migrate(bus, DSU)
    await check(bus, DSU)
    await bus.close()


async def test_who_has_none_is_told_so_and_not_that_the_server_is_away(guarded: tuple[str, Path]) -> None:
    url, _ = guarded
    with pytest.raises(Refused, match="does not let us in; see to OMKAMP_CREDENTIALS"):
        await Bus.reach(Settings(url=url), "test", within=1)


async def test_a_refusal_does_not_tell_the_password(guarded: tuple[str, Path]) -> None:
    url = guarded[0].replace("//", "//office:s3cret@")
    with pytest.raises(Refused, match=f"nats-server at {guarded[0]} does not let us in"):
        await Client.connect(Settings(url=url), "office")


async def test_an_attempt_that_swallows_its_cancellation_is_ended_all_the_same(
    guarded: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(*_: object, **__: object) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(NatsClient, "connect", connect)
    async with asyncio.timeout(10):
        with pytest.raises(Refused, match="no nats-server answers"):
            await Bus.reach(Settings(url=guarded[0]), "test", within=0.1)


def test_the_doctor_sends_who_has_none_to_who_runs_the_server(guarded: tuple[str, Path]) -> None:
    doctor = Omkamp(url=guarded[0])("doctor")
    assert doctor.code == 1
    assert "does not let us in" in doctor.out
    assert "→ ask who runs it for credentials" in doctor.out


@pytest.mark.parametrize("command", [("serve", "results"), ("standings", "summer"), ("migrate",), ("log", "tail")])
def test_every_command_refuses_by_name_where_the_server_does_not_let_it_in(
    guarded: tuple[str, Path], command: tuple[str, ...]
) -> None:
    assert "does not let us in" in Omkamp(url=guarded[0], log_level="critical")(*command).refusal


def test_a_file_of_credentials_is_read_before_the_server_is_asked(guarded: tuple[str, Path], tmp_path: Path) -> None:
    right = guarded[1].read_text()
    file = tmp_path / "office.creds"
    file.write_text(right)
    assert from_environment({"OMKAMP_CREDENTIALS": str(file)}).credentials == str(file)
    seed = next(line for line in right.splitlines() if line.startswith("SU"))
    for text in ("", right.replace("NATS USER JWT", "SOMETHING"), right.replace(seed, seed[:30])):
        file.write_text(text)
        with pytest.raises(Refused, match="holds no user JWT") as refused:
            from_environment({"OMKAMP_CREDENTIALS": str(file)})
        assert seed[:30] not in refused.value.refusal.message
