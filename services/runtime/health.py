"""/health and /metrics over HTTP, for the machines that watch; what the services say comes over the bus."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import uvicorn
from prometheus_client import make_asgi_app

from contracts.codec import encode
from contracts.operations import Health, HealthReport
from contracts.refusals import Refused
from services.runtime.client import Client

_FINE, _NOT_FOUND, _NOT_ALLOWED, _UNWELL = 200, 404, 405, 503
_READING = ("GET", "HEAD")


async def reports(client: Client, contexts: tuple[str, ...]) -> dict[str, HealthReport | None]:
    """Ask services for their health; None for one that does not answer."""

    async def one(context: str) -> HealthReport | None:
        try:
            return await client.ask(Health(), HealthReport, context)
        except Refused:
            return None

    return dict(zip(contexts, await asyncio.gather(*(one(context) for context in contexts)), strict=True))


@contextlib.asynccontextmanager
async def http(client: Client, contexts: tuple[str, ...], port: int) -> AsyncIterator[int]:
    """Serve /health and /metrics on loopback while the block runs; yields the port."""
    config = uvicorn.Config(_application(client, contexts), host="127.0.0.1", port=port, log_config=None)
    server = _Quiet(config)
    serving = asyncio.create_task(server.serve(), name="http")
    try:
        while not server.started:
            if serving.done():
                await serving
            await asyncio.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await serving


class _Quiet(uvicorn.Server):
    """Leaves the process's signals to whoever started the services."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _application(client: Client, contexts: tuple[str, ...]) -> Any:  # noqa: ANN401  an ASGI application
    metrics = make_asgi_app()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ANN401  ASGI's protocol
        if scope["type"] != "http":
            return
        if scope["path"] not in ("/health", "/metrics", "/metrics/"):
            await _respond(send, _NOT_FOUND, {"paths": ["/health", "/metrics"]})
            return
        if scope["method"] not in _READING:
            await _respond(send, _NOT_ALLOWED, {"methods": _READING}, (b"allow", ", ".join(_READING).encode()))
            return
        if scope["path"] != "/health":
            await metrics(scope, receive, send)
            return
        found = await reports(client, contexts)
        well = all(report is not None and report.well for report in found.values())
        await _respond(send, _FINE if well else _UNWELL, found)

    return application


async def _respond(send: Any, status: int, body: object, *more: tuple[bytes, bytes]) -> None:  # noqa: ANN401  ASGI's protocol
    headers = [(b"content-type", b"application/json"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": encode(body)})
