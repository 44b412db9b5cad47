"""`omkamp log`: the events as they come, and the log as files."""

from typing import Annotated, Any, Final

import msgspec
import typer

from contracts.envelope import Event
from contracts.ids import PlayerId, UnitId
from contracts.refusals import RefusalCode, Refused
from contracts.subjects import checked, unit_events
from contracts.units import LISTS, RATINGS, is_unit, player_unit
from services.cli import say, segments
from services.cli.line import Json, log_of, run, settings_of
from services.runtime.log import EventLog, Record, replay

app = typer.Typer(no_args_is_help=True, help="Read the log of events.")
app.command("export")(segments.export_log)
app.command("import")(segments.import_log)
app.command("check")(segments.check_log)
app.command("repair")(segments.repair_log)

_LAST: Final = 10
_EVENT: Final = msgspec.json.Decoder(Event)
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Entry(msgspec.Struct, frozen=True):
    """One event of the log, as --json prints it."""

    sequence: int
    event: Any


@app.callback()
def log() -> None:
    """Read the log of events."""


@app.command("tail")
def tail(
    context: typer.Context,
    start: Annotated[
        int | None,
        typer.Option("--from", min=1, metavar="N", help=f"Begin with event N (default: the last {_LAST})."),
    ] = None,
    unit: Annotated[str, typer.Option(metavar="UNIT", help="Only this unit: tournament-…, player-…, ratings.")] = "",
    *,
    follow: Annotated[bool, typer.Option(help="Wait for more; without, end at the head.")] = True,
    json: Json = False,
) -> None:
    """
    Print events, and go on printing them as they come, until Ctrl-C.

    On a terminal an event is one line, cut at its edge; in a pipe, and with --json, it is there whole.
    """
    only = _unit(unit) if unit else None

    async def read() -> None:
        async with log_of(settings_of(context)) as log:
            if only is not None and not await log.unit(only):
                _nothing_of(only, log.federation, follow=follow)
            if start is not None and start > (head := await log.head()):
                say.note(f"the log of {log.federation} ends with event {head}")
            after = await _before_the_last(log, only) if start is None else start - 1
            prefix = unit_events(log.federation, only).removesuffix(">") if only else ""
            async for batch in log.follow(after) if follow else replay(log, after):
                for record in batch:
                    if record.subject.startswith(prefix):
                        _print(record, json=json)

    run(read())


def _unit(name: str) -> UnitId:
    if not is_unit(checked(name)):
        raise Refused(
            RefusalCode.MALFORMED_ID,
            f"{name} is no unit of a log; there are tournament-<id>, player-<id>, {RATINGS} and {LISTS}",
        )
    return UnitId(name)


def _nothing_of(unit: UnitId, federation: str, *, follow: bool) -> None:
    """Say that a unit has no events; who waits for more may be waiting for its first one."""
    if not follow:
        code = (
            RefusalCode.UNKNOWN_PLAYER if unit.startswith(player_unit(PlayerId(""))) else RefusalCode.UNKNOWN_TOURNAMENT
        )
        raise Refused(code, f"the log of {federation} has no events of {unit}")
    say.note(f"the log of {federation} has no events of {unit} yet; waiting for the first")


async def _before_the_last(log: EventLog, unit: UnitId | None) -> int:
    """Find the sequence after which the last ten events come, of the unit if one is named."""
    head = await log.head()
    if unit is None:
        return max(head - _LAST, 0)
    records = (await log.unit(unit))[-_LAST:]
    return records[0].sequence - 1 if records else head


def _print(record: Record, *, json: bool) -> None:
    if json:
        say.line(Entry(record.sequence, _raw(record.body)))
        return
    try:
        event = _EVENT.decode(record.body)
    except _UNREADABLE as error:
        say.text(f"{record.sequence:>8}  {record.subject}  cannot be read: {error}")
        return
    time = event.time.strftime("%Y-%m-%d %H:%M:%S")
    data = bytes(event.data).decode(errors="replace")
    what = event.type.removeprefix("omkamp.")
    say.glance(f"{record.sequence:>8}  {time}  {what}  {event.subject}  {event.actor}  {data}")


def _raw(body: bytes) -> object:
    try:
        msgspec.json.decode(body)
    except _UNREADABLE:
        return {"unreadable": body.decode(errors="replace")}
    return msgspec.Raw(msgspec.json.format(body, indent=-1))
