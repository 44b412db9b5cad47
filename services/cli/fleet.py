"""The six services, by name: one of them, or all in one process."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Final, Self

from contracts.refusals import RefusalCode, Refused
from services.cli.line import CONTEXTS
from services.discipline import app as discipline
from services.pairing import app as pairing
from services.rating import app as rating
from services.registration import app as registration
from services.reporting import app as reporting
from services.results import app as results
from services.runtime.lifeline import Lifeline
from services.runtime.logs import logger
from services.runtime.service import Application, Service
from services.runtime.settings import Settings

SERVICES: Final[dict[str, Service]] = {
    module.SERVICE.context: module.SERVICE for module in (registration, pairing, results, rating, discipline, reporting)
}
_APPS: Final[dict[str, Callable[[Settings], Application]]] = {
    module.SERVICE.context: module.app for module in (registration, pairing, results, rating, discipline, reporting)
}


def application(context: str, settings: Settings) -> Application:
    """Return one service's application; refuses a name that is none of the six."""
    if context not in _APPS:
        raise Refused(RefusalCode.UNKNOWN_SYSTEM, f"there is no service {context!r}", known=CONTEXTS)
    return _APPS[context](settings)


class Fleet:
    """Services running in this process; `async with` starts and stops them, and ends when one of them has gone deaf."""

    def __init__(self, settings: Settings, contexts: tuple[str, ...] = CONTEXTS) -> None:
        self._apps = [application(context, settings) for context in contexts]
        self._exits = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as exits:
            line = await exits.enter_async_context(Lifeline())
            started: list[Application] = []
            exits.push_async_callback(_stop, started)
            exits.callback(line.let_go)
            for app in self._apps:
                app.when_cut(line.cut)
                await app.start()
                started.append(app)
            self._exits = exits.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._exits.__aexit__(kind, error, trace)


async def _stop(started: list[Application]) -> None:
    for outcome in await asyncio.gather(*(app.stop() for app in reversed(started)), return_exceptions=True):
        if isinstance(outcome, Exception):
            # The others have been stopped all the same, and whoever asked for the end has it.
            logger.error("a service did not stop in good order", exc_info=outcome)
