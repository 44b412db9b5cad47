"""A reaction that fails by itself is tried for ever, told to whoever watches, and keeps nobody else waiting."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from faststream import FastStream
from prometheus_client import REGISTRY

from contracts.ids import TournamentId
from contracts.messages import EventData
from contracts.operations import Health, HealthReport
from contracts.registration import EntryCancelled
from contracts.subjects import event_stream
from contracts.units import player_unit, tournament_unit
from services.registration import decide as room
from services.registration.app import app as registration
from services.runtime import stuck
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.bus.test_reactions import first, log, quarantine, registered
from tests.support.records import appended
from tests.support.summer import ANNOUNCED, BO, CARL, ENTRIES, SUMMER

__all__ = ["log"]
OTHER = TournamentId("winter")


def elsewhere(*events: EventData) -> list[EventData]:
    return [msgspec.structs.replace(one, tournament=OTHER) for one in events]


@pytest_asyncio.fixture
async def service(
    log: JetStreamLog,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[FastStream]:
    monkeypatch.setattr(stuck, "_FIRST_PAUSE", 0.05)
    running = registration(settings)
    await running.start()
    for player in (BO, CARL):
        await appended(log, player_unit(player), (registered(player),))
    await appended(log, tournament_unit(SUMMER), (ANNOUNCED, *ENTRIES))
    await appended(log, tournament_unit(OTHER), elsewhere(ANNOUNCED, *ENTRIES))
    await nothing_pending(settings)
    yield running
    await running.stop()


async def nothing_pending(settings: Settings) -> None:
    """Wait until all that has happened is reacted to, so that what comes then is all there is to react to."""
    bus = await Bus.connect(settings, "watch")
    stream = event_stream(settings.federation)
    async with asyncio.timeout(20):
        while True:
            info = await bus.jetstream.consumer_info(stream, "registration-reactions")
            if not info.num_pending and not info.num_ack_pending:
                break
            await asyncio.sleep(0.05)
    await bus.close()


async def health(settings: Settings, *, stuck: bool) -> HealthReport:
    """The service's health, as soon as something is stuck in it, or nothing any more."""
    client = await Client.connect(settings, "watch")
    try:
        async with asyncio.timeout(20):
            while True:
                report = await client.ask(Health(), HealthReport, "registration")
                if bool(report.stuck) is stuck:
                    return report
                await asyncio.sleep(0.05)
    finally:
        await client.close()


@pytest.mark.usefixtures("service")
async def test_a_unit_whose_history_cannot_be_read_keeps_no_other_waiting_and_is_named(
    log: JetStreamLog,
    settings: Settings,
) -> None:
    await appended(log, tournament_unit(SUMMER), (), b"no event at all")
    ban = await appended(log, player_unit(BO), (quarantine(BO),))
    cancelled = await first(log, EntryCancelled, ban)
    assert (cancelled.data.tournament, cancelled.data.player) == (OTHER, BO)  # type: ignore[attr-defined]  # an EntryCancelled
    report = await health(settings, stuck=True)
    assert (report.well, report.stuck_in_all, [one.sequence for one in report.stuck]) == (False, 1, [ban])
    assert report.stuck[0].reason.startswith("cancel-entry for tournament-summer: the history of this unit")
    assert REGISTRY.get_sample_value("omkamp_reactions_stuck", {"context": "registration"}) == 1
    next_ban = await appended(log, player_unit(CARL), (quarantine(CARL),))
    other = await first(log, EntryCancelled, next_ban)
    assert (other.data.tournament, other.data.player) == (OTHER, CARL)  # type: ignore[attr-defined]  # an EntryCancelled


@pytest.mark.usefixtures("service")
async def test_a_stuck_reaction_is_answered_as_soon_as_the_fault_is_mended(
    log: JetStreamLog,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(room, "decide", lambda *_: 1 // 0)
        ban = await appended(log, player_unit(BO), (quarantine(BO),))
        assert (await health(settings, stuck=True)).stuck[0].sequence == ban
    cancelled = await first(log, EntryCancelled, ban)
    assert cancelled.data.player == BO  # type: ignore[attr-defined]  # an EntryCancelled
    report = await health(settings, stuck=False)
    assert (report.well, report.stuck, report.stuck_in_all) == (True, (), 0)
    assert REGISTRY.get_sample_value("omkamp_reactions_stuck", {"context": "registration"}) == 0


def test_the_pauses_grow_and_have_an_end() -> None:
    pauses = [stuck.pause(delivery) for delivery in (1, 2, 3, 8, 9, 100_000)]
    assert pauses == [0.5, 1.0, 2.0, 64.0, 64.0, 64.0]
