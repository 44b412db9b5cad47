import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import berger
from services.pairing.systems.interface import Contestant, PastRound, Request, Unpairable

TABLES: dict[str, list[list[list[int]]]] = json.loads(
    (Path(__file__).parents[3] / "data/pairing/berger_tables.json").read_text()
)
SIZES = st.integers(min_value=3, max_value=40)


def field_of(players: int, number: int, absent: tuple[int, ...] = ()) -> tuple[Contestant, ...]:
    past = (PastRound(bye=ByeKind.ZERO_POINT),) * (number - 1)
    return tuple(
        Contestant(number=one, past=past, absent=ByeKind.ZERO_POINT if one in absent else None)
        for one in range(1, players + 1)
    )


def request_of(players: int, number: int, *, absent: tuple[int, ...] = (), **options: str) -> Request:
    return Request(round=number, rounds=99, contestants=field_of(players, number, absent), options=options)


@pytest.mark.parametrize("size", sorted(TABLES))
def test_the_formula_gives_the_printed_table(size: str) -> None:
    assert [[list(board) for board in boards] for boards in berger.table(int(size))] == TABLES[size]


@pytest.mark.parametrize("size", sorted(TABLES))
def test_an_odd_field_uses_the_table_of_the_next_number(size: str) -> None:
    assert berger.table(int(size) - 1) == berger.table(int(size))


@given(SIZES)
def test_every_pair_meets_once(players: int) -> None:
    met = [frozenset(board) for boards in berger.table(players) for board in boards]
    size = players + players % 2
    assert len(met) == len(set(met))
    assert set(met) == {frozenset(pair) for pair in combinations(range(1, size + 1), 2)}


@given(SIZES)
def test_every_round_has_everybody_once(players: int) -> None:
    size = players + players % 2
    for boards in berger.table(players):
        assert sorted(number for board in boards for number in board) == list(range(1, size + 1))


@given(SIZES)
def test_the_lower_half_has_one_white_more_and_the_last_number_alternates(players: int) -> None:
    size = players + players % 2
    rounds = berger.table(players)
    for number in range(1, size + 1):
        whites = sum(white == number for boards in rounds for white, _ in boards)
        assert whites == (size // 2 if number <= size // 2 else size // 2 - 1)
    assert [boards[0][1] == size for boards in rounds] == [index % 2 == 0 for index in range(size - 1)]


@given(SIZES)
def test_a_double_round_gives_both_colours_against_everybody(players: int) -> None:
    boards = [board for boards in berger.rounds_of(players, cycles=2) for board in boards]
    size = players + players % 2
    assert len(set(boards)) == len(boards) == size * (size - 1)


@given(st.integers(min_value=2, max_value=20).map(lambda half: 2 * half))
def test_the_swap_spares_everybody_the_same_colour_three_times(players: int) -> None:
    def longest_run(rounds: tuple[tuple[berger.Board, ...], ...]) -> int:
        longest = 0
        for number in range(1, players + 1):
            colours = "".join(
                "w" if white == number else "b" for r in rounds for white, black in r if number in (white, black)
            )
            longest = max(longest, *(len(run) for run in colours.replace("wb", "w b").replace("bw", "b w").split()))
        return longest

    assert longest_run(berger.rounds_of(players, cycles=2)) == 2
    assert longest_run(berger.rounds_of(players, cycles=2, swap_last_rounds=False)) == 3


def test_the_proposal_is_the_row_of_the_table() -> None:
    proposal = berger.pair(request_of(6, 3))
    assert [(one.white, one.black) for one in proposal.pairs] == [(2, 6), (3, 1), (4, 5)]
    assert proposal.bye is None
    assert "2-6" in proposal.pairs[0].reasons[0].text


def test_who_meets_the_extra_number_has_the_bye() -> None:
    proposal = berger.pair(request_of(5, 3))
    assert proposal.bye == 2
    assert [(one.white, one.black) for one in proposal.pairs] == [(3, 1), (4, 5)]


def test_the_opponent_of_an_absent_player_is_free_and_has_no_bye() -> None:
    proposal = berger.pair(request_of(6, 3, absent=(6, 3, 1)))
    assert [(one.white, one.black) for one in proposal.pairs] == [(4, 5)]
    assert proposal.bye is None
    assert [one.number for one in proposal.free] == [2]
    assert "6" in proposal.free[0].reasons[1].text


def test_round_n_of_two_cycles_reverses_round_one() -> None:
    assert [(one.white, one.black) for one in berger.pair(request_of(4, 4, cycles="2")).pairs] == [(4, 1), (3, 2)]


def test_the_last_two_rounds_of_the_first_cycle_change_places_unless_told_otherwise() -> None:
    assert berger.pair(request_of(4, 2, cycles="2")).pairs[0].white == 2
    assert berger.pair(request_of(4, 2, cycles="2", swap_last_rounds="no")).pairs[0].white == 4


def test_a_round_after_the_last_is_refused() -> None:
    with pytest.raises(Unpairable, match="over after round 3"):
        berger.pair(request_of(4, 4))


def test_a_gap_in_the_numbers_is_refused() -> None:
    gap = tuple(one for one in field_of(6, 1) if one.number != 3)
    with pytest.raises(Unpairable, match="3 is missing"):
        berger.pair(Request(round=1, rounds=5, contestants=gap))


def test_a_late_entrant_is_refused() -> None:
    late = (*field_of(3, 2), Contestant(number=4, past=(PastRound(),)))
    with pytest.raises(Unpairable, match="4 came after round 1"):
        berger.pair(Request(round=2, rounds=3, contestants=late))


def met(players: int, earlier: tuple[int, ...]) -> tuple[Contestant, ...]:
    """A field whose earlier rounds were the rounds `earlier` of the table."""
    tables = berger.table(players)
    opponents = [
        {white: black for board in tables[one - 1] for white, black in (board, board[::-1])} for one in earlier
    ]
    return tuple(
        Contestant(number=one, past=tuple(PastRound(opponent=of[one], played=True) for of in opponents))
        for one in range(1, players + 1)
    )


def test_two_who_have_met_in_this_cycle_do_not_meet_again() -> None:
    in_order = Request(round=4, rounds=5, contestants=met(6, (1, 2, 3)))
    assert len(berger.pair(in_order).pairs) == 3
    out_of_order = Request(round=4, rounds=5, contestants=met(6, (1, 2, 4)))
    with pytest.raises(Unpairable, match="the table has 6-5 now, who met in round 3"):
        berger.pair(out_of_order)


def test_the_second_cycle_is_a_second_meeting_and_no_third() -> None:
    double = {"cycles": "2", "swap_last_rounds": "no"}
    again = Request(round=5, rounds=6, contestants=met(4, (1, 2, 3, 1)), options=double)
    assert len(berger.pair(again).pairs) == 2
    third = Request(round=5, rounds=6, contestants=met(4, (1, 2, 3, 2)), options=double)
    with pytest.raises(Unpairable, match="who met in round 4"):
        berger.pair(third)


def test_forbidden_pairs_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        berger.pair(Request(round=1, rounds=3, contestants=field_of(4, 1), forbidden=frozenset({(1, 2)})))
    assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


@pytest.mark.parametrize(("name", "value"), [("colours", "fide"), ("cycles", "3")])
def test_an_unknown_option_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(Refused) as caught:
        berger.pair(Request(round=1, rounds=3, contestants=field_of(4, 1), options={name: value}))
    assert caught.value.refusal.details["field"] == f"options.{name}"


def test_nobody_active_is_an_empty_round_and_one_player_has_the_bye() -> None:
    assert berger.pair(request_of(4, 1, absent=(1, 2, 3, 4))).pairs == ()
    assert berger.pair(request_of(1, 1)).bye == 1


def test_the_restricted_draw_splits_the_numbers_into_four_groups() -> None:
    for players in range(9, 25):
        numbers = [number for group in berger.restricted_draw(players) for number in group]
        assert sorted(numbers) == list(range(1, players + 1))


def test_a_restricted_group_does_not_meet_in_the_last_three_rounds_except_6_and_12_of_twelve() -> None:
    meetings = set()
    for players in range(9, 25):
        last = {board for boards in berger.table(players)[-3:] for board in boards}
        for group in berger.restricted_draw(players):
            meetings |= {(players, *board) for board in last if set(board) <= set(group)}
    assert meetings == {(12, 6, 12)}


def test_a_restricted_draw_of_eight_is_refused() -> None:
    with pytest.raises(Unpairable, match="9 to 24"):
        berger.restricted_draw(8)
