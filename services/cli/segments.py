"""`omkamp log export`, `import`, `check` and `repair`: the log as files."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.cli.line import Json, bus_of, log_of, run, settings_of
from services.cli.words import counted
from services.runtime import transfer
from services.runtime.segments import Damage, Progress, SegmentStore
from services.runtime.stream import check as check_stream


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """What an export or an import has copied."""

    federation: str
    events: int


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What a check found, or a repair mended."""

    federation: str
    events: int
    damaged: list[Damage]


_FOLDER = typer.Argument(metavar="FOLDER", help="A folder that `omkamp log export` has written.", file_okay=False)


def export_log(
    context: typer.Context,
    target: Annotated[
        Path,
        typer.Argument(metavar="FOLDER|FILE", help="A folder (which is brought up to date), or a file with a suffix."),
    ],
    *,
    json: Json = False,
) -> None:
    """Copy the log into sealed, digest-chained segments: an archive that any Omkamp can import and verify."""
    settings = settings_of(context)

    async def work() -> int:
        async with log_of(settings) as log:
            with _progress("exporting", quiet=json) as progress:
                return await transfer.export(log, target, progress)

    _tell(Copied(federation=settings.federation, events=run(work())), f"in {target}", json=json)


def import_log(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FOLDER|FILE", help="What `omkamp log export` has written.")],
    *,
    json: Json = False,
) -> None:
    """Bring an exported log into a federation that has no events yet; started again, a broken import goes on."""
    settings = settings_of(context)

    async def work() -> int:
        async with bus_of(settings, "import") as bus:
            await check_stream(bus, settings.federation)
            with _progress("importing", quiet=json) as progress:
                return await transfer.bring_in(bus, settings.federation, source, progress)

    _tell(Copied(federation=settings.federation, events=run(work())), f"from {source}", json=json)


def check_log(
    source: Annotated[Path, typer.Argument(metavar="FOLDER|FILE", help="What `omkamp log export` has written.")],
    *,
    json: Json = False,
) -> None:
    """Read an export and name every damaged segment; of a single file the first one, which ends its chain."""
    checked = _checked_folder(SegmentStore(source)) if source.is_dir() else _checked_file(source)
    _say(checked, "damaged", json=json)
    if checked.damaged:
        raise typer.Exit(1)


def repair_log(context: typer.Context, folder: Annotated[Path, _FOLDER], *, json: Json = False) -> None:
    """Fetch the damaged segments of an exported folder again from the log: exactly those, equal to what was sealed."""
    settings, store = settings_of(context), SegmentStore(folder)
    _federation(store)

    async def work() -> list[Damage]:
        async with log_of(settings) as log:
            return await store.repair(log)

    _say(Checked(federation=settings.federation, events=store.last, damaged=run(work())), "fetched again", json=json)


def _checked_folder(store: SegmentStore) -> Checked:
    damaged = store.verify()
    return Checked(federation=_federation(store), events=store.last, damaged=damaged)


def _checked_file(source: Path) -> Checked:
    federation, events, damaged = "", 0, []
    try:
        for one in transfer.segments_of(source):
            federation, events = one.header.federation, one.header.last
    except Refused as refused:
        if not events:
            raise
        damaged.append(Damage(file=source.name, reason=refused.refusal.message))
    if not events:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{source} holds no segments")
    return Checked(federation=federation, events=events, damaged=damaged)


def _federation(store: SegmentStore) -> str:
    federation = store.federation if store.folder.is_dir() else None
    if federation is None:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{store.folder} holds no segments")
    return federation


def _tell(copied: Copied, where: str, *, json: bool) -> None:
    if json:
        say.document(copied)
    else:
        say.text(f"{copied.events} events of {copied.federation} {where}")


def _say(checked: Checked, what: str, *, json: bool) -> None:
    if json:
        say.document(checked)
        return
    for damage in checked.damaged:
        say.text(f"{what}: {damage.file}: {damage.reason}")
    say.text(f"{checked.events} events of {checked.federation}, {counted(len(checked.damaged), 'file')} {what}")


@contextmanager
def _progress(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=say.aside(), disable=quiet or not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
