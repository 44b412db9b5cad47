"""A real nats-server for each worker; each test has a federation, and so a log, of its own."""

import itertools
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from contracts.ids import FederationId
from services.runtime.bus import Bus
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate

_numbers: Iterator[int] = itertools.count(1)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[EmbeddedServer]:
    async with EmbeddedServer(tmp_path_factory.mktemp("nats")) as running:
        yield running


@pytest.fixture
def settings(server: EmbeddedServer) -> Settings:
    return Settings(url=server.url, federation=FederationId(f"f{next(_numbers)}"))


@pytest_asyncio.fixture
async def bus(settings: Settings) -> AsyncIterator[Bus]:
    connection = await Bus.connect(settings, "test")
    await migrate(connection, settings.federation)
    yield connection
    await connection.close()
