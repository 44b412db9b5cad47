"""The benchmarks themselves, on a handful of events: that they measure, not how much."""

from types import ModuleType

import pytest

from services.runtime.bus import Bus
from services.runtime.settings import Settings
from tests.bench import appends, catch_up, faststream_share, replay, visible
from tests.bench.measure import Row
from tests.support.synthetic import Plan

SMALL: dict[ModuleType, dict[str, object]] = {
    appends: {"LOADS": ((1, 2, 0.0), (5, 10, None)), "_TOURNAMENTS": 3, "_PLAYERS": 10, "_ROUNDS": 9},
    catch_up: {"EVENTS": 60, "THEIR_EVENTS": 20, "_TOURNAMENTS": 3, "_PLAYERS": 10, "_ROUNDS": 9},
    visible: {"LOADS": ((50, None),), "SECONDS": 0.2, "_TOURNAMENTS": 3, "_PLAYERS": 10, "_ROUNDS": 9},
    faststream_share: {"_COUNT": 20, "_CONCURRENT": 5},
    replay: {"PLAN": Plan(3000), "RUNS": 1},
}


@pytest.mark.parametrize("bench", SMALL, ids=lambda bench: bench.__name__.rpartition(".")[2])
async def test_a_benchmark_measures_both_sides(
    bench: ModuleType, bus: Bus, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SMALL[bench].items():
        monkeypatch.setattr(bench, name, value)
    rows: list[Row] = await bench.run(settings, bus)
    assert all(row.ours > 0 for row in rows)
