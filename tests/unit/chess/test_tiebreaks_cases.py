"""Worked examples and cases from practice, each under the edition it belongs to."""

import pytest

from contracts.points import HalfPoints, Result
from contracts.refusals import RefusalCode, Refused
from services.chess.crosstable import Cell, Crosstable, Entrant, Row
from services.chess.scoring import PointSystem
from services.chess.tiebreaks import (
    Edition,
    Unit,
    adjusted_scores,
    contributions,
    criterion,
    direct_encounter,
    edition_of,
    standings,
    value_text,
    values,
)
from tests.unit.chess.made import MadeRound, ident, table

W, D, L = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
HERO = ident(1)
FIDE_24, FIDE_26, VIRTUAL = Edition.FIDE_2024, Edition.FIDE_2026, Edition.FIDE_VIRTUAL


def hero_table(*rounds: tuple[str, float]) -> Crosstable:
    """
    Build a table around one player from (code, opponent's adjusted score) a round; a bye has no opponent's score.

    Each opponent's other rounds are games against players outside the table, so that nothing of his score is adjusted.
    """
    points = PointSystem()
    mine = []
    others = []
    for at, (code, score) in enumerate(rounds):
        if code in {"U", "F", "H", "Z"}:
            mine.append(Cell(code=code, points=points.worth(code)))
            continue
        number = at + 2
        theirs = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+"}[code]
        mine.append(Cell(ident(number), None, code, points.worth(code)))
        game = Cell(HERO, None, theirs, points.worth(theirs))
        others.append(Row(entrant=Entrant(id=ident(number), number=number), cells=filled(game, at, len(rounds), score)))
    hero = Row(entrant=Entrant(id=HERO, number=1), cells=tuple(mine))
    return Crosstable(rows=(hero, *others))


def filled(game: Cell, at: int, rounds: int, score: float) -> tuple[Cell, ...]:
    missing = int(2 * score) - game.points
    codes = ["1"] * (missing // 2) + ["="] * (missing % 2)
    codes += ["0"] * (rounds - 1 - len(codes))
    cells = [Cell(code=code, points=PointSystem().worth(code)) for code in codes]
    return (*cells[:at], game, *cells[at:])


def of_hero(made: Crosstable, code: str, edition: Edition) -> int:
    return values(made, criterion(code), edition)[HERO]


LAXMAN = hero_table(
    ("1", 5.0), ("1", 5.0), ("0", 6.5), ("Z", 0), ("1", 4.5), ("=", 6.0), ("1", 5.0), ("=", 6.5), ("1", 5.5), ("1", 6.0)
)  # fmt: skip


@pytest.mark.parametrize(("edition", "buchholz"), [(FIDE_24, 57), (FIDE_26, 55)])
def test_case_1_laxman(edition: Edition, buchholz: int) -> None:
    assert LAXMAN.rows[0].points == 14
    assert of_hero(LAXMAN, "BH", edition) == 2 * buchholz
    assert of_hero(LAXMAN, "BH-C1", edition) == 2 * 50
    assert value_text(of_hero(LAXMAN, "SB", edition), Unit.QUARTER_POINTS) == "37¼"


@pytest.mark.parametrize(
    ("own", "scheduled", "dummy_24", "dummy_26"),
    [("7.0/9", 5.5, 7.0, 5.5), ("9.5/10", 4.5, 9.5, 4.5)],
    ids=["EX01", "EX04"],
)
def test_case_2_a_forfeit_win_counts_the_scheduled_opponent_if_he_has_less(
    own: str, scheduled: float, dummy_24: float, dummy_26: float
) -> None:
    score, rounds = own.split("/")
    draws = int(2 * (int(rounds) - float(score)))
    made = hero_table(("+", scheduled), *[("1", 5.0)] * (int(rounds) - 1 - draws), *[("=", 5.0)] * draws)
    assert made.rows[0].points == int(2 * float(score))
    for edition, dummy in ((FIDE_24, dummy_24), (FIDE_26, dummy_26)):
        first = contributions(made.rows[0], made, edition, adjusted_scores(made, edition))[0]
        assert (first.score, first.vur) == (int(2 * dummy), False)


def test_case_2_ex03_a_forfeit_loss_and_a_withdrawal_lose_one_and_a_half_points_to_the_caps() -> None:
    made = hero_table(*[("1", 6.0)] * 6, ("=", 6.0), ("0", 6.0), ("-", 7.0), ("Z", 0))
    assert made.rows[0].points == 13
    assert of_hero(made, "BH", FIDE_24) - of_hero(made, "BH", FIDE_26) == 3


def test_case_2_ex06_the_cut_takes_the_half_point_bye_of_a_player_on_three_and_a_half() -> None:
    made = hero_table(("1", 3.5), ("H", 0), ("1", 3.5), ("1", 3.0), ("0", 1.5))
    assert made.rows[0].points == 7
    assert [of_hero(made, "BH-C1", edition) for edition in (FIDE_24, FIDE_26)] == [23, 23]


@pytest.mark.parametrize(("edition", "expected"), [(VIRTUAL, 26.5), (FIDE_24, 28), (FIDE_26, 24.5)])
def test_case_4_a_winner_with_a_pairing_bye_in_the_sixth_of_seven_rounds(edition: Edition, expected: float) -> None:
    made = hero_table(("1", 1), ("1", 2), ("1", 4), ("1", 4), ("1", 4.5), ("U", 0), ("1", 5.5))
    assert of_hero(made, "SB", edition) == int(4 * expected)


def test_case_4_leaving_the_bye_out_is_what_the_zero_profile_does() -> None:
    made = hero_table(("1", 1), ("1", 2), ("1", 4), ("1", 4), ("1", 4.5), ("U", 0), ("1", 5.5))
    assert of_hero(made, "SB", Edition.SEEDS_ZERO) == 4 * 21
    assert of_hero(made, "SB", Edition.SEEDS_OWN) == 4 * 28


CASE_5A = hero_table(("1", 5), ("1", 5), ("+", 4), ("1", 5), ("=", 5), ("=", 5), ("=", 5), ("=", 5), ("0", 5))
CASE_5B = hero_table(("1", 5), ("1", 5), ("1", 5), ("1", 5), ("0", 5), ("0", 5), ("Z", 0), ("1", 5), ("1", 5))


@pytest.mark.parametrize(
    ("made", "round_", "virtual", "for_others", "dummy_26"),
    [(CASE_5A, 3, 5.0, 5.5, 4.0), (CASE_5B, 7, 6.0, 6.5, 4.5)],
    ids=["default win in round 3", "absent in round 7"],
)
def test_case_5_the_virtual_opponent_and_what_replaced_it(
    made: Crosstable, round_: int, virtual: float, for_others: float, dummy_26: float
) -> None:
    assert made.rows[0].points == 12
    assert adjusted_scores(made, VIRTUAL)[HERO] == int(2 * for_others)
    assert adjusted_scores(made, FIDE_26)[HERO] == 12
    for edition, expected in ((VIRTUAL, virtual), (FIDE_26, dummy_26), (FIDE_24, 6.0)):
        found = contributions(made.rows[0], made, edition, adjusted_scores(made, edition))
        assert found[round_ - 1].score == int(2 * expected)


def test_absences_at_the_end_count_as_draws_for_opponents_and_earlier_ones_as_awarded() -> None:
    made = hero_table(("1", 5), ("Z", 0), ("1", 5), ("Z", 0), ("H", 0))
    assert adjusted_scores(made, FIDE_26)[HERO] == 2 + 0 + 2 + 1 + 1
    assert adjusted_scores(made, Edition.SEEDS_OWN)[HERO] == made.rows[0].points == 5


def test_case_7_a_double_round_counts_the_average_of_both_games() -> None:
    made = table(2, ([(1, 2, W)], {}), ([(2, 1, W)], {}), round_robin=True)
    assert [one.rank for one in standings(made, ["DE"], FIDE_26)] == [1, 1]
    assert [one.rank for one in standings(made, ["DE", "BWG"], FIDE_26)] == [1, 1]


def test_case_7_the_next_criterion_decides_then() -> None:
    made = table(3, ([(1, 2, W)], {3: "Z"}), ([(2, 1, W)], {3: "Z"}), ([(1, 3, D)], {2: "H"}), round_robin=True)
    found = standings(made, ["DE", "PS"], FIDE_26)[:2]
    assert [(one.player, one.rank, one.values) for one in found] == [(ident(1), 1, (0, 7)), (ident(2), 2, (0, 5))]


def test_case_8_direct_encounter_is_shown_also_where_it_parts_nobody() -> None:
    drawn = standings(table(2, ([(1, 2, D)], {})), ["DE"], FIDE_26)
    assert [(one.values, one.notes) for one in drawn] == [((0,), ("½/1",)), ((0,), ("½/1",))]
    assert value_text(0, Unit.PLACE) == "="
    won = standings(table(4, ([(1, 2, L), (3, 4, W)], {}), ([(1, 4, W), (2, 3, L)], {})), ["DE"], FIDE_26)
    assert [(one.player, one.values[0], one.notes[0]) for one in won[1:3]] == [
        (ident(2), 1, "1/1"),
        (ident(1), 2, "0/1"),
    ]


FORFEIT: list[tuple[int, int, Result | None]] = [(1, 2, Result.WHITE_WINS_FORFEIT)]
THEN: list[tuple[int, int, Result | None]] = [(1, 3, L), (2, 4, W)]


@pytest.mark.parametrize(
    ("code", "round_robin", "ranks"),
    [("DE", False, 2), ("DE", True, 3), ("DE-P", False, 3), ("DE-PLAYED", True, 2)],
)
def test_case_10_forfeits_in_direct_encounter_are_a_switch_with_a_default_by_system(
    code: str, round_robin: bool, ranks: int
) -> None:
    made = table(4, (FORFEIT, {3: "F"}), (THEN, {}), round_robin=round_robin)
    assert [one.rank for one in standings(made, [code], FIDE_26)][:3] == [1, 2, ranks]


def test_case_11_all_must_have_met_is_a_rule_of_its_own_and_named() -> None:
    rounds: list[MadeRound] = [
        ([(1, 2, W), (3, 4, W)], {}),
        ([(1, 3, W), (2, 4, W)], {}),
        ([(1, 4, L)], {2: "F", 3: "F"}),
    ]
    made = table(4, *rounds)
    tied = [ident(1), ident(2), ident(3)]
    assert [made.by_id[one].points for one in tied] == [4, 4, 4]
    assert direct_encounter(made, tied, count_forfeits=False).groups == ((ident(1),), (ident(2), ident(3)))
    assert direct_encounter(made, tied, count_forfeits=False, all_met=True).groups == (tuple(tied),)
    assert criterion("DE-ALLMET").label == "DE-ALLMET"


def test_case_13_koya_of_a_player_without_games_is_nothing() -> None:
    made = table(3, ([(1, 2, W)], {3: "Z"}), ([(1, 2, D)], {3: "Z"}))
    assert values(made, criterion("KS"), FIDE_26) == {ident(1): 0, ident(2): 3 - 2, ident(3): 0}


def test_case_17_a_game_under_way_contributes_nothing_yet() -> None:
    made = table(4, ([(1, 2, W), (3, 4, W)], {}), ([(1, 3, None), (2, 4, W)], {}))
    assert made.provisional
    assert values(made, criterion("BH"), FIDE_26) == {ident(1): 2, ident(2): 2, ident(3): 0, ident(4): 2 + 2}
    assert values(made, criterion("SB"), FIDE_26)[ident(3)] == 0


def test_case_19_standings_after_a_round_do_not_move_when_somebody_withdraws_later() -> None:
    before = table(4, ([(1, 2, W), (3, 4, W)], {}))
    after = table(4, ([(1, 2, W), (3, 4, W)], {}), ([(1, 3, D)], {2: "Z", 4: "Z"}))
    order = ["BH", "SB"]
    assert standings(after.through(1), order, FIDE_26) == standings(before, order, FIDE_26)


def test_case_22_the_exact_variant_has_a_name() -> None:
    assert [criterion(one).label for one in ("bh/c1", "BH-M1", "KORR:C2", "DE/P")] == [
        "BH-C1",
        "BH-M1",
        "KORR-C2",
        "DE-P",
    ]


def test_case_59_a_double_forfeit_is_no_draw() -> None:
    made = table(2, ([(1, 2, Result.DOUBLE_FORFEIT)], {}))
    assert [row.points for row in made.rows] == [0, 0]
    assert values(made, criterion("BPG"), FIDE_26)[ident(2)] == 0


@pytest.mark.parametrize(("cut", "expected"), [("KORR", 21.0 + 7), ("KORR-C1", 20.0 + 7), ("KORR-C2", 18.0 + 7)])
def test_almindelig_korrektion_cuts_none_one_or_two_of_the_lowest(cut: str, expected: float) -> None:
    made = hero_table(("1", 1), ("1", 2), ("1", 4), ("1", 4), ("1", 4.5), ("U", 0), ("1", 5.5))
    assert of_hero(made, cut, Edition.SEEDS_OWN) == int(2 * expected)


def test_korrektion_with_the_zero_profile_cuts_the_empty_round_first() -> None:
    made = hero_table(("1", 1), ("1", 2), ("Z", 0))
    assert [of_hero(made, code, Edition.SEEDS_ZERO) for code in ("KORR", "KORR-C1", "KORR-C2")] == [6, 6, 4]


def test_korrektion_cuts_the_lowest_score_where_fide_cuts_the_voluntarily_unplayed_round() -> None:
    made = hero_table(("1", 1), ("1", 2), ("Z", 0))
    assert (of_hero(made, "KORR-C1", FIDE_24), of_hero(made, "BH-C1", FIDE_24)) == (4 + 4, 2 + 4)


def test_median_buchholz_cuts_one_at_each_end() -> None:
    made = hero_table(("1", 1), ("1", 2), ("1", 4), ("1", 5))
    assert of_hero(made, "BH-M1", FIDE_26) == 12


def test_sonneborn_berger_in_an_all_play_all_counts_a_forfeit_as_a_game() -> None:
    rounds: list[MadeRound] = [([(1, 2, Result.WHITE_WINS_FORFEIT)], {}), ([(2, 3, W)], {}), ([(3, 1, D)], {})]
    both = [values(table(3, *rounds, round_robin=kind), criterion("SB"), FIDE_26)[HERO] for kind in (True, False)]
    assert both[0] == 2 * 2 + 1 * 1
    assert both[1] != both[0]


@pytest.mark.parametrize(
    ("end", "edition"),
    [
        ("2026-03-01", FIDE_26),
        ("2026-02-28", FIDE_24),
        ("2024-08-01", FIDE_24),
        ("2024-07-31", Edition.SEEDS_OWN),
        ("2007-05-01", Edition.SEEDS_OWN),
    ],
)
def test_the_edition_follows_from_the_end_of_the_event(end: str, edition: Edition) -> None:
    assert edition_of(end) is edition


@pytest.mark.parametrize("end", ["", "2026", "01/03/2026", "2026-13-01"])
def test_an_end_that_is_no_date_is_refused(end: str) -> None:
    with pytest.raises(Refused) as caught:
        edition_of(end)
    assert caught.value.refusal.code is RefusalCode.INVALID_DATES


@pytest.mark.parametrize("text", ["", "BH-C", "BH-X1", "KORR-C3", "SB-C1", "WIN-P", "ARO", "BH C1", "DE-C1", "PS-M1"])
def test_a_criterion_we_do_not_compute_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        criterion(text)
    assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_a_shared_rank_counts_everybody_ahead_and_follows_start_numbers() -> None:
    made = table(4, ([(2, 1, W), (4, 3, W)], {}))
    assert [(one.rank, one.player) for one in standings(made, [], FIDE_26)] == [
        (1, ident(2)),
        (1, ident(4)),
        (3, ident(1)),
        (3, ident(3)),
    ]
    assert HalfPoints(2) == standings(made, [], FIDE_26)[0].points


def test_an_empty_table_has_no_standings() -> None:
    assert standings(Crosstable(rows=()), ["DE", "BH", "KS"], FIDE_26) == ()
