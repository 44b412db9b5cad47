"""
No event in any order makes a service stumble: one that cannot have happened is a `Misfit`, and parked (`projection`).

A `state` knows no other answer. A view may know more of why an event does not fit (no such board, no such rule set);
that, too, is said by name and leaves it as it was.
"""

import datetime as dt
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.codec import FactDecoder
from contracts.messages import EventData
from contracts.refusals import Refused
from services.chess.folding import Misfit
from services.runtime.projection import digest
from tests.support.anything import Filler
from tests.support.facts import fact

SIX = ("registration", "pairing", "results", "rating", "discipline", "reporting")
GOLDEN = sorted((Path(__file__).parents[2] / "data" / "golden").glob("*.json"))
FEW = ("anna", "bo", "carl", "dora")
NAMED: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("player", "white", "black", "first", "second", "into", "winner"), FEW),
    "tournament": ("t0", "t1"),
    "round": (1, 1, 2, 3),
    "rounds": (3, 5),
    "game": (2, 3),
    "start_number": (1, 2, 3, 4),
    "rating": (1500, 1900),
    "rating_rules": ("", "dsu-2007", "fide"),
    "rules": ("", "dsu-2007", "fide-2024", "ssf-2002"),
}
STATES = (Misfit,)
VIEWS = (LookupError, Refused)
"""`Misfit` is a LookupError."""

QUICK = settings(
    max_examples=60,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


@cache
def golden() -> tuple[EventData, ...]:
    facts = (FactDecoder().decode(1, path.read_bytes()) for path in GOLDEN)
    return tuple(one.data for one in facts if one is not None)


def told(random: Random) -> list[EventData]:
    """Forty events of any kinds, in no order, about a few players of two tournaments and those of the golden ones."""
    filler = Filler(random, named=NAMED, ids=FEW, first_day=dt.date(2018, 1, 5))
    known = golden()
    return [
        random.choice(known) if random.randrange(6) == 0 else filler.fill(type(random.choice(known))) for _ in range(40)
    ]


def taken_in(service: str, events: Sequence[EventData]) -> tuple[int, int]:
    """Feed all of them to a service's state and view; count what each could not have had."""
    state_module: Any = import_module(f"services.{service}.state")
    view_module: Any = import_module(f"services.{service}.view")
    state, view, misfits, parked = state_module.initial(), view_module.empty(), 0, 0
    for sequence, event in enumerate(events, start=1):
        try:
            state = state_module.evolve(state, event)
        except STATES:
            misfits += 1
        if isinstance(event, view_module.INTERESTS):
            before = digest(view)
            try:
                view = view_module.apply(view, fact(event, sequence))
            except VIEWS:
                parked += 1
                assert digest(view) == before, event
    return misfits, parked


@pytest.mark.parametrize("service", SIX)
def test_every_event_there_ever_was_is_taken_in_by_every_service_in_any_order(service: str) -> None:
    events = golden()
    for order in (events, events[::-1], events + events):
        taken_in(service, order)


@pytest.mark.parametrize("service", SIX)
@QUICK
@given(random=st.randoms(use_true_random=True))
def test_any_events_in_any_order_are_taken_in_or_named(service: str, random: Random) -> None:
    taken_in(service, told(random))


@pytest.mark.long
@pytest.mark.parametrize("service", SIX)
@settings(QUICK, max_examples=3000)
@given(random=st.randoms(use_true_random=True))
def test_any_events_in_any_order_are_taken_in_or_named_thousands_of_times(service: str, random: Random) -> None:
    taken_in(service, told(random))


def test_the_stories_hold_much_that_cannot_have_been_and_much_that_can() -> None:
    counted = [taken_in("pairing", told(Random(seed))) for seed in range(20)]  # noqa: S311  a story, no secret
    assert sum(misfits for misfits, _ in counted) > 50
    assert sum(parked for _, parked in counted) < 20 * 40 // 2
