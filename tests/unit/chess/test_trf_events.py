"""Any event: written and read again it is the same."""

import pytest
from hypothesis import given, settings

from contracts.points import ByeKind, Result
from contracts.refusals import Refused
from services.chess.trf import Dialect, Trf, board_codes, board_result, boards, byes, mismatches, read, write
from tests.unit.chess.made import events


def assert_same_after_round_trip(event: Trf) -> None:
    once = read(write(event))
    for dialect in Dialect:
        assert read(write(once, dialect=dialect)) == once
    assert (once.points, once.initial_colour, once.byes) == (event.points, event.initial_colour, event.byes)
    assert (once.acceleration, once.forbidden) == (event.acceleration, event.forbidden)
    for before, after in zip(event.players, once.players, strict=True):
        assert before.rounds[: len(after.rounds)] == after.rounds
    assert mismatches(once) == []


@settings(max_examples=60)
@given(events())
def test_an_event_survives_a_round_trip(event: Trf) -> None:
    assert_same_after_round_trip(event)


@pytest.mark.long
@settings(max_examples=1500)
@given(events())
def test_thousands_of_events_survive_a_round_trip(event: Trf) -> None:
    assert_same_after_round_trip(event)


@pytest.mark.parametrize("result", list(Result))
def test_every_result_has_two_codes_and_they_mean_it(result: Result) -> None:
    codes = board_codes(result)
    assert board_result(*codes) is result
    assert board_codes(result.swapped()) == (codes[1], codes[0])


def test_all_other_pairs_of_codes_are_no_result() -> None:
    codes = "1=0+-WDLUFHZ"
    found = set()
    for white in ["", *codes]:
        for black in ["", *codes]:
            try:
                found.add(board_result(white, black))
            except Refused:
                continue
    assert found == set(Result)


def test_one_half_against_one_is_refused() -> None:
    with pytest.raises(Refused, match="no game ends with '1' for White and '=' for Black"):
        board_result("1", "=")


def lines(*records: str) -> str:
    return "".join(
        f"001 {number:4} m    {'Player':33} {2000:4} DEN {'':11} {'':10} {'':>4} {number:4}{rounds}\n"
        for number, rounds in enumerate(records, start=1)
    )


def test_a_forfeit_without_colours_has_the_lower_number_as_white() -> None:
    event = read(lines("     2 - -", "     1 - +"))
    assert boards(event, 1) == [(1, 2, Result.BLACK_WINS_FORFEIT)]
    assert read(write(event)) == event


def test_a_colour_missing_on_one_side_comes_from_the_other() -> None:
    assert boards(read(lines("     2   1", "     1 w 0")), 1) == [(2, 1, Result.BLACK_WINS)]


def test_codes_are_read_in_either_case_and_a_blank_is_no_bye() -> None:
    event = read(lines("  0000 - u", "  0000 - z", "          "))
    assert byes(event, 1) == [(1, ByeKind.PAIRING_ALLOCATED), (2, ByeKind.ZERO_POINT)]


def test_a_game_without_a_result_is_a_board_without_one() -> None:
    assert boards(read(lines("     2 w", "     1 b")), 1) == [(1, 2, None)]


def test_boards_stand_by_score_then_sum_then_number() -> None:
    event = read(
        lines(
            "     2 w 0     4 b 1",
            "     1 b 1     3 w =",
            "     4 w 1     2 b =",
            "     3 b 0     1 w 0",
        )
    )
    assert [board[:2] for board in boards(event, 2)] == [(2, 3), (4, 1)]


def test_a_late_withdrawal_writes_z_from_its_round_on_only() -> None:
    event = read(lines("     2 w 1  0000 - Z  0000 - Z", "     1 b 0  0000 - U          "))
    assert [one.code for one in event.players[0].rounds] == ["1", "Z", "Z"]
    assert write(event).splitlines()[-2].endswith("   2 w 1  0000 - Z  0000 - Z")


@pytest.mark.parametrize(
    ("given_text", "kept"),
    [
        ("1978/00/00", "1978"),
        ("1969.12.06", "1969/12/06"),
        ("28.07.2005", "2005/07/28"),
        ("1969-12-31", "1969/12/31"),
        ("0000", ""),
        ("1978", "1978"),
        ("unknown", "unknown"),
        ("1874/05/02", "1874/05/02"),
    ],
)
def test_a_birth_date_is_read_tolerantly_and_written_strictly(given_text: str, kept: str) -> None:
    record = lines("")
    text = record[:69] + f"{given_text:10}" + record[79:]
    assert read(text).players[0].birth == kept
    assert read(write(read(text))).players[0].birth == kept


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2025/03/09", "2025-03-09"),
        ("09/03/2025", "2025-03-09"),
        ("9.3.2025", "2025-03-09"),
        ("03/29/2025", "2025-03-29"),
        ("25/03/09", "2025-03-09"),
        ("98/03/09", "1998-03-09"),
    ],
)
def test_dates_are_read_in_the_orders_programs_write(text: str, iso: str) -> None:
    assert read(f"042 {text}\n" + lines("")).start == iso


def test_a_date_nobody_can_read_is_kept_as_it_stood() -> None:
    event = read("042 May 2024\n" + lines(""))
    assert (event.start, event.unknown) == (None, ("042 May 2024",))
    assert read(write(event)) == event


def test_unknown_records_and_comments_survive() -> None:
    text = "### a remark\n222 5400+30\n299 W  1.0  1.0 000    1\nDDD SSSS sTTT\n" + lines("")
    event = read(text)
    assert event.comments == ("a remark",)
    assert event.unknown == ("222 5400+30", "299 W  1.0  1.0 000    1", "DDD SSSS sTTT")
    assert read(write(event)) == event


def test_a_team_and_its_members_survive() -> None:
    event = read("082 1\n013 Town Chess Club                    1    2\n" + lines("", ""))
    assert event.teams[0].players == (1, 2)
    assert read(write(event)) == event


@pytest.mark.parametrize("record", ["162  A 0.5", "162  Z 0.5", "XXS ZPB=0.5", "BBZ 0.5"])
def test_the_worth_of_an_absence_is_read_from_every_program(record: str) -> None:
    assert read(f"{record}\n" + lines("")).points.absent == 1


def test_three_points_for_a_win_reach_the_byes_that_follow_a_win() -> None:
    points = read("XXS W=3.0 D=1.0\n" + lines("")).points
    assert (points.win, points.draw, points.full_bye, points.half_bye, points.pairing_bye) == (6, 2, 6, 2, 6)
    assert points == read("162  W 3.0    D 1.0\n" + lines("")).points
