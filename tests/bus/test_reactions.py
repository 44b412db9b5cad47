"""Services answer each other's events, once, also after they were away, and never in a replay."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from contracts.codec import FactDecoder
from contracts.discipline import QuarantineImposed
from contracts.envelope import Fact
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import StartRatingSet, TournamentRated
from contracts.registration import EntryCancelled, PlayerRegistered
from contracts.results import RoundCompleted, TournamentCompleted
from contracts.subjects import event_stream
from contracts.units import RATINGS, player_unit, tournament_unit
from services.rating.app import app as rating
from services.registration.app import app as registration
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.reaction import Reactor
from services.runtime.settings import Settings
from tests.support.records import appended
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, SUMMER, reported

UNIT = tournament_unit(SUMMER)
PLAYED: tuple[EventData, ...] = (
    ANNOUNCED,
    *ENTRIES,
    ROUND_1,
    reported(1, ANNA, CARL, "1-0"),
    reported(1, DORA, BO, "½-½"),
    RoundCompleted(tournament=SUMMER, round=1),
    ROUND_2,
    reported(2, BO, ANNA, "0-1"),
    reported(2, CARL, DORA, "0-1"),
    RoundCompleted(tournament=SUMMER, round=2),
)
DONE = TournamentCompleted(tournament=SUMMER, rounds=2)
RATED = tuple(
    StartRatingSet(player=player, rating=1900 - 100 * place) for place, player in enumerate((ANNA, BO, CARL, DORA))
)


def quarantine(player: PlayerId) -> QuarantineImposed:
    return QuarantineImposed(
        player=player, starts=dt.date(2018, 4, 1), ends=dt.date(2018, 7, 1), reason="did not appear"
    )


def registered(player: PlayerId) -> PlayerRegistered:
    return PlayerRegistered(player=player, name=player.title(), federation="DEN")


@pytest_asyncio.fixture
async def log(bus: Bus, settings: Settings) -> AsyncIterator[JetStreamLog]:
    yield JetStreamLog(bus, settings.federation)


async def first(log: JetStreamLog, kind: type[EventData], after: int = 0) -> Fact[EventData]:
    decoder = FactDecoder((kind,))
    async with asyncio.timeout(20):
        async for batch in log.follow(after):
            for record in batch:
                fact = decoder.decode(record.sequence, record.body)
                if fact is not None:
                    return fact
    raise AssertionError("the log ended")


async def test_an_entry_is_cancelled_when_a_ban_reaches_it(log: JetStreamLog, settings: Settings) -> None:
    service = registration(settings)
    await service.start()
    await appended(log, player_unit(BO), (registered(BO),))
    await appended(log, UNIT, (ANNOUNCED, *ENTRIES))
    ban = await appended(log, player_unit(BO), (quarantine(BO),))
    cancelled = await first(log, EntryCancelled, ban)
    assert cancelled.data.player == BO  # type: ignore[attr-defined]  # an EntryCancelled
    assert cancelled.event.actor == "service-registration"
    assert cancelled.event.causationid.endswith(":0")
    await service.stop()


async def test_a_finished_tournament_is_rated_once_however_often_the_service_starts(
    log: JetStreamLog, settings: Settings
) -> None:
    service = rating(settings)
    await service.start()
    await appended(log, RATINGS, RATED, effective=ANNOUNCED.starts)
    done = await appended(log, UNIT, (*PLAYED, DONE))
    rated = await first(log, TournamentRated, done)
    await service.stop()
    for _ in range(2):
        again = rating(settings)
        await again.start()
        await again.stop()
    assert await log.head() == rated.sequence


async def test_what_happened_while_the_service_was_away_is_answered_when_it_is_back(
    log: JetStreamLog, settings: Settings
) -> None:
    service = rating(settings)
    await service.start()
    await service.stop()
    await appended(log, RATINGS, RATED, effective=ANNOUNCED.starts)
    done = await appended(log, UNIT, (*PLAYED, DONE))
    back = rating(settings)
    await back.start()
    rated = await first(log, TournamentRated, done)
    assert {change.player for change in rated.data.changes} == {ANNA, BO, CARL, DORA}  # type: ignore[attr-defined]  # a TournamentRated
    await back.stop()


async def test_a_service_that_goes_live_does_not_speak_of_the_past(log: JetStreamLog, settings: Settings) -> None:
    await appended(log, RATINGS, RATED, effective=ANNOUNCED.starts)
    past = await appended(log, UNIT, (*PLAYED, DONE))
    service = rating(settings)
    await service.start()
    ban = await appended(log, player_unit(BO), (quarantine(BO),))
    assert ban == past + 1
    other = registration(settings)
    await other.start()
    await other.stop()
    await service.stop()
    assert await log.head() == ban


async def test_reactions_go_on_where_they_were_when_somebody_deletes_their_consumer(
    bus: Bus, log: JetStreamLog, settings: Settings
) -> None:
    service = registration(settings)
    await service.start()
    await appended(log, UNIT, (ANNOUNCED, *ENTRIES))
    stream, consumer = event_stream(settings.federation), "registration-reactions"
    await bus.jetstream.delete_consumer(stream, consumer)
    for player in (BO, CARL):
        await appended(log, player_unit(player), (registered(player),))
        ban = await appended(log, player_unit(player), (quarantine(player),))
        cancelled = await first(log, EntryCancelled, ban)
        assert cancelled.data.player == player  # type: ignore[attr-defined]  # an EntryCancelled
        await bus.jetstream.delete_consumer(stream, consumer)
    await service.stop()


async def test_reactions_do_not_hurry_where_their_consumer_cannot_be_made(
    bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = registration(settings)
    await service.start()
    prepared = 0

    async def in_vain(_: object) -> None:
        nonlocal prepared
        prepared += 1

    monkeypatch.setattr(Reactor, "prepare", in_vain)
    await bus.jetstream.delete_consumer(event_stream(settings.federation), "registration-reactions")
    await asyncio.sleep(1.2)
    assert 1 <= prepared <= 3
    await service.stop()


async def test_a_consumer_of_a_service_that_reacted_to_less_is_told_of_what_was_added(
    bus: Bus, log: JetStreamLog, settings: Settings
) -> None:
    stream, consumer = event_stream(settings.federation), "registration-reactions"
    service = registration(settings)
    await service.start()
    await service.stop()
    config = (await bus.jetstream.consumer_info(stream, consumer)).config
    assert config.filter_subjects is not None
    config.filter_subjects = [one for one in config.filter_subjects if not one.endswith("quarantine-imposed")]
    await bus.jetstream.add_consumer(stream, config)
    await service.start()
    await appended(log, player_unit(BO), (registered(BO),))
    await appended(log, UNIT, (ANNOUNCED, *ENTRIES))
    ban = await appended(log, player_unit(BO), (quarantine(BO),))
    await first(log, EntryCancelled, ban)
    await service.stop()
