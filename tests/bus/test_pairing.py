"""A whole event over the bus, paired by the service, its report file checked by FIDE's checker."""

import datetime as dt
from random import Random

import pytest

from contracts.arrangements import Lot
from contracts.ids import PlayerId
from contracts.pairing import (
    Board,
    DrawLots,
    MakeRound,
    PairingList,
    Pairings,
    Proposal,
    ProposedRound,
    ProposeRound,
    PublishProposal,
    PublishRound,
    Report,
    RequestBye,
    StartRound,
)
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from contracts.registration import AnnounceTournament, EnterPlayer, PairingSystem, RegisterPlayer
from contracts.results import ReportResult
from services.cli.fleet import Fleet
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.settings import Settings
from tests.support.arbiter import OPEN, STARTS
from tests.support.fide_checker import differences

PLAYERS, ROUNDS = 11, 5
_SERVICES = ("registration", "pairing", "results")


def p(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


async def opened(client: Client) -> None:
    await client.do(
        AnnounceTournament(
            tournament=OPEN,
            name="Open",
            system=PairingSystem.FIDE_DUTCH,
            rounds=ROUNDS,
            starts=STARTS,
            ends=STARTS + dt.timedelta(days=ROUNDS),
        )
    )
    for number in range(1, PLAYERS + 1):
        await client.do(RegisterPlayer(player=p(number), name=f"Player {number}", federation="DEN"))
        await client.do(EnterPlayer(tournament=OPEN, player=p(number), rating=2400 - 10 * number))


@pytest.mark.usefixtures("bus")
async def test_an_event_is_paired_over_the_bus_and_the_checker_finds_no_difference(settings: Settings) -> None:
    chance = Random(7)  # noqa: S311  a reproducible event, not a secret
    async with Fleet(settings, _SERVICES):
        client = await Client.connect(settings, "arbiter")
        await opened(client)
        await client.do(DrawLots(tournament=OPEN, initial_colour="b"))
        await client.do(RequestBye(tournament=OPEN, player=p(3), round=2, kind=ByeKind.HALF_POINT))
        for number in range(1, ROUNDS + 1):
            await client.do(ProposeRound(tournament=OPEN, round=number))
            proposed = await client.ask(Proposal(tournament=OPEN, round=number), ProposedRound)
            assert all(board.reasons for board in proposed.boards)
            await client.do(PublishProposal(tournament=OPEN, round=number, proposal=proposed.proposal))
            await client.do(StartRound(tournament=OPEN, round=number))
            published = await client.ask(Pairings(tournament=OPEN, round=number), PairingList)
            assert published.started
            for board in published.boards:
                result = chance.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.BLACK_WINS_FORFEIT))
                await client.do(
                    ReportResult(
                        tournament=OPEN,
                        round=number,
                        white=board.white.player,
                        black=board.black.player,
                        result=result,
                    )
                )
        assert differences(await client.ask(Report(tournament=OPEN), str)) == []
        await client.close()


async def test_lots_are_drawn_once_whoever_draws_and_however_often_it_is_sent(settings: Settings, bus: Bus) -> None:
    order = tuple(Lot(player=p(number), number=PLAYERS + 1 - number) for number in range(1, PLAYERS + 1))
    draw = DrawLots(tournament=OPEN, numbers=order, initial_colour="w")
    async with Fleet(settings, _SERVICES):
        client = await Client.connect(settings, "arbiter")
        await opened(client)
        assert (await client.do(draw)).events
        assert not (await client.do(draw)).events
        other = DrawLots(
            tournament=OPEN, numbers=tuple(Lot(player=one.player, number=12 - one.number) for one in order)
        )
        with pytest.raises(Refused) as caught:
            await client.do(other)
        assert caught.value.refusal.code is RefusalCode.ALREADY_EXISTS
        await client.close()
    async with Fleet(settings, _SERVICES):
        again = await Client.connect(settings, "arbiter")
        assert not (await again.do(draw)).events, "a service that starts anew draws nothing again"
        await again.close()
    del bus


async def test_a_played_round_is_never_paired_again(settings: Settings, bus: Bus) -> None:
    async with Fleet(settings, _SERVICES):
        client = await Client.connect(settings, "arbiter")
        await opened(client)
        await client.do(MakeRound(tournament=OPEN, round=1))
        before = await client.ask(Pairings(tournament=OPEN, round=1), PairingList)
        await client.do(StartRound(tournament=OPEN, round=1))
        await client.close()
    async with Fleet(settings, _SERVICES):
        again = await Client.connect(settings, "arbiter")
        assert (await again.ask(Pairings(tournament=OPEN, round=1), PairingList)).boards == before.boards
        with pytest.raises(Refused) as caught:
            await again.do(MakeRound(tournament=OPEN, round=1))
        assert caught.value.refusal.rule == "DSU §11d"
        boards = tuple(
            Board(number=one.number, white=one.black.player, black=one.white.player) for one in before.boards
        )
        with pytest.raises(Refused):
            await again.do(PublishRound(tournament=OPEN, round=1, boards=boards))
        await again.close()
    del bus
