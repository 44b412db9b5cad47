"""A service that is stopped and started begins with its snapshot, and its scoreboards see every table again."""

from pathlib import Path

import msgspec

from contracts.operations import Digest, ViewDigest
from contracts.subjects import view_subject
from contracts.units import tournament_unit
from services.reporting import view
from services.reporting.app import SERVICE, app
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.projection import digest, rebuild
from services.runtime.service import Running
from services.runtime.settings import Settings
from tests.bus.test_live_views import SUBJECT_NAME, next_table
from tests.support.records import appended
from tests.support.summer import ANNA, BO, CARL, DORA, STARTED, SUMMER, reported


async def test_a_restarted_service_begins_with_its_snapshot(bus: Bus, settings: Settings, tmp_path: Path) -> None:
    kept = msgspec.structs.replace(settings, state=str(tmp_path))
    log = JetStreamLog(bus, settings.federation)
    position = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
    first = await Running.start(SERVICE, kept)
    assert await first.projection.reached(position, 20)
    await first.stop()
    head = await appended(log, tournament_unit(SUMMER), (reported(1, DORA, BO, "0-1"),))
    second = await Running.start(SERVICE, kept)
    assert await second.projection.reached(head, 20)
    assert second.projection.restored == position
    assert digest(second.projection.view) == digest((await rebuild(log, view))[0])
    await second.stop()


async def test_tables_from_before_the_snapshot_are_published_again(
    bus: Bus, settings: Settings, tmp_path: Path
) -> None:
    kept = msgspec.structs.replace(settings, state=str(tmp_path))
    log = JetStreamLog(bus, settings.federation)
    position = await appended(log, tournament_unit(SUMMER), (*STARTED, reported(1, ANNA, CARL, "1-0")))
    reporting = app(kept)
    await reporting.start()
    await next_table(bus, settings, position)
    await reporting.stop()
    subject = view_subject(settings.federation, tournament_unit(SUMMER), SUBJECT_NAME)
    await bus.jetstream.purge_stream(f"omkamp-{settings.federation}-views", subject=subject)
    reporting = app(kept)
    await reporting.start()
    assert (await next_table(bus, settings, position))["rows"][0]["name"] == "Anna"
    client = await Client.connect(settings, "test")
    answer = await client.ask(Digest(), ViewDigest, "reporting")
    assert answer.sha256 == digest((await rebuild(log, view))[0])
    await client.close()
    await reporting.stop()
