import datetime as dt

import pytest

from contracts.messages import EventData
from contracts.rating import RateTournament, RecalculateRatings, StartRatingSet
from contracts.results import EVERYTHING, Scope
from services import rating
from services.rating.react import REACTS_TO, react
from tests.support.facts import fact, view_of
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS, corrected, match
from tests.support.summer import ANNA, ANNOUNCED, BO, SUMMER

RATE = [RateTournament(tournament=SUMMER)]


def reaction(event: EventData, *world: EventData) -> list[object]:
    assert isinstance(event, REACTS_TO)
    return list(react(fact(event), view_of(rating, *REGISTERED, *STARTS, *world)))


def test_a_finished_tournament_is_rated() -> None:
    assert reaction(DONE, *PLAYED, DONE) == RATE


@pytest.mark.parametrize("scope", [EVERYTHING, (Scope.RATING,), (Scope.STANDINGS,)])
def test_a_corrected_one_is_rated_again(scope: tuple[Scope, ...]) -> None:
    correction = corrected("1-0", "½-½", scope)
    assert reaction(correction, *PLAYED, DONE, correction) == RATE


def test_a_correction_for_pairing_only_rates_nothing() -> None:
    correction = corrected("1-0", "½-½", (Scope.PAIRING,))
    assert reaction(correction, *PLAYED, DONE, correction) == []


def test_a_correction_before_the_end_rates_nothing() -> None:
    correction = corrected("1-0", "½-½")
    assert reaction(correction, *PLAYED, correction) == []


def test_a_tournament_announced_as_not_rated_is_not() -> None:
    events = match(ANNA, BO, "1-0", rules="")
    assert reaction(events[-1], *events) == []


def test_a_tournament_that_cannot_be_rated_is_not() -> None:
    events = match(ANNA, BO, "1-0", rules="dsu-1907")
    assert reaction(events[-1], *events) == []


def test_a_start_rating_set_late_recalculates_from_the_players_first_tournament_since() -> None:
    world = (*PLAYED, DONE, *match(ANNA, BO, "1-0"))
    late = StartRatingSet(player=ANNA, rating=1900)
    view = view_of(rating, *REGISTERED, *world, late)
    event = fact(late)
    assert react(event, view) == [RecalculateRatings(cause=event.event.id, since=ANNOUNCED.ends)]
    in_summer = fact(late, effective=dt.date(2018, 7, 1))
    assert react(in_summer, view) == [RecalculateRatings(cause=event.event.id, since=dt.date(2018, 10, 2))]


def test_a_start_rating_in_time_rates_nothing() -> None:
    assert reaction(STARTS[0]) == []
