import pytest

from contracts.ids import PlayerId
from contracts.points import HalfPoints, Result
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import CrosstableRow
from services.chess.tiebreaks import Edition
from services.cli.words import player_of, quarters_text, result_of, signed, unplayed_text


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("1-0", Result.WHITE_WINS),
        ("0-1", Result.BLACK_WINS),
        ("½-½", Result.DRAW),
        ("1/2-1/2", Result.DRAW),
        ("0.5-0.5", Result.DRAW),
        ("0,5-0,5", Result.DRAW),
        ("=-=", Result.DRAW),
        (" 1 - 0 ", Result.WHITE_WINS),
        ("1:0", Result.WHITE_WINS),
        ("+--", Result.WHITE_WINS_FORFEIT),
        ("--+", Result.BLACK_WINS_FORFEIT),
        ("---", Result.DOUBLE_FORFEIT),
        ("1-0f", Result.WHITE_WINS_FORFEIT),
        ("½-0", Result.WHITE_DRAWS_BLACK_LOSES),
        *((code.value, code) for code in Result),
    ],
)
def test_a_result_is_read_however_it_is_typed(typed: str, result: Result) -> None:
    assert result_of(typed) is result


@pytest.mark.parametrize("typed", ["", "1", "2-0", "1-1", "1-0-0", "+-+", "remis", "1-0X"])
def test_what_is_no_result_is_refused_with_those_there_are(typed: str) -> None:
    with pytest.raises(Refused, match="is no result; there are 1-0"):
        result_of(typed)


def row(number: int, player: str) -> CrosstableRow:
    return CrosstableRow(
        start_number=number, player=PlayerId(player), name=player, rating=None, points=HalfPoints(0), cells=()
    )


START_LIST = [row(1, "anna"), row(2, "bo"), row(3, "2")]


def test_a_player_is_found_by_id_or_start_number_and_the_id_comes_first() -> None:
    found = [player_of(typed, START_LIST, "summer") for typed in ("bo", "1", "2", "3")]
    assert found == ["bo", "anna", "2", "2"]


@pytest.mark.parametrize("typed", ["carl", "4", "0", "-1", "²"])
def test_who_is_not_in_the_start_list_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        player_of(typed, START_LIST, "summer")
    assert caught.value.refusal.code is RefusalCode.NOT_ENTERED


def test_quarters_and_differences_are_written_as_tables_do() -> None:
    assert [quarters_text(quarters) for quarters in (0, 1, 2, 3, 4, 7, 97)] == ["0", "¼", "½", "¾", "1", "1¾", "24¼"]
    assert [signed(difference) for difference in (-3, 0, 12)] == ["-3", "0", "+12"]


def test_every_edition_of_the_tie_breaks_has_words_and_a_reconstruction_says_so() -> None:
    for edition in Edition:
        assert edition.value not in unplayed_text(edition)
    assert unplayed_text(Edition.SEEDS_OWN) == "An unplayed round counts the player's own score (a reconstruction)."
    assert unplayed_text("c07-2031") == "An unplayed round counts by c07-2031."
