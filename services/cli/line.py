"""The line to the bus: the settings a command runs under, its client, and the loop it runs on."""

import asyncio
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, Any, Final, TypeVar

import msgspec
import typer
import uvloop

from contracts.ids import FederationId
from contracts.refusals import Refused
from contracts.registry import QUERIES
from services.cli.names import named
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.clock import new_command_id
from services.runtime.jetstream import JetStreamLog
from services.runtime.lifeline import Lifeline
from services.runtime.settings import Settings, from_environment
from services.runtime.stream import check

T = TypeVar("T")

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON on standard output.")]
TournamentArgument = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="The tournament's id.")]

CONTEXTS: Final = tuple(dict.fromkeys(context for context, _ in QUERIES))
"""The six services, by name."""

_CONNECT_WITHIN: Final = 5.0
_ANSWER_WITHIN: Final = 2.0
"""Seconds a person waits for a server that is not there; a service that starts with it waits a little longer."""
_INSIST_AFTER: Final = 1.0
"""Seconds after which a command that was told to stop, and had as long again to put things in order, is told again."""
_TERMINATED: Final = 128 + signal.SIGTERM
_NAMES_WITHIN: Final = 1.0
"""Seconds the register is asked again for the names that make a refusal easier to read."""
_PATIENCE: Final = 10.0
"""Seconds a command is sent again and again while no service answers."""


class Given(msgspec.Struct, frozen=True):
    """What was given before the command's name, overriding the environment."""

    url: str | None = None
    federation: str | None = None
    actor: str = "cli"


def settings_of(context: typer.Context) -> Settings:
    """Read the settings: the environment, and over it what was given on the command line."""
    given: Given = context.obj
    settings = from_environment()
    if given.url is not None:
        settings = msgspec.structs.replace(settings, url=given.url)
    if given.federation is not None:
        settings = msgspec.structs.replace(settings, federation=FederationId(given.federation))
    return settings


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a command to its end; Ctrl-C and SIGTERM cancel it, and what it has begun is put in order."""

    async def cancellable() -> T:
        task = asyncio.current_task()
        if task is not None:
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, task.cancel)
            _insist(loop, task, seen=False)
        return await main

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            return runner.run(cancellable())
        except asyncio.CancelledError:
            raise typer.Exit(_TERMINATED) from None


def _insist(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any], *, seen: bool) -> None:
    # A cancellation is lost where it meets a result on its way (in nats-py, by Python 3.11), so it is said again.
    cancelled = task.cancelling() > 0
    if cancelled and seen:
        task.uncancel()
        task.cancel()
    loop.call_later(_INSIST_AFTER, partial(_insist, loop, task, seen=cancelled))


@asynccontextmanager
async def client_of(context: typer.Context, patience: float = _PATIENCE) -> AsyncIterator[Client]:
    """
    Connect as the actor of the command line; refuses by name if the server is not there.

    What is refused while the line is open has players' names beside their ids.
    """
    given: Given = context.obj
    settings = settings_of(context)
    async with bus_of(settings, f"client-{new_command_id()}", within=_ANSWER_WITHIN) as bus:
        try:
            yield Client(bus, settings.federation, given.actor, patience=patience)
        except Refused as refused:
            asking = Client(bus, settings.federation, given.actor, patience=_NAMES_WITHIN)
            refused.refusal = await named(refused.refusal, asking)
            raise


@asynccontextmanager
async def bus_of(settings: Settings, name: str, within: float = _CONNECT_WITHIN) -> AsyncIterator[Bus]:
    """Connect to the server itself; refuses by name if it is not there, or takes leave of us."""
    async with Lifeline() as line:
        bus = await Bus.reach(settings, name, within, line.cut)
        try:
            yield bus
        finally:
            line.let_go()
            await bus.close()


@asynccontextmanager
async def log_of(settings: Settings) -> AsyncIterator[JetStreamLog]:
    """Open the federation's log for reading; refuses a federation that has none."""
    async with bus_of(settings, "cli-log", within=_ANSWER_WITHIN) as bus:
        await check(bus, settings.federation)
        yield JetStreamLog(bus, settings.federation)
