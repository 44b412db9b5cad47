"""Rule files that do not hold together are refused by file, line and reason."""

import json
import os
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

import services.rules
from contracts.refusals import RefusalCode, Refused
from services.rules import loader
from services.rules.adjustment import OneOff
from services.rules.fide2000.fee_steps import FeeRules
from services.rules.fide2000.title_steps import TitleRules
from services.rules.loader import Book, adjustments, all_sets, digest, in_force, load, other

_SOURCE = Path(services.rules.__file__).parent


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    for name in ("sets", "tables"):
        shutil.copytree(_SOURCE / name, tmp_path / name)
    return tmp_path


def _refusal(directory: Path) -> tuple[str, str, int, str]:
    with pytest.raises(Refused) as refused:
        Book(directory)
    found = refused.value.refusal
    line = found.details["line"]
    text = next(directory.rglob(found.details["file"])).read_text(encoding="utf-8").splitlines()
    return found.details["file"], found.details["reason"], line, text[line - 1]


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _rows(path: Path, change: Callable[[list[dict[str, object]]], None]) -> None:
    table = json.loads(path.read_text(encoding="utf-8"))
    change(table["rows"])
    rows = ",\n".join(f"    {json.dumps(row)}" for row in table["rows"])
    path.write_text('{"title": "x",\n "rows": [\n' + rows + "\n]}\n", encoding="utf-8")


def test_every_set_of_the_repository_loads_with_a_digest_of_its_own() -> None:
    digests = {one.id: one.digest for one in all_sets()}
    assert {"dsu-2007", "ssf-2002", "fide-2000", "fide-2024", "dsu-adjustment-2024"} <= digests.keys()
    assert len(set(digests.values())) == len(digests)
    assert all(len(digest) == 64 for digest in digests.values())


def test_the_digest_changes_with_the_set_and_with_a_table_it_names(directory: Path) -> None:
    before = Book(directory).load("dsu-2007").digest
    assert before == load("dsu-2007").digest
    _edit(directory / "tables" / "dsu_k_bands.json", '"k": 45', '"k": 46')
    with_table = Book(directory).load("dsu-2007").digest
    _edit(directory / "sets" / "dsu-2007.toml", "spread = 200", "spread = 201")
    with_set = Book(directory).load("dsu-2007").digest
    assert len({before, with_table, with_set}) == 3
    assert Book(directory).load("ssf-2002").digest == load("ssf-2002").digest


def test_an_unknown_rule_set_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refused:
        load("dsu-1999")
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_RULE_SET
    assert "dsu-2007" in refused.value.refusal.message


@pytest.mark.parametrize("rules", ["dsu-adjustment-2024", "fide-2000-titles", "fide-2000-fees"])
def test_no_event_is_rated_under_rules_of_another_kind(rules: str) -> None:
    with pytest.raises(Refused, match="no event is rated under it"):
        load(rules)


@pytest.mark.parametrize("rules", ["fide-2000", "fide-2000-titles", "fide-1999-fees"])
def test_rules_that_rate_nothing_are_asked_for_by_their_system(rules: str) -> None:
    assert other("fide-2000-fees", FeeRules).digest
    with pytest.raises(Refused, match=rules) as refused:
        other(rules, FeeRules)
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_RULE_SET


def test_fees_and_norms_leave_the_digest_of_the_ratings_as_it_is(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest()
    _edit(directory / "tables" / "fide2000_fees.json", '"amount": 30', '"amount": 31')
    _edit(directory / "sets" / "fide-2000-titles.toml", "games = 24", "games = 27")
    monkeypatch.setattr(loader, "_BOOK", Book(directory))
    assert digest() == before
    assert other("fide-2000-titles", TitleRules).steps.title.games == 27
    _edit(directory / "sets" / "fide-2000.toml", "cap = 350", "cap = 351")
    monkeypatch.setattr(loader, "_BOOK", Book(directory))
    assert digest() != before


def test_the_digest_of_norms_and_fees_changes_with_the_tables_they_name(directory: Path) -> None:
    _edit(directory / "tables" / "fide2000_fees.json", '"amount": 30', '"amount": 31')
    _edit(directory / "tables" / "fide2000_categories.json", '"GM": 47', '"GM": 46')
    book = Book(directory)
    for rules, system in (("fide-2000-fees", FeeRules), ("fide-2000-titles", TitleRules)):
        assert book.load(rules).digest != other(rules, system).digest


@pytest.mark.parametrize(
    ("federation", "on", "expected"),
    [
        ("dsu", date(2007, 3, 1), "dsu-2007"),
        ("DSU", date(2024, 6, 2), "dsu-2007"),
        ("ssf", date(2016, 8, 31), "ssf-2002"),
        ("fide", date(2000, 10, 1), "fide-2000"),
        ("fide", date(2005, 6, 30), "fide-2000"),
        ("fide", date(2024, 3, 1), "fide-2024"),
    ],
)
def test_the_rules_of_a_day_are_those_in_force_on_it(federation: str, on: date, expected: str) -> None:
    assert in_force(federation, on).id == expected


@pytest.mark.parametrize(
    ("federation", "on", "word"),
    [
        ("dsu", date(2007, 2, 28), "dsu-2007"),
        ("ssf", date(2016, 9, 1), "ssf-2002"),
        ("fide", date(2010, 1, 1), "not held"),
        ("usa", date(2010, 1, 1), "none"),
    ],
)
def test_a_day_without_rules_is_refused_with_the_reason(federation: str, on: date, word: str) -> None:
    with pytest.raises(Refused, match=word) as refused:
        in_force(federation, on)
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_RULE_SET


def test_adjustments_are_found_by_federation_and_day() -> None:
    (one,) = adjustments("dsu", date(2024, 1, 1), date(2024, 12, 31))
    assert isinstance(one, OneOff)
    assert one.effective_from == date(2024, 6, 1)
    assert adjustments("dsu", date(2024, 6, 2), date(2024, 12, 31)) == ()


def test_an_unknown_strategy_is_refused_with_line_and_those_there_are(directory: Path) -> None:
    _edit(directory / "sets" / "dsu-2007.toml", 'strategy = "above_threshold"', 'strategy = "generous"')
    file, reason, _, text = _refusal(directory)
    assert (file, text) == ("dsu-2007.toml", 'strategy = "generous"')
    assert "generous" in reason
    assert "above_threshold" in reason


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ("[steps.bonus]", "[steps.gift]", "[steps.gift]", "unknown step gift"),
        ("least = 150", "lest = 150", "lest = 150", "lest"),
        ("least = 150\n", "", "[steps.bonus]", "least"),
        ("least = 150", 'least = "much"', 'least = "much"', "least"),
        ('system = "by_event"', 'system = "by_moon"', 'system = "by_moon"', "by_moon"),
        ('id = "dsu-2007"', 'id = "dsu-2007"\ncolour = 1', "colour = 1", "colour"),
        ('id = "dsu-2007"', 'id = "dsu-2007"\ndigest = "0"', 'digest = "0"', "digest"),
        ("spread = 200", "spread = = 200", "spread = = 200", "no TOML"),
        ('anchor = "tournament_start"', 'anchor = "whenever"', 'anchor = "whenever"', "whenever"),
        ('table = "dsu_k_bands"', 'table = "dsu_k_bonds"', 'table = "dsu_k_bonds"', "dsu_k_bonds"),
        ('table = "dsu_k_bands"', "table = 7", "table = 7", ""),
        ("step = 5\n", "step = 0\n", "step = 0", ">= 1"),
        ("floor = 1000", "floor = -5", "floor = -5", ">= 0"),
        ("fide_list = [7, 1]", "fide_list = [13, 1]", "fide_list = [13, 1]", "<= 12"),
        ("highest = 1999,", "highest = -1999,", "bands = [", ">= 0"),
        ("fide_list = [7, 1]", "fide_list = [6, 31]", "[steps.coordination]", "not every year has a day 31 in month 6"),
        ("last_day = [8, 15]", "last_day = [7, 15]", "[steps.coordination]", "not after it"),
    ],
)
def test_a_wrong_set_is_refused_at_its_line(directory: Path, old: str, new: str, line: str, word: str) -> None:
    _edit(directory / "sets" / "dsu-2007.toml", old, new)
    file, reason, _, text = _refusal(directory)
    assert (file, text) == ("dsu-2007.toml", line)
    assert word in reason


@pytest.mark.parametrize("file", ["fide-2000", "ssf-2002"])
@pytest.mark.parametrize(
    ("days", "word"),
    [
        ("[[1, 1], [2, 29]]", "not every year has a day 29 in month 2"),
        ("[[1, 1], [4, 31]]", "not every year has a day 31 in month 4"),
        ("[[4, 1], [1, 1]]", "not after it"),
        ("[[4, 1], [4, 1]]", "not after it"),
        ("[]", "there must be a day"),
    ],
)
def test_days_that_are_not_in_every_year_or_not_in_their_order_are_refused(
    directory: Path, file: str, days: str, word: str
) -> None:
    path = directory / "sets" / f"{file}.toml"
    step, key = {"fide-2000": ("register", "days"), "ssf-2002": ("periods", "starts")}[file]
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"(?m)^{key} = .*$", f"{key} = {days}", text), encoding="utf-8")
    refused, reason, _, line = _refusal(directory)
    assert (refused, line) == (path.name, f"[steps.{step}]")
    assert word in reason


def test_a_gap_between_two_sets_of_one_federation_is_refused(directory: Path) -> None:
    _edit(directory / "sets" / "fide-2000.toml", "ends = 2024-02-29", "ends = 2024-02-28")
    file, reason, _, text = _refusal(directory)
    assert (file, text) == ("fide-2024.toml", "effective_from = 2024-03-01")
    assert reason.startswith("a gap")


@pytest.mark.parametrize("until", ["2024-03-01", "2025-01-01"])
def test_an_overlap_between_two_sets_of_one_federation_is_refused(directory: Path, until: str) -> None:
    _edit(directory / "sets" / "fide-2000.toml", "ends = 2024-02-29", f"ends = {until}")
    assert _refusal(directory)[1].startswith("an overlap")


def test_a_set_without_an_end_before_another_is_an_overlap(directory: Path) -> None:
    _edit(directory / "sets" / "ssf-2002.toml", "effective_until = 2016-08-31\n", "")
    copy = (directory / "sets" / "ssf-2002.toml").read_text(encoding="utf-8")
    later = copy.replace('id = "ssf-2002"', 'id = "ssf-2020"').replace("2002-01-01", "2020-01-01")
    (directory / "sets" / "ssf-2020.toml").write_text(later, encoding="utf-8")
    assert _refusal(directory)[1].startswith("an overlap")


def test_two_sets_of_one_id_are_refused(directory: Path) -> None:
    shutil.copy(directory / "sets" / "ssf-2002.toml", directory / "sets" / "ssf-again.toml")
    file, reason, _, text = _refusal(directory)
    assert (file, text) == ("ssf-again.toml", 'id = "ssf-2002"')
    assert "ssf-2002.toml" in reason


def test_a_set_that_ends_before_it_begins_is_refused(directory: Path) -> None:
    _edit(directory / "sets" / "ssf-2002.toml", "effective_until = 2016-08-31", "effective_until = 2001-08-31")
    file, reason, _, text = _refusal(directory)
    assert (file, text) == ("ssf-2002.toml", "effective_until = 2001-08-31")
    assert "before" in reason


def _shift(rows: list[dict[str, object]], place: int, key: str, value: object) -> None:
    rows[place][key] = value


@pytest.mark.parametrize(
    ("table", "edit", "row", "word"),
    [
        ("dsu_table1_expected_score", (5, "from", 34), 5, "a gap"),
        ("dsu_table1_expected_score", (5, "from", 32), 5, "an overlap"),
        ("dsu_table1_expected_score", (7, "h", "0.56"), 7, "add up"),
        ("dsu_table1_expected_score", (50, "to", 900), 50, "open"),
        ("dsu_table1_expected_score", (3, "to", None), 3, "open"),
        ("dsu_table1_expected_score", (3, "h", "0.531"), 3, "two decimals"),
        ("dsu_table2_rating_difference", (20, "d", 250), 80, "is not -d"),
        ("dsu_k_bands", (1, "to", 2300), 1, "gap or overlap"),
        ("dsu_k_bands", (3, "from", 1), 3, "a gap"),
        ("dsu_k_bands", (2, "k", 20), 2, "goes up"),
        ("dsu_fide_adjustment", (4, "minus", 3), 4, "must move 4 less"),
        ("dsu_fide_adjustment", (4, "to", 2219), 3, "a gap"),
        ("ssf_table_a", (4, "from", 79), 4, "an overlap"),
        ("ssf_table_a", (4, "better", 12), 4, "better: Expected"),
        ("ssf_table_a", (4, "worse", {"win": 20, "draw": 4}), 4, "loss"),
        ("dsu_k_bands", (2, "k", "30"), 2, "k: Expected"),
        ("dsu_k_bands", (0, "k", 0), 0, "k: Expected"),
        ("dsu_table1_expected_score", (5, "from", "33"), 5, "from: Expected"),
        ("dsu_table1_expected_score", (5, "h", "high"), 5, "no decimal number"),
        ("dsu_table1_expected_score", (0, "h", "0.49"), 0, "between 0.50 and 1"),
        ("dsu_table2_rating_difference", (20, "d", "x"), 20, "d: Expected"),
        ("ssf_table_a", (4, "better", {"win": 12, "draw": -4, "loss": -21}), 4, "lose"),
        ("fide2000_categories", (5, "from", 2177), 5, "a gap"),
        ("fide2000_categories", (5, "from", 2175), 5, "an overlap"),
        ("fide2000_categories", (23, "to", None), 23, "the table ends"),
        ("fide2000_categories", (9, "cat", 3), 9, "from 1 to 3"),
        ("fide2000_categories", (9, "cat", None), 9, "a gap: no cat"),
        ("fide2000_categories", (20, "GM", 62), 20, "GM goes down"),
        ("fide2000_categories", (20, "IM", 0), 20, "IM: Expected"),
        ("fide2000_categories", (20, "cat", "13"), 20, "cat: Expected"),
        ("fide2000_fees", (2, "from", 5), 2, "an overlap"),
        ("fide2000_fees", (4, "to", 16), 4, "open"),
        ("fide2000_fees", (6, "from", 302), 6, "a gap"),
        ("fide2000_fees", (5, "from", 0), 5, "an overlap"),
        ("fide2000_fees", (7, "event", "teams"), 7, "unknown event 'teams'"),
        ("fide2000_fees", (5, "per", "event"), 5, "costs per entrant"),
        ("fide2000_fees", (4, "per", "entrant"), 4, "costs per event or category"),
        ("fide2000_fees", (0, "amount", -50), 0, "amount: Expected"),
    ],
)
def test_a_wrong_table_is_refused_at_its_row(
    directory: Path, table: str, edit: tuple[int, str, object], row: int, word: str
) -> None:
    _rows(directory / "tables" / f"{table}.json", lambda rows: _shift(rows, *edit))
    file, reason, line, _ = _refusal(directory)
    assert (file, line) == (f"{table}.json", row + 3)
    assert word in reason


@pytest.mark.parametrize(
    ("table", "column", "row", "word"),
    [("fide2000_categories", "WIM", 0, "WIM is empty"), ("fide2000_fees", "team", 6, "a gap: no row for team")],
)
def test_a_table_without_one_of_its_parts_is_refused(
    directory: Path, table: str, column: str, row: int, word: str
) -> None:
    def empty(rows: list[dict[str, object]]) -> None:
        if table == "fide2000_fees":
            rows.pop()
        for one in rows:
            one.update({column: None} if column in one else {})

    _rows(directory / "tables" / f"{table}.json", empty)
    file, reason, line, _ = _refusal(directory)
    assert (file, line) == (f"{table}.json", row + 3)
    assert reason == word


@pytest.mark.parametrize(
    ("old", "new", "line", "word"),
    [
        ('"nearest_half_point"', '"generous"', 'strategy = "generous"', "nearest_half_point, least_half_point"),
        ('norm = "GM"', 'norm = "LM"', "any_of = [", "LM"),
        ("least = 2500", "least = 0", "titles = [", ">= 1"),
        ('table = "fide2000_categories"', 'table = "fide2000_fees"', None, "no cat"),
    ],
)
def test_wrong_rules_of_norms_are_refused_at_their_line(
    directory: Path, old: str, new: str, line: str | None, word: str
) -> None:
    _edit(directory / "sets" / "fide-2000-titles.toml", old, new)
    file, reason, _, text = _refusal(directory)
    assert file == ("fide-2000-titles.toml" if line else "fide2000_fees.json")
    assert text == line or line is None
    assert word in reason


def test_a_table_with_columns_that_do_not_grow_is_refused(directory: Path) -> None:
    def flatten(rows: list[dict[str, object]]) -> None:
        rows[7].update(h="0.56", l="0.44")

    _rows(directory / "tables" / "fide2024_pd.json", flatten)
    file, reason, line, _ = _refusal(directory)
    assert (file, line) == ("fide2024_pd.json", 10)
    assert "grow" in reason


@pytest.mark.parametrize("text", ["[", "[]", '{"rows": []}', '{"rows": 5}', '{"rows": [1]}', '{"rows": [{"from": 0}]}'])
def test_a_file_that_is_no_table_is_refused(directory: Path, text: str) -> None:
    (directory / "tables" / "ssf_table_a.json").write_text(text, encoding="utf-8")
    assert _refusal(directory)[0] == "ssf_table_a.json"


@pytest.mark.parametrize(
    ("file", "content", "line", "word"),
    [
        ("sets/ssf-2002.toml", b'id = "ssf"\nsource = "\xe5"', 2, "no UTF-8"),
        ("tables/ssf_table_a.json", b"\xff\xfe", 1, "no UTF-8"),
        ("tables/ssf_table_a.json", b"[" * 100_000, 1, "nested too deeply"),
        ("sets/ssf-2002.toml", b"a = " + b"[" * 100_000, 1, "no TOML"),
        ("sets/ssf-2002.toml", b'system = "by_game"\nsteps = 3', 2, "steps is no table"),
        ("sets/ssf-2002.toml", b"system = []", 1, "unknown system"),
    ],
)
def test_a_file_that_is_anything_but_a_rule_file_is_refused_at_its_line(
    directory: Path, file: str, content: bytes, line: int, word: str
) -> None:
    (directory / file).write_bytes(content)
    with pytest.raises(Refused, match=rf"^{Path(file).name}:{line}: .*{word}"):
        Book(directory)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_refused_without_reading_it(directory: Path, make: Callable[[Path], None]) -> None:
    make(directory / "sets" / "other.toml")
    with pytest.raises(Refused, match=r"other\.toml:1: it is no file"):
        Book(directory)
