"""What a part of the log comes to; `test_bulk` tests that a replay from it gives the same view."""

import datetime as dt
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.ids import EventId
from contracts.points import Result
from contracts.refusals import Refused
from contracts.results import EVERYTHING, GameFinishedLate, ResultCorrected, Scope
from services.rating import view as room
from services.rating.condensing import Done, One, condense, left_by, opened
from services.rating.finished import correct, prepare, prepared
from tests.support.facts import fact
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS, corrected
from tests.support.seasons import Season, seasons
from tests.support.summer import ANNA, CARL, SUMMER

QUICK = settings(
    max_examples=50,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


SCOPES = (EVERYTHING, (Scope.RATING,), (Scope.STANDINGS,))


def condensed(*events: Any, before: bytes = b"") -> bytes:
    return condense([fact(one, place) for place, one in enumerate(events, start=1)], before)


def test_a_tournament_finished_in_a_later_part_is_whole() -> None:
    whole = [one for one in opened(condensed(*PLAYED, DONE)).items if isinstance(one, Done)]
    first = condensed(*PLAYED[:4])
    assert set(left_by(first).running) == {SUMMER}
    second = condensed(*PLAYED[4:], DONE, before=first)
    (done,) = (one for one in opened(second).items if isinstance(one, Done))
    assert whole[0].finished is not None
    assert done.finished is not None
    assert done.finished.players == whole[0].finished.players
    assert done.finished.encounters.results == whole[0].finished.encounters.results
    left = left_by(second)
    assert (left.running, left.done) == ({}, {SUMMER})


def test_a_game_finished_late_is_in_the_tournament() -> None:
    """As when each event is taken in: the day, and what told it."""
    late = GameFinishedLate(tournament=SUMMER, round=1, white=ANNA, black=CARL, day=dt.date(2018, 4, 12))
    first = condensed(*PLAYED[:8], late)
    items = opened(condensed(*PLAYED[8:], DONE, before=first)).items
    (done,) = (one.finished for one in items if isinstance(one, Done) and one.finished is not None)
    (told,) = done.late
    board = next(one for one in done.encounters if (one.round, one.white) == (told.round, told.white))
    assert (done.players[told.white], told.day, board.events[-1]) == (ANNA, late.day, "command-9:0")


def test_what_concerns_the_registers_stands_by_itself() -> None:
    items = opened(condensed(*REGISTERED, *STARTS, *PLAYED, DONE, corrected("1-0", "0-1"))).items
    kinds = [one.kind.split(".")[2] if isinstance(one, One) else "done" for one in items]
    assert kinds == [
        *["player-registered"] * len(REGISTERED),
        *["start-rating-set"] * len(STARTS),
        "done",
        "result-corrected",
    ]


def test_an_event_that_fits_nothing_is_named_with_the_reason() -> None:
    part = opened(condensed(*PLAYED[:1], corrected("1-0", "0-1")))
    assert [sequence for sequence, _ in part.refused] == [2]
    assert part.refused[0][1].startswith("LookupError: ")


@QUICK
@given(season=seasons, random=st.randoms(use_true_random=False))
def test_a_corrected_tournament_is_the_event_it_would_be(season: Season, random: Random) -> None:
    view = room.empty()
    for one in season.in_order():
        view = room.apply(view, one)
    accounts = [account for ledger in view.registers.ledgers.values() for account in ledger.accounts.values()]
    for finished in [account.finished for account in accounts]:
        known = prepared(finished)
        if known is None or finished.foreign or not finished.encounters:
            continue
        board = random.choice(list(finished.encounters))
        players = (finished.players[board.white], finished.players[board.black])
        said: Any = {"was": board.rating, "result": random.choice(list(Result)), "scope": random.choice(SCOPES)}
        result = ResultCorrected(
            tournament=finished.tournament, round=board.round, white=players[0], black=players[1], reason="", **said
        )
        amended = correct(finished, result, EventId("other:0"))
        event = msgspec.structs.replace(amended).event
        assert msgspec.structs.replace(amended.event, checked=event.checked) == event
        games, anew = amended.event.columns, event.columns
        assert (games.counted, games.all_met, games.all_played) == (anew.counted, anew.all_met, anew.all_played)


@QUICK
@given(season=seasons)
def test_a_tournament_made_ready_before_is_the_event_it_would_be(season: Season) -> None:
    view = room.empty()
    for one in season.in_order():
        view = room.apply(view, one)
    for ledger in view.registers.ledgers.values():
        for account in ledger.accounts.values():
            finished = msgspec.structs.replace(account.finished)
            known = prepared(finished)
            try:
                event = finished.event
            except Refused:
                assert known is None
                continue
            assert known is not None
            ready = msgspec.structs.replace(account.finished)
            prepare(ready, known)
            assert msgspec.structs.replace(ready.event, checked=False) == event
            assert ready.event.columns.counted == event.columns.counted
            assert ready.event.columns.all_met == event.columns.all_met
            assert ready.event.columns.all_played == event.columns.all_played
