"""Whatever an event says that no decision here made: a view takes it in whole, or stays as it was."""

import datetime as dt
import enum
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contracts.discipline import QuarantineImposed
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.points import LOSS, WIN
from contracts.rating import ForeignEventReported, ForeignGame, RatingsAdjusted, StartRatingSet
from contracts.refusals import RefusalCode, Refused
from contracts.registration import EntryCancelled, PlayerRegistered, PlayerWithdrawn
from services.rating import view as rating
from services.runtime.projection import digest
from tests.support.facts import fact
from tests.support.seasons import season

SIX = ("registration", "pairing", "results", "rating", "discipline", "reporting")
NUMBERS = (-(10**30), -1, 0, 1, 2, 3, 10**6, 10**30)
DAYS = (dt.date.min, dt.date(2018, 1, 5), dt.date.max)
NAMES = ("anna", "bo", "carl", "ghost", "t0", "t1", "")

QUICK = settings(
    max_examples=25,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


def tampered(random: Random, value: Any) -> Any:
    """The value with something in it that should not be there."""
    match value:
        case msgspec.Struct():
            field = random.choice(value.__struct_fields__)
            return msgspec.structs.replace(value, **{field: tampered(random, getattr(value, field))})
        case tuple() if value:
            place = random.randrange(len(value))
            one = (*value[:place], tampered(random, value[place]), *value[place + 1 :])
            return random.choice(((), value + value, one, one))
        case dt.date():
            return random.choice(DAYS)
        case int():
            return random.choice(NUMBERS)
        case str() if type(value) is str:
            return random.choice(NAMES)
        case enum.Enum():
            return random.choice(list(type(value)))
        case _:
            return value


def told(random: Random) -> list[EventData]:
    """A season with events in it that never were: some changed, some twice, some about nobody."""
    players = [PlayerId(name) for name in ("anna", "bo", "carl")]
    events: list[EventData] = [PlayerRegistered(player=one, name=one, federation="DEN") for one in players]
    events += [
        QuarantineImposed(player=one, starts=DAYS[1], ends=DAYS[1] + dt.timedelta(90), reason="x") for one in players
    ]
    events += [one.data for one in season(random).shuffled(random)]
    tournament = getattr(random.choice(events[len(players) * 2 :]), "tournament", TournamentId("t0"))
    events.append(PlayerWithdrawn(tournament=tournament, player=players[0], after_round=1, reason="ill"))
    events.append(EntryCancelled(tournament=tournament, player=players[1], reason="ill"))
    for _ in range(len(events) // 5):
        events.insert(random.randrange(len(events)), tampered(random, random.choice(events)))
    return events


def whole_or_not_at_all(service: str, random: Random) -> int:
    view_module: Any = import_module(f"services.{service}.view")
    view, refused = view_module.empty(), 0
    for sequence, event in enumerate(told(random), start=1):
        if not isinstance(event, view_module.INTERESTS):
            continue
        before = digest(view)
        try:
            view = view_module.apply(view, fact(event, sequence))
        except Exception:  # noqa: BLE001  whatever it is: that is the point
            refused += 1
            assert digest(view) == before, event
    return refused


@pytest.mark.parametrize("service", SIX)
@QUICK
@given(random=st.randoms(use_true_random=True))
def test_an_event_is_taken_in_whole_or_not_at_all(service: str, random: Random) -> None:
    whole_or_not_at_all(service, random)


@pytest.mark.long
@pytest.mark.parametrize("service", SIX)
@settings(QUICK, max_examples=2000)
@given(random=st.randoms(use_true_random=True))
def test_an_event_is_taken_in_whole_or_not_at_all_in_thousands_of_seasons(service: str, random: Random) -> None:
    whole_or_not_at_all(service, random)


def test_seasons_are_told_with_events_that_views_refuse() -> None:
    refused = sum(whole_or_not_at_all("results", Random(seed)) for seed in range(5))  # noqa: S311  a story, no secret
    assert refused > 5


@pytest.mark.parametrize(
    "event",
    [
        StartRatingSet(player=PlayerId("anna"), rating=-1, rules="fide-2024"),
        StartRatingSet(player=PlayerId("anna"), rating=10**30),
        StartRatingSet(player=PlayerId("anna"), rating=1500, day=dt.date.max),
        RatingsAdjusted(adjustment="nobody-s", digest="", federation="fide", day=dt.date(2024, 3, 1)),
    ],
    ids=repr,
)
def test_a_number_that_is_none_leaves_no_trace_in_the_book(event: EventData) -> None:
    view = rating.empty()
    before = digest(view)
    with pytest.raises(Refused):
        rating.apply(view, fact(event))
    assert digest(view) == before


def test_an_event_in_days_nobody_can_reckon_with_is_in_the_book_and_not_rated() -> None:
    view = rating.empty()
    first, last = ForeignGame(opponent=2063, score=LOSS), ForeignGame(opponent=1892, score=WIN)
    abroad = ForeignEventReported(
        event=TournamentId("abroad"),
        player=PlayerId("eva"),
        name="Abroad",
        starts=dt.date.max,
        ends=dt.date.max,
        reported=dt.date.max,
        rules="ssf-2002",
        games=(first, last),
    )
    rating.apply(view, fact(abroad))
    _, account = rating.account_of(view, TournamentId("abroad"))
    assert account.barred is not None
    assert account.barred.code is RefusalCode.INVALID_DATES
