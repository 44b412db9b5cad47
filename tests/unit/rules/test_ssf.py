"""The Swedish rules: walkovers, bonus and floor as options, periods, the register, thinking times."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.conditions import Stage, TimeControl
from services.rules.event import Entrant, Event, Method, Rated
from services.rules.games import Game, GameStatus
from services.rules.loader import load
from services.rules.rating import first_rating, rate_event, settle
from services.rules.register import parts
from services.rules.ruleset import of_system
from services.rules.ssf.conditions import thinking_time_faults
from services.rules.ssf.periods import next_period, period_of
from services.rules.ssf.register import check_beginner, deducted
from services.rules.ssf.steps import GameRules

_RULES = of_system(load("ssf-2002"), GameRules)
_STEPS = _RULES.steps
_DAY = date(2003, 2, 1)


def _event(*games: Game, size: int = 2, options: frozenset[str] = frozenset()) -> Event:
    return Event(size=size, games=games, start=_DAY, end=_DAY, options=options)


def _rate(event: Event, *entrants: Entrant) -> tuple[Rated, ...]:
    return rate_event(_RULES, event, entrants).rated


@pytest.mark.parametrize("status", [GameStatus.UNPLAYED, GameStatus.NO_SHOW])
def test_a_walkover_is_never_rated(status: GameStatus) -> None:
    rated = _rate(_event(Game(0, 1, 2, 0, status)), Entrant(rating=1700), Entrant(rating=1700))
    assert [(one.method, one.gain) for one in rated] == [(Method.NOT_RATED, 0)] * 2


def test_only_the_player_from_2200_on_takes_half() -> None:
    rated = _rate(_event(Game(0, 1, 2, 0)), Entrant(rating=2199), Entrant(rating=2200))
    assert [one.gain for one in rated] == [1600, -800]


def test_half_points_are_kept_in_the_period_and_rounded_up_at_its_end() -> None:
    won = _rate(_event(Game(0, 1, 2, 0)), Entrant(rating=2250), Entrant(rating=2239))[0]
    assert won.gain == 750
    registered = Entrant(rating=2250)
    assert settle(_RULES, registered, [won]).published == 2258
    assert settle(_RULES, registered, [won, won]).published == 2265
    lost = _rate(_event(Game(0, 1, 0, 2)), Entrant(rating=2239), Entrant(rating=2250))[0]
    assert settle(_RULES, Entrant(rating=2239), [lost]).published == 2239 - 7


def test_the_running_number_goes_on_from_event_to_event_but_the_difference_does_not() -> None:
    entrant = Entrant(rating=1700, running=176000)
    own = _rate(_event(Game(0, 1, 2, 0)), entrant, Entrant(rating=1700))[0]
    assert (own.gain, own.final, own.published) == (1600, Fraction(1776), 1776)


def test_the_bonus_is_given_only_as_an_option_and_by_the_running_number() -> None:
    games = (Game(0, 1, 1, 1), Game(0, 1, 1, 1))
    entrants = (Entrant(rating=1189), Entrant(rating=1189))
    assert _rate(_event(*games), *entrants)[0].gain == 0
    with_bonus = _rate(_event(*games, options=frozenset({"bonus"})), *entrants)[0]
    assert (with_bonus.bonus, with_bonus.final) == (2000, Fraction(1189 + 10 + 10))
    above = _rate(_event(*games, options=frozenset({"bonus"})), Entrant(rating=1200), Entrant(rating=1200))[0]
    assert above.bonus == 0


def test_the_floor_is_the_districts_option() -> None:
    event = _event(Game(0, 1, 0, 2))
    entrants = (Entrant(rating=805), Entrant(rating=805))
    lost = _rate(event, *entrants)[0]
    assert lost.published == 789
    assert settle(_RULES, entrants[0], [lost], options=frozenset({"floor"})).published == 800
    assert _rate(_event(Game(0, 1, 0, 2), options=frozenset({"floor"})), *entrants)[0].published == 800


def test_an_option_nobody_knows_is_refused() -> None:
    with pytest.raises(Refused, match="there are bonus, five_periods, floor"):
        _rate(_event(options=frozenset({"luck"})), Entrant(rating=1700), Entrant(rating=1700))


def test_an_opponent_needs_a_number_a_substitute_or_an_estimate() -> None:
    with pytest.raises(Refused, match="estimate") as refused:
        _rate(_event(Game(0, 1, 2, 0)), Entrant(rating=1700), Entrant())
    assert refused.value.refusal.code is RefusalCode.INVALID_RATING
    with pytest.raises(Refused, match="a start rating is given"):
        first_rating(_RULES, [], on=_DAY)


@pytest.mark.parametrize(
    ("day", "start", "following"),
    [
        (date(2003, 1, 1), date(2003, 1, 1), date(2003, 5, 1)),
        (date(2003, 4, 30), date(2003, 1, 1), date(2003, 5, 1)),
        (date(2003, 12, 31), date(2003, 9, 1), date(2004, 1, 1)),
    ],
)
def test_the_year_has_three_periods(day: date, start: date, following: date) -> None:
    assert period_of(_STEPS.periods, day) == start
    assert next_period(_STEPS.periods, day) == following


def test_with_the_bonus_the_year_has_five_periods() -> None:
    assert period_of(_STEPS.periods, date(2003, 3, 1), with_bonus=True) == date(2003, 3, 1)
    assert next_period(_STEPS.periods, date(2003, 10, 1), with_bonus=True) == date(2003, 11, 1)


def test_an_event_with_a_round_a_day_over_new_year_goes_whole_into_the_new_number() -> None:
    days = [date(2002, 12, 27) + timedelta(days=one) for one in range(9)]
    (whole,) = parts(_RULES, days[0], days[-1], days)
    assert (whole.starts, whole.rounds, whole.listed) == (days[0], None, date(2003, 1, 1))


def test_a_weekly_event_over_new_year_is_reckoned_anew_at_the_boundary() -> None:
    days = [date(2002, 12, 18) + timedelta(days=7 * one) for one in range(4)]
    before, after = parts(_RULES, days[0], days[-1], days)
    assert (before.starts, before.rounds, before.listed) == (days[0], (1, 2), date(2003, 1, 1))
    assert (after.starts, after.rounds, after.listed) == (days[2], (3, 4), date(2003, 5, 1))


def test_with_five_periods_an_event_is_in_the_next_of_these() -> None:
    day = date(2003, 1, 15)
    (three,), (five,) = parts(_RULES, day, day), parts(_RULES, day, day, options={"five_periods"})
    assert (three.listed, five.listed) == (date(2003, 5, 1), date(2003, 3, 1))


@pytest.mark.parametrize(("rating", "age"), [(1300, 15), (1300, 40), (1199, 14), (800, 9)])
def test_a_beginner_starts_by_his_age(rating: int, age: int) -> None:
    assert _STEPS.start is not None
    check_beginner(_STEPS.start, rating, age)


@pytest.mark.parametrize(("rating", "age"), [(1299, 15), (1400, 40), (1200, 14), (799, 9)])
def test_another_start_of_a_beginner_is_refused(rating: int, age: int) -> None:
    assert _STEPS.start is not None
    with pytest.raises(Refused) as refused:
        check_beginner(_STEPS.start, rating, age)
    assert refused.value.refusal.code is RefusalCode.INVALID_RATING


def test_only_a_pause_of_more_than_3_years_is_also_assessed() -> None:
    assert _STEPS.inactivity is not None
    assert [deducted(_STEPS.inactivity, 1800, years).to_assess for years in (0, 3, 4)] == [False, False, True]


@pytest.mark.parametrize(
    ("minutes", "ratings", "district", "faults"),
    [(120, (1500,), False, 0), (119, (1500,), False, 1), (60, (1100, 1199), True, 0), (60, (1100, 1200), True, 1)],
)
def test_two_hours_are_needed_and_one_where_all_are_below_1200(
    minutes: int, ratings: tuple[int, ...], faults: int, *, district: bool
) -> None:
    assert _STEPS.conditions is not None
    control = TimeControl(stages=(Stage(minutes=minutes),))
    assert len(thinking_time_faults(_STEPS.conditions, control, ratings, district_option=district)) == faults
