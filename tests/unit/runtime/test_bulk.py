"""A replay from segments gives the view an ordinary replay gives, whatever stands in them."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from contracts.belonging import unit_of
from contracts.codec import FactDecoder, Poison, encode
from contracts.ids import FederationId
from contracts.messages import context_of, name_of
from contracts.subjects import event_subject
from contracts.units import tournament_unit
from services.rating import view as rating
from services.runtime import condensed, copying
from services.runtime.bulk import BulkReplay
from services.runtime.log import Record, replay
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection, digest
from services.runtime.segments import SegmentStore
from services.runtime.snapshot import Shelf
from tests.support import records as written
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS, corrected
from tests.support.records import appended
from tests.support.seasons import Season, seasons
from tests.support.summer import ANNA, BO, SUMMER, reported
from tests.support.synthetic import Plan, SyntheticLog, records

DSU = FederationId("dsu")
UNIT = tournament_unit(SUMMER)

QUICK = settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def recorded(season: Season, random: Random, noise: int) -> list[Record]:
    """A shuffled season as a log holds it, with bodies in it that nobody can read and reports of unknown boards."""
    bodies = []
    for one in season.shuffled(random):
        kind, unit = type(one.data), unit_of(one.data)
        subject = event_subject(DSU, unit, context_of(kind), name_of(kind))
        bodies.append((subject, encode(msgspec.structs.replace(one.event, subject=unit))))
    for _ in range(noise):
        bodies.insert(random.randint(0, len(bodies)), _noise(random, bodies))
    return [Record(sequence, subject, body) for sequence, (subject, body) in enumerate(bodies, start=1)]


def _noise(random: Random, bodies: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    subject, like = random.choice(bodies)
    body = random.choice(
        (
            like,
            b"no event",
            b"{}",
            b"two\nlines",
            like.replace(b'"player":"', b'"player":"not an id ').replace(b'"white":"', b'"white":"nobody'),
            like.replace(b".v1", b".v9"),
            like.replace(b'"actor":"', b'"actor":"not an id '),
            like.replace(b'"round":', b'"round":9'),
            like.replace(b'"round":1', b'"round":2'),
        )
    )
    return subject, body


async def caught_up(log: Any, store: SegmentStore | None = None, shelf: Shelf | None = None) -> Projection:
    projection = Projection("rating", rating, log, shelf, store)
    running = asyncio.create_task(projection.run())
    assert await projection.reached(await log.head(), 60)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return projection


@pytest.fixture(autouse=True)
def _unprinted() -> Iterator[None]:
    """What is parked is logged with its traceback and all its values, at length: only the test that asks sees it."""
    with capture_logs():
        yield


def same_as_an_ordinary_replay(folder: Path, season: Season, random: Random, noise: int) -> None:
    async def compare() -> None:
        log = SyntheticLog(DSU, recorded(season, random, noise))
        store = SegmentStore(Path(tempfile.mkdtemp(dir=folder)), random.choice((40, 90, 1000)))
        sealed = await store.extend(log, rest=random.random() < 0.5)
        ordinary, fast = await caught_up(log), await caught_up(log, store)
        assert fast.restored == sealed
        assert digest(fast.view) == digest(ordinary.view)
        assert [one.sequence for one in fast.parked] == [one.sequence for one in ordinary.parked]
        assert [one.reason for one in fast.parked] == [one.reason for one in ordinary.parked]

    asyncio.run(compare())


@QUICK
@given(season=seasons, random=st.randoms(use_true_random=True), noise=st.integers(0, 3))
def test_a_season_from_segments_is_the_season(tmp_path: Path, season: Season, random: Random, noise: int) -> None:
    same_as_an_ordinary_replay(tmp_path, season, random, noise)


@pytest.mark.long
@pytest.mark.timeout(1800)
@settings(QUICK, max_examples=2000)
@given(season=seasons, random=st.randoms(use_true_random=True), noise=st.integers(0, 3))
def test_thousands_of_seasons_from_segments_are_the_seasons(
    tmp_path: Path, season: Season, random: Random, noise: int
) -> None:
    same_as_an_ordinary_replay(tmp_path, season, random, noise)


@QUICK
@given(season=seasons, random=st.randoms(use_true_random=True), noise=st.integers(0, 3))
def test_a_replay_may_stop_anywhere_and_go_on_from_there(
    tmp_path: Path, season: Season, random: Random, noise: int
) -> None:
    made = recorded(season, random, noise)
    store = SegmentStore(Path(tempfile.mkdtemp(dir=tmp_path)), random.choice((10, 40, 90)))
    asyncio.run(store.extend(SyntheticLog(DSU, made), rest=True))
    stops = sorted(random.sample(range(1, len(made)), 3))
    kept, decoder = rating.empty(), FactDecoder(rating.INTERESTS)

    def take(record: Record) -> None:
        try:
            fact = decoder.decode(record.sequence, record.body, record.subject)
            if fact is not None:
                rating.apply(kept, fact)
        except (Poison, LookupError):
            parked.append(record.sequence)

    def park(sequence: int, _reason: str) -> None:
        parked.append(sequence)

    parked: list[int] = []
    for after, upto in zip((0, *stops), (*stops, None), strict=True):
        assert BulkReplay(rating, store, take, park).run(kept, after, upto) == (upto or len(made))
    stepwise, told = kept, sorted(parked)
    kept, parked = rating.empty(), []
    for record in made:
        take(record)
    assert digest(stepwise) == digest(kept)
    assert told == parked


async def test_years_of_synthetic_chess_from_segments_are_the_same(tmp_path: Path) -> None:
    log = SyntheticLog(DSU, records(Plan(3000, years=4, late=0.1, corrected=0.02), DSU))
    store = SegmentStore(tmp_path, 1000)
    await store.extend(log)
    ordinary, fast = await caught_up(log), await caught_up(log, store)
    assert fast.restored >= 4000
    assert digest(fast.view) == digest(ordinary.view)
    assert ordinary.parked == []


def test_the_same_seed_gives_the_same_bytes() -> None:
    plan = Plan(300, years=2)
    assert list(records(plan, DSU)) == list(records(plan, DSU))
    assert list(records(plan, DSU)) != list(records(plan._replace(seed=2), DSU))


def test_a_synthetic_season_is_readable_and_as_large_as_planned() -> None:
    made = list(records(Plan(500, years=2), DSU))
    decoder = FactDecoder()
    names = [type(fact.data).__name__ for one in made if (fact := decoder.decode(one.sequence, one.body))]
    assert len(names) == len(made)
    assert names.count("GameReported") >= 500
    assert [one.sequence for one in made] == list(range(1, len(made) + 1))


async def log_of(*raw: bytes) -> MemoryLog:
    log = MemoryLog(DSU)
    await written.recorded(log, (*REGISTERED, *STARTS, *PLAYED, DONE, corrected("1-0", "0-1")))
    if raw:
        await appended(log, UNIT, (), *raw)
    return log


async def test_a_snapshot_goes_before_the_segments(tmp_path: Path) -> None:
    log = await log_of()
    shelf = Shelf(tmp_path, "rating", DSU, rating.VERSION, "")
    await (await caught_up(log, None, shelf)).save()
    await appended(log, UNIT, (corrected("0-1", "½-½"),))
    store = SegmentStore(tmp_path / "segments", 2)
    await store.extend(log, rest=True)
    fast = await caught_up(log, store, shelf)
    assert fast.restored == await log.head()
    assert digest(fast.view) == digest((await caught_up(log)).view)


def damage(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-3] + b"#" + content[-2:])


@pytest.mark.parametrize("place", [1, -1])
async def test_a_damaged_segment_is_fetched_again_and_replayed(tmp_path: Path, place: int) -> None:
    log = await log_of()
    store = SegmentStore(tmp_path, 5)
    await store.extend(log)
    path = store.path(store.links()[place])
    damage(path)
    with capture_logs() as told:
        projection = await caught_up(log, store)
    assert projection.restored == store.last
    assert digest(projection.view) == digest((await caught_up(log)).view)
    assert [line["file"] for line in told if line["event"] == "a segment is fetched again"] == [path.name]
    assert store.verify() == []


async def test_a_snapshot_and_a_damaged_segment_after_it_come_to_the_same(tmp_path: Path) -> None:
    log = await log_of(b"no event")
    shelf = Shelf(tmp_path, "rating", DSU, rating.VERSION, "")
    await (await caught_up(log, None, shelf)).save()
    await appended(log, UNIT, (corrected("0-1", "½-½"),), b"no event")
    store = SegmentStore(tmp_path / "segments", 5)
    await store.extend(log, rest=True)
    damage(store.path(store.links()[-1]))
    fast, ordinary = await caught_up(log, store, shelf), await caught_up(log)
    assert digest(fast.view) == digest(ordinary.view)
    assert [one.sequence for one in fast.parked] == [one.sequence for one in ordinary.parked]
    assert store.verify() == []


async def test_a_damaged_store_is_left_aside_where_the_log_gives_another_segment(tmp_path: Path) -> None:
    log = await log_of()
    records = [record async for batch in replay(log) for record in batch]
    store = SegmentStore(tmp_path, 5)
    await store.extend(log)
    damage(store.path(store.links()[0]))
    # The end is the one that was sealed, so that it is found out only as the segment is fetched again.
    other = SyntheticLog(DSU, [Record(1, records[0].subject, b"no event"), *records[1:]])
    with capture_logs() as told:
        projection = await caught_up(other, store)
    assert projection.restored == 0
    assert digest(projection.view) == digest((await caught_up(other)).view)
    assert any("disagree about events 1 to 5" in line.get("reason", "") for line in told)


async def test_the_store_of_another_log_is_left_aside(tmp_path: Path) -> None:
    store = SegmentStore(tmp_path, 5)
    await store.extend(await log_of())
    other = await log_of()
    with capture_logs() as told:
        projection = await caught_up(other, store)
    assert projection.restored == 0
    assert any("another log" in line["event"] for line in told)
    assert digest(projection.view) == digest((await caught_up(other)).view)


async def test_what_fails_when_it_is_settled_is_replayed_event_by_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = await log_of(b"no event")
    shelf = Shelf(tmp_path, "rating", DSU, rating.VERSION, "")
    await (await caught_up(log, None, shelf)).save()
    await appended(log, UNIT, (corrected("0-1", "½-½"),), b"no event")
    store = SegmentStore(tmp_path / "segments", 2)
    await store.extend(log, rest=True)

    def failing(_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(rating, "settle", failing)
    projection = await caught_up(log, store, shelf)
    assert projection.restored == 0
    assert len(projection.parked) == 2
    assert digest(projection.view) == digest((await caught_up(log)).view)


async def test_a_segment_is_condensed_once_until_it_or_what_condenses_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SegmentStore(tmp_path, 5)
    await store.extend(await log_of(b"no event"), rest=True)
    made: list[int] = []
    making = condensed._made

    def noting(module: Any, segment: Any, before: bytes) -> condensed.Condensed:
        made.append(segment.header.first)
        return making(module, segment, before)

    monkeypatch.setattr(condensed, "_made", noting)
    segments = store.links()

    def condensed_anew() -> int:
        made.clear()
        found = [condensed.condensed(rating, store, one) for one in segments]
        assert found == whole
        return len(made)

    whole = [condensed.condensed(rating, store, one) for one in segments]
    assert [one for part in whole for one, _ in part.poison] == [store.last]
    assert condensed_anew() == 0
    beside = store.path(segments[0]).with_suffix(".rating")
    for broken in (b"{", b"", beside.read_bytes()[:-1], beside.read_bytes().replace(b'"version":', b'"version":9')):
        beside.write_bytes(broken)
        assert condensed_anew() == 1
    beside.write_bytes(store.path(segments[1]).with_suffix(".rating").read_bytes())
    assert condensed_anew() == 1
    store.path(segments[-1]).with_suffix(".rating").unlink()
    assert condensed_anew() == 1
    monkeypatch.setattr(rating, "VERSION", rating.VERSION + 1)
    assert condensed_anew() == len(segments)
    monkeypatch.setattr(condensed, "checks", lambda: "other")
    assert condensed_anew() == len(segments)


async def test_no_single_bit_of_what_a_segment_comes_to_can_be_flipped_unseen(tmp_path: Path) -> None:
    store = SegmentStore(tmp_path, 2)
    await store.extend(await log_of(b"no event"), rest=True)
    link = store.links()[-1]
    whole = condensed.condensed(rating, store, link)
    assert whole.poison
    beside = store.path(link).with_suffix(".rating")
    content = beside.read_bytes()
    for place in range(len(content)):
        beside.write_bytes(content[:place] + bytes((content[place] ^ 1 << place % 8,)) + content[place + 1 :])
        assert condensed.condensed(rating, store, link) == whole, place
        assert beside.read_bytes() == content, place


async def test_the_copier_seals_condenses_and_mends(tmp_path: Path) -> None:
    log = await log_of()
    store = SegmentStore(tmp_path / "segments", 5)
    await copying._copied(store, log, rating)
    assert store.last == await log.head() // 5 * 5
    assert len(list(store.folder.glob("*.rating"))) == store.last // 5
    path = max(store.folder.glob("*.segment"))
    path.unlink()
    await copying._copied(store, log, rating)
    assert store.verify() == []
    assert path.exists()


def test_what_comes_after_a_tournament_is_finished_is_taken_in_bulk_as_well(tmp_path: Path) -> None:
    async def compare(size: int) -> None:
        log = await log_of()
        await appended(log, UNIT, (*PLAYED, DONE, corrected("0-1", "½-½"), reported(1, ANNA, BO, "1-0"), DONE))
        await appended(log, UNIT, (*PLAYED[:3], corrected("½-½", "1-0")))
        store = SegmentStore(tmp_path / str(size), size)
        await store.extend(log, rest=True)
        ordinary, fast = await caught_up(log), await caught_up(log, store)
        assert fast.restored == await log.head()
        assert fast.parked == ordinary.parked
        assert digest(fast.view) == digest(ordinary.view)

    for size in (1, 3, 7, 1000):
        asyncio.run(compare(size))


def test_an_unknown_board_is_parked_in_bulk_as_well(tmp_path: Path) -> None:
    async def compare() -> None:
        log = await log_of()
        await appended(log, UNIT, (reported(9, ANNA, BO, "1-0"),))
        await appended(log, tournament_unit(SUMMER), PLAYED[:-1])
        store = SegmentStore(tmp_path, 1000)
        await store.extend(log, rest=True)
        ordinary, fast = await caught_up(log), await caught_up(log, store)
        assert fast.parked == ordinary.parked
        assert digest(fast.view) == digest(ordinary.view)

    asyncio.run(compare())


async def test_no_event_of_a_sound_store_goes_the_ordinary_way(tmp_path: Path) -> None:
    store = SegmentStore(tmp_path, 500)
    await store.extend(SyntheticLog(DSU, records(Plan(600, years=2, corrected=0.05), DSU)), rest=True)

    def ordinary(record: Record | int, _reason: str = "") -> None:
        raise AssertionError(record)

    view = rating.empty()
    assert BulkReplay(rating, store, ordinary, ordinary).run(view, 0) == store.last
    assert any(ledger.accounts for ledger in view.registers.ledgers.values())
