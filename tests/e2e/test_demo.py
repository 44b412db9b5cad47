"""The whole story of the demo, and every fact of it."""

from pathlib import Path
from typing import Any

import pytest

from services.chess import trf
from tests.support.cli import SUMMER_FILE, Omkamp


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def told(data: Path) -> Any:
    return Omkamp()("demo", "--data", data, "--json").json


def test_every_promise_is_kept(told: Any) -> None:
    assert [one["promise"] for one in told["promises"] if not one["kept"]] == []
    assert len(told["promises"]) == 8


def test_a_real_event_is_played_whole_from_three_venues(told: Any) -> None:
    assert (told["players"], told["rounds"], told["results"], told["duplicates"]) == (137, 7, 411, 63)
    refusal = told["contradiction"]["refusal"]
    assert refusal["code"] == "result_conflict"
    assert refusal["details"]["reported"] in refusal["message"]
    assert refusal["details"]["offered"] in refusal["message"]


def test_the_final_table_is_the_one_the_file_prints(told: Any) -> None:
    printed = {one.number: one.points for one in trf.read(SUMMER_FILE.read_text(encoding="utf-8")).players}
    assert {row["start_number"]: row["points"] for row in told["standings"]["rows"]} == printed
    started = [one for one in told["ratings"] if one["before"] is None]
    assert len(told["ratings"]) - len(started) == 116, "everybody with a number who played"
    assert len(started) == 18, "of twenty foreigners without one, those whose performance can be reckoned (DSU 4.5.5.2)"


def test_the_correction_changes_what_the_what_if_showed_and_nothing_else(told: Any) -> None:
    correction = told["correction"]
    assert correction["events"][0]["data"]["round"] == 2
    before = {row["player"]: row for row in told["standings"]["rows"]}
    after = {row["player"]: row for row in told["standings_after"]["rows"]}
    assert {player for player in after if after[player] != before[player]} == {
        one["now"]["player"] for one in correction["standings"]
    }
    numbers = {one["player"]: one["after"] for one in told["ratings"]}
    numbers_after = {one["player"]: one["after"] for one in told["ratings_after"]}
    assert {player: numbers_after[player] for player in numbers if numbers[player] != numbers_after[player]} == {
        one["player"]: one["now"] for one in correction["ratings"]
    }


def test_it_ends_with_a_verification_and_its_figures(told: Any) -> None:
    assert told["verify"]["equal"]
    closing = told["closing"]
    assert closing["events"] == closing["written"] == 821
    assert 0 < closing["p50_ms"] <= closing["p99_ms"]
    assert closing["replayed"] > 0
    assert closing["seconds"] < 60


def test_a_second_run_on_the_same_log_plays_the_tournament_again_and_says_so(told: Any, data: Path) -> None:
    again = Omkamp()("demo", "--data", data)
    assert told["tournament"] == "summer-open"
    assert again.code == 0
    assert "It is played again as summer-open-2" in again.out
    assert "BROKEN" not in again.out
    assert again.out.count("kept  ") == 8
