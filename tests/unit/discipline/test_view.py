import datetime as dt

import msgspec
import pytest

from contracts.discipline import Quarantine, QuarantineImposed, Quarantines
from contracts.ids import PlayerId
from contracts.messages import QueryData
from contracts.refusals import RefusalCode, Refused
from contracts.registry import ANSWERS
from contracts.results import OpenBoards
from services import discipline
from services.discipline import view as room
from tests.support.facts import view_of
from tests.support.summer import ANNA, BO, SUMMER

FIRST, LAST = dt.date(2006, 5, 1), dt.date(2006, 11, 1)


def imposed(player: PlayerId) -> QuarantineImposed:
    return QuarantineImposed(player=player, starts=FIRST, ends=LAST, reason="left the hall")


VIEW = view_of(discipline, imposed(BO), imposed(ANNA))


@pytest.mark.parametrize(
    ("on", "barred"),
    [
        ("2006-04-30", []),
        ("2006-05-01", [ANNA, BO]),
        ("2006-10-31", [ANNA, BO]),
        ("2006-11-01", []),
    ],
)
def test_a_quarantine_runs_from_its_first_day_until_the_day_before_its_end(on: str, barred: list[PlayerId]) -> None:
    found: list[Quarantine] = room.answer(VIEW, Quarantines(on=dt.date.fromisoformat(on)))
    assert [one.player for one in found] == barred


@pytest.mark.parametrize(
    ("on", "until", "barred"),
    [
        ("2006-04-01", "2006-04-30", []),
        ("2006-04-01", "2006-05-01", [ANNA, BO]),
        ("2006-04-01", "2006-12-01", [ANNA, BO]),
        ("2006-10-31", "2006-12-01", [ANNA, BO]),
        ("2006-11-01", "2006-12-01", []),
        ("2006-06-01", "2006-06-01", [ANNA, BO]),
    ],
)
def test_a_quarantine_that_overlaps_a_span_of_days_is_found(on: str, until: str, barred: list[PlayerId]) -> None:
    query = Quarantines(on=dt.date.fromisoformat(on), until=dt.date.fromisoformat(until))
    assert [one.player for one in room.answer(VIEW, query)] == barred


def test_overlapping_quarantines_of_a_player_are_listed_by_their_first_day() -> None:
    later = QuarantineImposed(player=BO, starts=dt.date(2006, 10, 1), ends=dt.date(2007, 1, 1), reason="again")

    view = view_of(discipline, later, imposed(BO))
    assert [one.starts for one in room.running(view, dt.date(2006, 10, 15))] == [FIRST, dt.date(2006, 10, 1)]
    assert [one.starts for one in room.running(view, dt.date(2006, 12, 15))] == [dt.date(2006, 10, 1)]


def test_a_query_of_another_service_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        room.answer(VIEW, OpenBoards(tournament=SUMMER))
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_QUERY


def test_the_view_has_one_encoding() -> None:
    body = msgspec.json.encode(VIEW, order="deterministic")
    assert msgspec.json.encode(msgspec.json.decode(body, type=room.View), order="deterministic") == body


@pytest.mark.parametrize("query", [Quarantines(on=FIRST)])
def test_the_answer_is_what_the_registry_promises(query: QueryData) -> None:
    found = room.answer(VIEW, query)
    assert msgspec.json.decode(msgspec.json.encode(found), type=ANSWERS[type(query)])
