"""`omkamp`: the command line. Each group of commands has its own file; this one only names them."""

import os
import sys
from importlib import metadata
from typing import Annotated

import typer
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from contracts.codec import Poison
from contracts.refusals import Refusal, RefusalCode, Refused
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
from services.runtime.log import Unavailable
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


def main() -> None:
    """Run the command line: a refusal is one line on standard error and exit code 1, wrong usage exit code 2."""
    code = 1
    say.whole()
    try:
        app(prog_name="omkamp")
    except BrokenPipeError:
        pass  # whoever read our output has seen enough
    except Exception as error:  # noqa: BLE001  sorted by cause; what has none that a user knows is raised again
        say.refused(_refusal(error))
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    _let_go_of_output()
    sys.exit(code)


def _refusal(error: BaseException) -> Refusal:
    """Say in our words what a person can cause; a fault of ours keeps its traceback."""
    match error:
        case BaseExceptionGroup(exceptions=(first, *_)):
            return _refusal(first)
        case Refused(refusal=refusal):
            return refusal
        case Poison():
            return Refusal(code=RefusalCode.INTERNAL, message=f"the log cannot be read: {error}")
        case Unavailable() | NatsError() | APIError():
            what = str(error) or type(error).__name__
            return Refusal(code=RefusalCode.UNAVAILABLE, message=f"nats-server does not answer: {what}")
        case OSError():
            where = "" if error.filename is None else f"{error.filename}: "
            return Refusal(code=RefusalCode.UNAVAILABLE, message=f"{where}{error.strerror or error}")
        case _:
            raise error


def _let_go_of_output() -> None:
    # Python flushes once more at its end, and would complain of a closed pipe there.
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
