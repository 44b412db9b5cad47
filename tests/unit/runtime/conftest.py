"""A log in memory with a tournament in it, and a results service on it."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio

from contracts.ids import FederationId
from contracts.units import tournament_unit
from tests.support.desk import Desk, FlakyLog
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER


@pytest_asyncio.fixture
async def log() -> FlakyLog:
    log = FlakyLog(FederationId("dsu"))
    await appended(log, tournament_unit(SUMMER), STARTED)
    return log


@pytest_asyncio.fixture
async def desk(log: FlakyLog) -> AsyncIterator[Desk]:
    desk = Desk(log)
    running = asyncio.create_task(desk.projection.run())
    yield desk
    running.cancel()
