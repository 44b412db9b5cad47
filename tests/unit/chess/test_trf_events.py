"""Any event: written and read again it is the same."""

import pytest
from hypothesis import given, settings

from contracts.points import ByeKind, HalfPoints, Result
from contracts.refusals import Refused
from services.chess.colours import Colour
from services.chess.trf import (
    Acceleration,
    Dialect,
    Forbidden,
    PointSystem,
    Trf,
    TrfBye,
    TrfPlayer,
    TrfRound,
    TrfTeam,
    board_codes,
    board_result,
    boards,
    byes,
    mismatches,
    read,
    write,
)
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


def test_among_equal_leaders_the_greater_sum_stands_first() -> None:
    event = read(
        lines(
            "     5 w 1     6 b =",
            "     6 w 1     3 b =",
            "     4 w =     2 w =",
            "     3 b =  0000 - Z",
            "     1 b 0  0000 - U",
            "     2 b 0     1 w =",
        )
    )
    assert [board[:2] for board in boards(event, 2)] == [(3, 2), (6, 1)]


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


FULL = Trf(
    start="2026-03-01",
    round_dates=("2026-03-01", None, "2026-03-08"),
    declared_rounds=3,
    initial_colour=Colour.BLACK,
    points=PointSystem(win=HalfPoints(6), draw=HalfPoints(2), full_bye=HalfPoints(4), pairing_bye=HalfPoints(6)),
    byes=(TrfBye(number=2, round=3, code="H"),),
    acceleration=(Acceleration(number=1, points=(HalfPoints(2), HalfPoints(2), HalfPoints(1))),),
    forbidden=(Forbidden(numbers=(1, 2)), Forbidden(numbers=(1, 2), first=2, last=2)),
    teams=(TrfTeam(name="Town", players=(1, 2)),),
    players=(
        TrfPlayer(
            number=1,
            name="Sørensen, Åse",
            sex="w",
            title="WIM",
            rating=2101,
            federation="DEN",
            fide_id="1400001",
            birth="1990",
            points=HalfPoints(23),
            rank=1,
            rounds=(TrfRound(2, Colour.WHITE, "1"), TrfRound(), TrfRound(code="Z")),
        ),
        TrfPlayer(number=2, rounds=(TrfRound(1, Colour.BLACK, "0"), TrfRound(code="U"))),
    ),
)
PLAYERS = [
    "001    1 wWIM Sørensen, Åse                     2101 DEN     1400001 1990       11.5    1     2 w 1"
    + " " * 12
    + "0000 - Z",
    "001    2                                           0                                          1 b 0  0000 - U",
]
TEAM = "013 Town                               1    2"
DATES = "132" + " " * 88 + "26/03/01            26/03/08"


def test_trf26_records_stand_in_the_columns_of_the_handbook() -> None:
    assert write(FULL).splitlines() == [
        "042 2026/03/01",
        "062 2",
        DATES,
        "142 3",
        "152 B",
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0    X 0.5",
        "XXS FPB=2.0",
        "XXS HPB=0.5",
        "XXS FW=1.0",
        "240 H   3    2",
        "250       1.0   1   2    1    1",
        "250       0.5   3   3    1    1",
        "260   1   3    1    2",
        "260   2   2    1    2",
        TEAM,
        *PLAYERS,
    ]


def test_trf16_records_stand_in_the_columns_the_engines_read() -> None:
    written = write(FULL, dialect=Dialect.TRF16).splitlines()
    assert [one for one in written if not one.startswith(("XXS", "162"))] == [
        "042 2026/03/01",
        "062 2",
        DATES,
        "XXR 3",
        "XXC black1",
        "240 H   3    2",
        "XXA    1  1.0  1.0  0.5",
        "XXP 1 2",
        "260   2   2    1    2",
        TEAM,
        *PLAYERS,
    ]
    assert {"XXS WW=3.0", "XXS BW=3.0", "XXS FPB=2.0", "XXS PAB=3.0", "XXS HPB=0.5"} <= set(written)


def test_members_with_four_digits_start_right_behind_the_team_name() -> None:
    players = tuple(TrfPlayer(number=number) for number in (1001, 1002))
    event = Trf(teams=(TrfTeam(name="x" * 32, players=(1001, 1002)),), declared_teams=1, players=players)
    assert f"013 {'x' * 32}1001 1002\n" in write(event)
    assert read(write(event)) == event
