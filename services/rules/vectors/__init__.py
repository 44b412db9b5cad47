"""
Worked examples run against the rules, by their `kind`.

| file of the collection | kinds | run by |
|---|---|---|
| dsu_rating | `dsu_rating`, `dsu_register`, `dsu_performance`, `dsu_fide_adjust` | `dsu` |
| ssf_rating | `ssf_game`, `ssf_period`, `ssf_bonus`, `ssf_inactivity` | `ssf` |
| fide2000 | `fide_swiss`, `fide_round_robin`, `fide_rr_unrated`, `fide_unrated_swiss` | `fide2000` |
| fide2000 | `fide_rn`, `fide_period`, `fide_k`, `fide_pd` | `fide2000` |
| fide2000 | `fide_fee`, `fide_norm`, `fide_title_games` | `fide2000_titles` |
| rules | `fide2024_event`, `fide2024_period`, `fide2024_first`, `adjustment` | `fide2024` |
| others | Danish norms and titles, discipline, candidate results, classes | not covered here, and reported so by name |
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.rules.event import Step
from services.rules.vectors import dsu, fide2000, fide2000_titles, fide2024, ssf
from services.rules.vectors.numbers import same, shown

Runner = Callable[[Mapping[str, Any]], tuple[dict[str, Any], tuple[Step, ...]]]
"""Takes a row's `input`, gives what the rules answer by name, and the steps."""

RUNNERS: Final[dict[str, Runner]] = {
    **dsu.RUNNERS,
    **ssf.RUNNERS,
    **fide2000.RUNNERS,
    **fide2000_titles.RUNNERS,
    **fide2024.RUNNERS,
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """
    What became of one worked example.

    `passed`: every expected key has the value the rules give. `covered` is false, and `passed` with it, where no rule
    set here answers that kind. `expected` and `got` hold the keys the example asks for, exact numbers as text.
    """

    id: str
    kind: str
    passed: bool
    covered: bool = True
    expected: dict[str, Any] = {}
    got: dict[str, Any] = {}
    steps: tuple[Step, ...] = ()
    why: str = ""


def check(document: Mapping[str, Any]) -> list[Outcome]:
    """
    Run every row of a document of worked examples (`{"rows": [{"id", "kind", "input", "expected"}, ...]}`).

    Refuses a document of another shape, and one that would pass because nothing is compared, naming the row.
    """
    rows = document.get("rows")
    if not isinstance(rows, list) or not rows:
        raise Refused(RefusalCode.MALFORMED_FILE, 'worked examples are an object with a list "rows", one or more')
    return [_outcome(place, row) for place, row in enumerate(rows)]


def _outcome(place: int, row: object) -> Outcome:
    needed = ("id", "kind", "input", "expected")
    if not isinstance(row, Mapping) or any(key not in row for key in needed):
        raise Refused(RefusalCode.MALFORMED_FILE, f"row {place + 1} needs {', '.join(needed)}", row=place + 1)
    if not isinstance(row["expected"], Mapping) or not row["expected"]:
        raise Refused(RefusalCode.MALFORMED_FILE, f"row {place + 1} expects nothing", row=place + 1)
    known, kind = str(row["id"]), str(row["kind"])
    if kind not in RUNNERS:
        return Outcome(id=known, kind=kind, passed=False, covered=False, why=f"no rule set here answers {kind}")
    try:
        answer, steps = RUNNERS[kind](row["input"])
    except Refused as refused:
        answer, steps = {"refused": refused.refusal.message}, ()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Refused(
            RefusalCode.MALFORMED_FILE,
            f"row {place + 1} ({known}): {kind} cannot read its input: {error!r}",
            row=place + 1,
        ) from None
    got = {key: shown(answer.get(key, answer.get("refused"))) for key in row["expected"]}
    passed = all(key in answer and same(wanted, answer[key]) for key, wanted in row["expected"].items())
    return Outcome(id=known, kind=kind, passed=passed, expected=dict(row["expected"]), got=got, steps=steps)
