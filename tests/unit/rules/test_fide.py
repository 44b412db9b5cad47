"""Both FIDE editions: reports, first ratings, K, the cap and its exception, lists."""

from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.conditions import Stage, TimeControl
from services.rules.event import Entrant, Event, Method, Performance, Rated
from services.rules.fide2024.conditions import rate_of_play_faults
from services.rules.fide2024.rate import coefficient, is_inactive, rapid_number
from services.rules.fide2024.steps import PeriodRules
from services.rules.games import Game, GameStatus
from services.rules.loader import load
from services.rules.rating import explain, first_rating, rate_event, settle
from services.rules.ruleset import of_system

_OLD = load("fide-2000")
_NEW = of_system(load("fide-2024"), PeriodRules)
_DAY = date(2001, 3, 1)


def _event(size: int, *games: Game, start: date = _DAY, all_play_all: bool = False, match: bool = False) -> Event:
    return Event(size=size, games=games, start=start, end=start, all_play_all=all_play_all, match=match)


def _group(scores: list[list[int]], status: GameStatus = GameStatus.PLAYED) -> Event:
    """An all-play-all from the half points of the upper triangle; the last game has `status`."""
    pairs = list(combinations(range(len(scores) + 1), 2))
    points = [score for row in scores for score in row]
    games = [
        Game(one, other, score, 2 - score, status if (one, other) == pairs[-1] else GameStatus.PLAYED)
        for (one, other), score in zip(pairs, points, strict=True)
    ]
    return _event(len(scores) + 1, *games, all_play_all=True)


# --- 2000


def test_a_walkover_turns_an_all_play_all_into_a_swiss() -> None:
    scores = [[2, 1, 1], [1, 1], [2]]
    entrants = [Entrant(rating=rating, games=100) for rating in (2400, 2300, 2200, 2005)]
    whole = rate_event(_OLD, _group(scores), entrants).rated
    swiss = rate_event(_OLD, _group(scores, GameStatus.UNPLAYED), entrants).rated
    # all-play-all: Rc = (8905 - 2400)/3 = 2168.33, D = 232: 0.79; swiss: 2005 counts as 2050, Rc = 2183.33, D = 217
    assert (whole[0].games, whole[0].expected) == (3, 3 * 79)
    assert (swiss[0].games, swiss[0].expected) == (3, 3 * 78)
    assert (whole[3].games, swiss[3].games) == (3, 2)


def test_in_a_swiss_games_against_unrated_players_do_not_count_for_the_rated() -> None:
    event = _event(3, Game(0, 1, 2, 0), Game(0, 2, 1, 1))
    entrants = [Entrant(rating=2300, games=100), Entrant(), Entrant(rating=2300, games=100)]
    own, unrated, _ = rate_event(_OLD, event, entrants).rated
    assert (own.games, own.score, own.gain) == (1, 1, 0)
    assert unrated.performance is not None
    assert (unrated.performance.counts, unrated.performance.why) == (False, "1 rated opponents, 4 needed")


def test_an_unrated_player_needs_four_rated_opponents_and_half_a_point() -> None:
    rated = [Entrant(rating=2200, games=100)] * 4
    lost = _event(5, *(Game(0, place, 0, 2) for place in range(1, 5)))
    nothing = rate_event(_OLD, lost, [Entrant(), *rated]).rated[0].performance
    assert nothing is not None
    assert (nothing.counts, nothing.why) == (False, "no half point")
    won = _event(5, *(Game(0, place, 2 - place % 2, place % 2) for place in range(1, 5)))
    found = rate_event(_OLD, won, [Entrant(), *rated]).rated[0].performance
    assert found is not None
    # 3 of 4: two half points above 50 %
    assert (found.counts, found.games, found.value) == (True, 4, Fraction(2225))


def test_an_all_play_all_with_an_unrated_player_rates_everybody_by_the_groups_average() -> None:
    scores = [[1, 1, 2, 1], [1, 2, 1], [2, 1], [1]]
    entrants = [*(Entrant(rating=rating, games=100) for rating in (2300, 2300, 2300, 2300)), Entrant()]
    rated = rate_event(_OLD, _group(scores), entrants).rated
    assert [one.games for one in rated[:4]] == [4] * 4
    performance = rated[4].performance
    assert performance is not None
    # scores 2.5 2.5 2.5 0.5 of 4: d = 95 (.63), 95, 95, -322 (.13); d(pa) = -37/4, R(a) = 2300 + 37/4*4/5
    assert performance.value == 2300 + Fraction(37, 5)
    assert [step.value for step in explain(_OLD, _group(scores), entrants, 4)] == ["2307.4"]


def test_a_rated_player_with_everything_leaves_such_an_average_open() -> None:
    scores = [[2, 2], [1]]
    entrants = [Entrant(rating=2300), Entrant(rating=2300), Entrant()]
    with pytest.raises(Refused, match="undefined") as refused:
        rate_event(_OLD, _group(scores), entrants)
    assert refused.value.refusal.rule == "Spelaren saknar elotal"


def test_who_was_rated_since_is_rated_himself_but_unrated_for_his_opponents() -> None:
    event = _event(2, Game(0, 1, 2, 0), start=date(2024, 5, 1))
    entrants = [Entrant(rating=2100, games=100, unrated_then=True), Entrant(rating=2100, games=100)]
    for rules in (_OLD, _NEW):
        assert [one.games for one in rate_event(rules, event, entrants).rated] == [1, 0]


def test_a_rating_that_falls_below_the_floor_is_not_published() -> None:
    lost = Rated(method=Method.OPPONENTS_AVERAGE, gain=-1000)
    new = settle(_OLD, Entrant(rating=2005), [lost])
    assert (new.published, new.exact) == (None, Fraction(1995))


def test_a_tie_to_the_multiple_of_five_goes_up() -> None:
    assert settle(_OLD, Entrant(rating=2300), [Rated(method=Method.OPPONENTS_AVERAGE, gain=750)]).published == 2310
    assert settle(_OLD, Entrant(rating=2300), [Rated(method=Method.OPPONENTS_AVERAGE, gain=-250)]).published == 2300


# --- 2024


@pytest.mark.parametrize(
    ("entrant", "year", "k"),
    [
        (Entrant(rating=1500, games=29), 2024, 40),
        (Entrant(rating=1500, games=30), 2024, 20),
        (Entrant(rating=2450, games=5), 2024, 10),
        (Entrant(rating=2350, games=500, peak=2400), 2024, 10),
        (Entrant(rating=2399, games=500), 2024, 20),
        (Entrant(rating=2299, games=500, birth_year=2006), 2024, 40),
        (Entrant(rating=2299, games=500, birth_year=2006), 2025, 20),
        (Entrant(rating=2300, games=500, birth_year=2008), 2024, 20),
        (Entrant(rating=2250, games=500, birth_year=2008, peak=2305), 2024, 20),
    ],
)
def test_k_goes_by_games_rating_and_age(entrant: Entrant, year: int, k: int) -> None:
    assert coefficient(_NEW.steps.coefficient, entrant, year) == k


@pytest.mark.parametrize(("games", "k"), [(17, 40), (18, 38), (35, 20), (70, 10)])
def test_k_times_games_stays_within_700(games: int, k: int) -> None:
    result = Rated(method=Method.DIFFERENCE, games=games, score=2 * games, expected=50 * games)
    new = settle(_NEW, Entrant(rating=1500), [result], on=date(2025, 1, 1))
    assert (new.k, new.numerator) == (k, 150000 + k * 50 * games)


def test_a_period_is_settled_on_a_list_and_refused_without_its_date() -> None:
    with pytest.raises(Refused, match="date is missing"):
        settle(_NEW, Entrant(rating=1500), [])


@pytest.mark.parametrize(("surplus", "published"), [(-50, 1400), (-55, None)])
def test_who_drops_below_1400_is_unrated_again(surplus: int, published: int | None) -> None:
    result = Rated(method=Method.DIFFERENCE, games=2, score=2, expected=100 - surplus)
    assert settle(_NEW, Entrant(rating=1410, games=99), [result], on=date(2025, 1, 1)).published == published


def test_an_unrated_player_has_nothing_to_settle() -> None:
    with pytest.raises(Refused, match="unrated"):
        settle(_NEW, Entrant(), [], on=date(2025, 1, 1))


def test_the_exception_from_2650_is_each_sides_own() -> None:
    event = _event(2, Game(0, 1, 1, 1), start=date(2025, 10, 1))
    strong, weak = rate_event(_NEW, event, [Entrant(rating=2650, games=99), Entrant(rating=2150, games=99)]).rated
    assert (strong.expected, weak.expected) == (96, 8)
    below, other = rate_event(_NEW, event, [Entrant(rating=2649, games=99), Entrant(rating=2149, games=99)]).rated
    assert (below.expected, other.expected) == (92, 8)


def test_a_difference_far_above_400_counts_as_400_in_every_game() -> None:
    event = _event(3, Game(0, 1, 2, 0), Game(0, 2, 2, 0), start=date(2024, 3, 1))
    own = rate_event(_NEW, event, [Entrant(rating=2500, games=99), Entrant(rating=1400), Entrant(rating=1500)]).rated[0]
    assert own.expected == 184


def test_a_match_with_an_unrated_player_is_not_rated_at_all() -> None:
    games = (Game(0, 1, 2, 0), Game(1, 0, 1, 1))
    event = _event(2, *games, start=date(2024, 5, 1), match=True)
    rated = rate_event(_NEW, event, [Entrant(rating=1800), Entrant()]).rated
    assert [one.games for one in rated] == [0, 0]
    assert rated[1].performance is not None
    assert not rated[1].performance.counts


def test_a_rapid_player_with_a_standard_rating_is_rated_on_both_sides() -> None:
    event = _event(2, Game(0, 1, 2, 0), start=date(2024, 5, 1))
    number = rapid_number(1700, None)
    assert (number, rapid_number(1700, 1500), rapid_number(None, None)) == (1700, 1500, None)
    rated = rate_event(_NEW, event, [Entrant(rating=number), Entrant(rating=1700, games=50)]).rated
    assert [one.games for one in rated] == [1, 1]


def test_a_player_is_inactive_on_the_first_list_after_a_year_without_games() -> None:
    assert _NEW.steps.inactivity is not None
    assert not is_inactive(_NEW.steps.inactivity, date(2025, 1, 15), date(2026, 1, 1))
    assert is_inactive(_NEW.steps.inactivity, date(2025, 1, 15), date(2026, 2, 1))


def _result(on: date, games: int, score: int, opponents: int) -> Performance:
    return Performance(on=on, games=games, score=score, opponents=opponents)


def test_a_first_rating_pools_26_months_and_no_more() -> None:
    pool = [_result(date(2023, 1, 1), 3, 3, 4800), _result(date(2025, 2, 1), 2, 2, 3200)]
    assert first_rating(_NEW, pool, on=date(2025, 3, 1)).published == 1600 + 57
    late = first_rating(_NEW, pool, on=date(2025, 4, 1))
    assert (late.published, late.why) == (None, "2 games, 5 needed")


def test_a_zero_counts_unless_it_is_the_first_event() -> None:
    zero, won = (date(2025, 1, 1), 3, 0, 4500), (date(2025, 2, 1), 5, 5, 8000)
    first = first_rating(_NEW, [_result(*zero), _result(*won)], on=date(2025, 3, 1))
    assert first.games == 5
    later = first_rating(_NEW, [_result(*won), _result(date(2025, 2, 2), 3, 0, 4500)], on=date(2025, 3, 1))
    assert later.games == 8


@pytest.mark.parametrize(
    ("minutes", "white", "black", "faults"),
    [
        (120, 2400, 1500, 0),
        (119, 2400, 1500, 1),
        (90, 2399, 1500, 0),
        (89, 1800, 0, 1),
        (60, 1799, 0, 0),
        (59, 0, 0, 1),
    ],
)
def test_the_stronger_player_decides_the_least_thinking_time(minutes: int, white: int, black: int, faults: int) -> None:
    assert _NEW.steps.conditions is not None
    control = TimeControl(stages=(Stage(minutes=minutes),))
    assert len(rate_of_play_faults(_NEW.steps.conditions, control, white, black)) == faults


def test_a_first_control_comes_at_thirty_moves_at_the_earliest() -> None:
    assert _NEW.steps.conditions is not None
    control = TimeControl(stages=(Stage(minutes=90, moves=29), Stage(minutes=30)), increment=30)
    assert [fault.section for fault in rate_of_play_faults(_NEW.steps.conditions, control, 2500, 2500)] == ["1.2"]


def test_unplayed_games_do_not_count_in_either_edition() -> None:
    event = _event(
        2, Game(0, 1, 2, 0, GameStatus.NO_SHOW), Game(0, 1, 2, 0, GameStatus.UNPLAYED), start=date(2024, 5, 1)
    )
    for rules in (_OLD, _NEW):
        rated = rate_event(rules, event, [Entrant(rating=2200)] * 2).rated
        assert [one.method for one in rated] == [Method.NOT_RATED] * 2


def test_an_event_says_how_many_entrants_it_has() -> None:
    with pytest.raises(Refused) as refused:
        rate_event(_NEW, _event(2, start=date(2024, 5, 1)), [Entrant(rating=2200)])
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD
