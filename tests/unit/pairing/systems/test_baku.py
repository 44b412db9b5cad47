import json
from pathlib import Path

import pytest

from services.chess import trf
from services.pairing.systems.baku import accelerate, group_a_size, recommended, schedule, virtual_points
from services.pairing.systems.interface import Contestant

CASES = Path(__file__).parents[3] / "data" / "pairings" / "dutch"


@pytest.mark.parametrize(("players", "size"), [(0, 0), (1, 2), (8, 4), (9, 6), (11, 6), (161, 82)])
def test_group_a_is_the_upper_half_rounded_up_to_an_even_number(players: int, size: int) -> None:
    assert group_a_size(players) == size


@pytest.mark.parametrize(
    ("rounds", "points"),
    [
        (1, (2,)),
        (5, (2, 2, 1, 0, 0)),
        (7, (2, 2, 1, 1, 0, 0, 0)),
        (9, (2, 2, 2, 1, 1, 0, 0, 0, 0)),
        (11, (2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0)),
    ],
)
def test_the_first_half_of_the_accelerated_rounds_gives_a_win_and_the_rest_a_draw(
    rounds: int, points: tuple[int, ...]
) -> None:
    assert schedule(rounds) == points


def test_every_accelerated_case_has_the_same_virtual_points() -> None:
    seen = 0
    for path in sorted(CASES.glob("*_baku_*.json")):
        event = trf.read(json.loads(path.read_text())["trf26"])
        ours = virtual_points([player.number for player in event.players], event.rounds)
        theirs = {one.number: one.points for one in event.acceleration}
        for number, points in ours.items():
            given = theirs.get(number, ())
            assert points[: len(given)] == given
            assert number in theirs or not any(points)
        seen += 1
    assert seen > 10


def test_group_a_can_be_told() -> None:
    points = virtual_points([1, 2, 3, 4, 5, 6, 7, 8, 9], 5, group_a={1, 2, 9})
    assert [number for number, given in points.items() if any(given)] == [1, 2, 9]


def test_contestants_get_the_points_of_the_rounds_up_to_this_one() -> None:
    field = accelerate([Contestant(number=number) for number in range(1, 6)], 3, 9)
    assert [one.acceleration for one in field] == [(2, 2, 2)] * 4 + [(0, 0, 0)]


def test_an_empty_field_has_no_virtual_points() -> None:
    assert virtual_points([], 9) == {}


def test_the_method_is_for_nine_rounds_and_more() -> None:
    assert [recommended(rounds) for rounds in (8, 9)] == [False, True]
