"""What the services answer is what the schemas promise: no query's type of answer is only written down."""

import datetime as dt
import json
from importlib import import_module
from typing import Any

import msgspec
import pytest

from contracts.arrangements import Reason
from contracts.codec import encode
from contracts.discipline import QuarantineImposed, Quarantines
from contracts.messages import EventData, QueryData, context_of
from contracts.pairing import Arrangements, Pairings, Proposal, ProposedBoard, Report, RoundProposed
from contracts.points import Result
from contracts.rating import (
    Explain,
    ListLine,
    ListPublished,
    PublishedList,
    PublishedLists,
    Ratings,
    StartRatingSet,
    TournamentChanges,
)
from contracts.rating import WhatIf as RatingWhatIf
from contracts.registration import PlayerRegistered, Players, Tournaments
from contracts.registry import ANSWERS, QUERIES
from contracts.reporting import CurrentCrosstable, CurrentStandings
from contracts.reporting import WhatIf as StandingsWhatIf
from contracts.results import EVERYTHING, OpenBoards, ResultCorrected, RoundCompleted, TournamentCompleted
from tests.support.facts import fact, view_of
from tests.support.summer import ANNA, BO, CARL, DORA, ROUND_2, STARTED, SUMMER, reported

DAY = dt.date(2018, 4, 15)
PLAYERS = tuple(PlayerRegistered(player=one, name=one.title(), federation="DEN") for one in (ANNA, BO, CARL, DORA))
BEFORE = (
    *PLAYERS,
    *(StartRatingSet(player=one, rating=1900 - 100 * place) for place, one in enumerate((ANNA, BO, CARL, DORA))),
    QuarantineImposed(player=DORA, starts=DAY, ends=dt.date(2018, 6, 1), reason="absent"),
    *STARTED,
    reported(1, ANNA, CARL, "1-0"),
)
PROPOSED = RoundProposed(
    tournament=SUMMER,
    round=2,
    proposal=1,
    boards=(ProposedBoard(number=1, white=BO, black=ANNA, because=(0,)),),
    byes=(),
    floats=(),
    notes=(),
    reasons=(Reason(rule="a rule", text="a reason"),),
    abbreviated=False,
    system="monrad-ssf",
    regulation="SSF §15A",
    reconstruction=False,
    warnings=(),
    decided_at=7,
)
REST = (
    PROPOSED,
    reported(1, DORA, BO, "½-½"),
    RoundCompleted(tournament=SUMMER, round=1),
    ROUND_2,
    reported(2, BO, ANNA, "0-1"),
    reported(2, CARL, DORA, "1-0"),
    RoundCompleted(tournament=SUMMER, round=2),
    TournamentCompleted(tournament=SUMMER, rounds=2),
    ListPublished(
        list="april",
        federation="dsu",
        day=DAY,
        rules="dsu-2007",
        digest="",
        sha256="",
        part=1,
        parts=1,
        lines=(ListLine(player=ANNA, rating=1900, games=0),),
    ),
)
CORRECTED = ResultCorrected(
    tournament=SUMMER,
    round=1,
    white=ANNA,
    black=CARL,
    was=Result.WHITE_WINS,
    result=Result.BLACK_WINS,
    scope=EVERYTHING,
    reason="score sheets",
)


SUPPOSED = fact(CORRECTED, 99).event

UNFINISHED: tuple[QueryData, ...] = (OpenBoards(tournament=SUMMER),)
FINISHED: tuple[QueryData, ...] = (
    Players(),
    Tournaments(),
    Pairings(tournament=SUMMER, round=1),
    Proposal(tournament=SUMMER, round=2),
    Arrangements(tournament=SUMMER),
    Report(tournament=SUMMER),
    Ratings(),
    TournamentChanges(tournament=SUMMER),
    Explain(player=ANNA),
    RatingWhatIf(events=(SUPPOSED,)),
    PublishedLists(),
    PublishedList(list="april"),
    Quarantines(on=DAY),
    CurrentStandings(tournament=SUMMER),
    CurrentCrosstable(tournament=SUMMER),
    StandingsWhatIf(events=(SUPPOSED,)),
)
ASKED = [*((BEFORE, query) for query in UNFINISHED), *(((*BEFORE, *REST), query) for query in FINISHED)]


def answered(events: tuple[EventData, ...], query: QueryData) -> Any:
    """The answer to a query as it would go out, after these events."""
    service = import_module(f"services.{context_of(type(query))}")
    view = import_module(f"{service.__name__}.view")  # view_of finds it in its package
    return json.loads(encode(view.answer(view_of(service, *events), query)))


@pytest.mark.parametrize(("events", "query"), ASKED, ids=[type(query).__name__ for _, query in ASKED])
def test_an_answer_is_of_the_type_its_query_promises(events: tuple[EventData, ...], query: QueryData) -> None:
    answer = answered(events, query)
    assert answer
    read = msgspec.json.decode(encode(answer), type=ANSWERS[type(query)])
    assert json.loads(encode(read)) == answer


def test_every_query_is_asked() -> None:
    assert {type(query) for _, query in ASKED} == set(QUERIES.values())
