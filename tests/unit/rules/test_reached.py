"""Rating some entrants of an event gives what rating all of them gives, and nobody else can be moved."""

import datetime as dt
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from services.rules.event import Entrant, Event
from services.rules.games import Game
from services.rules.loader import load
from services.rules.rating import rate_event, rate_some, reached

DAY = dt.date(2018, 4, 1)


def event_of(random: Random, *, all_play_all: bool) -> tuple[Event, list[Entrant]]:
    size = random.randint(2, 9)
    pairs = [(one, other) for one in range(size) for other in range(one + 1, size)]
    if not all_play_all:
        pairs = random.sample(pairs, random.randint(1, len(pairs)))
    games = tuple(Game(*pair, *random.choice(((2, 0), (1, 1), (0, 2)))) for pair in pairs)
    event = Event(size=size, games=games, start=DAY, end=DAY, all_play_all=all_play_all, winners=frozenset({0}))
    return event, [Entrant(rating=random.randint(1000, 2400)) for _ in range(size)]


@given(st.randoms(use_true_random=True), st.booleans(), st.sampled_from(("dsu-2007", "fide-2024", "ssf-2002")))
def test_whom_a_changed_number_does_not_reach_it_does_not_move(random: Random, all_play_all: bool, name: str) -> None:
    rules = load(name)
    event, entrants = event_of(random, all_play_all=all_play_all)
    changed = set(random.sample(range(event.size), random.randint(1, event.size)))
    others = [Entrant(rating=random.randint(1000, 2400)) if one in changed else it for one, it in enumerate(entrants)]
    places = reached(rules, event, changed)
    before, after = rate_event(rules, event, entrants).rated, rate_event(rules, event, others).rated
    assert changed <= set(places)
    assert rate_some(rules, event, others, places) == {place: after[place] for place in places}
    assert [after[one] for one in range(event.size) if one not in places] == [
        before[one] for one in range(event.size) if one not in places
    ]


def test_in_a_swiss_event_only_opponents_are_reached() -> None:
    event = Event(size=5, games=(Game(0, 1, 2, 0), Game(2, 3, 1, 1), Game(1, 2, 0, 2)), start=DAY, end=DAY)
    assert set(reached(load("dsu-2007"), event, {0})) == {0, 1}
    assert set(reached(load("dsu-2007"), event, {2})) == {1, 2, 3}
    assert set(reached(load("fide-2024"), event, {0})) == {0, 1, 2, 3, 4}
