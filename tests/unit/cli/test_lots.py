from random import Random

import pytest

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode, Refused
from services.cli.lots import drawn
from services.pairing.systems.berger import restricted_draw, table

TEN = [PlayerId(f"p{number}") for number in range(1, 11)]
CLUBS = [TEN[:3], TEN[3:6], TEN[6:8]]


def numbers(seed: int, clubs: list[list[PlayerId]]) -> dict[PlayerId, int]:
    return {lot.player: lot.number for lot in drawn(TEN, clubs, Random(seed))}  # noqa: S311  a reproducible draw


@pytest.mark.parametrize("seed", range(20))
def test_everybody_has_a_number_of_his_own_and_a_club_has_one_group(seed: int) -> None:
    found = numbers(seed, CLUBS)
    assert sorted(found.values()) == list(range(1, 11))
    for club in CLUBS:
        assert any({found[player] for player in club} <= set(group) for group in restricted_draw(10))


@pytest.mark.parametrize("seed", range(20))
def test_those_of_a_club_do_not_meet_in_the_last_three_rounds(seed: int) -> None:
    found = numbers(seed, CLUBS)
    for boards in table(10)[-3:]:
        for club in CLUBS:
            seats = {found[player] for player in club}
            assert not any({white, black} <= seats for white, black in boards)


def test_without_clubs_it_is_an_ordinary_lot() -> None:
    assert sorted(numbers(1, []).values()) == list(range(1, 11))
    assert numbers(1, []) != numbers(2, [])


@pytest.mark.parametrize(
    ("clubs", "message"),
    [
        ([TEN[:4]], "no group of numbers is left for 4 players of one club"),
        ([TEN[:2], TEN[1:3]], "p2 is in two of the clubs"),
    ],
)
def test_clubs_that_fit_no_group_are_refused(clubs: list[list[PlayerId]], message: str) -> None:
    with pytest.raises(Refused, match=message) as refused:
        numbers(1, clubs)
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_a_field_the_annex_does_not_know_is_refused() -> None:
    with pytest.raises(Refused, match="no restricted draw for 8 players"):
        drawn(TEN[:8], [TEN[:2]], Random(1))  # noqa: S311  a reproducible draw
