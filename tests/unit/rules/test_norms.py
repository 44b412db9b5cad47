"""FIDE's norms and titles about 2000: categories, points, opponents, games, ratings."""

from datetime import date

import msgspec
import pytest

from contracts.refusals import RefusalCode, Refused
from contracts.registration import Title
from services.rules.fide2000.norms import Norm, average, norm, points_needed, reached
from services.rules.fide2000.opponents import enough_titles, titles_met
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2000.title_steps import LeastHalfPoint, TitleRules
from services.rules.fide2000.titles import NormTaken, calm_event, rating_reached, title_games
from services.rules.loader import load, other
from services.rules.rounding import least_half_points, nearest_half_points
from services.rules.ruleset import of_system

_RULES = other("fide-2000-titles", TitleRules)
_STEPS = _RULES.steps
_DAY = date(2001, 3, 1)


def _norm(title: Title, numbers: int, games: int = 9, score: int = 0) -> Norm:
    """Hold a score against opponents who all have the player's own number."""
    return norm(_RULES, title, numbers, [numbers] * games, score)


# --- the average, with the player's own number


def test_an_unrated_player_counts_as_2000_on_either_side() -> None:
    assert average(_STEPS.category, 2400, [2400] * 8 + [None]) == 2360
    assert average(_STEPS.category, None, [2400] * 9) == 2360


@pytest.mark.parametrize(("lowest", "mean"), [(2313, 2390), (2314, 2391), (2323, 2391), (2324, 2392)])
def test_the_average_is_rounded_half_up(lowest: int, mean: int) -> None:
    # nine times 2399 and the lowest: 2390.5 at 2314
    assert average(_STEPS.category, 2399, [2399] * 8 + [lowest]) == mean


@pytest.mark.parametrize("rating", [2000, 0, -5, 4001])
def test_a_number_that_nobody_had_is_refused(rating: int) -> None:
    with pytest.raises(Refused, match=r"2001\.\.4000") as refused:
        average(_STEPS.category, 2400, [2400] * 8 + [rating])
    assert refused.value.refusal.code is RefusalCode.INVALID_RATING


# --- category and percentage


@pytest.mark.parametrize(
    ("title", "numbers", "category", "percent"),
    [
        (Title.GM, 2400, 6, None),
        (Title.GM, 2401, 7, 76),
        (Title.GM, 2425, 7, 76),
        (Title.GM, 2426, 8, 73),
        (Title.GM, 2650, 16, 47),
        (Title.IM, 2250, 0, None),
        (Title.IM, 2251, 1, 76),
        (Title.IM, 2625, 15, 30),
        (Title.IM, 2626, 16, None),
        (Title.IM, 2001, 0, None),
        (Title.WIM, 2050, 0, None),
        (Title.WIM, 2051, 1, 76),
        (Title.WIM, 2425, 15, 30),
        (Title.WIM, 2426, 16, None),
        (Title.WGM, 2200, 6, None),
        (Title.WGM, 2201, 7, 76),
        (Title.WGM, 2575, None, 30),
        (Title.WGM, 2576, None, None),
    ],
)
def test_category_and_percentage_go_by_the_average(
    title: Title, numbers: int, category: int | None, percent: int | None
) -> None:
    found = _norm(title, numbers)
    assert (found.average, found.category, found.percent) == (numbers, category, percent)


def test_every_printed_percentage_is_what_the_title_expects_against_the_bands_lower_end() -> None:
    expected = of_system(load("fide-2000"), AverageRules).steps.expected.table
    table, worth = _STEPS.category.table, {Title.GM: 2601, Title.IM: 2451, Title.WGM: 2401, Title.WIM: 2251}
    cells = [(title, low, table.percent(low, title)) for title in worth for low in range(2051, 2650, 25)]
    printed = [(title, low, percent) for title, low, percent in cells if percent is not None]
    assert len(printed) == 55
    assert [percent for *_, percent in printed] == [expected.at[worth[title] - low] for title, low, _ in printed]


def test_without_a_printed_percentage_no_score_is_a_norm() -> None:
    found = _norm(Title.GM, 2400, score=18)
    assert (found.needed, found.exact, found.reached, found.over) == (None, None, False, 0)


def test_an_average_above_the_printed_table_is_refused() -> None:
    with pytest.raises(Refused, match="ends at 2650: an average of 2651") as refused:
        _norm(Title.GM, 2651)
    assert refused.value.refusal.code is RefusalCode.INCOMPLETE


# --- the points


def test_the_points_needed_are_the_nearest_half_point_with_quarters_up() -> None:
    assert [nearest_half_points(exact) for exact in (624, 625, 650, 674, 675)] == [12, 13, 13, 13, 14]
    assert [least_half_points(exact) for exact in (600, 601, 650, 651, 700)] == [12, 13, 13, 14, 14]


def test_a_score_of_exactly_the_norm_reaches_it_and_half_a_point_less_does_not() -> None:
    below, exactly, above = (_norm(Title.GM, 2430, score=score) for score in (12, 13, 16))
    assert [one.needed for one in (below, exactly, above)] == [13] * 3
    assert [one.reached for one in (below, exactly, above)] == [False, True, True]
    assert [one.over for one in (below, exactly, above)] == [0, 0, 3]


def test_the_rounding_of_the_missing_table_is_the_rule_sets_choice() -> None:
    strict = msgspec.structs.replace(_STEPS, points=LeastHalfPoint(section="Rapportering"))
    found = norm(msgspec.structs.replace(_RULES, steps=strict), Title.GM, 2430, [2430] * 9, 13)
    assert (found.needed, found.reached) == (14, False)
    assert points_needed(_STEPS.points, 50, 9) == points_needed(strict.points, 50, 9) == 9


@pytest.mark.parametrize(
    ("title", "games", "score", "word", "code"),
    [
        (Title.GM, 8, 8, "8 games are no norm", RefusalCode.INCOMPLETE),
        (Title.GM, 0, 0, "0 games are no norm", RefusalCode.INCOMPLETE),
        (Title.FM, 9, 9, "no norm of FM", RefusalCode.INVALID_PAYLOAD),
        (Title.NONE, 9, 9, "no norm of no title", RefusalCode.INVALID_PAYLOAD),
        (Title.GM, 9, 19, r"9\.5 points cannot come from 9 games", RefusalCode.INVALID_PAYLOAD),
        (Title.GM, 9, -1, "points cannot come", RefusalCode.INVALID_PAYLOAD),
    ],
)
def test_an_impossible_norm_is_refused(title: Title, games: int, score: int, word: str, code: RefusalCode) -> None:
    with pytest.raises(Refused, match=word) as refused:
        _norm(title, 2450, games, score)
    assert (refused.value.refusal.code, refused.value.refusal.rule) == (code, "Rapportering")


# --- a norm before the last round


def test_a_norm_reached_before_the_last_round_stands_whatever_comes_after() -> None:
    games: list[tuple[int | None, int]] = [*[(2450, 2)] * 5, *[(2450, 1)] * 4, *[(2450, 0)] * 2]
    # 7 of 9 at 2450 (category 8, 73 %: 6.5), then 7 of 10 (7.5) and 7 of 11 (8)
    (found,) = reached(_RULES, Title.GM, 2450, games)
    assert (found.games, found.score, found.needed, found.over) == (9, 14, 13, 1)
    assert not norm(_RULES, Title.GM, 2450, [number for number, _ in games], 14).reached


def test_a_player_may_choose_among_the_stands_at_which_he_had_the_norm() -> None:
    games: list[tuple[int | None, int]] = [(2450, 2)] * 11
    assert [(one.games, one.over) for one in reached(_RULES, Title.GM, 2450, games)] == [(9, 5), (10, 5), (11, 6)]


@pytest.mark.parametrize(
    ("games", "word"), [([(2450, 2)] * 8, "8 games"), ([(2450, 3)] * 9, "one game"), ([(2450, -1)] * 9, "one game")]
)
def test_stands_of_games_that_cannot_be_are_refused(games: list[tuple[int | None, int]], word: str) -> None:
    with pytest.raises(Refused, match=word):
        reached(_RULES, Title.GM, 2450, games)


# --- the opponents' titles


@pytest.mark.parametrize(
    ("title", "met", "enough"),
    [
        (Title.GM, "GM GM GM", True),
        (Title.GM, "GM GM IM IM", False),
        (Title.IM, "GM GM", True),
        (Title.IM, "IM IM IM", True),
        (Title.IM, "IM IM GM", False),
        (Title.IM, "FM FM FM WGM", False),
        (Title.IM, "", False),
    ],
)
def test_a_norm_takes_three_grandmasters_or_three_masters_or_two_grandmasters(
    title: Title, met: str, enough: bool
) -> None:
    assert enough_titles(_STEPS.opponents, title, [(Title(one), 2450) for one in met.split()]) is enough


def test_for_a_womans_norm_2300_is_as_good_as_a_woman_grandmaster() -> None:
    field = [(Title.NONE, 2300), (Title.NONE, 2299), (Title.IM, 2400), (Title.WGM, 2350), (Title.NONE, None)]
    assert titles_met(_STEPS.opponents, Title.WGM, field) == {Title.WGM: 3, Title.IM: 1}
    assert titles_met(_STEPS.opponents, Title.IM, field) == {Title.WGM: 1, Title.IM: 1}


def test_how_many_title_holders_a_womans_norm_takes_is_left_open() -> None:
    assert enough_titles(_STEPS.opponents, Title.WIM, [(Title.WGM, 2350)] * 9) is None


# --- the games of a title


def _taken(*overs: int, games: int = 9, all_play_all: bool = False) -> list[NormTaken]:
    return [NormTaken(games=games, all_play_all=all_play_all, over=over) for over in overs]


@pytest.mark.parametrize(
    ("norms", "games", "needed"),
    [
        (_taken(0, 0), 18, 30),
        (_taken(0, 0, all_play_all=True), 18, 24),
        ([*_taken(0), *_taken(0, all_play_all=True)], 18, 24),
        (_taken(1, 1), 18, 30),
        (_taken(2, 3), 18, 28),
        (_taken(6), 9, 27),
        (_taken(7, 8), 18, 24),
        (_taken(18), 9, 27),
    ],
)
def test_each_whole_point_over_takes_off_a_game_at_most_three_an_event(
    norms: list[NormTaken], games: int, needed: int
) -> None:
    found = title_games(_RULES, norms)
    assert (found.games, found.needed) == (games, needed)


def test_as_many_games_as_needed_are_enough_and_one_less_is_not() -> None:
    assert title_games(_RULES, _taken(0, 0, games=12, all_play_all=True)).enough
    assert not title_games(_RULES, [*_taken(0, games=12, all_play_all=True), *_taken(0, games=11)]).enough


@pytest.mark.parametrize(
    ("norms", "word"),
    [
        ([], "none is given"),
        (_taken(0, games=8), "8 games are no norm"),
        (_taken(0, games=-1), "-1 games are no norm"),
        (_taken(-1), r"-0\.5 points above"),
        (_taken(19), r"9\.5 points above a norm cannot come from 9 games"),
    ],
)
def test_norms_that_cannot_be_are_refused(norms: list[NormTaken], word: str) -> None:
    with pytest.raises(Refused, match=word):
        title_games(_RULES, norms)


def test_one_of_the_events_must_have_no_more_than_a_game_a_day() -> None:
    assert calm_event(_STEPS.title, [2, 1])
    assert not calm_event(_STEPS.title, [2, 2])
    assert not calm_event(_STEPS.title, [])
    with pytest.raises(Refused, match="some day"):
        calm_event(_STEPS.title, [1, 0])


# --- the rating of a title


@pytest.mark.parametrize(
    ("day", "rating", "enough"),
    [
        (date(2001, 3, 1), 2500, True),
        (date(2001, 3, 1), 2499, False),
        (date(2001, 2, 28), 2500, False),
        (date(2008, 3, 1), 2500, True),
        (date(2008, 3, 2), 2500, False),
    ],
)
def test_the_rating_must_be_reached_within_seven_years_from_the_first_norm(
    day: date, rating: int, enough: bool
) -> None:
    ratings = [(day, rating), (date(2009, 1, 1), 2450)]
    assert rating_reached(_STEPS.rating, Title.GM, ratings, date(2010, 1, 1), _DAY) is enough


@pytest.mark.parametrize(("application", "enough"), [(date(2009, 12, 31), False), (date(2010, 1, 1), True)])
def test_or_the_player_has_it_when_he_applies(application: date, enough: bool) -> None:
    ratings = [(date(2010, 1, 1), 2400), (date(2009, 1, 1), 2399)]
    assert rating_reached(_STEPS.rating, Title.IM, ratings, application, _DAY) is enough


@pytest.mark.parametrize(
    ("title", "least"),
    [
        (Title.GM, 2500),
        (Title.IM, 2400),
        (Title.FM, 2300),
        (Title.WGM, 2300),
        (Title.WIM, 2200),
        (Title.WFM, 2100),
    ],
)
def test_every_title_has_its_least_rating(title: Title, least: int) -> None:
    assert [rating_reached(_STEPS.rating, title, [(_DAY, rating)], _DAY, None) for rating in (least - 1, least)] == [
        False,
        True,
    ]


def test_a_title_without_a_rating_is_refused() -> None:
    with pytest.raises(Refused, match="no rating is given for CM"):
        rating_reached(_STEPS.rating, Title.CM, [], _DAY, None)
