import asyncio
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from contracts.envelope import Fact
from contracts.ids import FederationId, TournamentId
from contracts.units import tournament_unit
from services.results import view as results_view
from services.runtime import projection as room
from services.runtime.log import EventLog
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection, digest, rebuild
from services.runtime.snapshot import Shelf
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS
from tests.support.records import appended, recorded
from tests.support.seasons import Season, seasons
from tests.support.summer import ANNA, BO, CARL, DORA, ENTRIES, STARTED, SUMMER, reported

SIX = ("registration", "pairing", "results", "rating", "discipline", "reporting")
DSU = FederationId("dsu")
UNIT = tournament_unit(SUMMER)

QUICK = settings(
    max_examples=40,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


def viewed(module: Any, facts: list[Fact[Any]], view: Any = None) -> Any:
    view = module.empty() if view is None else view
    for one in facts:
        if isinstance(one.data, module.INTERESTS):
            view = module.apply(view, one)
    return view


def kept(view: Any) -> Any:
    """The view as a snapshot gives it back."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=type(view))


def snapshot_and_tail(service: str, season: Season, random: Random) -> None:
    module: Any = import_module(f"services.{service}.view")
    facts = season.shuffled(random)
    cut = random.randint(0, len(facts))
    whole = viewed(module, facts)
    began = kept(viewed(module, facts[:cut]))
    assert digest(viewed(module, facts[cut:], began)) == digest(whole)
    assert kept(whole) == whole


@pytest.mark.parametrize("service", SIX)
@QUICK
@given(season=seasons, random=st.randoms(use_true_random=True))
def test_a_snapshot_and_the_tail_are_a_full_replay_also_where_the_tail_is_dated_back(
    service: str, season: Season, random: Random
) -> None:
    snapshot_and_tail(service, season, random)


@pytest.mark.long
@pytest.mark.parametrize("service", SIX)
@settings(QUICK, max_examples=2000)
@given(season=seasons, random=st.randoms(use_true_random=True))
def test_a_snapshot_and_the_tail_are_a_full_replay_in_thousands_of_seasons(
    service: str, season: Season, random: Random
) -> None:
    snapshot_and_tail(service, season, random)


def shelf_in(folder: Path, *, version: int = 1, rules: str = "", federation: FederationId = DSU) -> Shelf:
    return Shelf(folder, "results", federation, version, rules)


async def caught_up(log: EventLog, shelf: Shelf | None) -> Projection:
    projection = Projection("results", results_view, log, shelf)
    running = asyncio.create_task(projection.run())
    assert await projection.reached(await log.head(), 5)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return projection


async def stopped_once(log: EventLog, shelf: Shelf) -> None:
    await (await caught_up(log, shelf)).save()


async def log_of(*raw: bytes) -> MemoryLog:
    log = MemoryLog(DSU)
    await appended(log, UNIT, (*STARTED, reported(1, ANNA, CARL, "1-0")), *raw)
    return log


class Counting(MemoryLog):
    """Notes where it is followed from."""

    def __init__(self, log: MemoryLog) -> None:
        super().__init__(log.federation)
        self.__dict__ |= log.__dict__
        self.followed: list[int] = []

    def follow(self, after: int = 0):  # type: ignore[no-untyped-def]  # noqa: ANN201  as the one it replaces
        self.followed.append(after)
        return super().follow(after)


async def test_a_restart_replays_the_tail_only(tmp_path: Path) -> None:
    log = await log_of()
    await stopped_once(log, shelf_in(tmp_path))
    position = await log.head()
    await appended(log, UNIT, (reported(1, DORA, BO, "½-½"),))
    counting = Counting(log)
    again = await caught_up(counting, shelf_in(tmp_path))
    assert counting.followed == [position - 1, position], "one event to see that it is this log, then the tail"
    assert again.restored == position
    assert (again.view, again.position) == await rebuild(log, results_view)


async def test_parked_events_are_remembered(tmp_path: Path) -> None:
    log = await log_of(b"no event")
    await stopped_once(log, shelf_in(tmp_path))
    again = await caught_up(log, shelf_in(tmp_path))
    assert again.restored == await log.head()
    assert [one.sequence for one in again.parked] == [await log.head()]


async def test_a_snapshot_is_written_every_so_many_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SNAPSHOT_EVERY", 3)
    log = await log_of()
    running = asyncio.create_task(Projection("results", results_view, log, shelf_in(tmp_path)).run())
    await asyncio.to_thread(wait_for_file, shelf_in(tmp_path).path)
    running.cancel()
    again = await caught_up(log, shelf_in(tmp_path))
    assert again.restored == await log.head()


def wait_for_file(path: Path) -> None:
    deadline = time.monotonic() + 5
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def _bit_in_the_view(path: Path) -> None:
    _flip(path, -10)


def _bit_in_the_heading(path: Path) -> None:
    _flip(path, 120)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _noise(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 4)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("harm", [_bit_in_the_view, _bit_in_the_heading, _cut, _empty, _noise, _folder])
async def test_a_damaged_snapshot_is_left_aside_with_a_reason(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    log = await log_of()
    await stopped_once(log, shelf_in(tmp_path))
    harm(shelf_in(tmp_path).path)
    with capture_logs() as told:
        again = await caught_up(log, shelf_in(tmp_path))
    assert again.restored == 0
    assert again.view == (await rebuild(log, results_view))[0]
    assert any("left aside" in line["event"] and line["reason"] for line in told)


async def test_no_single_bit_can_be_flipped_unseen(tmp_path: Path) -> None:
    await stopped_once(await log_of(), shelf_in(tmp_path))
    path = shelf_in(tmp_path).path
    content = path.read_bytes()
    assert shelf_in(tmp_path).load(results_view.View) is not None
    for place in range(len(content)):
        path.write_bytes(content[:place] + bytes((content[place] ^ 1 << place % 8,)) + content[place + 1 :])
        assert shelf_in(tmp_path).load(results_view.View) is None, place


@pytest.mark.parametrize(("name", "other"), [("version", {"version": 2}), ("rules", {"rules": "others"})])
async def test_another_version_or_other_rules_mean_a_rebuild(tmp_path: Path, name: str, other: dict[str, Any]) -> None:
    log = await log_of()
    await stopped_once(log, shelf_in(tmp_path))
    with capture_logs() as told:
        again = await caught_up(log, shelf_in(tmp_path, **other))
    assert again.restored == 0
    assert again.position == await log.head()
    assert any(f"its {name} is" in line.get("reason", "") for line in told)
    await again.save()
    assert (await caught_up(log, shelf_in(tmp_path, **other))).restored == await log.head(), "the new one takes over"


async def test_a_view_of_another_shape_is_rebuilt(tmp_path: Path) -> None:
    class Other(msgspec.Struct):
        tournaments: dict[TournamentId, int]

    await stopped_once(await log_of(), shelf_in(tmp_path))
    with capture_logs() as told:
        assert shelf_in(tmp_path).load(Other) is None
    assert "of another shape" in told[0]["reason"]


async def test_the_snapshot_of_another_federation_is_left_aside(tmp_path: Path) -> None:
    await stopped_once(await log_of(), shelf_in(tmp_path))
    ssf = shelf_in(tmp_path, federation=FederationId("ssf"))
    ssf.path.parent.mkdir()
    ssf.path.write_bytes(shelf_in(tmp_path).path.read_bytes())
    with capture_logs() as told:
        assert ssf.load(results_view.View) is None
    assert "its federation is 'dsu', not 'ssf'" in told[0]["reason"]


async def test_the_snapshot_of_another_log_is_left_aside(tmp_path: Path) -> None:
    await stopped_once(await log_of(), shelf_in(tmp_path))
    shorter = MemoryLog(DSU)
    await appended(shorter, UNIT, STARTED[:3])
    otherwise = await log_of()
    for log in (shorter, otherwise):
        with capture_logs() as told:
            again = await caught_up(log, shelf_in(tmp_path))
        assert again.restored == 0
        assert (again.view, again.position) == await rebuild(log, results_view)
        assert any("of another log" in line["event"] for line in told)


async def test_a_place_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "dsu").write_text("a file where the folder should be")
    projection = await caught_up(await log_of(), shelf_in(tmp_path))
    with capture_logs() as told:
        await projection.save()
    assert any("no snapshot was written" in line["event"] for line in told)


async def test_a_view_that_no_snapshot_can_hold_is_kept_without_one(tmp_path: Path) -> None:
    log = await log_of()
    huge = msgspec.structs.replace(ENTRIES[0], start_number=10**30)
    await appended(log, UNIT, (huge,))
    projection = await caught_up(log, shelf_in(tmp_path))
    with capture_logs() as told:
        await projection.save()
    assert any("no snapshot was written" in line["event"] for line in told)
    assert projection.parked == []


@pytest.mark.parametrize("service", SIX)
async def test_every_service_keeps_and_restores_its_view(tmp_path: Path, service: str) -> None:
    module: Any = import_module(f"services.{service}.view")
    log = MemoryLog(DSU)
    await recorded(log, (*REGISTERED, *STARTS, *PLAYED, DONE))
    shelf = Shelf(tmp_path, service, DSU, module.VERSION, "")
    projection = Projection(service, module, log, shelf)
    running = asyncio.create_task(projection.run())
    assert await projection.reached(await log.head(), 5)
    running.cancel()
    await projection.save()
    restored = shelf.load(type(module.empty()))
    assert restored is not None
    assert digest(restored.view) == digest(projection.view)
    assert restored.view == projection.view
