"""The small tournament played out, rated, and another one after it: stories about ratings."""

import datetime as dt
from typing import Any

import msgspec

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, RoundPublished
from contracts.points import Result
from contracts.rating import StartRatingSet
from contracts.registration import PlayerRegistered
from contracts.results import EVERYTHING, GameReported, ResultCorrected, Scope, TournamentCompleted
from tests.support.summer import (
    ANNA,
    ANNOUNCED,
    BO,
    CARL,
    DORA,
    ENTRIES,
    ROUND_1,
    ROUND_2,
    SUMMER,
    reported,
)

AUTUMN = TournamentId("autumn")
STARTS: tuple[EventData, ...] = tuple(
    StartRatingSet(player=player, rating=rating)
    for player, rating in ((ANNA, 1900), (BO, 1800), (CARL, 1700), (DORA, 1600))
)
REGISTERED: tuple[EventData, ...] = tuple(
    PlayerRegistered(player=player, name=player.title(), federation="DEN") for player in (ANNA, BO, CARL, DORA)
)
PLAYED: tuple[EventData, ...] = (
    ANNOUNCED,
    *ENTRIES,
    ROUND_1,
    reported(1, ANNA, CARL, "1-0"),
    reported(1, DORA, BO, "½-½"),
    ROUND_2,
    reported(2, BO, ANNA, "0-1"),
    reported(2, CARL, DORA, "1-0"),
)
DONE = TournamentCompleted(tournament=SUMMER, rounds=2)


def corrected(was: str, result: str, scope: tuple[Scope, ...] = EVERYTHING) -> ResultCorrected:
    """Anna's game with Carl in round 1, corrected."""
    return ResultCorrected(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        was=Result(was),
        result=Result(result),
        scope=scope,
        reason="score sheets",
    )


def match(  # noqa: PLR0913  a match has that many parts
    white: PlayerId,
    black: PlayerId,
    result: str,
    *,
    tournament: TournamentId = AUTUMN,
    starts: str = "2018-10-01",
    ends: str = "2018-10-02",
    rules: str = "dsu-2007",
) -> tuple[EventData, ...]:
    """A tournament of two players and one game, from its announcement to its completion."""
    changed: dict[str, Any] = {
        "tournament": tournament,
        "rounds": 1,
        "starts": dt.date.fromisoformat(starts),
        "ends": dt.date.fromisoformat(ends),
        "rating_rules": rules,
    }
    entered = [msgspec.structs.replace(one, tournament=tournament) for one in ENTRIES]
    return (
        msgspec.structs.replace(ANNOUNCED, **changed),
        *(one for one in entered if getattr(one, "player", "") in {white, black}),
        RoundPublished(tournament=tournament, round=1, boards=(Board(number=1, white=white, black=black),), byes=()),
        GameReported(tournament=tournament, round=1, white=white, black=black, result=Result(result)),
        TournamentCompleted(tournament=tournament, rounds=1),
    )
