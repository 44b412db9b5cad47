"""`omkamp demo`: the main job, seen."""

import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

import typer

from services.chess import trf
from services.cli import say
from services.cli.demo.promises import Told
from services.cli.demo.screen import Stage
from services.cli.demo.story import Story
from services.cli.demo.venues import NAMES
from services.cli.line import Json, log_of, run, settings_of
from services.cli.up import embedded
from services.runtime.client import Client
from services.runtime.settings import Settings

_FILE: Final = "summer-open-137p-7r.trf"


def demo(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the log here (default: nowhere).")] = None,
    *,
    json: Json = False,
) -> None:
    """
    Play a real tournament of 137 players, end to end: results from three venues, live tables, a correction, ratings.

    Needs no network and ends by itself; the exit code tells whether everything promised came true.

    With --data a second run finds the first one there, and plays the tournament again under another id.
    """
    stage = Stage(quiet=json)
    with _folder(data) as folder:
        told = run(_play(settings_of(context), folder, stage))
    if json:
        say.document(told)
    else:
        _end(told, stage, data)
    if not told.success:
        raise typer.Exit(1)


async def _play(settings: Settings, folder: Path, stage: Stage) -> Told:
    event = trf.read(files("services.cli").joinpath("data", _FILE).read_text(encoding="utf-8"))
    async with AsyncExitStack() as stack:
        reached = await stack.enter_async_context(embedded(settings, folder, port=0))
        log = await stack.enter_async_context(log_of(reached))
        office, *venues = [await Client.connect(reached, name) for name in ("office", *NAMES)]
        for client in (office, *venues):
            stack.push_async_callback(client.close)
        stage.line(f"nats-server and the six services run on {reached.url}, their log is in {folder}.")
        return await Story(event, office, venues, log, stage).tell()


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    if data is not None:
        yield data
        return
    with tempfile.TemporaryDirectory(prefix="omkamp-demo-") as folder:
        yield Path(folder)


def _end(told: Told, stage: Stage, data: Path | None) -> None:
    stage.act("What was promised:")
    for one in told.promises:
        stage.line(f"  {'kept  ' if one.kept else 'BROKEN'}  {one.promise} ({one.seen})")
    stage.line(told.closing.line)
    if data is not None:
        stage.line(f"omkamp up --data {data}, and in another terminal: omkamp standings {told.tournament}")
