import json
from pathlib import Path
from typing import Any

import pytest

from contracts.refusals import RefusalCode, Refused
from services.pairing.check import check_case
from services.pairing.systems.fide_request import ProgramFailed
from services.pairing.systems.interface import Pair, Proposal, Request, System, Unpairable

CASES = Path(__file__).parents[2] / "data" / "pairings" / "dutch"
SMALL = sorted(path.stem for path in CASES.glob("[0-9]*.json"))
LARGE = ("n500_s1_r5of9", "n1000_s1_r5of9")


def _case(name: str) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text())
    return case


def test_every_small_case_is_there() -> None:
    assert len(SMALL) == 125


@pytest.mark.parametrize("name", SMALL)
def test_a_case_is_reproduced_in_both_editions_and_from_both_texts(name: str) -> None:
    outcome = check_case(_case(name))
    assert outcome.failures == ()
    assert outcome.compared == 4


@pytest.mark.parametrize("name", LARGE[:1])
def test_a_large_round_is_reproduced_under_the_rules_in_force(name: str) -> None:
    case = {key: value for key, value in _case(name).items() if key != "fide_2017"}
    assert check_case(case).failures == ()


@pytest.mark.long
@pytest.mark.parametrize("name", LARGE)
def test_a_large_case_is_reproduced_in_both_editions_and_from_both_texts(name: str) -> None:
    outcome = check_case(_case(name))
    assert outcome.failures == ()
    assert outcome.compared == 4


def _always(proposal: Proposal) -> System:
    def pair(_request: Request) -> Proposal:
        return proposal

    return pair


def test_a_wrong_colour_fails_with_both_rounds_named() -> None:
    case = _case("000_all_n6_r4of5")
    wrong = Proposal(pairs=(Pair(white=2, black=1), Pair(white=4, black=6)))
    outcome = check_case(case, lambda _name: _always(wrong))
    assert not outcome.passed
    assert outcome.failures[0] == "fide_2026 from trf: expected 1-2 4-6, got 2-1 4-6"
    assert len(outcome.failures) == 4


def test_boards_in_another_order_fail() -> None:
    swapped = Proposal(pairs=(Pair(white=4, black=6), Pair(white=1, black=2)))
    assert not check_case(_case("000_all_n6_r4of5"), lambda _name: _always(swapped)).passed


def test_boards_in_another_order_pass_where_virtual_points_are_given() -> None:
    swapped = Proposal(pairs=(Pair(white=3, black=6), Pair(white=7, black=2), Pair(white=1, black=4)), bye=8)
    assert check_case(_case("012_baku_n8_r4of7"), lambda _name: _always(swapped)).passed


def test_a_round_where_none_is_legal_fails() -> None:
    outcome = check_case(_case("004_forb_n6_r4of5"), lambda _name: _always(Proposal(pairs=())))
    assert "expected no legal pairing" in outcome.failures[0]


def test_a_broken_program_is_not_taken_for_an_unpairable_round() -> None:
    def broken(_request: Request) -> Proposal:
        raise ProgramFailed("it broke", "rule")

    outcome = check_case(_case("004_forb_n6_r4of5"), lambda _name: broken)
    assert "it broke" in outcome.failures[0]


def test_an_unpairable_round_passes_where_none_is_legal() -> None:
    def unpairable(_request: Request) -> Proposal:
        raise Unpairable("none", rule="", advice="")

    assert check_case(_case("004_forb_n6_r4of5"), lambda _name: unpairable).passed


def test_an_edition_a_case_does_not_know_is_not_checked() -> None:
    case = _case("000_all_n6_r4of5")
    assert check_case({key: case[key] for key in ("name", "trf", "fide_2026")}).compared == 1


@pytest.mark.parametrize("case", [{}, {"name": "empty"}, {"name": "text", "trf": 3, "fide_2026": []}])
def test_a_case_of_another_form_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        check_case(case)
    assert refused.value.refusal.code is RefusalCode.MALFORMED_FILE


def test_a_text_that_is_no_trf_fails_by_name() -> None:
    outcome = check_case({"name": "damaged", "trf": "001 what", "fide_2026": [[1, 2]]})
    assert outcome.failures[0].startswith("fide_2026 from trf: refused (malformed_file)")
