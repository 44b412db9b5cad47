import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, Result, points_text

TABLE = [
    # on the score sheet, half points of White and Black, played, rated, seen from the other side
    ("1-0", 2, 0, True, True, "0-1"),
    ("½-½", 1, 1, True, True, "½-½"),
    ("0-1", 0, 2, True, True, "1-0"),
    ("0-0", 0, 0, True, True, "0-0"),
    ("½-0", 1, 0, True, True, "0-½"),
    ("0-½", 0, 1, True, True, "½-0"),
    ("1-0F", 2, 0, False, False, "0-1F"),
    ("0-1F", 0, 2, False, False, "1-0F"),
    ("0-0F", 0, 0, False, False, "0-0F"),
    ("1-0U", 2, 0, True, False, "0-1U"),
    ("½-½U", 1, 1, True, False, "½-½U"),
    ("0-1U", 0, 2, True, False, "1-0U"),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_a_result_is_what_the_table_says(row: tuple[str, int, int, bool, bool, str]) -> None:
    sheet, white, black, played, rated, swapped = row
    result = Result(sheet)
    assert result.points == (white, black)
    assert (result.played, result.rated) == (played, rated)
    assert result.swapped() is Result(swapped)


def test_the_table_names_every_result() -> None:
    assert [sheet for sheet, *_ in TABLE] == [result.value for result in Result]


@pytest.mark.parametrize("result", Result)
def test_a_result_swapped_twice_is_itself(result: Result) -> None:
    assert result.swapped().swapped() is result
    assert result.swapped().points == result.points[::-1]
    assert (result.swapped().played, result.swapped().rated) == (result.played, result.rated)


@pytest.mark.parametrize("result", Result)
def test_what_is_rated_was_played(result: Result) -> None:
    assert result.played or not result.rated


@pytest.mark.parametrize(
    ("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (4, "2"), (7, "3½"), (18, "9"), (21, "10½")]
)
def test_a_score_is_written_as_a_table_prints_it(half_points: int, text: str) -> None:
    assert points_text(half_points) == text


@given(st.integers(0, 10_000))
def test_a_written_score_says_how_many_half_points_it_was(half_points: int) -> None:
    text = points_text(half_points)
    assert 2 * int(text.rstrip("½") or 0) + text.endswith("½") == half_points


def test_a_point_has_two_halves() -> None:
    assert (WIN, DRAW, LOSS) == (2, 1, 0)
