"""The Danish rules: which games count, methods, foreigners, the register, the coordination, lists, thinking times."""

import json
from datetime import date
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.conditions import Stage, TimeControl
from services.rules.dsu.conditions import thinking_time_faults
from services.rules.dsu.coordination import OnBothLists, check_day, check_lists, coordinate
from services.rules.dsu.foreigners import performance
from services.rules.dsu.group import missed_whole_event
from services.rules.dsu.lists import Line, extracts
from services.rules.dsu.rate import bonus
from services.rules.dsu.register import (
    Role,
    Standing,
    check_start_rating,
    may_be_proposed_anew,
    standing,
)
from services.rules.dsu.steps import ByApproval, EventRules
from services.rules.event import Entrant, Event, Method, Rated
from services.rules.games import Game, GameStatus
from services.rules.loader import load
from services.rules.rating import explain, first_rating, rate_event, settle
from services.rules.rounding import to_multiple
from services.rules.ruleset import of_system

_RULES = of_system(load("dsu-2007"), EventRules)
_STEPS = _RULES.steps
_DAY = date(2007, 4, 7)
_TABLES = Path(__file__).parents[2] / "data" / "tables"

NO_SHOW, UNPLAYED, LATE, EXCLUDED = (
    GameStatus.NO_SHOW,
    GameStatus.UNPLAYED,
    GameStatus.LATE_RESERVE,
    GameStatus.EXCLUDED,
)


def _event(size: int, *games: Game, all_play_all: bool = False, team: bool = False) -> Event:
    return Event(size=size, games=games, start=_DAY, end=_DAY, all_play_all=all_play_all, team=team)


def _rate(event: Event, *ratings: int | None) -> tuple[Rated, ...]:
    return rate_event(_RULES, event, [Entrant(rating=rating) for rating in ratings]).rated


def _drawn(size: int, dropped: frozenset[tuple[int, int]] = frozenset()) -> tuple[Game, ...]:
    return tuple(
        Game(one, other, 1, 1, UNPLAYED if (one, other) in dropped else GameStatus.PLAYED)
        for one, other in combinations(range(size), 2)
    )


# --- 4.5.4.2


@pytest.mark.parametrize(
    ("status", "team", "rated"),
    [
        (GameStatus.PLAYED, False, 2),
        (NO_SHOW, False, 2),
        (UNPLAYED, False, 1),
        (EXCLUDED, False, 1),
        (GameStatus.PLAYED, True, 2),
        (NO_SHOW, True, 1),
        (UNPLAYED, True, 1),
        (LATE, True, 1),
    ],
)
def test_a_game_counts_by_how_it_came_to_its_result(status: GameStatus, rated: int, *, team: bool) -> None:
    event = _event(2, Game(0, 1, 2, 0), Game(0, 1, 2, 0, status), team=team)
    assert [one.games for one in _rate(event, 1700, 1700)] == [rated, rated]


def test_who_misses_the_whole_event_is_not_rated_and_neither_are_his_opponents_games() -> None:
    event = _event(3, Game(0, 1, 2, 0, NO_SHOW), Game(2, 1, 2, 0, NO_SHOW), Game(0, 2, 1, 1))
    assert missed_whole_event(event) == {1}
    assert [one.games for one in _rate(event, 1700, 1700, 1700)] == [1, 0, 1]
    turned = _event(3, Game(1, 0, 0, 2, NO_SHOW), Game(1, 2, 0, 2, NO_SHOW), Game(0, 2, 1, 1))
    assert [one.games for one in _rate(turned, 1700, 1700, 1700)] == [1, 0, 1]


def test_who_played_once_has_not_missed_the_whole_event() -> None:
    event = _event(3, Game(0, 1, 2, 0, NO_SHOW), Game(2, 1, 2, 0), Game(0, 2, 1, 1))
    assert missed_whole_event(event) == frozenset()
    assert [one.games for one in _rate(event, 1700, 1700, 1700)] == [2, 2, 2]


def test_who_won_once_because_the_other_stayed_away_has_not_missed_the_whole_event() -> None:
    event = _event(3, Game(0, 1, 2, 0, NO_SHOW), Game(1, 2, 2, 0, NO_SHOW), Game(0, 2, 1, 1))
    assert missed_whole_event(event) == frozenset()
    assert [one.games for one in _rate(event, 1700, 1700, 1700)] == [2, 2, 2]


def test_both_who_stay_away_from_one_game_and_play_nothing_have_missed_the_event() -> None:
    event = _event(2, Game(0, 1, 0, 0, NO_SHOW))
    assert missed_whole_event(event) == {0, 1}
    assert [one.method for one in _rate(event, 1700, 1700)] == [Method.NOT_RATED] * 2


# --- 4.5.2.1


def test_games_that_drop_out_keep_the_groups_method_with_a_smaller_group() -> None:
    ratings = [1800, 1760, 1720, 1700, 1680, 1660]
    rated = _rate(_event(6, *_drawn(6, frozenset({(0, 5)})), all_play_all=True), *ratings)
    # M = 5, Ra = 8660/5 = 1732, D = 68: 0.59; We = 5*0.59 - 0.5
    assert (rated[0].method, rated[0].games, rated[0].expected) == (Method.AVERAGE, 4, 245)
    # M = 5, Ra = (1760+1720+1700+1680+1660)/5 = 1704, D = -44: 0.44; We = 1.70
    assert (rated[5].method, rated[5].games, rated[5].expected) == (Method.AVERAGE, 4, 170)
    # who lost no game keeps M = 6 and Ra = 1720
    assert (rated[1].games, rated[1].expected_raw) == (5, 6 * 56 - 50)


def test_a_group_too_wide_stays_with_the_difference_method_when_games_drop_out() -> None:
    ratings = [1900, 1750, 1699]
    rated = _rate(_event(3, *_drawn(3, frozenset({(0, 2)})), all_play_all=True), *ratings)
    assert [one.method for one in rated] == [Method.DIFFERENCE] * 3


def test_a_double_round_expects_twice_what_a_single_round_does() -> None:
    ratings = [1800, 1760, 1720, 1700]
    single = _rate(_event(4, *_drawn(4), all_play_all=True), *ratings)
    double = _rate(_event(4, *_drawn(4), *_drawn(4), all_play_all=True), *ratings)
    assert [one.expected_raw for one in double] == [2 * one.expected_raw for one in single]


def test_the_groups_average_is_rounded_half_up() -> None:
    rated = _rate(_event(2, Game(0, 1, 1, 1), all_play_all=True), 1703, 1696)
    # Ra = 1699.5 -> 1700: D = 3 and -4
    assert [one.expected_raw for one in rated] == [2 * 50 - 50, 2 * 49 - 50]


def test_an_all_play_all_with_a_missing_game_is_refused() -> None:
    with pytest.raises(Refused, match="have 0 games") as refused:
        _event(3, Game(0, 1, 1, 1), Game(1, 2, 1, 1), all_play_all=True)
    assert refused.value.refusal.code is RefusalCode.INCOMPLETE


@pytest.mark.parametrize(("name", "members"), [("dsu_table3_group6", 6), ("dsu_table4_group8", 8)])
def test_tables_3_and_4_of_the_handbook_follow_from_table_1(name: str, members: int) -> None:
    rows = json.loads((_TABLES / f"{name}.json").read_text(encoding="utf-8"))["rows"]
    at = _STEPS.expected.table.at
    for row in rows:
        for d in range(row["from"], row["to"] + 1):
            over, under = (to_multiple(members * at[sign * d] - 50, 1, 5) for sign in (1, -1))
            assert Fraction(row["over"]) == Fraction(over, 100), row
            if d:
                assert Fraction(row["under"]) == Fraction(under, 100), row


# --- 4.5.2.2, 4.5.2.4


def test_the_bonus_series_equals_the_printed_rows_and_goes_on() -> None:
    rows = json.loads((_TABLES / "dsu_bonus_thresholds.json").read_text(encoding="utf-8"))["rows"]
    assert _STEPS.bonus is not None
    for row in rows:
        threshold = (Fraction(row["threshold"]) * 100).numerator
        for games in range(row["games_from"], row["games_to"] + 1):
            assert bonus(_STEPS.bonus, games, threshold, None) == 0
            assert bonus(_STEPS.bonus, games, threshold + 5, None) == 5


def test_limits_and_factors_follow_from_k_as_the_handbook_says() -> None:
    rows = json.loads((_TABLES / "dsu_boundary_corrections.json").read_text(encoding="utf-8"))["rows"]
    limits = _STEPS.coefficient.table.limits
    assert [row["boundary"] for row in rows] == [limit for limit, _, _ in limits]
    for row, (_, above, below) in zip(rows, limits, strict=True):
        assert (Fraction(row["up"]), Fraction(row["down"])) == (Fraction(above, below), Fraction(below, above))


@pytest.mark.parametrize(
    ("registered", "gain", "exact"),
    [
        (1590, 46000, Fraction(1900)),
        (1590, 81000, Fraction(18800, 9)),
        # 1950; 2400 - 2*450 = 1500; 2000 - 3/2*500 = 1250; 1600 - 3/2*350 = 1075
        (2410, -46000, Fraction(1075)),
        (2400, 0, Fraction(2400)),
        (2000, 5000, Fraction(2050)),
        (2399, 100, Fraction(2400)),
        (2000, -100, Fraction(3997, 2)),
        (1990, 2000, Fraction(2000) + Fraction(20, 3)),
        (1005, -9000, Fraction(1000)),
    ],
)
def test_limits_are_passed_one_after_another_and_the_floor_last(registered: int, gain: int, exact: Fraction) -> None:
    new = settle(_RULES, Entrant(rating=registered), [Rated(method=Method.DIFFERENCE, gain=gain)])
    assert new.exact == exact


# --- 4.5.5.2


@pytest.mark.parametrize(("score", "games"), [(0, 5), (10, 5)])
def test_a_foreigner_with_0_or_100_percent_has_no_performance(score: int, games: int) -> None:
    found = performance(_STEPS.unrated, 1800, score, games)
    assert (found.d, found.rp) == (None, None)


def test_a_foreigner_gets_his_performance_and_keeps_it() -> None:
    event = _event(4, Game(0, 1, 2, 0), Game(0, 2, 1, 1), Game(0, 3, 0, 2))
    own, *others = _rate(event, None, 1700, 1800, 1900)
    assert (own.method, own.start, own.published) == (Method.PERFORMANCE, 1800, 1800)
    assert [one.games for one in others] == [1, 1, 1]


def test_several_foreigners_are_rated_again_and_again_until_stable() -> None:
    # each draws the other and a rated one, so each is the mean of the other and his rated opponent
    event = _event(4, Game(0, 1, 1, 1), Game(0, 2, 1, 1), Game(1, 3, 1, 1))
    first, second, *_ = _rate(event, None, None, 1500, 1800)
    assert (first.start, second.start) == (1600, 1700)


def test_a_foreigner_whom_nothing_measures_is_unresolved_and_his_games_drop_out() -> None:
    event = _event(3, Game(0, 1, 2, 0), Game(1, 2, 1, 1))
    own, opponent, other = _rate(event, None, 1700, 1700)
    assert own.method is Method.UNRESOLVED
    assert (opponent.games, other.games) == (1, 1)
    (step,) = explain(_RULES, event, [Entrant(), Entrant(rating=1700), Entrant(rating=1700)], 0)
    assert step.value == "unrated"


def test_foreigners_who_met_only_each_other_are_unresolved() -> None:
    rated = _rate(_event(4, Game(0, 1, 1, 1), Game(2, 3, 1, 1)), None, None, 1700, 1700)
    assert [one.method for one in rated[:2]] == [Method.UNRESOLVED] * 2


def test_danish_rules_make_no_first_rating_from_results() -> None:
    with pytest.raises(Refused, match="a start rating is given"):
        first_rating(_RULES, [], on=_DAY)


# --- 4.5.5.1


@pytest.mark.parametrize("rating", [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700])
@pytest.mark.parametrize("who", [Role.CLUB_CHAIR, Role.REGION, Role.ORGANISER])
def test_a_club_may_give_eight_start_ratings_alone(rating: int, who: Role) -> None:
    assert check_start_rating(_start(), rating, proposed_by=who).item == 3


@pytest.mark.parametrize(
    ("rating", "proposed_by", "approved_by", "item"),
    [
        (1800, Role.CLUB_CHAIR, Role.REGION_CHAIR, 2),
        (1999, Role.CLUB_CHAIR, Role.REGION_CHAIR, 2),
        (2000, Role.RATING_COMMITTEE, Role.PLAYING_COMMITTEE_CHAIR, 1),
        (2350, Role.RATING_COMMITTEE, Role.PLAYING_COMMITTEE_CHAIR, 1),
    ],
)
def test_a_higher_start_rating_needs_its_approval(rating: int, proposed_by: Role, approved_by: Role, item: int) -> None:
    assert check_start_rating(_start(), rating, proposed_by=proposed_by, approved_by=approved_by).item == item
    with pytest.raises(Refused, match="approval") as refused:
        check_start_rating(_start(), rating, proposed_by=proposed_by)
    assert refused.value.refusal.rule == "4.5.5.1"
    with pytest.raises(Refused, match="is proposed by"):
        check_start_rating(_start(), rating, proposed_by=Role.ORGANISER, approved_by=approved_by)


@pytest.mark.parametrize("rating", [900, 1050, 1701, 1750, 1799])
def test_a_number_between_the_bands_is_nobodys_to_give(rating: int) -> None:
    with pytest.raises(Refused, match="no start rating may be") as refused:
        check_start_rating(_start(), rating, proposed_by=Role.CLUB_CHAIR, approved_by=Role.REGION_CHAIR)
    assert refused.value.refusal.code is RefusalCode.INVALID_RATING


def _start() -> ByApproval:
    assert _STEPS.start is not None
    return _STEPS.start


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        (date(2010, 4, 7), Standing.LISTED),
        (date(2010, 4, 8), Standing.ARCHIVED),
        (date(2012, 4, 7), Standing.ARCHIVED),
        (date(2012, 4, 8), Standing.MAY_START_AFRESH),
    ],
)
def test_a_number_is_archived_after_more_than_3_years_and_may_start_afresh_after_5(
    on: date, expected: Standing
) -> None:
    assert _STEPS.inactivity is not None
    assert standing(_STEPS.inactivity, _DAY, on) is expected


def test_a_number_may_be_proposed_anew_after_a_year_and_a_half() -> None:
    assert _STEPS.inactivity is not None
    assert not may_be_proposed_anew(_STEPS.inactivity, _DAY, date(2008, 10, 7))
    assert may_be_proposed_anew(_STEPS.inactivity, _DAY, date(2008, 10, 8))


# --- 4.5.6


def _listed(player: str, danish: int, fide: int, games: int = 31) -> OnBothLists:
    return OnBothLists(player=player, danish=danish, fide=fide, fide_games=games)


def test_only_the_strong_and_experienced_on_both_lists_are_compared_and_adjusted() -> None:
    assert _STEPS.coordination is not None
    players = [
        _listed("a", 2260, 2290),
        _listed("b", 2101, 2131),
        _listed("few", 2260, 2600, 30),
        _listed("low", 2100, 2600),
        _listed("abroad", 2260, 2100),
    ]
    found = coordinate(_STEPS.coordination, players)
    assert (found.mean_danish, found.mean_fide, found.compared) == ("4361/2", "4421/2", 2)
    assert (found.n, found.direction) == (30, 1)
    assert [(one.player, one.before, one.after) for one in found.changes] == [("a", 2260, 2290), ("b", 2101, 2116)]


def test_a_difference_below_25_changes_nothing() -> None:
    assert _STEPS.coordination is not None
    found = coordinate(_STEPS.coordination, [_listed("a", 2260, 2284)])
    assert (found.n, found.direction, found.changes) == (0, 0, ())


def test_nobody_to_compare_is_refused() -> None:
    assert _STEPS.coordination is not None
    with pytest.raises(Refused, match="compared") as refused:
        coordinate(_STEPS.coordination, [_listed("a", 2000, 2000)])
    assert refused.value.refusal.rule == "4.5.6"


@pytest.mark.parametrize("day", [date(2007, 8, 1), date(2007, 8, 15)])
def test_the_adjustment_is_made_in_the_first_half_of_august(day: date) -> None:
    assert _STEPS.coordination is not None
    check_day(_STEPS.coordination, day)
    check_lists(_STEPS.coordination, date(2007, 6, 1), date(2007, 7, 1))


@pytest.mark.parametrize("day", [date(2007, 7, 31), date(2007, 8, 16)])
def test_an_adjustment_on_another_day_is_refused(day: date) -> None:
    assert _STEPS.coordination is not None
    with pytest.raises(Refused, match=r"01\.08\."):
        check_day(_STEPS.coordination, day)


@pytest.mark.parametrize(
    ("danish", "fide"),
    [
        (date(2007, 7, 1), date(2007, 7, 1)),
        (date(2007, 6, 1), date(2007, 6, 1)),
        (date(2006, 6, 1), date(2007, 7, 1)),
    ],
)
def test_other_lists_are_not_compared(danish: date, fide: date) -> None:
    assert _STEPS.coordination is not None
    with pytest.raises(Refused) as refused:
        check_lists(_STEPS.coordination, danish, fide)
    assert refused.value.refusal.code is RefusalCode.INVALID_DATES


# --- § 4, § 12-13


def test_the_extracts_hold_who_the_handbook_names() -> None:
    assert _STEPS.lists is not None
    lines = [
        Line(player="master", rating=2200),
        Line(player="nearly", rating=2199, candidate=True),
        Line(player="junior", rating=1900, birth=date(1987, 1, 1)),
        Line(player="grown", rating=1950, birth=date(1986, 12, 31)),
        Line(player="tied", rating=1900, birth=date(1990, 5, 5), woman=True),
        Line(player="woman", rating=1800, woman=True),
    ]
    found = extracts(_STEPS.lists, lines, date(2007, 4, 1), juniors=1, women=1)
    assert [line.player for line in found.strong] == ["master"]
    assert [line.player for line in found.candidates] == ["nearly"]
    assert [line.player for line in found.juniors] == ["junior", "tied"]
    assert [line.player for line in found.women] == ["tied"]


@pytest.mark.parametrize(
    ("control", "sections"),
    [
        (TimeControl(stages=(Stage(minutes=120, moves=40), Stage(minutes=60))), []),
        (TimeControl(stages=(Stage(minutes=120),)), []),
        (TimeControl(stages=(Stage(minutes=75, moves=40), Stage(minutes=15)), increment=30), []),
        (TimeControl(stages=(Stage(minutes=90),), increment=30), []),
        (TimeControl(stages=(Stage(minutes=90),)), ["§ 12 a", "§ 13 a"]),
        (TimeControl(stages=(Stage(minutes=120, moves=30), Stage(minutes=60))), ["§ 12 a"]),
        (TimeControl(stages=(Stage(minutes=120, moves=48), Stage(minutes=60))), ["§ 12 a"]),
        (TimeControl(stages=(Stage(minutes=120, moves=40), Stage(minutes=14))), ["§ 13 b"]),
        (TimeControl(stages=(Stage(minutes=120, moves=40), Stage(minutes=61))), ["§ 13 b"]),
    ],
)
def test_a_thinking_time_is_held_against_the_handbook(control: TimeControl, sections: list[str]) -> None:
    assert _STEPS.conditions is not None
    assert [fault.section for fault in thinking_time_faults(_STEPS.conditions, control)] == sections
