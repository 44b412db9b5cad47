"""The log lines of a process: one JSON object each, with the ids that tie a story together."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
import structlog
from structlog.testing import capture_logs

from contracts.codec import encode
from contracts.envelope import Command, Event, Fact
from contracts.ids import ActorId, CommandId, FederationId
from contracts.messages import CommandData, EventData, context_of, name_of
from contracts.pairing import RoundPublished
from contracts.points import Result
from contracts.results import CompleteTournament, ReportResult
from contracts.subjects import CommandAddress, command_subject
from contracts.units import tournament_unit
from services.results import decide, state, view
from services.runtime import logs
from services.runtime.endpoint import Endpoint
from services.runtime.handle import Handler
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection
from services.runtime.reaction import Reactor
from tests.support.facts import fact
from tests.support.records import appended
from tests.support.summer import ANNA, CARL, ROUND_1, STARTED, SUMMER

DSU = FederationId("dsu")
REPORT = ReportResult(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=Result.DRAW)
TOO_EARLY = CompleteTournament(tournament=SUMMER)


@pytest_asyncio.fixture
async def handler() -> AsyncIterator[Handler]:
    log = MemoryLog(DSU)
    await appended(log, tournament_unit(SUMMER), STARTED)
    handler = Handler("results", state, decide, log, Projection("results", view, log))
    running = asyncio.create_task(handler.projection.run())
    yield handler
    running.cancel()


async def send(handler: Handler, data: CommandData, **fields: Any) -> list[Any]:
    """Send a command as the bus would, and return what was logged meanwhile."""
    subject = command_subject(
        CommandAddress(
            federation=DSU,
            actor=ActorId("venue"),
            unit=data.unit,
            context=context_of(type(data)),
            name=name_of(type(data)),
        )
    )
    body = encode(Command(**{"id": CommandId("c-1"), "data": msgspec.Raw(encode(data))} | fields))
    with capture_logs() as lines:
        await Endpoint("results", DSU, handler, view).command(subject, body)
    return lines


async def test_what_became_of_a_command_is_logged_with_its_id_and_its_story_s(handler: Handler) -> None:
    (accepted,) = await send(handler, REPORT, correlationid="story-7")
    assert (accepted["event"], accepted["log_level"]) == ("accepted", "debug")
    assert (accepted["command"], accepted["correlation"]) == ("c-1", "story-7")
    (refused,) = await send(handler, TOO_EARLY, id=CommandId("c-2"), correlationid="story-7")
    assert (refused["event"], refused["log_level"], refused["code"]) == ("refused", "info", "incomplete")
    assert (refused["command"], refused["correlation"]) == ("c-2", "story-7")


async def test_a_command_that_begins_a_story_gives_it_its_id(handler: Handler) -> None:
    (refused,) = await send(handler, TOO_EARLY)
    assert refused["command"] == refused["correlation"] == "c-1"


async def test_a_fault_is_logged_with_the_command_s_id_and_its_story_s(
    handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "decide", lambda *_: 1 // 0)
    failed, refused = await send(handler, REPORT, correlationid="story-7")
    assert failed["event"] == "a decision failed"
    assert (failed["command"], failed["correlation"]) == ("c-1", "story-7")
    assert refused["code"] == "internal"


async def test_a_reaction_goes_on_with_the_story_of_its_cause(handler: Handler) -> None:
    class Hasty:
        REACTS_TO: tuple[type[EventData], ...] = (RoundPublished,)

        def react(self, _fact: Fact[Any], _view: Any) -> list[CommandData]:
            return [TOO_EARLY]

    cause: Event = msgspec.structs.replace(fact(ROUND_1).event, correlationid="story-7")
    no_bus: Any = None
    with capture_logs() as lines:
        assert await Reactor(no_bus, DSU, handler, Hasty())._react(Fact(sequence=1, event=cause, data=ROUND_1))
    assert [(one["event"], one["correlation"], one["cause"]) for one in lines] == [
        ("reaction refused", "story-7", cause.id)
    ]


def test_a_line_is_one_json_object_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    before = structlog.get_config()
    try:
        logs.configure("info")
        logs.logger.debug("not said")
        logs.logger.info("said", correlation="story-7", player="Å\nb")
        (line,) = capsys.readouterr().err.splitlines()
    finally:
        structlog.configure(**before)
    said = json.loads(line)
    assert (said["event"], said["level"], said["correlation"], said["player"]) == ("said", "info", "story-7", "Å\nb")
    assert said["timestamp"].endswith("Z")
