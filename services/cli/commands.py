"""The commands of `omkamp`. Each group of them has its own file; this one only names them."""

from importlib import metadata
from typing import Annotated

import typer

from services.cli import (
    arrange,
    checks,
    doctor,
    exporting,
    games,
    importing,
    log,
    lots,
    numbers,
    pair,
    ratings,
    registering,
    results,
    rounds,
    say,
    tables,
    up,
    verify,
)
from services.cli.demo import command as demo
from services.cli.line import Given
from services.runtime.logs import configure

app = typer.Typer(
    name="omkamp",
    help="The backend on which chess federations run their tournaments.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo")(demo.demo)
app.command("up")(up.up)
app.command("serve")(up.serve)
app.command("migrate")(up.make_streams)
app.add_typer(importing.app, name="import")
app.command("tournaments")(registering.tournaments)
app.command("register")(registering.register)
app.command("announce")(registering.announce)
app.command("enter")(registering.enter)
app.command("withdraw")(registering.withdraw)
app.command("cancel-entry")(registering.cancel_entry)
app.command("standings")(tables.standings)
app.command("crosstable")(tables.crosstable)
app.command("pairings")(tables.pairings)
app.command("result", context_settings=results.DASHES)(results.result)
app.command("correct", context_settings=results.DASHES)(results.correct)
app.add_typer(ratings.app, name="ratings")
app.add_typer(log.app, name="log")
app.command("verify")(verify.verify)
app.command("doctor")(doctor.doctor)
app.add_typer(checks.app, name="check")
app.command("pair")(pair.pair)
app.command("publish-round")(rounds.publish_round)
app.command("start-round")(rounds.start_round)
app.command("draw-lots")(lots.draw_lots)
app.command("rank-entries")(rounds.rank_entries)
app.command("correct-start-list")(numbers.correct_start_list)
app.add_typer(arrange.app, name="arrange")
app.add_typer(arrange.manual, name="manual")
app.command("adjourn")(games.adjourn)
app.command("postpone")(games.postpone)
app.command("cancellation")(games.cancellation)
app.command("replay", context_settings=results.DASHES)(games.replay)
app.command("correct-replay", context_settings=results.DASHES)(games.correct_replay)
app.command("decide")(games.decide)
app.command("complete")(games.complete)
app.add_typer(exporting.app, name="export")


def _version(wanted: bool) -> None:
    if wanted:
        say.text(f"omkamp {metadata.version('omkamp')}")
        raise typer.Exit


@app.callback()
def settings(
    context: typer.Context,
    *,
    url: Annotated[str | None, typer.Option(help="The nats-server (OMKAMP_URL).")] = None,
    federation: Annotated[str | None, typer.Option(help="The federation (OMKAMP_FEDERATION).")] = None,
    actor: Annotated[str, typer.Option("--as", metavar="ACTOR", help="Who sends the commands.")] = "cli",
    version: Annotated[  # noqa: ARG001  it has been told when this runs
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Run chess tournaments on an event log."""
    configure("critical")
    context.obj = Given(url, federation, actor)
