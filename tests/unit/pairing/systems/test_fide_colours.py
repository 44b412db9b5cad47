import pytest

from services.chess.colours import Colour
from services.pairing.systems.fide_colours import allocate
from tests.unit.pairing.systems.fide_players_at_will import player


@pytest.mark.parametrize(
    ("first", "second", "white", "step"),
    [
        ("w", "b", 2, 1),
        ("b", "", 1, 1),
        ("", "w", 1, 1),
        ("w", "ww", 1, 2),
        ("bwb", "bb", 2, 2),
        ("wwbw", "wwbww", 1, 2),
        ("bbwb", "bbwbb", 2, 2),
        ("wwbwwb", "wwbwbww", 1, 2),
        ("wbbww", "bwbww", 1, 3),
        ("wbw", "bww", 1, 2),
        ("wbwb", "bwwb", 1, 3),
        ("bwwb", "wbwb", 2, 3),
        ("wb", "wb", 1, 4),
        ("bw", "bw", 2, 4),
        ("", "", 1, 5),
    ],
)
def test_the_first_step_that_decides_gives_the_colours(first: str, second: str, white: int, step: int) -> None:
    one, other = player(1, first, score=4), player(2, second, score=4)
    assert allocate(one, other, Colour.WHITE) == (white, 3 - white, step)
    assert allocate(other, one, Colour.WHITE) == (white, 3 - white, step)


def test_of_two_absolute_preferences_the_wider_difference_is_granted() -> None:
    narrow, wide = player(1, "bwbb"), player(2, "bbwbb")
    assert allocate(narrow, wide, Colour.WHITE) == (2, 1, 2)
    assert allocate(player(1, "bbwbb"), player(2, "bwbb"), Colour.WHITE) == (1, 2, 2)


@pytest.mark.parametrize(
    ("number", "initial", "white"), [(3, Colour.WHITE, 3), (4, Colour.WHITE, 9), (4, Colour.BLACK, 4)]
)
def test_the_parity_of_the_higher_ranked_decides_where_nobody_has_played(
    number: int, initial: Colour, white: int
) -> None:
    assert allocate(player(number), player(9), initial)[0] == white


def test_the_higher_score_outranks_the_smaller_number() -> None:
    assert allocate(player(1, "wb", score=2), player(2, "wb", score=3), Colour.WHITE) == (2, 1, 4)
