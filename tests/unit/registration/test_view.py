import datetime as dt

import msgspec
import pytest

from contracts.discipline import QuarantineImposed
from contracts.ids import PlayerId
from contracts.messages import EventData, QueryData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    PlayerRegistered,
    Players,
    PlayersMerged,
    RegisteredPlayer,
    Title,
    TournamentOverview,
    Tournaments,
)
from contracts.registry import ANSWERS
from contracts.results import OpenBoards, TournamentCompleted
from services import registration
from services.registration import view as room
from tests.support.facts import view_of
from tests.support.summer import ANNA, ANNOUNCED, BO, ENTRIES, ROUND_1, STARTED, SUMMER, reported

BAN = QuarantineImposed(player=BO, starts=dt.date(2018, 5, 1), ends=dt.date(2018, 8, 1), reason="left the hall")
PLAYERS = tuple(
    PlayerRegistered(player=player, name=player.title(), federation="DEN", title=title)
    for player, title in ((BO, Title.NONE), (ANNA, Title.WIM))
)


def overview(*events: EventData) -> list[TournamentOverview]:
    found: list[TournamentOverview] = room.answer(view_of(registration, *events), Tournaments())
    return found


def test_the_players_are_listed_by_id() -> None:
    assert room.answer(view_of(registration, *PLAYERS), Players()) == [
        RegisteredPlayer(player=ANNA, name="Anna", federation="DEN", title=Title.WIM),
        RegisteredPlayer(player=BO, name="Bo", federation="DEN", title=Title.NONE),
    ]


def test_players_are_found_by_id_and_by_fide_id_and_say_who_they_are_merged_into() -> None:
    eva = PlayerRegistered(player=PlayerId("eva"), name="Eva", federation="SWE", born=1990, fide_id=1700000)
    known = view_of(registration, *PLAYERS, eva, PlayersMerged(player=BO, into=ANNA, reason="one person"))
    found = room.answer(known, Players(players=(BO, PlayerId("nobody")), fide_ids=(1700000, 1)))
    assert [(one.player, one.born, one.fide_id, one.merged_into) for one in found] == [
        (BO, None, None, ANNA),
        ("eva", 1990, 1700000, None),
    ]


def test_a_tournament_is_listed_with_its_entries_and_published_rounds() -> None:
    (before,) = overview(ANNOUNCED, *ENTRIES)
    assert (before.name, before.entered, before.published, before.completed) == ("Summer Open", 4, 0, False)
    (after,) = overview(*STARTED, TournamentCompleted(tournament=SUMMER, rounds=2))
    assert (after.entered, after.published, after.completed) == (4, 1, True)


def test_the_tournaments_are_listed_by_their_first_day() -> None:
    earlier = msgspec.structs.replace(ANNOUNCED, tournament="zero", starts=dt.date(2018, 4, 1))
    same_day = msgspec.structs.replace(ANNOUNCED, tournament="another")
    assert [one.tournament for one in overview(ANNOUNCED, earlier, same_day)] == ["zero", "another", SUMMER]


def test_a_round_published_again_counts_once() -> None:
    assert overview(*STARTED, ROUND_1)[0].published == 1


def test_results_are_none_of_its_interests() -> None:
    assert not isinstance(reported(1, ANNA, BO, "1-0"), room.INTERESTS)


def test_a_query_of_another_service_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        room.answer(room.empty(), OpenBoards(tournament=SUMMER))
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_QUERY


def test_the_view_has_one_encoding() -> None:
    body = msgspec.json.encode(view_of(registration, *PLAYERS, *STARTED, BAN), order="deterministic")
    assert msgspec.json.encode(msgspec.json.decode(body, type=room.View), order="deterministic") == body


@pytest.mark.parametrize("query", [Players(), Tournaments()])
def test_the_answer_is_what_the_registry_promises(query: QueryData) -> None:
    found = room.answer(view_of(registration, *PLAYERS, *STARTED), query)
    assert msgspec.json.decode(msgspec.json.encode(found), type=ANSWERS[type(query)])
