"""Every worked example of the collection, by its id."""

import json
from pathlib import Path
from typing import Any

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.vectors import Outcome, check

NO_GAMES = {"r": 2500, "k": 10, "ra": "2400", "n": 0, "score": "6.5"}
UNKNOWN = {"federation": 1, "on": "2024-06-01", "ratings": [1000]}
_FILES = Path(__file__).parents[2] / "data" / "vectors"


def _outcomes(name: str) -> list[Outcome]:
    document: dict[str, Any] = json.loads((_FILES / f"{name}.json").read_text(encoding="utf-8"))
    return check(document)


_ALL = [one for name in ("dsu_rating", "ssf_rating", "fide2000", "rules") for one in _outcomes(name)]
_COVERED = [one for one in _ALL if one.covered]


@pytest.mark.parametrize("outcome", _COVERED, ids=lambda one: one.id)
def test_the_rules_give_what_the_worked_example_expects(outcome: Outcome) -> None:
    assert outcome.passed, f"{outcome.id}: expected {outcome.expected}, got {outcome.got}"


def test_kinds_of_later_rules_are_reported_by_name_and_never_as_passed() -> None:
    others = [one for one in _ALL if not one.covered]
    assert {one.kind for one in others} == {"fide_fee", "fide_norm", "fide_title_games"}
    assert not any(one.passed for one in others)
    assert all(one.kind in one.why for one in others)


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
        {"rows": [{"id": "X", "kind": "unheard_of", "input": {}, "expected": 1}]},
    ],
)
def test_a_document_of_another_shape_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        check(document)
    assert refused.value.refusal.code is RefusalCode.MALFORMED_FILE
