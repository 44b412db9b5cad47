import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from services.runtime.server import binary, free_port
from tests.support.cli import DATA, Omkamp

SPRING = DATA / "trf" / "spring-28p-5r.trf"


def listens(url: str) -> bool:
    address = urlsplit(url)
    try:
        socket.create_connection((address.hostname or "", address.port or 0), timeout=5).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize(("number", "group"), [(signal.SIGTERM, False), (signal.SIGINT, True)])
def test_a_signal_stops_it_in_good_order_and_it_goes_on_where_it_was(
    tmp_path: Path, number: signal.Signals, *, group: bool
) -> None:
    data = tmp_path / "data"
    with Omkamp().running("up", "--data", data, "--port", 0) as server:
        assert Omkamp(url=server.url)("import", "trf", SPRING, "--json").json["new"]
        code, messages = server.end(number, group=group)
        assert code == 0
        assert messages.splitlines()[-2:] == ["omkamp: stopping", "omkamp: stopped"]
        assert "nats-server died" not in messages
        assert not listens(server.url)
    with Omkamp().running("up", "--data", data, "--port", 0) as server:
        omkamp = Omkamp(url=server.url)
        assert len(omkamp("standings", SPRING.stem, "--json").json["rows"]) == 28
        assert omkamp("import", "trf", SPRING, "--json").json["new"] == 0
        assert omkamp("verify").code == 0


def test_a_folder_or_a_port_in_use_is_refused_by_name(tmp_path: Path) -> None:
    with Omkamp().running("up", "--data", tmp_path, "--port", 0) as server:
        assert "is in use by another running omkamp" in Omkamp()("up", "--data", tmp_path, "--port", 0).refusal
        port = urlsplit(server.url).port
        refusal = Omkamp()("up", "--data", tmp_path / "other", "--port", port).refusal
        assert f"port {port} cannot be used" in refusal


def get(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    asked = Request(f"http://127.0.0.1:{port}{path}", method=method)
    try:
        with urlopen(asked, timeout=20) as answer:  # noqa: S310  our own port
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_health_and_metrics_are_served_where_a_port_is_given(tmp_path: Path) -> None:
    port = free_port()
    with Omkamp().running("up", "--data", tmp_path, "--port", 0, "--http-port", port) as server:
        results = Omkamp(url=server.url)("import", "trf", SPRING, "--json").json["results"]
        head = Omkamp(url=server.url)("log", "tail", "--no-follow", "--json").lines[-1]["sequence"]
        status, health = get(port, "/health")
        assert status == 200
        assert {name: (one["well"], one["lag"]) for name, one in json.loads(health).items()} == dict.fromkeys(
            ("registration", "pairing", "results", "rating", "discipline", "reporting"), (True, 0)
        )
        status, metrics = get(port, "/metrics")
        assert status == 200
        accepted = f'omkamp_commands_total{{answer="accepted",context="results",name="report-result"}} {results}.0'
        assert accepted in metrics.splitlines()
        assert f'omkamp_projection_position{{context="reporting"}} {head}.0' in metrics.splitlines()
        assert get(port, "/elsewhere")[0] == 404
        assert (get(port, "/health", "POST")[0], get(port, "/metrics", "DELETE")[0]) == (405, 405)


def test_one_service_runs_alone_on_a_server_whose_log_is_made_first(tmp_path: Path) -> None:
    with Omkamp(federation="dsu").running("up", "--data", tmp_path, "--port", 0) as server:
        other = Omkamp(url=server.url, federation="ssf")
        assert other("serve", "results").refusal.endswith("[unknown_federation]")
        assert other("migrate", "--json").json["ready"]
        assert other("migrate").code == 0
        port = free_port()
        with other.running("serve", "results", "--http-port", port) as alone:
            assert alone.says["services"] == ["results"]
            status, health = get(port, "/health")
            assert (status, list(json.loads(health))) == (200, ["results"])
            assert get(port, "/metrics")[0] == 200
            assert alone.end(signal.SIGTERM)[0] == 0


def test_a_service_nobody_knows_is_wrong_usage_and_a_server_that_is_away_is_named() -> None:
    assert Omkamp()("serve", "gateway").code == 2
    assert Omkamp(url="nats://127.0.0.1:1", log_level="critical")("serve", "results").refusal.endswith("[unavailable]")


@pytest.fixture
def without_jetstream() -> Iterator[str]:
    port = free_port()
    server = subprocess.Popen([binary(), "--port", str(port)], stderr=subprocess.DEVNULL)
    url = f"nats://127.0.0.1:{port}"
    while not listens(url):
        time.sleep(0.05)
    yield url
    server.terminate()
    server.wait()


def test_a_server_that_runs_without_jetstream_is_told_from_one_that_is_away(without_jetstream: str) -> None:
    omkamp = Omkamp(url=without_jetstream)
    for command in (("migrate",), ("log", "tail", "--no-follow"), ("serve", "results")):
        assert "JetStream does not run there" in omkamp(*command).refusal
    found = {one["what"]: one for one in json.loads(omkamp("doctor", "--json").out)}
    assert found["server"]["ok"]
    assert not found["JetStream"]["ok"]
    assert "JetStream does not run there" in found["JetStream"]["found"]
