import datetime as dt
from typing import Any

import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Bye, RoundStarted
from contracts.points import ByeKind, Result
from contracts.registration import PlayerWithdrawn
from contracts.results import (
    EVERYTHING,
    EncounterDecided,
    GameAdjourned,
    GameFinishedLate,
    ReplayCorrected,
    ReplayReported,
    ResultCorrected,
    RoundCompleted,
    Scope,
)
from services.chess.folding import Misfit, fold
from services.chess.tournament import Tournament
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, STARTED, SUMMER, published, reported

GHOST = PlayerId("ghost")
BOARD: dict[str, Any] = {"tournament": SUMMER, "white": ANNA, "black": CARL}


def folded(*events: EventData) -> Tournament:
    tournament = None
    for event in events:
        tournament = fold(tournament, event)
    assert tournament is not None
    return tournament


CORRECTED = ResultCorrected(
    round=1, was=Result.DRAW, result=Result.WHITE_WINS, scope=EVERYTHING, reason="score sheet", **BOARD
)


@pytest.mark.parametrize(
    "event",
    [
        ANNOUNCED,
        published(0, (ANNA, BO)),
        published(3, (ANNA, BO)),
        published(-1, (ANNA, BO)),
        published(10**30, (ANNA, BO)),
        published(2, (ANNA, GHOST)),
        msgspec.structs.replace(published(2, (ANNA, BO)), byes=(Bye(player=GHOST, kind=ByeKind.HALF_POINT),)),
        reported(0, ANNA, CARL, "1-0"),
        reported(-1, ANNA, CARL, "1-0"),
        reported(2, ANNA, CARL, "1-0"),
        reported(10**30, ANNA, CARL, "1-0"),
        reported(1, CARL, ANNA, "1-0"),
        reported(1, ANNA, GHOST, "1-0"),
        msgspec.structs.replace(CORRECTED, round=0),
        msgspec.structs.replace(CORRECTED, black=DORA),
        RoundCompleted(tournament=SUMMER, round=0),
        RoundCompleted(tournament=SUMMER, round=2),
        RoundStarted(tournament=SUMMER, round=0),
        PlayerWithdrawn(tournament=SUMMER, player=GHOST, after_round=1, reason=""),
        GameAdjourned(round=0, deadline=dt.date(2018, 5, 1), **BOARD),
        GameFinishedLate(round=0, day=dt.date(2018, 5, 1), **BOARD),
        ReplayReported(round=2, game=2, result=Result.DRAW, **BOARD),
        ReplayCorrected(
            round=1, game=2, was=Result.DRAW, result=Result.WHITE_WINS, scope=(Scope.PAIRING,), reason="", **BOARD
        ),
        EncounterDecided(round=0, winner=ANNA, reason="", **BOARD),
    ],
    ids=repr,
)
def test_an_event_that_the_tournament_cannot_have_had_is_a_misfit(event: EventData) -> None:
    with pytest.raises(Misfit):
        fold(folded(*STARTED), event)


@pytest.mark.parametrize("rounds", [0, -1, 100, 10**30])
def test_a_tournament_of_no_round_or_of_too_many_is_a_misfit(rounds: int) -> None:
    with pytest.raises(Misfit):
        fold(None, msgspec.structs.replace(ANNOUNCED, rounds=rounds))


def test_a_round_comes_next_or_in_the_place_of_one_that_is_there() -> None:
    again = folded(ANNOUNCED, *ENTRIES, ROUND_1, published(1, (ANNA, BO), (CARL, DORA)), published(2, (ANNA, CARL)))
    assert [len(one.games) for one in again.rounds] == [2, 1]
