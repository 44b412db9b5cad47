"""A running Omkamp with the summer open in it, one a worker; tests change boards and tournaments of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import SUMMER_FILE, Omkamp

TOURNAMENT = "summer"


class Office:
    """The command line against the running server, what the import said, and the table right after it."""

    def __init__(self, omkamp: Omkamp, url: str, imported: dict[str, Any]) -> None:
        self.omkamp = omkamp
        self.url = url
        self.imported = imported
        self.table = omkamp("standings", TOURNAMENT, "--json").json

    @property
    def head(self) -> int:
        """The sequence of the last event."""
        return int(self.omkamp("log", "tail", "--no-follow", "--json").lines[-1]["sequence"])


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    data: Path = tmp_path_factory.mktemp("omkamp")
    with Omkamp(log_level="error").running("up", "--data", data, "--port", 0) as server:
        omkamp = Omkamp(url=server.url)
        arguments = ("import", "trf", SUMMER_FILE, "--tournament", TOURNAMENT, "--rating-rules", "dsu-2007", "--json")
        yield Office(omkamp, server.url, omkamp(*arguments).json)
