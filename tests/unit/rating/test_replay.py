from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.envelope import Fact
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import Recalculation, WhatIf
from contracts.results import ResultCorrected, TournamentCompleted
from services.rating import view as room
from services.rating.account import Account
from services.rating.book import Ledger
from services.rating.career import PLAYED
from services.rating.differences import rating_of, station_of
from services.rating.encounters import Encounter
from services.rating.view import View
from services.rules.games import GameStatus
from tests.support.by_hand import ByHand
from tests.support.seasons import EVERY_SET, ONE_SET, Season, season, seasons, seasons_of

QUICK = settings(
    max_examples=100,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
THOUSANDS = settings(QUICK, max_examples=3000)
KINDS = [pytest.param(one, id=" ".join(one)) for one in EVERY_SET]


def replayed(facts: list[Fact[Any]]) -> View:
    view = room.empty()
    for one in facts:
        view = room.apply(view, one)
    return view


def replayed_at_once(facts: list[Fact[Any]]) -> View:
    """As a replay does: nothing is rated until everything has been taken in."""
    view = room.empty()
    room.defer(view)
    for one in facts:
        view = room.apply(view, one)
    room.settle(view)
    return view


def encoded(view: View) -> bytes:
    return msgspec.json.encode(view, order="deterministic")


def ratings(ledger: Ledger) -> dict[tuple[PlayerId, str], tuple[int | None, int | None]]:
    """(before, after) by player and tournament, or day of the list."""
    found = {}
    for player, career in ledger.careers.items():
        before = None
        for entry in career:
            if any(ledger.accounts[one.account].rated for one in entry.sources):
                found[player, station_of(entry.order)] = (rating_of(before), rating_of(entry.number))
            before = entry.number
    return found


def check(season: Season, random: Random) -> None:
    in_order = replayed(season.in_order())
    arriving = season.shuffled(random)
    live = replayed(arriving)
    assert live == in_order
    assert encoded(live) == encoded(in_order) == encoded(replayed(arriving))
    assert encoded(replayed_at_once(arriving)) == encoded(live)
    for ledger in live.registers.ledgers.values():
        assert ratings(ledger) == ByHand(ledger).rated()


def check_what_if(season: Season, random: Random) -> None:
    """Any event that is not the first of its unit, or any change, may come last."""
    facts = season.in_order()
    late = [
        one
        for stream in (*season.starts, *season.tournaments)
        for one in stream[-1:]
        if isinstance(one.data, ResultCorrected | TournamentCompleted) or len(stream) <= 2
    ]
    if not late:
        return
    supposed: Fact[EventData] = random.choice(late)
    before = replayed([one for one in facts if one is not supposed])
    untouched = encoded(before)
    differ: list[Recalculation] = room.answer(before, WhatIf(events=(supposed.event,)))
    assert encoded(before) == untouched
    after = replayed([*(one for one in facts if one is not supposed), supposed])
    was, now = numbers(before), numbers(after)
    said = {
        (one.federation, one.player, str(one.tournament or one.day)): (one.was, one.now)
        for one in differ
        if not one.change
    }
    for key in was | now:
        assert said.get(key, (now.get(key), now.get(key)))[1] == now.get(key)
        if was.get(key) != now.get(key):
            assert said[key] == (was.get(key), now.get(key))


def numbers(view: View) -> dict[tuple[str, PlayerId, str], int | None]:
    """Every number after a tournament or on a list at which something was rated."""
    return {
        (federation, player, station_of(entry.order)): rating_of(entry.number)
        for federation, ledger in view.registers.ledgers.items()
        if federation or len(view.registers.ledgers) == 1
        for player, career in ledger.careers.items()
        for before, entry in zip((None, *career), career, strict=False)
        if entry.sources and entry.number != (before and before.number) and rating_of(entry.number) is not None
    }


def check_both_sides(season: Season) -> None:
    """
    Exceptions are the rules' own: a game against an unrated player counts for his first rating alone (FIDE; in an
    all-play-all of 2000 for both, through the group's average).
    """
    for ledger in replayed(season.in_order()).registers.ledgers.values():
        for account in ledger.accounts.values():
            if account.problem is not None or account.finished.foreign:
                continue
            expected = [0] * len(account.players)
            for one in account.finished.encounters:
                if not one.rating.rated and not no_show(account, one):
                    continue
                for own, other in ((one.white, one.black), (one.black, one.white)):
                    expected[own] += counts(account, own, other)
            assert expected == [one.games + (one.performance.games if one.performance else 0) for one in account.rated]


def no_show(account: Account, one: Encounter) -> bool:
    """DSU 4.5.4.2, in words of its own: who was away without leave, and came to some other game."""
    if account.rules != "dsu-2007" or one.rating.played:
        return False
    leave = {(told.round, told.place) for told in account.finished.notices if told.approved}

    def away(encounter: Encounter) -> set[int]:
        points = zip((encounter.white, encounter.black), encounter.rating.points, strict=True)
        return set() if encounter.rating.played else {place for place, own in points if not own}

    unrated = {place for place, one in enumerate(account.rated) if one.start is None}
    if any((one.round, place) in leave for place in away(one)) or not unrated.isdisjoint({one.white, one.black}):
        return False

    def came(place: int, encounter: Encounter) -> bool:
        if place not in {encounter.white, encounter.black}:
            return False
        excused = any((encounter.round, other) in leave for other in away(encounter))
        return encounter.rating.played or (place not in away(encounter) and not excused)

    return all(any(came(place, two) for two in account.finished.encounters) for place in away(one))


def counts(account: Account, own: int, other: int) -> bool:
    rated = [number is not None and number.rating is not None for number in account.at_start]
    given = [number is not None for number in account.finished.given]
    match account.rules:
        case "dsu-2007":
            return account.rated[own].start is not None and account.rated[other].start is not None
        case "ssf-2002":
            return (rated[own] or given[own]) and (rated[other] or given[other])
        case "fide-2024":
            return rated[other] and (len(rated) > 2 or rated[own] or account.since[own] is not None)
        case _:
            group = account.finished.event
            swiss = not group.all_play_all or any(one.status is not GameStatus.PLAYED for one in group.games)
            return rated[other] or not swiss


@pytest.mark.parametrize("sets", KINDS)
def test_any_arrival_gives_the_ratings_of_the_events_in_order(sets: tuple[str, ...]) -> None:
    @QUICK
    @given(seasons_of(sets), st.randoms(use_true_random=False))
    def holds(season: Season, random: Random) -> None:
        check(season, random)

    holds()


@QUICK
@given(seasons, st.randoms(use_true_random=False))
def test_what_if_says_what_an_event_will_change_and_writes_nothing(season: Season, random: Random) -> None:
    check_what_if(season, random)


@QUICK
@given(seasons_of(*ONE_SET))
def test_a_game_is_rated_for_one_side_exactly_if_for_the_other(season: Season) -> None:
    check_both_sides(season)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("sets", KINDS)
def test_thousands_of_arrivals_give_the_ratings_of_the_events_in_order(sets: tuple[str, ...]) -> None:
    @THOUSANDS
    @given(seasons_of(sets), st.randoms(use_true_random=False))
    def holds(season: Season, random: Random) -> None:
        check(season, random)

    holds()


@pytest.mark.long
@pytest.mark.timeout(1800)
@THOUSANDS
@given(seasons, st.randoms(use_true_random=False))
def test_what_if_says_thousands_of_times_what_an_event_will_change(season: Season, random: Random) -> None:
    check_what_if(season, random)


def test_the_seasons_hold_what_they_are_to_show() -> None:
    """A season without merges, lists and first ratings would prove nothing of them."""
    views = [replayed(season(Random(seed)).in_order()) for seed in range(200)]  # noqa: S311  a season, no secret
    ledgers = [one for view in views for one in view.registers.ledgers.values()]
    accounts = [one for ledger in ledgers for one in ledger.accounts.values()]
    assert any(view.links for view in views)
    assert any(one.finished.part for one in accounts)
    assert any(one.finished.foreign for one in accounts)
    assert any(one.problem is not None for one in accounts)
    assert any(no_show(one, game) for one in accounts if one.rated for game in one.finished.encounters)
    assert any(one.finished.notices for one in accounts)
    assert any(any(one.earlier) for one in accounts)
    danish = [one for one in accounts if one.rules == "dsu-2007" and one.rated]
    guests = [rated for one in danish for number, rated in zip(one.at_start, one.rated, strict=True) if number is None]
    assert any(one.start and one.games for one in guests)
    assert {one.rules for one in accounts} >= {"dsu-2007", "ssf-2002", "fide-2000", "fide-2024", ""}
    first = [
        entry
        for ledger in ledgers
        for career in ledger.careers.values()
        for before, entry in zip((None, *career), career, strict=False)
        if entry.order.rank < PLAYED and entry.sources and rating_of(entry.number) and before and before.number
        if before.number.rating is None
    ]
    assert first, "nobody came to a first rating"
    assert any(
        one.rating is not None
        for ledger in ledgers
        for account in ledger.accounts.values()
        for one in account.since
        if one
    )
