"""`omkamp doctor`: what is wrong with this machine or configuration, a line each, and what to do about it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from services.cli import say
from services.cli.line import Json, run, settings_of

if TYPE_CHECKING:
    from services.cli.diagnosis import Finding


def doctor(
    context: typer.Context,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the log is kept.")] = Path(".omkamp"),
    *,
    json: Json = False,
) -> None:
    """Say what is wrong with this machine or configuration, and what to do about it."""
    found = run(_examine(context, data))
    if json:
        say.document(found)
    else:
        for one in found:
            _tell(one)
    if not all(one.ok for one in found):
        raise typer.Exit(1)


async def _examine(context: typer.Context, data: Path) -> list["Finding"]:
    from services.cli.diagnosis import examine  # noqa: PLC0415  other commands need not wait for HTTP

    return [one async for one in examine(lambda: settings_of(context), data)]


def _tell(one: "Finding") -> None:
    mark, paint = ("ok   ", "green") if one.ok else ("wrong", "bold red")
    screen = say.screen()
    screen.print(f"[{paint}]{mark}[/]", end=" ")
    screen.print(f"{one.what:<14} {one.found}", markup=False, soft_wrap=True)
    if one.advice:
        screen.print(f"      {'':<14} → {one.advice}", markup=False, soft_wrap=True)
    sys.stdout.flush()
