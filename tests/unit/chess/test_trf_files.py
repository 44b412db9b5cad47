"""Whole files: the five real ones and the simulated events of the Dutch cases."""

import pytest

from services.chess.colours import Colour
from services.chess.trf import Dialect, boards, byes, mismatches, pairing_bye_worth, read, write


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_real_file_survives_a_round_trip(real_file: str, dialect: Dialect) -> None:
    event = read(real_file)
    assert read(write(event, dialect=dialect)) == event


def test_a_case_is_the_same_event_in_both_dialects_and_after_a_round_trip(dutch_case: dict[str, str]) -> None:
    event = read(dutch_case["trf"])
    assert read(dutch_case["trf26"]) == event
    for dialect in Dialect:
        assert read(write(event, dialect=dialect)) == event
    assert mismatches(event) == []


def test_printed_points_are_the_sum_of_the_rounds(real_file: str) -> None:
    assert mismatches(read(real_file)) == []


def test_every_player_is_on_one_board_or_has_one_bye_or_a_blank_round(real_file: str) -> None:
    event = read(real_file)
    for round_ in range(1, event.columns + 1):
        on_boards = [number for white, black, _ in boards(event, round_) for number in (white, black)]
        with_bye = [number for number, _ in byes(event, round_)]
        blank = [one.number for one in event.players if not one.rounds[round_ - 1].code]
        assert sorted(on_boards + with_bye + blank) == [one.number for one in event.players]


def test_a_pairing_bye_worth_half_a_point_is_named_where_no_record_says_so(spring: str) -> None:
    silent = read("".join(line for line in spring.splitlines(keepends=True) if not line.startswith("BBU")))
    assert [number for number, _, _ in mismatches(silent)] == [16, 18, 26, 29, 30, 31]
    assert pairing_bye_worth(silent) == 1
    assert read(spring).points.pairing_bye == 1
    assert pairing_bye_worth(read(spring)) == 1


def test_crlf_cr_and_a_byte_order_mark_change_nothing(spring: str) -> None:
    assert read("\ufeff" + spring.replace("\n", "\r\n")) == read(spring) == read(spring.replace("\n", "\r"))


def test_columns_count_characters_not_bytes(spring: str) -> None:
    first = read(spring).players[0]
    assert (first.name, first.rating, first.federation) == ("Ågren, Göran", 1844, "ITA")


def test_the_header_is_read(spring: str) -> None:
    event = read(spring)
    assert (event.name, event.start, event.end, event.rounds) == ("Spring Two", "2026-03-21", "2026-06-30", 7)
    assert (event.rated, event.initial_colour, event.columns) == (31, Colour.WHITE, 6)
