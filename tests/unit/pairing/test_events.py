"""Whatever happens in an event, what is published keeps the promises of its system, and replay gives the same."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.messages import EventData
from contracts.pairing import ProposeRound, RoundProposed, RoundPublished
from contracts.points import ByeKind
from contracts.registration import PairingSystem
from services.pairing.propose import same
from services.pairing.publish import propose_round
from services.pairing.request import request
from services.pairing.state import State, evolve, initial
from services.pairing.systems import catalogue
from tests.support.arbiter import DAY, QUIET, Arbiter, Troubles

SYSTEMS = [one for one in PairingSystem if one.value in catalogue.names()]
MEET_AGAIN = {PairingSystem.BERGER, PairingSystem.GLADIATOR}
"""All-play-alls of two cycles, checked by their own tests."""
COLOUR_BOUND = {
    PairingSystem.FIDE_DUTCH,
    PairingSystem.FIDE_1998,
    PairingSystem.DUBOV_1997,
    PairingSystem.DUBOV_2026,
}
ALL = Troubles(unfinished=4, by_hand=15, renumbered=15)


def folded(events: list[EventData]) -> State:
    state = initial()
    for event in events:
        state = evolve(state, event)
    return state


def check(arbiter: Arbiter) -> None:
    tournament = arbiter.tournament
    system = tournament.announced.system
    allocated: Counter[str] = Counter()
    meetings: Counter[frozenset[str]] = Counter()
    for number, played in enumerate(tournament.rounds, start=1):
        named = [player for game in played.games.values() for player in (game.white, game.black)]
        named += [bye.player for bye in played.byes]
        assert len(named) == len(set(named)), "everybody once a round"
        byes = [bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        assert len(byes) <= 1
        allocated.update(byes)
        for game in played.games.values():
            assert arbiter.state.desk.kept_apart(game.white, game.black, number) is None
            if game.pairing is None or game.pairing.played:
                meetings[frozenset((game.white, game.black))] += 1
        for bye in played.byes:
            if bye.kind in (ByeKind.HALF_POINT, ByeKind.FULL_POINT) and system is not PairingSystem.KNOCK_OUT:
                assert arbiter.state.desk.bye(number, bye.player) is bye.kind, "points for nothing on request only"
    assert max(allocated.values(), default=0) <= 1, "the bye of the pairing at most once"
    if system not in MEET_AGAIN:
        assert max(meetings.values(), default=0) <= 1, "no two meet twice"
    if system in COLOUR_BOUND:
        check_colours(arbiter)


def check_colours(arbiter: Arbiter) -> None:
    """Never three of a colour running, nor a difference above two, before the last round."""
    rounds = arbiter.tournament.announced.rounds
    number = min(len(arbiter.tournament.rounds) + 1, rounds)
    for one in request(arbiter.tournament, number, arbiter.state.desk).contestants:
        colours = [past.colour.value for past in one.past if past.played and past.colour is not None]
        assert abs(colours.count("w") - colours.count("b")) <= 2
        assert all(len(set(colours[at : at + 3])) > 1 for at in range(len(colours) - 2))


def check_replay(arbiter: Arbiter) -> None:
    """The same events give the same state, and the same proposals; nothing is paired again by replay."""
    assert folded(arbiter.events) == arbiter.state
    state = initial()
    published: dict[int, RoundPublished] = {}
    for event in arbiter.events:
        if isinstance(event, RoundProposed):
            again = [
                one
                for one in propose_round(
                    ProposeRound(tournament=event.tournament, round=event.round, on=DAY),
                    state,
                )
                if isinstance(one, RoundProposed)
            ]
            assert not again or same(again[0], event)
        if isinstance(event, RoundPublished):
            published[event.round] = event
        state = evolve(state, event)
    for number, event in published.items():
        played = arbiter.tournament.rounds[number - 1]
        assert [(game.white, game.black) for game in played.games.values()] == [
            (board.white, board.black) for board in event.boards
        ]


KNOBS = st.tuples(st.sampled_from(SYSTEMS), st.integers(2, 14), st.integers(1, 6), st.integers(0, 10**6), st.booleans())


def run(knobs: tuple[PairingSystem, int, int, int, bool]) -> None:
    system, players, rounds, seed, quiet = knobs
    troubles = QUIET if quiet else ALL
    arbiter = Arbiter(
        system,
        players=players,
        rounds=rounds,
        seed=seed,
        troubles=troubles,
        baku=system is PairingSystem.FIDE_DUTCH and seed % 3 == 0,
    )
    arbiter.play()
    assert arbiter.refusal is None or arbiter.refusal.details["advice"]
    check(arbiter)
    check_replay(arbiter)


@settings(max_examples=60, deadline=None)
@given(KNOBS)
def test_whatever_happens_every_promise_is_kept_and_replay_gives_the_same(
    knobs: tuple[PairingSystem, int, int, int, bool],
) -> None:
    run(knobs)


@pytest.mark.long
@settings(max_examples=3000, deadline=None)
@given(KNOBS)
def test_whatever_happens_thousands_of_times(knobs: tuple[PairingSystem, int, int, int, bool]) -> None:
    run(knobs)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_plays_a_quiet_event_of_ten_to_its_end(system: PairingSystem) -> None:
    rounds = {PairingSystem.BERGER: 9, PairingSystem.GLADIATOR: 9, PairingSystem.KNOCK_OUT: 4}.get(system, 4)
    arbiter = Arbiter(system, players=10, rounds=rounds, seed=1)
    arbiter.play()
    assert arbiter.refusal is None
    assert len(arbiter.tournament.rounds) == rounds
    check(arbiter)


def test_two_runs_of_the_same_event_are_the_same_events() -> None:
    one, other = (Arbiter(PairingSystem.FIDE_DUTCH, players=9, rounds=4, seed=5, troubles=ALL) for _ in range(2))
    one.play()
    other.play()
    assert one.events == other.events
    assert msgspec.json.encode(one.events) == msgspec.json.encode(other.events)
