"""What the README promises whoever wants to show a tournament: the example as it is, and no library of ours."""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import IO, Any, cast
from urllib.parse import urlsplit

from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import ROOT

ROUND = 4
CODES = {"1": "1-0", "=": "½-½", "0": "0-1"}


def correction(office: Office, number: int) -> tuple[tuple[object, ...], str]:
    """Make a draw of a decided game of White `number` in round 4; return its arguments and White's name."""
    row = office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"][number - 1]
    cell = row["cells"][ROUND - 1]
    assert cell["colour"] == "w"
    assert cell["code"] in "10"
    arguments = ("correct", TOURNAMENT, ROUND, number, cell["opponent"], CODES[cell["code"]], "½-½")
    return (*arguments, "--reason", "the score sheet", "--json"), row["name"]


def white_of_a_decided_game(office: Office, place: int) -> int:
    rows = office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]
    cells: list[tuple[int, Any]] = [(row["start_number"], row["cells"][ROUND - 1]) for row in rows]
    return [number for number, cell in cells if cell["colour"] == "w" and cell["code"] in ("1", "0")][place]


def table(lines: Iterator[str]) -> dict[str, str]:
    """Read one table: its title, then a line a player."""
    for line in lines:
        if line.startswith("Summer Open, after round 7 of 7"):
            rows = [next(lines) for _ in range(137)]
            return {row[5:37].strip(): row[38:].strip() for row in rows}
    raise AssertionError("the example ended")


def test_the_example_shows_the_table_as_it_is_and_as_it_changes(office: Office) -> None:
    arguments, name = correction(office, white_of_a_decided_game(office, 0))
    command = [sys.executable, "examples/scoreboard.py", TOURNAMENT, office.url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as example:
        try:
            lines = iter(example.stdout or ())
            before = table(lines)
            assert office.omkamp(*arguments).json["events"]
            after = table(lines)
        finally:
            example.terminate()
    assert {who for who in after if after[who] != before[who]} >= {name}
    assert abs(float(after[name]) - float(before[name])) == 0.5


def test_the_example_takes_the_server_of_the_settings_and_says_in_a_line_that_it_does_not_answer() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        settings = {**os.environ, "OMKAMP_URL": f"nats://127.0.0.1:{port}"}
        command = [sys.executable, "examples/scoreboard.py", TOURNAMENT]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=settings) as example:
            try:
                lines = [example.stderr.readline() for _ in range(2)] if example.stderr else []
            finally:
                example.terminate()
    assert all(line.startswith("nats: ") and str(port) in line for line in lines), lines


@contextlib.contextmanager
def subscribed(url: str, subject: str) -> Iterator[IO[bytes]]:
    """Subscribe with a bare socket, as any client of any language does."""
    address = urlsplit(url)
    with (
        socket.create_connection((address.hostname or "", address.port or 0), timeout=20) as line,
        line.makefile("rwb") as file,
    ):
        assert file.readline().startswith(b"INFO ")
        file.write(b'CONNECT {"verbose": false}\r\n' + f"SUB {subject} 1\r\nPING\r\n".encode())
        file.flush()
        assert file.readline() == b"PONG\r\n"
        yield cast(IO[bytes], file)


def message(file: IO[bytes]) -> Any:
    line = file.readline()
    while line == b"PING\r\n":
        line = file.readline()
    size = int(line.split()[-1])
    return json.loads(file.read(size + 2))


def test_any_client_that_subscribes_gets_each_event_as_a_cloudevent(office: Office) -> None:
    arguments, _ = correction(office, white_of_a_decided_game(office, 1))
    with subscribed(office.url, f"omkamp.dsu.event.tournament-{TOURNAMENT}.>") as file:
        (written,) = office.omkamp(*arguments).json["events"]
        event = message(file)
    assert (event["id"], event["specversion"], event["type"]) == (written, "1.0", "omkamp.results.result-corrected.v1")
    assert event["data"]["result"] == "½-½"


def test_any_client_that_subscribes_gets_each_table_as_it_changes(office: Office) -> None:
    arguments, _ = correction(office, white_of_a_decided_game(office, 2))
    with subscribed(office.url, f"omkamp.dsu.view.tournament-{TOURNAMENT}.current-standings") as file:
        sequence = office.omkamp(*arguments).json["sequence"]
        found = message(file)
    assert found["position"] >= sequence
    assert len(found["data"]["rows"]) == 137
