from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.envelope import Fact
from contracts.ids import PlayerId
from contracts.rating import Recalculation, WhatIf
from contracts.results import ResultCorrected
from services.rating import view as room
from services.rating.finished import Finished, Order, event_of
from services.rating.ledger import Ledger
from services.rating.view import View
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant
from services.rules.loader import load
from services.rules.rating import rate_event, settle
from tests.support.seasons import Season, seasons

QUICK = settings(
    max_examples=150,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
THOUSANDS = settings(QUICK, max_examples=5000)


def replayed(facts: list[Fact[Any]]) -> View:
    view = room.empty()
    for one in facts:
        view = room.apply(view, one)
    return view


def encoded(view: View) -> bytes:
    return msgspec.json.encode(view, order="deterministic")


def rerated(ledger: Ledger) -> dict[tuple[PlayerId, str], tuple[int | None, int | None]]:
    """Rate everything in chronological order, from nothing and by hand: (before, after) by player and tournament."""
    rules = load("dsu-2007")
    assert isinstance(rules, EventRules)
    history: dict[PlayerId, list[tuple[Order, int | None]]] = {}
    found: dict[tuple[PlayerId, str], tuple[int | None, int | None]] = {}

    def number(player: PlayerId, ended_before: int | None, on: Order) -> int | None:
        start = ledger.starts.get(player)
        known = start.number.rating if start is not None and start.day <= on.ends else None
        for order, after in history.get(player, []):
            if after is not None and (ended_before is None or order.ends < ended_before):
                known = after
        return known

    for account in sorted(ledger.accounts.values(), key=lambda one: one.order):
        finished, on = account.finished, account.order
        came = [number(player, on.starts, on) for player in finished.players]
        registered = [number(player, None, on) for player in finished.players]
        unrated = frozenset(place for place, one in enumerate(came) if one is None)
        rated = rate_event(rules, event_of(finished, unrated), [Entrant(rating=one) for one in came]).rated
        for player, before, one in zip(finished.players, registered, rated, strict=True):
            after = before
            if before is not None and one.games:
                after = settle(rules, Entrant(rating=before), [one], on=finished.ends).published
            history.setdefault(player, []).append((on, after))
            found[player, finished.tournament] = (before, after)
    return found


def ratings(ledger: Ledger) -> dict[tuple[PlayerId, str], tuple[int | None, int | None]]:
    def column(finished: Finished, account: Any) -> Any:
        return zip(finished.players, account.before, account.after, strict=True)

    return {
        (player, account.finished.tournament): (before and before.rating, after and after.rating)
        for account in ledger.accounts.values()
        for player, before, after in column(account.finished, account)
    }


def check(season: Season, random: Random) -> None:
    in_order = replayed(season.in_order())
    arriving = season.shuffled(random)
    live = replayed(arriving)
    assert live == in_order
    assert encoded(live) == encoded(in_order) == encoded(replayed(arriving))
    assert ratings(live.ledger) == rerated(live.ledger)


def check_what_if(season: Season) -> None:
    corrections = [one for one in season.in_order() if isinstance(one.data, ResultCorrected)]
    if not corrections:
        return
    before = replayed([one for one in season.in_order() if one is not corrections[-1]])
    untouched = encoded(before)
    differ: list[Recalculation] = room.answer(before, WhatIf(events=(corrections[-1].event,)))
    assert encoded(before) == untouched
    after = replayed([*(one for one in season.in_order() if one is not corrections[-1]), corrections[-1]])
    was, is_now = (
        {
            (player, account.finished.tournament): rating
            for account in view.ledger.accounts.values()
            for player, rating in account.recordable.items()
        }
        for view in (before, after)
    )
    assert {(one.player, one.tournament): (one.was, one.now) for one in differ} == {
        key: (was.get(key), is_now.get(key)) for key in was | is_now if was.get(key) != is_now.get(key)
    }


@QUICK
@given(seasons, st.randoms(use_true_random=False))
def test_any_arrival_gives_the_ratings_of_the_events_in_order(season: Season, random: Random) -> None:
    check(season, random)


@QUICK
@given(seasons)
def test_what_if_says_what_a_correction_will_change_and_writes_nothing(season: Season) -> None:
    check_what_if(season)


@pytest.mark.long
@THOUSANDS
@given(seasons, st.randoms(use_true_random=False))
def test_thousands_of_arrivals_give_the_ratings_of_the_events_in_order(season: Season, random: Random) -> None:
    check(season, random)


@pytest.mark.long
@THOUSANDS
@given(seasons)
def test_what_if_says_thousands_of_times_what_a_correction_will_change(season: Season) -> None:
    check_what_if(season)
