"""`omkamp verify`: every view is rebuilt from the log and compared with the one that is running."""

import time
from importlib import import_module

import msgspec
import typer
from rich.table import Table

from contracts.codec import Poison
from contracts.operations import Digest, Health, HealthReport, ViewDigest
from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.cli.line import CONTEXTS, Json, client_of, log_of, run, settings_of
from services.runtime.client import Client
from services.runtime.log import EventLog
from services.runtime.projection import ViewModule, digest, rebuild


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """One service's view against its rebuild: `events` replayed, in `seconds`; `problem` where they are not equal."""

    context: str
    equal: bool
    position: int
    live: str = ""
    rebuilt: str = ""
    seconds: float = 0.0
    problem: str = ""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """Whether all views equal their rebuilds."""

    equal: bool
    views: list[Verdict]

    @property
    def events_a_second(self) -> int:
        """How fast the log was replayed, the views folded with it."""
        seconds = sum(one.seconds for one in self.views)
        return round(sum(one.position for one in self.views) / seconds) if seconds else 0


def verify(context: typer.Context, *, json: Json = False) -> None:
    """Rebuild every service's view from the log and compare it with the running one."""

    async def work() -> Verified:
        async with client_of(context) as client, log_of(settings_of(context)) as log:
            return await verified(client, log)

    found = run(work())
    if json:
        say.document(found)
    else:
        tell(found)
    if not found.equal:
        raise typer.Exit(1)


async def verified(client: Client, log: EventLog) -> Verified:
    """Ask every service for its digest, and compare it with a rebuild up to the same event."""
    views = [await _verdict(client, log, name) for name in CONTEXTS]
    return Verified(equal=all(one.equal for one in views), views=views)


def tell(found: Verified) -> None:
    """Show the verdict on each view."""
    say.screen().print(verdicts(found))
    say.text("Every view equals its rebuild." if found.equal else "Not every view equals its rebuild.")


def verdicts(found: Verified) -> Table:
    """Lay out the verdict on each view."""
    return say.table(
        "Views rebuilt from the log",
        ("Service", "Events", "Digest", "Verdict"),
        ((one.context, one.position, one.live[:16], one.problem or "equal") for one in found.views),
        numbers=("Events",),
    )


async def _verdict(client: Client, log: EventLog, name: str) -> Verdict:
    try:
        live = await client.ask(Digest(), ViewDigest, name)
        health = await client.ask(Health(), HealthReport, name)
    except Refused as refused:
        if refused.refusal.code is not RefusalCode.UNAVAILABLE:
            raise
        return Verdict(context=name, equal=False, position=0, problem=refused.refusal.message)
    module: ViewModule = import_module(f"services.{name}.view")
    started = time.perf_counter()
    try:
        view, position = await rebuild(log, module, live.position)
    except Poison as poison:
        return Verdict(
            context=name, equal=False, position=live.position, live=live.sha256, problem=f"stopped at {poison}"
        )
    seconds = time.perf_counter() - started
    rebuilt = digest(view)
    return Verdict(
        context=name,
        equal=rebuilt == live.sha256 and position == live.position and not health.parked,
        position=live.position,
        live=live.sha256,
        rebuilt=rebuilt,
        seconds=seconds,
        problem=_problem(live, module, health, differs=rebuilt != live.sha256),
    )


def _problem(live: ViewDigest, module: ViewModule, health: HealthReport, *, differs: bool) -> str:
    if health.parked:
        return f"event {health.parked[0].sequence} is parked: {health.parked[0].reason}"
    if live.version != module.VERSION:
        return f"the service runs version {live.version} of its view, this is version {module.VERSION}"
    return f"differs after event {live.position}" if differs else ""
