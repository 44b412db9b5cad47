"""Whatever stands in the log, the rest of the season is rated; and what cannot be rated says why."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio

from contracts.codec import FactDecoder
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.operations import Health, HealthReport
from contracts.points import Result
from contracts.rating import (
    Explain,
    Explanation,
    RateTournament,
    RatingsAdjusted,
    RatingsRecalculated,
    StartRatingSet,
    TournamentChanges,
    TournamentRated,
    WithdrawFromRating,
)
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.registration import PlayerRegistered, PlayersMerged, PlayersSplit
from contracts.results import EVERYTHING, GameReported, ResultCorrected
from contracts.units import RATINGS, player_unit, tournament_unit
from services.rating.app import app
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.support.rated import DONE, PLAYED, REGISTERED, match
from tests.support.records import appended
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, SUMMER

AUTUMN, WINTER = TournamentId("autumn"), TournamentId("winter")
STARTS: tuple[EventData, ...] = tuple(
    StartRatingSet(player=player, rating=rating, rules="dsu-2007", day=dt.date(2018, 1, 1))
    for player, rating in ((ANNA, 1900), (BO, 1800), (CARL, 1700), (DORA, 1600))
)


class Season:
    def __init__(self, log: JetStreamLog, client: Client) -> None:
        self.log = log
        self.client = client

    async def played(self, tournament: TournamentId, events: tuple[EventData, ...], *raw: bytes) -> int:
        self.client.seen = await appended(self.log, tournament_unit(tournament), events, *raw)
        return self.client.seen

    async def awaited(self, kind: type[EventData], after: int) -> EventData:
        decoder = FactDecoder((kind,))
        async with asyncio.timeout(60):
            async for batch in self.log.follow(after):
                for record in batch:
                    if record.sequence > after and (fact := decoder.decode(record.sequence, record.body)) is not None:
                        self.client.seen = record.sequence
                        return fact.data
        raise AssertionError("the log ended")

    async def parked(self) -> dict[int, str]:
        report = await self.client.ask(Health(), HealthReport, "rating")
        assert report.well is not bool(report.parked)
        return {one.sequence: one.reason for one in report.parked}

    async def refused(self, command: RateTournament | WithdrawFromRating) -> Refusal:
        reply = await self.client.send(command)
        assert isinstance(reply, Refusal)
        return reply


@pytest_asyncio.fixture
async def season(bus: Bus, settings: Settings) -> AsyncIterator[Season]:
    service = app(settings)
    await service.start()
    client = await Client.connect(settings, "office", patience=30)
    log = JetStreamLog(bus, settings.federation)
    for player in REGISTERED:
        assert isinstance(player, PlayerRegistered)
        await appended(log, player_unit(player.player), (player,))
    await appended(log, RATINGS, STARTS)
    yield Season(log, client)
    await client.close()
    await service.stop()


async def test_a_poisoned_log_parks_what_nobody_can_take_in_and_the_season_rates_on(season: Season) -> None:
    nobody = ResultCorrected(
        tournament=SUMMER,
        round=2,
        white=PlayerId("ghost"),
        black=ANNA,
        was=Result.DRAW,
        result=Result.WHITE_WINS,
        scope=EVERYTHING,
        reason="he was never there",
    )
    unknown_board = GameReported(tournament=SUMMER, round=9, white=ANNA, black=BO, result=Result.DRAW)
    bad = [
        await season.played(SUMMER, PLAYED[:-1], b"{ no event"),
        await season.played(SUMMER, (unknown_board,)),
        await appended(
            season.log,
            RATINGS,
            (RatingsAdjusted(adjustment="x", digest="", federation="dsu", day=dt.date(2018, 1, 2)),),
        ),
    ]
    done = await season.played(SUMMER, (*PLAYED[-1:], DONE))
    rated = await season.awaited(TournamentRated, done)
    assert isinstance(rated, TournamentRated)
    assert {one.player: one.after for one in rated.changes} == {ANNA: 1918, BO: 1782, CARL: 1703, DORA: 1596}

    bad.append(await season.played(SUMMER, (nobody,)))
    later = await season.played(AUTUMN, match(ANNA, BO, "0-1"))
    assert isinstance(await season.awaited(TournamentRated, later), TournamentRated)
    parked = await season.parked()
    assert sorted(parked) == sorted(bad)
    assert all(parked.values())
    assert "ghost" in parked[bad[-1]]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"ends": dt.date(2018, 9, 1)}, RefusalCode.INVALID_DATES),
        ({"rating_rules": "dsu-1907"}, RefusalCode.UNKNOWN_RULE_SET),
        ({"rating_rules": "fide"}, RefusalCode.UNKNOWN_RULE_SET),
    ],
)
async def test_an_event_that_cannot_be_rated_is_refused_by_name_and_the_rest_is_rated(
    season: Season, changed: dict[str, object], code: RefusalCode
) -> None:
    announced, *rest = match(ANNA, BO, "1-0")
    await season.played(AUTUMN, (msgspec.structs.replace(announced, **changed), *rest))
    assert (await season.refused(RateTournament(tournament=AUTUMN))).code is code
    done = await season.played(
        WINTER, match(ANNA, BO, "1-0", tournament=WINTER, starts="2018-12-01", ends="2018-12-02")
    )
    await season.awaited(TournamentRated, done)
    told = await season.client.ask(Explain(player=ANNA, tournament=AUTUMN), list[Explanation])
    assert told[0].steps[0].what.startswith("the tournament is not rated:")
    assert await season.parked() == {}


async def test_a_player_twice_in_an_event_is_refused_by_name_until_he_is_split_again(season: Season) -> None:
    done = await season.played(AUTUMN, match(ANNA, BO, "1-0"))
    await season.awaited(TournamentRated, done)
    merged = await appended(season.log, player_unit(BO), (PlayersMerged(player=BO, into=ANNA, reason="one person"),))
    gone = await season.awaited(RatingsRecalculated, merged)
    assert isinstance(gone, RatingsRecalculated)
    assert {(one.player, one.was, one.now) for one in gone.changes} == {(ANNA, 1911, None), (BO, 1790, None)}
    refusal = await season.refused(RateTournament(tournament=AUTUMN))
    assert (refusal.code, refusal.details) == (RefusalCode.ALREADY_EXISTS, {"player": ANNA})
    split = await appended(season.log, player_unit(BO), (PlayersSplit(player=BO, into=ANNA, reason="two persons"),))
    back = await season.awaited(RatingsRecalculated, split)
    assert isinstance(back, RatingsRecalculated)
    assert {(one.player, one.was, one.now) for one in back.changes} == {(ANNA, None, 1911), (BO, None, 1790)}


async def test_a_withdrawn_event_recalculates_what_came_after_it(season: Season) -> None:
    done = await season.played(SUMMER, (ANNOUNCED, *ENTRIES, *PLAYED[len(ENTRIES) + 1 :], DONE))
    await season.awaited(TournamentRated, done)
    later = await season.played(AUTUMN, match(ANNA, BO, "0-1"))
    await season.awaited(TournamentRated, later)
    accepted = await season.client.do(WithdrawFromRating(tournament=SUMMER, reason="the thinking time was too short"))
    recalculated = await season.awaited(RatingsRecalculated, accepted.sequence)
    assert isinstance(recalculated, RatingsRecalculated)
    assert recalculated.cause == accepted.events[0]
    assert [(one.player, one.tournament, one.was, one.now) for one in recalculated.changes] == [
        (ANNA, SUMMER, 1918, None),
        (BO, SUMMER, 1782, None),
        (CARL, SUMMER, 1703, None),
        (DORA, SUMMER, 1596, None),
        (ANNA, AUTUMN, 1897, 1881),
        (BO, AUTUMN, 1803, 1820),
    ]
    with pytest.raises(Refused):
        await season.client.ask(TournamentChanges(tournament=TournamentId("spring")), list[object])
