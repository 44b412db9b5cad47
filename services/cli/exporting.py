"""
`omkamp export trf`: a tournament as a report file with all that is known of it.

The pairing service gives the file as another program can pair on from it. What the other services know of its players
is put in here: FIDE id and year of birth from the register, points and rank from the standings, and in a comment the
id of everybody whom a later import would not find by his FIDE id, or whose name is too long for its column.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from msgspec import structs

from contracts.ids import TournamentId
from contracts.pairing import Report
from contracts.registration import Players, RegisteredPlayer
from contracts.reporting import CurrentStandings, Standing, Standings
from contracts.subjects import checked
from services.chess import trf
from services.chess.trf import Trf, TrfPlayer
from services.cli import say
from services.cli.line import TournamentArgument, client_of, run
from services.cli.plan import own_id
from services.cli.register import registered

app = typer.Typer(no_args_is_help=True, help="Write an event as a file for another program.")


@app.callback()
def export() -> None:
    """Write an event as a file for another program."""


@app.command("trf")
def export_trf(
    context: typer.Context,
    tournament: TournamentArgument,
    number: Annotated[
        int | None, typer.Option("--round", min=0, max=99, metavar="N", help="As after round N (default: now).")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it here (default: standard output).")] = None,
) -> None:
    """Write the tournament report file (TRF-2026) of a tournament, so that another program can pair or check it."""
    name = TournamentId(checked(tournament))

    async def ask() -> str:
        async with client_of(context) as client:
            file = trf.read(await client.ask(Report(tournament=name, after_round=number), str))
            table = await client.ask(CurrentStandings(tournament=name, after_round=number), Standings)
            players = await registered(client, Players(players=tuple(row.player for row in table.rows)))
            return trf.write(complete(file, table.rows, players))

    text = run(ask())
    if out is None:
        say.text(text.rstrip("\n"))
    else:
        out.write_text(text, "utf-8")
        say.note(f"{out} written")


def complete(file: Trf, rows: Iterable[Standing], players: Iterable[RegisteredPlayer]) -> Trf:
    """Put what the standings and the register know of its players into a file."""
    standings = {row.start_number: row for row in rows}
    register = {one.player: one for one in players}
    known = {number: register[row.player] for number, row in standings.items() if row.player in register}
    return structs.replace(
        file,
        rated=sum(1 for one in file.players if one.rating),
        comments=(*file.comments, *_own_ids(file, standings, known)),
        players=tuple(
            _known(one, standings.get(one.number), known.get(one.number), file.points) for one in file.players
        ),
    )


def _known(one: TrfPlayer, row: Standing | None, player: RegisteredPlayer | None, points: trf.PointSystem) -> TrfPlayer:
    """Print the sum of the rounds the file shows, which is what a reader adds up, and the rank of the standings."""
    return structs.replace(
        one,
        points=trf.summed_points(one, points),
        rank=None if row is None else row.rank,
        fide_id="" if player is None or player.fide_id is None else str(player.fide_id),
        birth="" if player is None or player.born is None else str(player.born),
    )


def _own_ids(file: Trf, standings: dict[int, Standing], known: dict[int, RegisteredPlayer]) -> list[str]:
    found = []
    for one in file.players:
        row, player = standings.get(one.number), known.get(one.number)
        fide_id = None if player is None else player.fide_id
        if row is not None and (row.player != f"fide-{fide_id}" or row.name != one.name):
            found.append(own_id(one.number, row.player, row.name))
    return found
