import json
from pathlib import Path

import pytest

from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.colours import Colour
from services.pairing.from_trf import initial_colour, next_round, request

CASES = Path(__file__).parents[2] / "data" / "pairings" / "dutch"


def _row(number: int, points: str, *cells: str) -> str:
    head = f"001 {number:4} m    Player {number:04}                       2000"
    return f"{head:<80}{points:>4} {number:4}" + "".join(f"  {cell:<8}" for cell in cells) + "\n"


def test_both_texts_of_a_case_are_the_same_request() -> None:
    for path in sorted(CASES.glob("[0-9]*.json")):
        case = json.loads(path.read_text())
        assert request(trf.read(case["trf"])) == request(trf.read(case["trf26"])), path.stem


def test_the_next_round_is_the_one_after_the_last_meeting() -> None:
    text = "XXR 5\n" + _row(1, "1.0", "   2 w 1", "0000 - H") + _row(2, "0.0", "   1 b 0")
    event = trf.read(text)
    assert next_round(event) == 2
    asked = request(event)
    assert [one.absent for one in asked.contestants] == [ByeKind.HALF_POINT, None]
    assert [one.score for one in asked.contestants] == [2, 0]


def test_a_played_round_can_be_paired_again_as_if_it_were_not_there() -> None:
    text = "XXR 3\n" + _row(1, "2.0", "   2 w 1", "   2 b 1") + _row(2, "0.0", "   1 b 0", "   1 w 0")
    asked = request(trf.read(text), 2)
    assert [len(one.past) for one in asked.contestants] == [1, 1]
    assert [one.absent for one in asked.contestants] == [None, None]


def test_who_is_declared_absent_is_not_paired() -> None:
    asked = request(trf.read("XXR 3\nXXZ 2\n" + _row(1, "0.0") + _row(2, "0.0") + _row(3, "0.0")))
    assert [one.absent for one in asked.contestants] == [None, ByeKind.ZERO_POINT, None]


def test_a_bye_of_the_pairing_given_beforehand_is_the_only_one() -> None:
    given, free = "0000 - U", ""
    odd = [_row(1, "0.0", given), *(_row(one, "0.0", free) for one in (2, 3))]
    assert request(trf.read("XXR 3\n" + "".join(odd))).contestants[0].absent is ByeKind.PAIRING_ALLOCATED
    for left, third in ((3, free), (2, given)):
        rows = [*odd[:2], _row(3, "0.0", third), _row(4, "0.0", free)]
        with pytest.raises(Refused, match=f"and {left} players are left to be paired") as refused:
            request(trf.read("XXR 3\n" + "".join(rows)))
        assert refused.value.refusal.rule == "FIDE C.04.1"


def test_all_games_without_a_result_before_the_round_are_refused_with_their_players() -> None:
    cells = {1: ("   2 w  ", "   3 w  "), 2: ("   1 b  ", "   4 w 1"), 3: ("   4 w 1", "   1 b  ")}
    cells[4] = ("   3 b 0", "   2 b 0")
    event = trf.read("XXR 3\n" + "".join(_row(number, "0.0", *two) for number, two in cells.items()))
    with pytest.raises(Refused, match=r"without a result yet: 1 and 2 \(round 1\), 1 and 3 \(round 2\)") as refused:
        request(event)
    assert refused.value.refusal.code is RefusalCode.INCOMPLETE
    with pytest.raises(Refused, match=r"without a result yet: 1 and 2 \(round 1\)$"):
        request(event, 2)
    assert request(event, 1).round == 1


@pytest.mark.parametrize("number", [0, 3, 4])
def test_a_round_after_a_gap_or_beyond_the_event_is_refused(number: int) -> None:
    event = trf.read("XXR 3\n" + _row(1, "1.0", "   2 w 1") + _row(2, "0.0", "   1 b 0"))
    with pytest.raises(Refused) as refused:
        request(event, number)
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_ROUND


def test_points_other_than_one_a_half_and_nothing_are_refused() -> None:
    event = trf.read("XXR 3\nBBW  3.0\n" + _row(1, "0.0") + _row(2, "0.0"))
    with pytest.raises(Refused, match="counts otherwise"):
        request(event)


def test_the_lot_is_read_from_round_one_where_the_file_does_not_say() -> None:
    said = "XXC black1\nXXR 3\n" + _row(1, "1.0", "   2 w 1") + _row(2, "0.0", "   1 b 0")
    shown = "XXR 3\n" + _row(1, "0.0", "0000 - Z", "") + _row(2, "0.0", "   3 b 0") + _row(3, "1.0", "   2 w 1")
    second = "XXR 3\n" + _row(1, "1.0", "0000 - U", "") + _row(2, "0.0", "   3 b 0") + _row(3, "1.0", "   2 w 1")
    assert initial_colour(trf.read(said)) is Colour.BLACK
    assert initial_colour(trf.read(shown)) is Colour.BLACK
    assert initial_colour(trf.read(second)) is Colour.WHITE
    assert initial_colour(trf.read(_row(1, "0.0"))) is Colour.WHITE
