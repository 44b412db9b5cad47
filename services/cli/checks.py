"""`omkamp check`: a federation's own worked examples and pairing cases against the rules here."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.cli.line import Json
from services.runtime import files

if TYPE_CHECKING:
    from services.rules.vectors import Outcome

app = typer.Typer(no_args_is_help=True, help="Check the rules here against your own examples.")

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="JSON files.")]


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What became of all examples; `uncovered` are kinds no rule set here answers, and count as failed."""

    passed: int
    failed: int
    uncovered: int = 0
    failures: list[Any]


@app.command("vectors")
def check_vectors(files: Files, *, json: Json = False) -> None:
    """
    Compute worked examples of the regulations, and compare; an example of a kind that is not covered has failed.

    A file is an object with a list "rows" of {id, kind, input, expected}.
    """
    from services.rules import vectors  # noqa: PLC0415  other commands need not wait for the rules

    outcomes = [one for file in files for one in _named(file, vectors.check)]
    failed = [one for one in outcomes if not one.passed]
    uncovered = [one.kind for one in failed if not one.covered]
    kinds = f"{len(uncovered)} of the failed are of kinds that no rule here computes: {', '.join(sorted({*uncovered}))}"
    _end(
        Checked(passed=len(outcomes) - len(failed), failed=len(failed), uncovered=len(uncovered), failures=failed),
        [*map(_vector, failed), *([kinds] if uncovered else [])],
        json=json,
    )


@app.command("pairings")
def check_pairings(files: Files, *, json: Json = False) -> None:
    """
    Pair cases by every edition they know, and compare.

    A case is an object with the event so far ("trf") and its right round ("fide_2026", "fide_2017": [[white, black]]).
    """
    from services.pairing.check import check_case  # noqa: PLC0415  nor for the pairing programs

    outcomes = [_named(file, check_case) for file in files]
    failed = [one for one in outcomes if not one.passed]
    _end(
        Checked(passed=len(outcomes) - len(failed), failed=len(failed), failures=failed),
        [f"FAILED {one.name}: {'; '.join(one.failures)}" for one in failed],
        json=json,
    )


def _named(file: Path, check: Any) -> Any:  # noqa: ANN401  either check, and what it returns
    """Run a check on a file's document; a refusal says which file."""
    try:
        document = msgspec.json.decode(files.whole(file))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{file} is not JSON: {error}") from error
    if not isinstance(document, Mapping):
        raise Refused(RefusalCode.MALFORMED_FILE, f"{file} is not a JSON object")
    try:
        return check(document)
    except Refused as refused:
        raise Refused(refused.refusal.code, f"{file}: {refused.refusal.message}") from refused


def _vector(one: "Outcome") -> str:
    if not one.covered:
        return f"NOT COVERED {one.id} ({one.kind})"
    values = "; ".join(f"{key}: expected {wanted}, got {one.got.get(key)}" for key, wanted in one.expected.items())
    steps = " | ".join(f"{step.section} {step.what} = {step.value}" for step in one.steps)
    return f"FAILED {one.id} ({one.kind}): {values}{f'; steps: {steps}' if steps else ''}"


def _end(checked: Checked, lines: list[str], *, json: bool) -> None:
    if json:
        say.document(checked)
    else:
        for line in lines:
            say.text(line)
        say.text(f"{checked.passed} passed, {checked.failed} failed")
    if checked.failed:
        raise typer.Exit(1)
