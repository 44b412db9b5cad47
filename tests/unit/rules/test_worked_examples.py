"""Every worked example of the collection, by its id."""

import json
from pathlib import Path
from typing import Any

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.vectors import Outcome, check

NO_GAMES = {"r": 2500, "k": 10, "ra": "2400", "n": 0, "score": "6.5"}
NO_TITLE = {"own": 2400, "opponents": [2400] * 9, "points": "6", "title": "LM"}
UNKNOWN = {"federation": 1, "on": "2024-06-01", "ratings": [1000]}
_FILES = Path(__file__).parents[2] / "data" / "vectors"


def _outcomes(name: str) -> list[Outcome]:
    document: dict[str, Any] = json.loads((_FILES / f"{name}.json").read_text(encoding="utf-8"))
    return check(document)


_ALL = [one for name in ("dsu_rating", "ssf_rating", "fide2000", "rules") for one in _outcomes(name)]


@pytest.mark.parametrize("outcome", _ALL, ids=lambda one: one.id)
def test_the_rules_give_what_the_worked_example_expects(outcome: Outcome) -> None:
    assert outcome.passed, f"{outcome.id}: expected {outcome.expected}, got {outcome.got}"


@pytest.mark.parametrize(("name", "rows"), [("dsu_rating", 24), ("ssf_rating", 10), ("fide2000", 19)])
def test_every_row_of_the_three_files_of_the_collection_is_run(name: str, rows: int) -> None:
    outcomes = _outcomes(name)
    assert len(outcomes) == rows
    assert [one.id for one in outcomes if not one.covered] == []


def test_a_kind_of_other_rules_is_reported_by_name_and_never_as_passed() -> None:
    (other,) = check({"rows": [{"id": "X", "kind": "norm2005", "input": {}, "expected": {"norm": True}}]})
    assert (other.covered, other.passed, other.why) == (False, False, "no rule set here answers norm2005")


@pytest.mark.parametrize(
    ("kind", "given", "expected", "step"),
    [
        ("fide_fee", {"cases": [["swiss", 301]]}, {"chf": [602]}, ("Anmälan", "601")),
        (
            "fide_norm",
            {"own": 2430, "opponents": [2430] * 9, "points": "6.5", "title": "GM"},
            {"required": "7"},
            ("Rapportering", "6.5"),
        ),
        (
            "fide_title_games",
            {"norms": [{"games": 9, "round_robin": False, "over": "0"}]},
            {"needed": 24},
            ("Rapportering", "30"),
        ),
    ],
)
def test_a_wrong_norm_title_or_fee_fails_with_its_steps(
    kind: str, given: dict[str, Any], expected: dict[str, Any], step: tuple[str, str]
) -> None:
    (outcome,) = check({"rows": [{"id": "X", "kind": kind, "input": given, "expected": expected}]})
    assert (outcome.covered, outcome.passed) == (True, False)
    assert (outcome.steps[-1].section, outcome.steps[-1].value) == step


def test_what_the_rules_refuse_in_an_example_is_shown_as_its_answer() -> None:
    given = {"own": 2430, "opponents": [2430] * 8, "points": "6", "title": "GM"}
    (outcome,) = check({"rows": [{"id": "X", "kind": "fide_norm", "input": given, "expected": {"required": "6"}}]})
    assert not outcome.passed
    assert outcome.got == {"required": "8 games are no norm: at least 9 needed"}


def test_a_wrong_expectation_fails_and_shows_both_values_with_the_steps() -> None:
    row = {
        "id": "X",
        "kind": "dsu_rating",
        "input": {"ro": 1700, "opponents": [1700] * 5, "score": "2.5", "winner": False},
        "expected": {"published": 1701},
    }
    (outcome,) = check({"rows": [row]})
    assert not outcome.passed
    assert (outcome.expected, outcome.got) == ({"published": 1701}, {"published": 1700})
    assert outcome.steps[-1].value == "1700"


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"rows": 1},
        {"rows": []},
        {"rows": [{"id": "X"}]},
        {"rows": [{"id": "X", "kind": "fide_pd", "input": {}, "expected": {"p": 1}}]},
        {"rows": [{"id": "X", "kind": "fide_pd", "input": {"d": [10**6]}, "expected": {"p": 1}}]},
        {"rows": [{"id": "X", "kind": "adjustment", "input": UNKNOWN, "expected": {"p": 1}}]},
        {"rows": [{"id": "X", "kind": "fide_round_robin", "input": NO_GAMES, "expected": {"p": 1}}]},
        {"rows": [{"id": "X", "kind": "fide_pd", "input": {"d": 0}, "expected": {}}]},
        {"rows": [{"id": "X", "kind": "fide_fee", "input": {"cases": [["rapid", 9]]}, "expected": {"chf": [1]}}]},
        {"rows": [{"id": "X", "kind": "fide_norm", "input": NO_TITLE, "expected": {"pct": 1}}]},
        {"rows": [{"id": "X", "kind": "unheard_of", "input": {}, "expected": 1}]},
    ],
)
def test_a_document_of_another_shape_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        check(document)
    assert refused.value.refusal.code is RefusalCode.MALFORMED_FILE
