"""Services as processes of their own, as on a real host: started, killed, started again."""

import asyncio
import os
import sys

from services.runtime.settings import Settings


class ServiceProcess:
    """`omkamp serve NAME` under a supervisor that starts it again."""

    def __init__(self, context: str, settings: Settings) -> None:
        self.context = context
        self._environment = os.environ | {
            "OMKAMP_URL": settings.url,
            "OMKAMP_FEDERATION": settings.federation,
            "OMKAMP_LOG_LEVEL": "error",
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.cli", "serve", self.context, env=self._environment
        )

    async def kill(self) -> None:
        """End it as a power cut would, and start it again."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        await self.start()

    async def stop(self) -> int:
        """Ask it to stop in good order; return its exit code."""
        assert self._process is not None
        self._process.terminate()
        return await self._process.wait()
