"""What every `EventLog` must do. Each adapter's test class inherits it and gives a `log` fixture."""

import asyncio

import pytest

from contracts.ids import UnitId
from services.runtime.log import MAX_RECORDS, Append, Conflict, EventLog, NewRecord, Record, replay

SUMMER, WINTER = UnitId("tournament-summer"), UnitId("tournament-winter")


def append(log: EventLog, unit: UnitId, expected: int, *names: str) -> Append:
    records = tuple(
        NewRecord(f"omkamp.{log.federation}.event.{unit}.results.game-reported", name.encode()) for name in names
    )
    return Append(unit=unit, expected=expected, records=records)


async def first(log: EventLog, count: int, after: int = 0) -> list[Record]:
    """Follow until `count` records have come."""
    records: list[Record] = []
    follower = log.follow(after)
    try:
        while len(records) < count:
            records += await asyncio.wait_for(anext(follower), 20)
    finally:
        await follower.aclose()  # type: ignore[attr-defined]  # every adapter's follow is an async generator
    return records


def bodies(records: list[Record]) -> list[str]:
    return [record.body.decode() for record in records]


class LogConformance:
    async def test_a_new_log_is_empty(self, log: EventLog) -> None:
        assert await log.head() == 0
        assert await log.unit(SUMMER) == []
        assert [batch async for batch in replay(log)] == []

    async def test_an_append_returns_the_sequence_of_its_last_record(self, log: EventLog) -> None:
        assert await log.append(append(log, SUMMER, 0, "a")) == 1
        assert await log.append(append(log, SUMMER, 1, "b", "c", "d")) == 4
        assert await log.head() == 4

    async def test_a_stale_fence_writes_nothing(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a"))
        with pytest.raises(Conflict):
            await log.append(append(log, SUMMER, 0, "b"))
        with pytest.raises(Conflict):
            await log.append(append(log, SUMMER, 0, "b", "c"))
        assert await log.head() == 1

    async def test_a_fence_guards_all_kinds_of_events_of_its_unit(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a"))
        other = NewRecord(f"omkamp.{log.federation}.event.{SUMMER}.registration.player-entered", b"b")
        with pytest.raises(Conflict):
            await log.append(Append(unit=SUMMER, expected=0, records=(other,)))

    async def test_units_do_not_disturb_each_other(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "s1"))
        await log.append(append(log, WINTER, 0, "w1"))
        assert await log.append(append(log, SUMMER, 1, "s2")) == 3
        assert bodies(await log.unit(SUMMER)) == ["s1", "s2"]
        assert bodies(await log.unit(SUMMER, after=1)) == ["s2"]
        assert bodies(await log.unit(WINTER, after=2)) == []

    async def test_of_writers_with_the_same_fence_one_wins(self, log: EventLog) -> None:
        outcomes = await asyncio.gather(
            *(log.append(append(log, SUMMER, 0, f"w{number}")) for number in range(40)), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 39 + ["int"]
        assert len(await log.unit(SUMMER)) == 1

    async def test_many_units_at_once_are_all_written_and_each_knows_its_sequence(self, log: EventLog) -> None:
        units = [UnitId(f"player-{number}") for number in range(200)]
        sequences = await asyncio.gather(*(log.append(append(log, unit, 0, f"{unit}:0")) for unit in units))
        assert sorted(sequences) == list(range(1, 201))
        for unit, sequence in zip(units, sequences, strict=True):
            assert [(one.sequence, one.body) for one in await log.unit(unit)] == [(sequence, f"{unit}:0".encode())]

    async def test_a_late_writer_among_many_fails_alone(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a"))
        units = [UnitId(f"player-{number}") for number in range(100)]
        outcomes = await asyncio.gather(
            *(log.append(append(log, unit, 0, f"{unit}:0", f"{unit}:1")) for unit in units),
            log.append(append(log, SUMMER, 0, "late")),
            return_exceptions=True,
        )
        assert isinstance(outcomes.pop(), Conflict)
        assert all(isinstance(outcome, int) for outcome in outcomes)
        assert await log.head() == 201

    async def test_the_largest_append_is_written_whole(self, log: EventLog) -> None:
        names = [f"e{number}" for number in range(MAX_RECORDS)]
        assert await log.append(append(log, SUMMER, 0, *names)) == MAX_RECORDS
        assert bodies(await log.unit(SUMMER)) == names

    async def test_a_long_unit_is_read_whole(self, log: EventLog) -> None:
        names = [f"e{number}" for number in range(2300)]
        for start in range(0, 2300, 460):
            await log.append(append(log, SUMMER, start, *names[start : start + 460]))
        assert bodies(await log.unit(SUMMER)) == names

    async def test_following_yields_what_is_there_and_then_what_comes_in_order(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a", "b"))
        following = asyncio.create_task(first(log, 5))
        await asyncio.sleep(0)
        await log.append(append(log, WINTER, 0, "c", "d"))
        await log.append(append(log, SUMMER, 2, "e"))
        records = await following
        assert [(one.sequence, one.body.decode()) for one in records] == list(enumerate("abcde", start=1))
        assert records[0].subject == f"omkamp.{log.federation}.event.{SUMMER}.results.game-reported"

    async def test_following_starts_after_a_position(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a", "b", "c"))
        assert bodies(await first(log, 1, after=2)) == ["c"]

    async def test_a_replay_ends_where_the_log_stood(self, log: EventLog) -> None:
        await log.append(append(log, SUMMER, 0, "a", "b", "c"))
        assert bodies([record async for batch in replay(log) for record in batch]) == ["a", "b", "c"]
        assert bodies([record async for batch in replay(log, after=1, upto=2) for record in batch]) == ["b"]

    async def test_a_long_log_is_followed_without_a_gap(self, log: EventLog) -> None:
        for start in range(0, 9000, 450):
            await log.append(append(log, SUMMER, start, *(f"e{number}" for number in range(start, start + 450))))
        assert [one.sequence for one in await first(log, 9000)] == list(range(1, 9001))
