"""Every value and every rank against FIDE's reference checker: real files, Dutch cases, made-up events."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import Result
from services.chess.crosstable import from_trf
from services.chess.scoring import PointSystem
from services.chess.tiebreaks import Edition, Unit, criterion, standings, values
from services.chess.trf import Trf, read
from tests.unit.chess.made import events, round_robins
from tests.unit.chess.oracle import checker_values

FIDE = [Edition.FIDE_2024, Edition.FIDE_2026]
CODES = ["PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "SB", "PS", "PS/C1", "KS", "WIN", "WON", "BPG", "BWG"]
ORDERS = [["PTS", "DE", "BH/C1", "BH", "SB", "WIN"], ["PTS", "BH", "DE", "SB"]]
PARTS = {Unit.HALF_POINTS: 2, Unit.QUARTER_POINTS: 4, Unit.COUNT: 1, Unit.PLACE: 1}


def assert_checker_agrees(event: Trf, edition: Edition, *, round_robin: bool = False) -> None:
    table = from_trf(event, round_robin=round_robin)
    codes = [code for code in CODES if not (round_robin and code.startswith("BH"))]
    expected = checker_values(event, table.rounds, codes, edition, round_robin=round_robin)
    for place, code in enumerate(codes):
        parts = PARTS[criterion(code).unit]
        ours = values(table, criterion(code), edition)
        assert {int(player): value for player, value in ours.items()} == {
            number: row[place] * parts for number, row in expected.items()
        }, code
    for order in ORDERS:
        checked = checker_values(event, table.rounds, order, edition, round_robin=round_robin)
        ranked = standings(table, order, edition)
        assert {int(one.player): one.rank for one in ranked} == {number: row[-1] for number, row in checked.items()}
        at = order.index("DE")
        assert {int(one.player): one.values[at] for one in ranked} == {
            number: row[at] for number, row in checked.items()
        }


@pytest.mark.parametrize("edition", FIDE)
def test_the_checker_agrees_on_the_real_files(real_file: str, edition: Edition) -> None:
    assert_checker_agrees(read(real_file), edition)


def test_the_checker_agrees_on_some_dutch_cases(chosen_case: dict[str, str]) -> None:
    assert_checker_agrees_on_case(chosen_case)


@pytest.mark.long
def test_the_checker_agrees_on_every_dutch_case(dutch_case: dict[str, str]) -> None:
    assert_checker_agrees_on_case(dutch_case)


def assert_checker_agrees_on_case(case: dict[str, str]) -> None:
    event = read(case["trf"])
    if from_trf(event).rounds:
        for edition in FIDE:
            assert_checker_agrees(event, edition)


ORDINARY = st.sampled_from(
    [one for one in Result if one is not Result.BOTH_LOSE and "½-0" not in one and "0-½" not in one]
)
"""The checker makes Black's result from White's and so cannot hold ½-0 or 0-0."""
MADE = events(results=ORDINARY, systems=st.just(PointSystem()))


@settings(max_examples=20, deadline=None)
@given(MADE, st.sampled_from(FIDE))
def test_the_checker_agrees_on_made_up_swisses(event: Trf, edition: Edition) -> None:
    assert_checker_agrees(event, edition)


@settings(max_examples=20, deadline=None)
@given(round_robins(results=ORDINARY))
def test_the_checker_agrees_on_made_up_all_play_alls(event: Trf) -> None:
    assert_checker_agrees(event, Edition.FIDE_2026, round_robin=True)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(MADE, st.sampled_from(FIDE))
def test_the_checker_agrees_on_thousands_of_made_up_swisses(event: Trf, edition: Edition) -> None:
    assert_checker_agrees(event, edition)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(round_robins(results=ORDINARY))
def test_the_checker_agrees_on_thousands_of_made_up_all_play_alls(event: Trf) -> None:
    assert_checker_agrees(event, Edition.FIDE_2026, round_robin=True)
