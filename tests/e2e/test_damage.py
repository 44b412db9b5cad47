"""A log that somebody has written into past the services: every command says so, by name, and none falls over."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from contracts.codec import encode
from contracts.ids import FederationId, PlayerId, TournamentId
from contracts.points import Result
from contracts.results import GameReported
from contracts.subjects import event_subject
from services.runtime.bus import Bus
from services.runtime.server import free_port
from services.runtime.settings import Settings
from tests.support.cli import DATA, Omkamp
from tests.support.facts import fact

SPRING = DATA / "trf" / "spring-28p-5r.trf"
AUTUMN = DATA / "trf" / "spring-31p-6r-half-point-pab.trf"
UNIT = f"tournament-{SPRING.stem}"
NOWHERE = GameReported(
    tournament=TournamentId(SPRING.stem), round=1, white=PlayerId("ghost"), black=PlayerId("x"), result=Result.DRAW
)
UNREADABLE = {
    "not_ours": b'{"result": "I won"}',
    "not_json": b"I won",
    "not_utf8": b'{"result": "\xff"}',
    "nested_without_end": b'{"a":' + b"[" * 100_000,
    "on_many_lines": b'{\n "result":\n "I won"\n}',
}
UNTRUE = {"no_such_board": (UNIT, NOWHERE), "in_another_s_place": ("tournament-other", NOWHERE)}


@pytest.fixture(scope="module")
def omkamp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omkamp]:
    data: Path = tmp_path_factory.mktemp("omkamp")
    port = str(free_port())
    with Omkamp(log_level="critical", http_port=port).running("up", "--data", data, "--port", 0) as server:
        omkamp = Omkamp(url=server.url, http_port=port)
        for file in (SPRING, AUTUMN):
            assert omkamp("import", "trf", file).code == 0
        asyncio.run(_write_past_the_services(Settings(url=server.url, federation=FederationId("dsu"))))
        yield omkamp


async def _write_past_the_services(settings: Settings) -> None:
    bus = await Bus.connect(settings, "intruder")
    bodies = [(UNIT, body) for body in UNREADABLE.values()]
    bodies += [
        (unit, encode(fact(event).event).replace(b'"unit"', f'"{unit}"'.encode())) for unit, event in UNTRUE.values()
    ]
    for unit, body in bodies:
        await bus.jetstream.publish(event_subject("dsu", unit, "results", "game-reported"), body)
    await bus.close()


BAD = len(UNREADABLE) + len(UNTRUE)


def test_the_tail_shows_every_event_on_a_line_of_its_own(omkamp: Omkamp) -> None:
    tail = omkamp("log", "tail", "--no-follow").out.splitlines()[-BAD:]
    assert sum("cannot be read" in line for line in tail) == len(UNREADABLE)
    events = [one["event"] for one in omkamp("log", "tail", "--no-follow", "--json").lines[-BAD:]]
    shown = dict(zip((*UNREADABLE, *UNTRUE), events, strict=True))
    assert shown["not_ours"] == shown["on_many_lines"] == {"result": "I won"}
    assert shown["not_json"] == {"unreadable": "I won"}
    assert shown["no_such_board"]["data"] == shown["in_another_s_place"]["data"]


def test_verify_names_the_event_it_stops_at(omkamp: Omkamp) -> None:
    verdict = omkamp("verify")
    assert verdict.code == 1
    assert "Not every view equals its rebuild." in verdict.out
    assert "stopped at event" in verdict.out


def test_the_doctor_counts_what_is_parked_and_says_where_to_look(omkamp: Omkamp) -> None:
    doctor = omkamp("doctor")
    assert doctor.code == 1
    assert f"{BAD} events parked" in doctor.out
    assert "omkamp log tail --from" in doctor.out


def test_whoever_watches_health_is_told(omkamp: Omkamp) -> None:
    url = f"http://127.0.0.1:{omkamp.environment['OMKAMP_HTTP_PORT']}/health"
    with pytest.raises(HTTPError) as unwell, urlopen(url, timeout=20):
        pass
    with unwell.value as answer:
        assert answer.code == 503
        assert len(json.load(answer)["reporting"]["parked"]) == BAD


def test_the_unit_is_refused_by_name_and_the_rest_goes_on(omkamp: Omkamp) -> None:
    assert len(omkamp("standings", SPRING.stem, "--json").json["rows"]) == 28
    refusal = omkamp("result", SPRING.stem, 1, 1, 2, "1-0").refusal
    assert "the history of this unit cannot be read" in refusal
    assert refusal.endswith("[internal]")
    assert omkamp("result", AUTUMN.stem, 1, 1, 2, "1-0").refusal.endswith("[board_not_paired]")
