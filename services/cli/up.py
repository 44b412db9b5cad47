"""`omkamp up`, `serve` and `migrate`: the things that run."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from contracts.refusals import RefusalCode, Refused
from services.cli import say
from services.cli.line import CONTEXTS, Json, bus_of, run, settings_of
from services.runtime.client import Client
from services.runtime.clock import new_command_id
from services.runtime.logs import configure
from services.runtime.server import EmbeddedServer, free_port
from services.runtime.settings import Settings, without_secrets
from services.runtime.stream import migrate

_NATS_PORT: Final = 4222
_HEALTH_PATIENCE: Final = 2.0
Port = Annotated[int, typer.Option(min=0, max=65535, metavar="PORT", help="Port of nats-server; 0: any free one.")]
HttpPort = Annotated[
    int | None, typer.Option(min=0, max=65535, metavar="PORT", help="Port of /health and /metrics; 0: none.")
]


class Listening(msgspec.Struct, frozen=True, kw_only=True):
    """Where a running Omkamp is reached."""

    url: str
    federation: str
    services: tuple[str, ...]
    data: str = ""
    http_port: int = 0


def up(
    context: typer.Context,
    data: Annotated[Path, typer.Option(metavar="DIR", help="Where the log is kept.")] = Path(".omkamp"),
    port: Port = _NATS_PORT,
    http_port: HttpPort = None,
    *,
    json: Json = False,
) -> None:
    """Run everything in one process: nats-server, its streams, and the six services; Ctrl-C stops it."""
    run(_up(_with_http(settings_of(context), http_port), data, port, json=json))


def serve(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"One of {', '.join(CONTEXTS)}.")],
    http_port: HttpPort = None,
    *,
    json: Json = False,
) -> None:
    """Run one service against the nats-server of the settings; Ctrl-C stops it."""
    if name not in CONTEXTS:
        raise typer.BadParameter(f"{name!r} is no service; there are {', '.join(CONTEXTS)}")
    run(_serve(_with_http(settings_of(context), http_port), name, json=json))


def make_streams(context: typer.Context, *, json: Json = False) -> None:
    """Make the federation's log on the nats-server of the settings, if it is not there."""
    settings = settings_of(context)
    run(_migrate(settings))
    if json:
        say.document({"url": without_secrets(settings.url), "federation": settings.federation, "ready": True})
    else:
        say.text(f"The log of federation {settings.federation} is ready on {without_secrets(settings.url)}.")


@asynccontextmanager
async def embedded(settings: Settings, data: Path, port: int) -> AsyncIterator[Settings]:
    """Run nats-server and all six services; yields the settings under which they are reached."""
    chosen = _free(port, "--port 0 takes any free one") if port else free_port()
    folder = _folder(data)
    async with EmbeddedServer(folder, chosen) as server:
        reached = msgspec.structs.replace(settings, url=server.url, state=settings.state or str(folder / "state"))
        await _migrate(reached)
        async with _fleet(reached):
            yield reached


def _fleet(settings: Settings, contexts: tuple[str, ...] = CONTEXTS) -> AbstractAsyncContextManager[object]:
    from services.cli.fleet import Fleet  # noqa: PLC0415  commands that run no service need not wait for all six

    return Fleet(settings, contexts)


async def _up(settings: Settings, data: Path, port: int, *, json: bool) -> None:
    configure(settings.log_level)
    stop = _stop_signal()
    async with embedded(settings, data, port) as reached:
        await _until(stop, reached, CONTEXTS, str(data), json=json)
    say.note("stopped")


async def _serve(settings: Settings, name: str, *, json: bool) -> None:
    configure(settings.log_level)
    stop = _stop_signal()
    async with bus_of(settings, f"{name}-start"):
        pass  # a server that is not there is refused at once; later on the connections wait for it
    async with _fleet(settings, (name,)):
        await _until(stop, settings, (name,), json=json)
    say.note("stopped")


async def _until(
    stop: asyncio.Event, settings: Settings, contexts: tuple[str, ...], data: str = "", *, json: bool
) -> None:
    """Say where it listens, and wait for the signal to stop."""
    async with AsyncExitStack() as stack:
        if settings.http_port:
            bus = await stack.enter_async_context(bus_of(settings, f"health-{new_command_id()}"))
            client = Client(bus, settings.federation, "health", patience=_HEALTH_PATIENCE)
            from services.runtime.health import http  # noqa: PLC0415  where nobody asked for HTTP, it is not loaded

            await stack.enter_async_context(http(client, contexts, _http_port(settings)))
        _tell(
            Listening(
                url=without_secrets(settings.url),
                federation=settings.federation,
                services=contexts,
                data=data,
                http_port=settings.http_port,
            ),
            json=json,
        )
        await stop.wait()
        say.note("stopping")


async def _migrate(settings: Settings) -> None:
    async with bus_of(settings, "migrate") as bus:
        await migrate(bus, settings.federation)


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    return stop


def _with_http(settings: Settings, http_port: int | None) -> Settings:
    return settings if http_port is None else msgspec.structs.replace(settings, http_port=http_port)


def _tell(listening: Listening, *, json: bool) -> None:
    if json:
        say.line(listening)
        return
    say.text(f"nats-server   {listening.url}")
    say.text(f"federation    {listening.federation}")
    say.text(f"services      {' '.join(listening.services)}")
    if listening.data:
        say.text(f"data          {listening.data}")
    if listening.http_port:
        say.text(f"http          http://127.0.0.1:{listening.http_port}/health and /metrics")
    say.text("Ctrl-C stops it.")


def _http_port(settings: Settings) -> int:
    return _free(settings.http_port, "--http-port or OMKAMP_HTTP_PORT names another for /health and /metrics")


def _free(port: int, advice: str) -> int:
    # Another program on this port would be taken for our server.
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise Refused(
                RefusalCode.UNAVAILABLE,
                f"port {port} cannot be used: {error.strerror}; {advice}",
                port=port,
            ) from error
    return port


def _folder(data: Path) -> Path:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(RefusalCode.UNAVAILABLE, f"{data} cannot be the data folder: {error.strerror}") from error
    return data.absolute()
