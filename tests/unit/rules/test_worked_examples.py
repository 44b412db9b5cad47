"""Every worked example of the collection, by its id."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.rules.vectors import Outcome, check

_FILES = Path(__file__).parents[2] / "data" / "vectors"


def _outcomes(name: str) -> list[Outcome]:
    document: dict[str, Any] = json.loads((_FILES / f"{name}.json").read_text(encoding="utf-8"))
    return check(document)


_ALL = [one for name in ("dsu_rating",) for one in _outcomes(name)]
_COVERED = [one for one in _ALL if one.covered]


@pytest.mark.parametrize("outcome", _COVERED, ids=lambda one: one.id)
def test_the_rules_give_what_the_worked_example_expects(outcome: Outcome) -> None:
    assert outcome.passed, f"{outcome.id}: expected {outcome.expected}, got {outcome.got}"
