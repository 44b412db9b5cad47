"""Whatever arrives, a service answers by name, writes nothing, and goes on."""

import json
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from nats.errors import NoRespondersError

from contracts.ids import FederationId, PlayerId
from contracts.operations import Health, HealthReport
from contracts.points import Result
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.results import CorrectResult, OpenBoards, ReportResult
from contracts.units import tournament_unit
from services.results.app import app
from services.runtime.bus import Bus
from services.runtime.client import Client
from services.runtime.clock import new_command_id
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.support.records import appended
from tests.support.summer import ANNA, BO, CARL, DORA, STARTED, SUMMER

REPORT = {"tournament": "summer", "round": 1, "white": "anna", "black": "carl", "result": "1-0"}


class Edge:
    """A running results service, as a stranger with a socket sees it."""

    def __init__(self, bus: Bus, settings: Settings, client: Client) -> None:
        self.bus = bus
        self.federation = settings.federation
        self.client = client
        self.log = JetStreamLog(bus, settings.federation)

    async def send(self, body: bytes, subject: str = "tournament-summer.results.report-result", **to: str) -> Any:
        federation, actor = to.get("federation", self.federation), to.get("actor", "venue")
        reply = await self.bus.client.request(f"omkamp.{federation}.command.{actor}.{subject}", body, timeout=5)
        return json.loads(reply.data)

    async def report(self, **fields: object) -> Any:
        return await self.send(json.dumps({"id": new_command_id(), "data": REPORT | fields}).encode())


@pytest_asyncio.fixture
async def edge(bus: Bus, settings: Settings) -> AsyncIterator[Edge]:
    application = app(settings)
    await application.start()
    client = await Client.connect(settings, "venue", patience=5)
    edge = Edge(bus, settings, client)
    await appended(edge.log, tournament_unit(SUMMER), STARTED)
    yield edge
    assert await edge.log.head() == len(STARTED), "a refusal wrote something"
    alive = ReportResult(tournament=SUMMER, round=1, white=DORA, black=BO, result=Result.DRAW)
    assert not isinstance(await client.send(alive), Refusal)
    await client.close()
    await application.stop()


def refusal(reply: Any) -> RefusalCode:
    assert reply["answer"] == "refused", reply
    assert reply["message"]
    return RefusalCode(reply["code"])


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"id": "x", "data": ', b'{"data":' + b"[" * 100_000, b'{"id":"x","data":{]}']
)
async def test_what_is_not_json_is_refused(edge: Edge, body: bytes) -> None:
    assert refusal(await edge.send(body)) is RefusalCode.MALFORMED_MESSAGE


@pytest.mark.parametrize(
    "fields",
    [
        {"round": "one"},
        {"round": 0},
        {"round": 1.5},
        {"round": 10**30},
        {"result": "2-0"},
        {"result": None},
        {"white": ["anna"]},
        {"tournament": ""},
        {"unknown": True},
        {"white": "an.na"},
        {"white": "*"},
        {"black": ">"},
        {"black": "x" * 65},
        {"black": "carl\n"},
    ],
    ids=str,
)
async def test_wrong_types_and_values_are_refused_with_their_place(edge: Edge, fields: dict[str, object]) -> None:
    reply = await edge.report(**fields)
    assert refusal(reply) is RefusalCode.INVALID_PAYLOAD
    assert next(iter(fields)) in reply["message"]


@pytest.mark.parametrize("day", ["0001-01-01", "0999-12-31", "3000-01-01", "9999-12-31"])
async def test_a_day_that_cannot_be_reckoned_with_is_refused_with_its_place(edge: Edge, day: str) -> None:
    body = {"id": new_command_id(), "data": REPORT, "effectivedate": day}
    reply = await edge.send(json.dumps(body).encode())
    assert refusal(reply) is RefusalCode.INVALID_DATES
    assert reply["details"] == {"what": "effectivedate", "day": day}
    adjourn = {**{key: REPORT[key] for key in ("tournament", "round", "white", "black")}, "deadline": day}
    reply = await edge.send(
        json.dumps({"id": new_command_id(), "data": adjourn}).encode(), "tournament-summer.results.adjourn-game"
    )
    assert refusal(reply) is RefusalCode.INVALID_DATES
    assert reply["details"] == {"what": "deadline", "day": day}


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b'{"data": {}}', b'{"id": 7, "data": {}}', b'{"id": "x"}'])
async def test_what_is_no_command_is_refused(edge: Edge, body: bytes) -> None:
    assert refusal(await edge.send(body)) is RefusalCode.INVALID_PAYLOAD


async def test_a_federation_without_a_log_is_refused_by_name_and_at_once(edge: Edge) -> None:
    stranger = Client(edge.bus, FederationId("atlantis"), "venue")
    reply = await stranger.send(ReportResult(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=Result.DRAW))
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.UNKNOWN_FEDERATION
    with pytest.raises(Refused) as caught:
        await stranger.ask(Health(), HealthReport, "results")
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_FEDERATION


async def test_services_of_two_federations_on_one_server_answer_for_their_own(edge: Edge, settings: Settings) -> None:
    other = msgspec.structs.replace(settings, federation=FederationId(f"{settings.federation}-b"))
    await migrate(edge.bus, other.federation)
    neighbour = app(other)
    await neighbour.start()
    theirs = await Client.connect(other, "venue", patience=5)
    for _ in range(20):
        for client, federation in ((edge.client, settings.federation), (theirs, other.federation)):
            report = await client.ask(Health(), HealthReport, "results")
            assert report.well, federation
    await theirs.close()
    await neighbour.stop()


async def test_an_unknown_command_is_refused_and_told_which_there_are(edge: Edge) -> None:
    reply = await edge.send(b"{}", "tournament-summer.results.resign-all")
    assert refusal(reply) is RefusalCode.UNKNOWN_COMMAND
    assert "report-result" in reply["details"]["known"]


async def test_a_wildcard_in_a_subject_is_refused(edge: Edge) -> None:
    reply = await edge.send(b"{}", "tournament-*.results.report-result")
    assert refusal(reply) is RefusalCode.MALFORMED_ID


async def test_a_client_refuses_a_wildcard_before_sending(edge: Edge) -> None:
    command = ReportResult(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=Result.DRAW)
    bad = Client(edge.bus, edge.federation, "venue.*")
    reply = await bad.send(command)
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.MALFORMED_ID


async def test_a_command_sent_to_another_unit_than_its_own_is_refused(edge: Edge) -> None:
    body = json.dumps({"id": new_command_id(), "data": REPORT}).encode()
    assert refusal(await edge.send(body, "tournament-winter.results.report-result")) is RefusalCode.WRONG_UNIT


async def test_two_megabytes_are_refused_by_name(edge: Edge) -> None:
    body = json.dumps({"id": new_command_id(), "data": REPORT, "correlationid": "x" * 2_000_000}).encode()
    reply = await edge.send(body)
    assert refusal(reply) is RefusalCode.TOO_LARGE
    assert reply["details"]["limit"] == 1_000_000


async def test_more_than_the_server_takes_is_refused_by_the_client(edge: Edge) -> None:
    command = CorrectResult(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        expected=Result.DRAW,
        result=Result.WHITE_WINS,
        reason="x" * 5_000_000,
    )
    reply = await edge.client.send(command)
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.TOO_LARGE


async def test_an_unknown_player_and_an_unpaired_board_are_refused(edge: Edge) -> None:
    assert refusal(await edge.report(white="nobody")) is RefusalCode.BOARD_NOT_PAIRED
    assert refusal(await edge.report(black="bo")) is RefusalCode.BOARD_NOT_PAIRED
    assert refusal(await edge.report(round=2)) is RefusalCode.UNKNOWN_ROUND


async def test_a_correction_of_nothing_is_refused(edge: Edge) -> None:
    command = CorrectResult(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        expected=Result.DRAW,
        result=Result.WHITE_WINS,
        reason="score sheet",
    )
    reply = await edge.client.send(command)
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.INCOMPLETE


async def test_a_sender_who_has_seen_more_than_there_is_is_told_so(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.runtime.handle.KNOWN_WITHIN", 0.1)
    body = json.dumps({"id": new_command_id(), "data": REPORT, "after": 10**9}).encode()
    reply = await edge.send(body)
    assert refusal(reply) is RefusalCode.UNAVAILABLE
    assert reply["details"] == {"position": len(STARTED)}


@pytest.mark.parametrize(
    ("name", "body", "code"),
    [
        ("open-boards", b"{", RefusalCode.MALFORMED_MESSAGE),
        ("open-boards", b'{"data": {}}', RefusalCode.INVALID_PAYLOAD),
        ("open-boards", b'{"data": {"tournament": "*"}}', RefusalCode.INVALID_PAYLOAD),
        ("open-boards", b'{"data": {"tournament": "winter"}}', RefusalCode.UNKNOWN_TOURNAMENT),
        ("no-such", b"{}", RefusalCode.UNKNOWN_QUERY),
    ],
)
async def test_a_bad_query_is_refused(edge: Edge, name: str, body: bytes, code: RefusalCode) -> None:
    reply = await edge.bus.client.request(f"omkamp.{edge.federation}.query.results.{name}", body, timeout=5)
    assert refusal(json.loads(reply.data)) is code


async def test_a_service_that_is_not_there_is_refused_by_the_client(edge: Edge) -> None:
    with pytest.raises(NoRespondersError):
        await edge.bus.client.request(f"omkamp.{edge.federation}.query.weather.today", b"", timeout=5)
    impatient = Client(edge.bus, edge.federation, "venue", patience=0.1)
    with pytest.raises(Refused) as caught:
        await impatient.ask(OpenBoards(tournament=SUMMER), dict, context="weather")
    assert caught.value.refusal.code is RefusalCode.UNAVAILABLE


async def test_a_player_nobody_knows_is_no_board(edge: Edge) -> None:
    reply = await edge.client.send(
        ReportResult(tournament=SUMMER, round=1, white=PlayerId("ghost"), black=ANNA, result=Result.DRAW)
    )
    assert isinstance(reply, Refusal)
    assert reply.code is RefusalCode.BOARD_NOT_PAIRED
