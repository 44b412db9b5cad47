"""`omkamp` as a person runs it: a process with arguments, output, messages and an exit code."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "services.cli")
ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
SUMMER_FILE = DATA / "trf" / "summer-open-137p-7r.trf"
PATIENCE = 120


class Answer:
    """What a command said, and how it ended."""

    def __init__(self, done: "subprocess.CompletedProcess[str]") -> None:
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        assert "Traceback" not in self.err, self.err

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        assert self.code == 0, self.err
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def refusal(self) -> str:
        """The one line of a refusal."""
        assert self.code == 1, (self.code, self.out, self.err)
        assert self.err.startswith("omkamp: ")
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()


class Omkamp:
    """The command line under some settings."""

    def __init__(self, **settings: str) -> None:
        outside = {name: value for name, value in os.environ.items() if not name.startswith("OMKAMP_")}
        self.environment = outside | {f"OMKAMP_{name.upper()}": value for name, value in settings.items()}
        self.folder = ROOT

    def within(self, folder: Path) -> "Omkamp":
        """Run what stands in another folder: Python looks where it is started first."""
        other = copy(self)
        other.folder = folder
        return other

    def __call__(self, *arguments: object) -> Answer:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return Answer(done)

    def start(self, *arguments: object) -> "subprocess.Popen[str]":
        """Start a command that does not end by itself, as the leader of a process group of its own."""
        return subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            env=self.environment,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @contextmanager
    def running(self, *arguments: object) -> Iterator["Server"]:
        """Run `up` or `serve` with --json, from its first line until SIGTERM."""
        server = Server(self.start(*arguments, "--json"))
        try:
            yield server
        finally:
            server.end(signal.SIGTERM)


class Server:
    """A process that listens: what it said when it did, and its end."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout is not None
        first = process.stdout.readline()
        if not first:
            raise AssertionError(f"it did not start: {self.end(signal.SIGTERM)}")
        self.says: dict[str, Any] = json.loads(first)

    @property
    def url(self) -> str:
        return str(self.says["url"])

    def end(self, number: signal.Signals, *, group: bool = False) -> tuple[int, str]:
        """Send a signal if it still runs, to its group as Ctrl-C does or to it alone; return code and messages."""
        if self.process.poll() is None:
            (os.killpg if group else os.kill)(self.process.pid, number)
        _, messages = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, messages
