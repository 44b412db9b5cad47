"""`omkamp import`: bring in an event another program ran."""

import datetime as dt
import re
import sys
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from contracts.ids import TournamentId
from contracts.registration import PairingSystem, RatingOption
from contracts.subjects import checked
from services.chess.trf import Trf
from services.cli import say
from services.cli.barred import refuse_barred
from services.cli.line import Json, client_of, run
from services.cli.plan import Plan, Wanted, plan, tournament_id, wanted_players
from services.cli.register import registered
from services.cli.sender import Kept, Sender, Sent, head_of
from services.cli.trf_file import about, read_trf
from services.cli.words import counted

app = typer.Typer(no_args_is_help=True, help="Bring in an event that another program ran.")

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did."""

    tournament: TournamentId
    name: str
    players: int
    rounds: int
    announced: int
    results: int
    byes: int
    apart: int
    completed: bool
    commands: int
    new: int
    unchanged: int
    kept: list[Kept]
    notes: tuple[str, ...]


def day(text: str) -> dt.date:
    """Read a day as YYYY-MM-DD."""
    try:
        return dt.date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a day; write YYYY-MM-DD") from None


@app.command("trf")
def import_trf(  # noqa: PLR0913  one parameter an option
    context: typer.Context,
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tournament report file (TRF16 or TRF26).")],
    tournament: Annotated[str, typer.Option(metavar="ID", help="Its id here (default: the file's name).")] = "",
    rating_rules: Annotated[
        str, typer.Option(metavar="RULES", help="A rule set, or a federation whose rules are in force.")
    ] = "",
    rating_option: Annotated[
        list[RatingOption] | None, typer.Option(help="What the district has adopted (SSF); again for each.")
    ] = None,
    system: Annotated[
        PairingSystem, typer.Option(help="How it is paired, here too if it goes on.")
    ] = PairingSystem.GIVEN,
    starts: Annotated[dt.date | None, typer.Option(parser=day, metavar="DAY", help="Its first day.")] = None,
    ends: Annotated[dt.date | None, typer.Option(parser=day, metavar="DAY", help="Its last day.")] = None,
    json: Json = False,
) -> None:
    """
    Import a tournament report file: players, start ratings, entries, rounds and results, by real commands.

    Importing the same file again changes nothing and says so. A damaged file is refused before anything is sent, and so
    is one with players who were in quarantine on its days: all of them are named.
    """
    wanted = Wanted(
        tournament=TournamentId(checked(tournament) if tournament else tournament_id(file.stem)),
        rating_rules=rating_rules,
        rating_options=tuple(rating_option or ()),
        system=system,
        starts=starts,
        ends=ends,
    )
    event = read_trf(file)
    made, sent = run(_send(context, file, event, wanted, quiet=json))
    for words in made.notes:
        say.note(f"{file}: {words}")
    imported = Imported(
        tournament=wanted.tournament,
        name=event.name,
        players=len(made.players),
        rounds=len(made.rounds),
        announced=event.rounds,
        results=sum(len(one.results) for one in made.rounds),
        byes=len(made.byes),
        apart=len(made.apart),
        completed=made.complete is not None,
        commands=sent.commands,
        new=sent.new,
        unchanged=sent.unchanged,
        kept=sent.kept,
        notes=made.notes,
    )
    if json:
        say.document(imported)
    else:
        _tell(imported)


async def _send(context: typer.Context, file: Path, event: Trf, wanted: Wanted, *, quiet: bool) -> tuple[Plan, Sent]:
    async with client_of(context) as client:
        with about(file):
            made = plan(event, wanted, await registered(client, wanted_players(event)))
            await refuse_barred(client, made)
        head = await head_of(client)
        with Progress(
            TextColumn("importing"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=say.aside(),
            disable=quiet or not sys.stderr.isatty(),
        ) as progress:
            task = progress.add_task("commands", total=made.size)
            return made, await Sender(client, head, lambda: progress.advance(task)).send(made)


def _tell(imported: Imported) -> None:
    for one in imported.kept:
        say.note(f"kept as it was: {one.message}")
    part = f"{imported.rounds} of " if imported.rounds < imported.announced else ""
    said = (
        counted(imported.players, "player"),
        f"{part}{counted(imported.announced, 'round')}",
        counted(imported.results, "result"),
        *([f"{counted(imported.byes, 'bye')} to come"] if imported.byes else []),
        *([f"{counted(imported.apart, 'pair')} kept apart"] if imported.apart else []),
        *(["completed"] if imported.completed else []),
    )
    say.text(f"{imported.tournament}: {', '.join(said)}.")
    if imported.new:
        say.text(f"{imported.new} of {imported.commands} commands changed something.")
    else:
        say.text("Nothing changed: everything was there already.")
