import msgspec
import pytest

from contracts.messages import EventData
from contracts.points import Result
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import CurrentStandings, Moved, Standings, WhatIf
from contracts.results import ResultCorrected, RoundCompleted, Scope
from services import reporting
from services.reporting import view as room
from tests.support import open137
from tests.support.facts import fact, view_of
from tests.support.open137 import OPEN, player

CORRECTION = open137.correction(2, Result.WHITE_WINS, Result.DRAW)


def asked(*events: EventData) -> WhatIf:
    return WhatIf(events=tuple(fact(event).event for event in events))


def test_a_correction_of_round_2_moves_what_a_rebuild_moves_and_leaves_the_view() -> None:
    view = view_of(reporting, *open137.story())
    before = msgspec.json.encode(view, order="deterministic")
    was: Standings = room.answer(view, CurrentStandings(tournament=OPEN))
    moved: list[Moved] = room.answer(view, asked(CORRECTION))
    assert msgspec.json.encode(view, order="deterministic") == before
    assert room.answer(view, CurrentStandings(tournament=OPEN)) == was
    rebuilt: Standings = room.answer(
        view_of(reporting, *open137.story(), CORRECTION), CurrentStandings(tournament=OPEN)
    )
    old, new = ({line.player: line for line in table.rows} for table in (was, rebuilt))
    expected = {who: (old[who], line) for who, line in new.items() if line != old[who]}
    assert {one.now.player: (one.was, one.now) for one in moved if one.now} == expected
    assert {CORRECTION.white, CORRECTION.black} <= expected.keys()


def test_a_correction_that_is_written_gives_the_tables_of_a_rebuild() -> None:
    live = view_of(reporting, *open137.story())
    for after in range(1, 8):
        room.current_standings(live, OPEN, after)
    live = room.apply(live, fact(CORRECTION))
    rebuilt = view_of(reporting, *open137.story(), CORRECTION)
    assert live == rebuilt
    for after in range(1, 8):
        query = CurrentStandings(tournament=OPEN, after_round=after)
        assert room.answer(live, query) == room.answer(rebuilt, query)


def test_a_correction_for_rating_only_moves_no_line() -> None:
    rating_only: ResultCorrected = msgspec.structs.replace(CORRECTION, scope=(Scope.RATING,))
    assert room.answer(view_of(reporting, *open137.story()), asked(rating_only)) == []


def test_a_player_who_is_entered_appears() -> None:
    view = view_of(reporting, open137.announced(), *open137.entries()[:1])
    moved: list[Moved] = room.answer(view, asked(open137.entries()[1]))
    assert [(one.was, one.now and one.now.player) for one in moved] == [(None, player(2))]


def test_events_that_fit_nothing_are_refused() -> None:
    view = view_of(reporting, *open137.story())
    with pytest.raises(Refused) as caught:
        room.answer(view, asked(RoundCompleted(tournament=OPEN, round=9)))
    assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD
