"""A log that somebody has written into past the services: every command says so, by name, and none falls over."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.ids import FederationId
from contracts.subjects import event_subject
from services.runtime.bus import Bus
from services.runtime.settings import Settings
from tests.support.cli import DATA, Omkamp

SPRING = DATA / "trf" / "spring-28p-5r.trf"


@pytest.fixture
def omkamp(tmp_path: Path) -> Iterator[Omkamp]:
    with Omkamp(log_level="critical").running("up", "--data", tmp_path, "--port", 0) as server:
        omkamp = Omkamp(url=server.url)
        assert omkamp("import", "trf", SPRING).code == 0
        asyncio.run(_write_past_the_services(Settings(url=server.url, federation=FederationId("dsu"))))
        yield omkamp


async def _write_past_the_services(settings: Settings) -> None:
    bus = await Bus.connect(settings, "intruder")
    await bus.jetstream.publish(
        event_subject("dsu", f"tournament-{SPRING.stem}", "results", "game-reported"), b'{"result": "I won"}'
    )
    await bus.close()


def test_an_event_nobody_can_read_is_found_and_named(omkamp: Omkamp) -> None:
    tail = omkamp("log", "tail", "--no-follow")
    assert "cannot be read" in tail.out.splitlines()[-1]
    assert omkamp("log", "tail", "--no-follow", "--json").lines[-1]["event"] == {"result": "I won"}

    verdict = omkamp("verify")
    assert verdict.code == 1
    assert "Not every view equals its rebuild." in verdict.out
    assert "stopped at event" in verdict.out or "is parked" in verdict.out

    doctor = omkamp("doctor")
    assert doctor.code == 1
    assert "1 events parked" in doctor.out
    assert "omkamp log tail --from" in doctor.out

    assert len(omkamp("standings", SPRING.stem, "--json").json["rows"]) == 28
    assert omkamp("result", SPRING.stem, 1, 1, 2, "1-0").refusal.endswith("[internal]")
