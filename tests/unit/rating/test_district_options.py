"""What SSF leaves to the districts below 1200: a bonus, a floor, five periods. Two equals: a win is 16 (table A)."""

import datetime as dt

import msgspec
import pytest

from contracts.ids import TournamentId
from contracts.rating import Explain
from contracts.refusals import Refusal, RefusalCode
from contracts.registration import RatingOption, TournamentAnnounced
from services import rating as service
from services.rating import ledger as room
from services.rating import view
from services.rating.book import Ledger
from services.rating.explain import tournament
from services.rating.finished import Finished
from services.rating.supposing import Supposed, under
from tests.support.facts import fact, view_of
from tests.support.listed import finished, rating, started
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, SUMMER

BONUS, FLOOR, FIVE = RatingOption.BONUS, RatingOption.FLOOR, RatingOption.FIVE_PERIODS
JANUARY, MARCH, MAY = "2010-01-01", "2010-03-01", "2010-05-01"


def event(name: str, day: str, *options: RatingOption, result: str = "1-0", against: str = "bo") -> Finished:
    other = BO if against == "bo" else CARL
    return finished(name, (day, day), (ANNA, other), ((0, 1, result),), rules="ssf", options=options)


def of(*events: Finished, **numbers: int) -> Ledger:
    ledger = started(JANUARY, **numbers)
    for one in events:
        room.enter(ledger, one)
    return ledger


def test_without_the_option_there_is_no_bonus_and_no_floor() -> None:
    ledger = of(event("a", "2010-02-01"), anna=805, bo=805)
    assert (rating(ledger, ANNA, MAY), rating(ledger, BO, MAY)) == (821, 789)


@pytest.mark.parametrize(("number", "points"), [(799, 0), (800, 20), (999, 20), (1000, 10), (1199, 10), (1200, 0)])
def test_the_bonus_goes_by_the_number_before_the_game(number: int, points: int) -> None:
    ledger = of(event("a", "2010-02-01", BONUS), anna=number, bo=number)
    assert rating(ledger, ANNA, MAY) == number + 16 + points
    assert rating(ledger, BO, MAY) == number - 16 + points


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("first", [(), (BONUS,)], ids=["without", "with"])
def test_a_later_event_of_the_period_goes_on_from_what_the_earlier_brought(
    order: tuple[int, int], first: tuple[RatingOption, ...]
) -> None:
    """Anna begins at 990; won, the first game brings her to 1006, or with the bonus 1026: then it is 10, not 20."""
    events = (event("z", "2010-02-01", *first), event("a", "2010-03-01", BONUS, against="carl"))
    ledger = of(*(events[place] for place in order), anna=990, bo=990, carl=990)
    # measured by her running number, 16 or 36 above Carl, a win is 15 or 14
    assert rating(ledger, ANNA, MAY) == (1006 + 15 + 10 if not first else 1026 + 14 + 10)


def test_who_is_before_another_on_a_list_is_taken_out_and_the_bonus_after_him_is_reckoned_again() -> None:
    later = event("a", "2010-03-01", BONUS, against="carl")
    ledger = of(event("z", "2010-02-01", BONUS), later, anna=990, bo=990, carl=990)
    room.bar(ledger, TournamentId("z"), Refusal(code=RefusalCode.WRONG_STATUS, message="withdrawn"))
    assert rating(ledger, ANNA, MAY) == 990 + 16 + 20
    assert ledger.accounts["a"] == of(later, anna=990, bo=990, carl=990).accounts["a"]


def test_nobody_falls_below_the_floor() -> None:
    ledger = of(event("a", "2010-02-01", FLOOR), anna=805, bo=805)
    assert (rating(ledger, ANNA, MAY), rating(ledger, BO, MAY)) == (821, 800)


def test_with_five_periods_there_is_a_new_number_in_march() -> None:
    ledger = of(event("a", "2010-02-01", FIVE), event("b", "2010-02-01"), anna=1500, bo=1500)
    assert [rating(ledger, ANNA, on) for on in ("2010-02-28", MARCH, MAY)] == [1500, 1516, 1532]


def test_the_announcement_says_so_and_an_explanation_shows_the_bonus() -> None:
    announced = msgspec.structs.replace(ANNOUNCED, rating_rules="ssf-2002", rating_options=(BONUS,))
    low = [msgspec.structs.replace(one, rating=one.rating - 850) for one in STARTS]  # type: ignore[attr-defined]  # start ratings
    known = view_of(service, *REGISTERED, *low, announced, *PLAYED[1:], DONE)
    (told,) = view.answer(known, Explain(player=ANNA, tournament=SUMMER))
    assert [one.value for one in told.steps if one.what == "bonus"] == ["10", "10"]
    assert {one.section for one in told.steps if one.what == "bonus"} == {"Bonussystem"}


def test_an_explanation_begins_with_what_earlier_events_of_the_period_brought() -> None:
    events = (event("z", "2010-02-01", BONUS), event("a", "2010-03-01", BONUS, against="carl"))
    ledger = of(*events, anna=990, bo=990, carl=990)
    (told,) = tournament(ledger, ANNA, events[1].tournament)
    assert told.steps[0].what.startswith("running number before")
    assert told.steps[0].value == "1026"


def test_under_other_rules_the_options_say_nothing() -> None:
    announced = msgspec.structs.replace(ANNOUNCED, rating_rules="ssf-2002", rating_options=(BONUS, FLOOR))
    supposed = Supposed(federation="ssf", rules="dsu-2007", since=dt.date(2018, 1, 1))
    data = under(supposed, fact(announced)).data
    assert isinstance(data, TournamentAnnounced)
    assert (data.rating_rules, data.rating_options) == ("dsu-2007", ())
