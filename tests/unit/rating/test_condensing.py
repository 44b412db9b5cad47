"""What a part of the log comes to; `test_bulk` tests that a replay from it gives the same view."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings

from contracts.refusals import Refused
from services.rating import view as room
from services.rating.condensing import Done, One, condense, left_by, opened
from services.rating.finished import prepare, prepared
from tests.support.facts import fact
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS, corrected
from tests.support.seasons import Season, seasons
from tests.support.summer import SUMMER

QUICK = settings(
    max_examples=50,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


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
