"""A view whose VERSION has changed is built anew while the old snapshot stands, and says nothing of the past."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from contracts.operations import Health, HealthReport
from contracts.points import Result
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import CurrentStandings, Standings
from contracts.results import ResultCorrected, Scope
from contracts.units import tournament_unit
from services.reporting import view
from services.reporting.app import SERVICE, app
from services.runtime import endpoint
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.projection import digest, rebuild
from services.runtime.service import Running
from services.runtime.settings import Settings
from services.runtime.snapshot import Heading
from tests.support.records import appended
from tests.support.summer import ANNA, CARL, STARTED, SUMMER, reported

RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS)


def corrections(number: int) -> list[ResultCorrected]:
    return [
        ResultCorrected(
            tournament=SUMMER,
            round=1,
            white=ANNA,
            black=CARL,
            was=RESULTS[place % 2],
            result=RESULTS[(place + 1) % 2],
            reason="x",
            scope=tuple(Scope),
        )
        for place in range(number)
    ]


@pytest_asyncio.fixture
async def kept(
    bus: Bus, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Settings, JetStreamLog]]:
    """A log of 61 events, a snapshot of an older version of the view, and a view that is slow to build."""
    kept = msgspec.structs.replace(settings, state=str(tmp_path))
    log = JetStreamLog(bus, settings.federation)
    unit = tournament_unit(SUMMER)
    head = await appended(log, unit, (*STARTED, reported(1, ANNA, CARL, "1-0"), *corrections(60 - len(STARTED))))
    before = await Running.start(SERVICE, kept)
    assert await before.projection.reached(head, 20)
    await before.stop()
    quick = view.apply

    def slow(*arguments: Any) -> Any:
        time.sleep(0.01)
        return quick(*arguments)

    monkeypatch.setattr(view, "apply", slow)
    monkeypatch.setattr("services.runtime.projection._BREATH", 1)
    monkeypatch.setattr(view, "VERSION", view.VERSION + 1)
    yield kept, log


def heading(settings: Settings) -> Heading:
    (file,) = Path(settings.state).glob("*/reporting.snapshot")
    return msgspec.json.decode(file.read_bytes().partition(b"\n")[0], type=Heading)


async def test_who_asks_while_the_view_is_built_gets_the_whole_answer(
    kept: tuple[Settings, JetStreamLog],
) -> None:
    settings, log = kept
    right = view.answer((await rebuild(log, view))[0], CurrentStandings(tournament=SUMMER))
    service = app(settings)
    await service.start()
    client = await Client.connect(settings, "desk")
    health = await client.ask(Health(), HealthReport, "reporting")
    assert health.lag > 0, "health answers at once, and says how far it is"
    assert await client.ask(CurrentStandings(tournament=SUMMER), Standings) == right
    await client.close()
    await service.stop()


async def test_the_old_snapshot_stands_until_the_new_one_is_written(kept: tuple[Settings, JetStreamLog]) -> None:
    settings, log = kept
    old = heading(settings)
    service = await Running.start(SERVICE, settings)
    assert heading(settings) == old
    assert await service.projection.reached(await log.head(), 20)
    assert service.projection.restored == 0, "the old one is not begun with"
    assert heading(settings) == old
    await service.stop()
    new = heading(settings)
    assert (new.version, new.position) == (old.version + 1, old.position)
    again = await Running.start(SERVICE, settings)
    assert await again.projection.reached(new.position, 20)
    assert again.projection.restored == new.position
    assert digest(again.projection.view) == digest((await rebuild(log, view))[0])
    await again.stop()


async def test_who_cannot_wait_so_long_is_told_that_it_is_being_built(
    kept: tuple[Settings, JetStreamLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, _ = kept
    monkeypatch.setattr(endpoint, "KNOWN_WITHIN", 0.01)
    service = app(settings)
    await service.start()
    client = await Client.connect(settings, "desk", patience=0.05)
    with pytest.raises(Refused, match=r"reporting is being built anew: it knows \d+ of 61 events") as refused:
        await client.ask(CurrentStandings(tournament=SUMMER), Standings)
    assert refused.value.refusal.code is RefusalCode.UNAVAILABLE
    await client.close()
    await asyncio.sleep(0)
    await service.stop()
