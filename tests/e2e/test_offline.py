"""What needs no server: worked examples, pairing cases, and the next round of a file."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.support.cli import DATA, ROOT, SUMMER_FILE, Omkamp

VECTORS = DATA / "vectors" / "dsu_rating.json"
CASES = sorted((DATA / "pairings" / "dutch").glob("*.json"))[:3]


@pytest.fixture
def omkamp() -> Omkamp:
    return Omkamp()


def test_worked_examples_pass_and_are_counted(omkamp: Omkamp) -> None:
    answer = omkamp("check", "vectors", VECTORS)
    assert answer.code == 0
    assert answer.out.endswith(" passed, 0 failed\n")


def test_a_wrong_example_is_shown_with_expected_got_and_steps(omkamp: Omkamp, tmp_path: Path) -> None:
    document = json.loads(VECTORS.read_text(encoding="utf-8"))
    row = next(row for row in document["rows"] if row["kind"] == "dsu_rating" and "published" in row["expected"])
    row["expected"]["published"] = 9
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    answer = omkamp("check", "vectors", file)
    assert answer.code == 1
    assert f"FAILED {row['id']}" in answer.out
    assert "expected 9, got " in answer.out
    assert "steps: " in answer.out
    assert answer.out.endswith(" passed, 1 failed\n")


def test_an_example_of_a_kind_that_no_rule_computes_is_told_from_a_wrong_one(omkamp: Omkamp, tmp_path: Path) -> None:
    file = tmp_path / "norms.json"
    row = {"id": "NO01", "kind": "norm2005", "input": {}, "expected": {"norm": True}}
    file.write_text(json.dumps({"rows": [row]}), encoding="utf-8")
    answer = omkamp("check", "vectors", DATA / "vectors" / "fide2000.json", file)
    assert answer.code == 1
    assert "FAILED" not in answer.out
    assert answer.out.splitlines() == [
        "NOT COVERED NO01 (norm2005)",
        "1 of the failed are of kinds that no rule here computes: norm2005",
        "19 passed, 1 failed",
    ]


def test_a_file_that_holds_no_examples_is_refused_by_name(omkamp: Omkamp, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    for kind, content in (("vectors", "{"), ("vectors", "[]"), ("pairings", "{}")):
        file.write_text(content, encoding="utf-8")
        refusal = omkamp("check", kind, file).refusal
        assert str(file) in refusal
        assert refusal.endswith("[malformed_file]")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import trf", ""),
        ("pair --system fide-dutch --trf", ""),
        ("publish-round t 1 --trf", ""),
        ("check vectors", ""),
        ("check pairings", ""),
        ("ratings coordinate", "--day 2010-08-01"),
        ("log check", ""),
    ],
)
def test_a_pipe_nobody_writes_into_is_refused_by_name_and_not_waited_for(
    omkamp: Omkamp, tmp_path: Path, before: str, after: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refusal = omkamp(*before.split(), pipe, *after.split()).refusal
    assert refusal.startswith(f"omkamp: {pipe}: it is no file, but a pipe or a device")
    assert refusal.endswith("[malformed_file]")


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("sets/dsu-2007.toml", '"above_threshold"', '"generous"', "unknown strategy 'generous'"),
        ("sets/fide-2000.toml", "ends = 2024-02-29", "ends = 2024-02-28", "a gap of dates"),
        ("tables/dsu_k_bands.json", '"k": 45', '"k": "45"', "k: Expected `int`, got `str`"),
    ],
)
@pytest.mark.parametrize("command", [("ratings",), ("serve", "rating"), ("--help",)], ids=" ".join)
def test_a_wrong_rule_file_is_one_line_with_file_line_and_reason(  # noqa: PLR0913, PLR0917  what is wrong, and where
    omkamp: Omkamp, tmp_path: Path, file: str, old: str, new: str, why: str, command: tuple[str, ...]
) -> None:
    for package in ("contracts", "services"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("schemas", "__pycache__"))
    path = tmp_path / "services" / "rules" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    refusal = omkamp.within(tmp_path)(*command).refusal
    assert re.match(rf"omkamp: [a-z0-9_-]+{path.suffix}:\d+: ", refusal)
    assert why in refusal
    assert refusal.endswith("[malformed_file]")


def test_pairing_cases_pass_and_a_wrong_one_is_shown(omkamp: Omkamp, tmp_path: Path) -> None:
    assert omkamp("check", "pairings", *CASES, "--json").json["passed"] == len(CASES)
    case = json.loads(CASES[0].read_text(encoding="utf-8"))
    case["fide_2026"] = [[white, black] for black, white in case["fide_2026"]]
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case), encoding="utf-8")
    answer = omkamp("check", "pairings", file)
    assert answer.code == 1
    assert "FAILED" in answer.out


def test_a_round_of_a_file_is_paired_and_explained(omkamp: Omkamp) -> None:
    arguments = ("pair", "--trf", SUMMER_FILE, "--system", "fide-dutch", "--round", 2)
    paired = omkamp(*arguments, "--json").json
    assert paired["round"] == 2
    players = [player for one in paired["proposal"]["pairs"] for player in (one["white"], one["black"])]
    assert len(players) == len(set(players))
    assert not any(one.get("reasons") for one in paired["proposal"]["pairs"])
    assert "C.04" in omkamp(*arguments, "--explain").out


def test_who_is_not_paired_is_named_beside_the_bye(omkamp: Omkamp) -> None:
    arguments = ("pair", "--trf", DATA / "trf" / "club-open-52p-5r-in-progress.trf", "--system", "monrad-ssf")
    assert omkamp(*arguments).out.splitlines()[-4:] == [
        "        51   bye",
        "        22   absent",
        "        28   absent",
        "        43   half-point bye",
    ]
    assert omkamp(*arguments, "--json").json["absent"] == [
        {"number": 22, "kind": "Z"},
        {"number": 28, "kind": "Z"},
        {"number": 43, "kind": "H"},
    ]


def test_the_dutch_text_is_that_of_the_events_dates_unless_another_is_named(omkamp: Omkamp) -> None:
    pair = ("pair", "--system", "fide-dutch", "--json", "--trf")
    old, new = (DATA / "trf" / f"{name}.trf" for name in ("spring-28p-5r", "spring-31p-6r-half-point-pab"))
    assert omkamp(*pair, old).json["system"] == "fide-dutch-2017"
    assert omkamp(*pair, old, "--rules", "2026").json["system"] == "fide-dutch"
    assert omkamp(*pair, new).json["system"] == "fide-dutch"
    assert omkamp(*pair, new, "--rules", "2017").json["system"] == "fide-dutch-2017"


def test_a_round_that_cannot_be_paired_is_refused_with_what_can_be_done(omkamp: Omkamp) -> None:
    refusal = omkamp("pair", "--trf", DATA / "trf" / "spring-28p-5r.trf", "--system", "knock-out").refusal
    assert "is not decided; play on as" in refusal


def test_a_system_or_an_edition_nobody_knows_is_refused_with_those_there_are(omkamp: Omkamp) -> None:
    for extra in (("--system", "swiss"), ("--system", "fide-dutch", "--rules", "1899")):
        refusal = omkamp("pair", "--trf", SUMMER_FILE, *extra).refusal
        assert "fide-dutch" in refusal
        assert refusal.endswith("[unknown_system]")


def test_the_version_is_told(omkamp: Omkamp) -> None:
    assert omkamp("--version").out.startswith("omkamp 0.")
