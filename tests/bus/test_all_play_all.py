"""An all-play-all from its announcement to its rating, every round made by the Berger formula, all over the bus."""

import datetime as dt
import itertools
from collections.abc import AsyncIterator

import pytest_asyncio

from contracts.ids import PlayerId, TournamentId
from contracts.pairing import MakeRound, PairingList, Pairings
from contracts.points import Result
from contracts.rating import SetStartRating
from contracts.registration import AnnounceTournament, EnterPlayer, PairingSystem, RegisterPlayer
from contracts.reporting import CurrentStandings, Standings
from contracts.results import CompleteTournament, ReportResult
from services.cli.fleet import Fleet
from services.pairing.systems import berger
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.settings import Settings

CLUB = TournamentId("club-championship")
PLAYERS = tuple(PlayerId(f"p{number}") for number in range(1, 6))
ROUNDS = 5


@pytest_asyncio.fixture
async def office(bus: Bus, settings: Settings) -> AsyncIterator[Client]:
    assert bus.client.is_connected
    async with Fleet(settings):
        client = await Client.connect(settings, "office", patience=10)
        yield client
        await client.close()


async def entered(office: Client) -> None:
    await office.do(
        AnnounceTournament(
            tournament=CLUB,
            name="Club championship",
            system=PairingSystem.BERGER,
            rounds=ROUNDS,
            starts=dt.date(2018, 1, 1),
            ends=dt.date(2018, 2, 1),
            rating_rules="dsu-2007",
        )
    )
    for number, player in enumerate(PLAYERS, start=1):
        await office.do(RegisterPlayer(player=player, name=f"Player {number}", federation="DEN"))
        await office.do(SetStartRating(player=player, rating=1900 - 50 * number), effective=dt.date(2018, 1, 1))
        await office.do(EnterPlayer(tournament=CLUB, player=player, start_number=number))


async def test_everybody_meets_everybody_as_the_berger_tables_say(office: Client) -> None:
    await entered(office)
    met: list[frozenset[PlayerId]] = []
    for number, expected in zip(range(1, ROUNDS + 1), berger.rounds_of(len(PLAYERS)), strict=True):
        await office.do(MakeRound(tournament=CLUB, round=number))
        published = await office.ask(Pairings(tournament=CLUB, round=number), PairingList)
        boards = [(one.white.start_number, one.black.start_number) for one in published.boards]
        assert boards == [pair for pair in expected if max(pair) <= len(PLAYERS)]
        assert len(published.byes) == 1
        for one in published.boards:
            met.append(frozenset((one.white.player, one.black.player)))
            await office.do(
                ReportResult(
                    tournament=CLUB,
                    round=number,
                    white=one.white.player,
                    black=one.black.player,
                    result=Result.WHITE_WINS if one.white.start_number < one.black.start_number else Result.BLACK_WINS,
                )
            )
    assert sorted(met, key=sorted) == [frozenset(pair) for pair in itertools.combinations(PLAYERS, 2)]

    await office.do(CompleteTournament(tournament=CLUB))
    table = await office.ask(CurrentStandings(tournament=CLUB), Standings)
    assert [(row.rank, row.player, row.points) for row in table.rows] == [
        (place, player, 2 * (len(PLAYERS) - place)) for place, player in enumerate(PLAYERS, start=1)
    ]
