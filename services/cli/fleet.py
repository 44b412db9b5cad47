"""The six services, by name: one of them, or all in one process."""

import asyncio
from collections.abc import Callable
from typing import Final, Self

from faststream import FastStream

from contracts.refusals import RefusalCode, Refused
from services.cli.line import CONTEXTS
from services.discipline import app as discipline
from services.pairing import app as pairing
from services.rating import app as rating
from services.registration import app as registration
from services.reporting import app as reporting
from services.results import app as results
from services.runtime.logs import logger
from services.runtime.service import Service
from services.runtime.settings import Settings

SERVICES: Final[dict[str, Service]] = {
    module.SERVICE.context: module.SERVICE for module in (registration, pairing, results, rating, discipline, reporting)
}
_APPS: Final[dict[str, Callable[[Settings], FastStream]]] = {
    module.SERVICE.context: module.app for module in (registration, pairing, results, rating, discipline, reporting)
}


def application(context: str, settings: Settings) -> FastStream:
    """Return one service's application; refuses a name that is none of the six."""
    if context not in _APPS:
        raise Refused(RefusalCode.UNKNOWN_SYSTEM, f"there is no service {context!r}", known=CONTEXTS)
    return _APPS[context](settings)


class Fleet:
    """Services running in this process; `async with` starts and stops them."""

    def __init__(self, settings: Settings, contexts: tuple[str, ...] = CONTEXTS) -> None:
        self._apps = [application(context, settings) for context in contexts]
        self._started: list[FastStream] = []

    async def __aenter__(self) -> Self:
        try:
            for app in self._apps:
                await app.start()
                self._started.append(app)
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stop()

    async def _stop(self) -> None:
        started, self._started = self._started, []
        for outcome in await asyncio.gather(*(app.stop() for app in reversed(started)), return_exceptions=True):
            if isinstance(outcome, Exception):
                # The others have been stopped all the same, and whoever asked for the end has it.
                logger.error("a service did not stop in good order", exc_info=outcome)
