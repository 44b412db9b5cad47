"""Verification against services in this process: a view that is not what the log says is found, and named."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
import pytest_asyncio

from contracts.codec import encode
from contracts.envelope import Found, Query
from contracts.ids import FederationId
from contracts.messages import QueryData, name_of
from contracts.subjects import query_subject
from contracts.units import tournament_unit
from services.cli.fleet import SERVICES
from services.cli.verify import verified
from services.runtime.client import Client
from services.runtime.endpoint import Endpoint
from services.runtime.handle import Handler
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection
from tests.support.records import appended
from tests.support.summer import STARTED, SUMMER


class Services:
    """All six on one log in memory, asked without a bus."""

    def __init__(self, log: MemoryLog) -> None:
        self.log = log
        self.projections = {name: Projection(name, service.view, log) for name, service in SERVICES.items()}
        self._endpoints = {
            name: Endpoint(
                name,
                log.federation,
                Handler(name, service.state, service.decide, log, self.projections[name]),
                service.view,
            )
            for name, service in SERVICES.items()
        }

    async def ask(self, query: QueryData, answer: Any, context: str) -> Any:
        subject = query_subject(self.log.federation, context, name_of(type(query)))
        body = await self._endpoints[context].query(subject, encode(Query(data=msgspec.Raw(encode(query)))))
        return msgspec.json.decode(msgspec.json.decode(body, type=Found).data, type=answer)


@pytest_asyncio.fixture
async def services() -> AsyncIterator[Services]:
    log = MemoryLog(FederationId("dsu"))
    head = await appended(log, tournament_unit(SUMMER), STARTED)
    services = Services(log)
    running = [asyncio.create_task(projection.run()) for projection in services.projections.values()]
    for projection in services.projections.values():
        assert await projection.reached(head, 5)
    yield services
    for task in running:
        task.cancel()


async def test_views_that_follow_the_log_equal_their_rebuilds(services: Services) -> None:
    found = await verified(cast("Client", services), services.log)
    assert found.equal
    assert [(one.context, one.position) for one in found.views] == [(name, len(STARTED)) for name in SERVICES]


async def test_a_view_that_is_not_what_the_log_says_is_named_with_its_position(services: Services) -> None:
    services.projections["results"].view.tournaments.clear()
    found = await verified(cast("Client", services), services.log)
    assert not found.equal
    assert [(one.context, one.problem) for one in found.views if not one.equal] == [
        ("results", f"differs after event {len(STARTED)}")
    ]
