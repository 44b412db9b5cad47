import pytest

from contracts.points import DRAW, LOSS, WIN
from contracts.rating import ForeignGame
from contracts.refusals import RefusalCode, Refused
from services.cli.ratings_given import game_of, numbers_of


@pytest.mark.parametrize(
    ("text", "opponent", "score"), [("2105=1", 2105, WIN), (" 1900 = 1/2 ", 1900, DRAW), ("1=0", 1, LOSS)]
)
def test_a_game_abroad_is_read(text: str, opponent: int, score: int) -> None:
    game = game_of(text)
    assert (game.opponent, game.score) == (opponent, score)
    assert isinstance(game, ForeignGame)


@pytest.mark.parametrize("text", ["2105", "=1", "2105=2", "strong=1", "", "-5=1"])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        game_of(text)
    assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


@pytest.mark.parametrize(
    "text",
    ["player,rating,games\nanna,2300,40\nbo,2200,31\n", "anna;2300;40\n\nbo;2200;31", "anna , 2300, 40\nbo,2200,31"],
)
def test_numbers_of_a_fide_list_are_read_with_or_without_a_heading(text: str) -> None:
    assert [(one.player, one.rating, one.games) for one in numbers_of("fide.csv", text)] == [
        ("anna", 2300, 40),
        ("bo", 2200, 31),
    ]


@pytest.mark.parametrize(
    "line", ["anna,2300", "anna,strong,40", "anna,0,40", "anna,2300,-1", "anna.*,2300,40", "anna,2300,40,1"]
)
def test_a_line_that_is_no_number_is_refused_by_name(line: str) -> None:
    with pytest.raises(Refused, match=r"fide\.csv:2: |cannot stand in a subject") as caught:
        numbers_of("fide.csv", f"bo,2200,31\n{line}\n")
    assert caught.value.refusal.code in {RefusalCode.MALFORMED_FILE, RefusalCode.MALFORMED_ID}


def test_what_is_no_csv_at_all_is_refused_by_name() -> None:
    with pytest.raises(Refused, match=r"fide\.csv is no CSV: ") as caught:
        numbers_of("fide.csv", f"anna,{'1' * 200_000},40")
    assert caught.value.refusal.code is RefusalCode.MALFORMED_FILE


def test_of_a_long_wrong_line_the_beginning_is_shown() -> None:
    with pytest.raises(Refused) as caught:
        numbers_of("fide.csv", "x" * 10_000)
    assert len(caught.value.refusal.message) < 250
