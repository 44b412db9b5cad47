"""The commands of `omkamp`. Each group of them has its own file; this one only names them."""

from importlib import metadata
from typing import Annotated, Final

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

_RUNNING: Final = "Running"
app.command("demo", rich_help_panel=_RUNNING)(demo.demo)
app.command("up", rich_help_panel=_RUNNING)(up.up)
app.command("serve", rich_help_panel=_RUNNING)(up.serve)
app.command("migrate", rich_help_panel=_RUNNING)(up.make_streams)
app.command("doctor", rich_help_panel=_RUNNING)(doctor.doctor)

_TOURNAMENT: Final = "Tournament"
app.command("tournaments", rich_help_panel=_TOURNAMENT)(registering.tournaments)
app.command("announce", rich_help_panel=_TOURNAMENT)(registering.announce)
app.command("standings", rich_help_panel=_TOURNAMENT)(tables.standings)
app.command("crosstable", rich_help_panel=_TOURNAMENT)(tables.crosstable)
app.command("complete", rich_help_panel=_TOURNAMENT)(games.complete)
app.add_typer(importing.app, name="import", rich_help_panel=_TOURNAMENT)
app.add_typer(exporting.app, name="export", rich_help_panel=_TOURNAMENT)

_PLAYERS: Final = "Players"
app.command("register", rich_help_panel=_PLAYERS)(registering.register)
app.command("enter", rich_help_panel=_PLAYERS)(registering.enter)
app.command("withdraw", rich_help_panel=_PLAYERS)(registering.withdraw)
app.command("cancel-entry", rich_help_panel=_PLAYERS)(registering.cancel_entry)

_PAIRING: Final = "Pairing"
app.command("rank-entries", rich_help_panel=_PAIRING)(rounds.rank_entries)
app.command("correct-start-list", rich_help_panel=_PAIRING)(numbers.correct_start_list)
app.command("draw-lots", rich_help_panel=_PAIRING)(lots.draw_lots)
app.command("pair", rich_help_panel=_PAIRING)(pair.pair)
app.command("publish-round", rich_help_panel=_PAIRING)(rounds.publish_round)
app.command("start-round", rich_help_panel=_PAIRING)(rounds.start_round)
app.command("pairings", rich_help_panel=_PAIRING)(tables.pairings)
app.add_typer(arrange.app, name="arrange", rich_help_panel=_PAIRING)
app.add_typer(arrange.manual, name="manual", rich_help_panel=_PAIRING)

_RESULTS: Final = "Results"
app.command("result", rich_help_panel=_RESULTS, context_settings=results.DASHES)(results.result)
app.command("correct", rich_help_panel=_RESULTS, context_settings=results.DASHES)(results.correct)
app.command("adjourn", rich_help_panel=_RESULTS)(games.adjourn)
app.command("postpone", rich_help_panel=_RESULTS)(games.postpone)
app.command("cancellation", rich_help_panel=_RESULTS)(games.cancellation)
app.command("replay", rich_help_panel=_RESULTS, context_settings=results.DASHES)(games.replay)
app.command("correct-replay", rich_help_panel=_RESULTS, context_settings=results.DASHES)(games.correct_replay)
app.command("decide", rich_help_panel=_RESULTS)(games.decide)

_LOG: Final = "Log"
app.add_typer(log.app, name="log", rich_help_panel=_LOG)
app.command("verify", rich_help_panel=_LOG)(verify.verify)

_RATINGS: Final = "Ratings"
app.add_typer(ratings.app, name="ratings", rich_help_panel=_RATINGS)
app.add_typer(checks.app, name="check", rich_help_panel=_RATINGS)


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
