import asyncio
import datetime as dt
from pathlib import Path

from contracts.discipline import ImposeQuarantine
from contracts.ids import PlayerId
from services.chess import trf
from services.runtime.client import Client
from services.runtime.settings import Settings
from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import DATA, SUMMER_FILE


def test_a_file_is_imported_by_commands_that_each_change_something(office: Office) -> None:
    said = office.imported
    assert (said["players"], said["rounds"], said["results"], said["completed"]) == (137, 7, 411, True)
    assert said["new"] == said["commands"] == 1 + 137 + 117 + 137 + 7 + 411 + 1
    assert said["unchanged"] == 0
    assert said["kept"] == []
    assert said["notes"] == ["of the players left out: sex", "records left out: 032, 092, 102, 112"]


def test_the_table_has_the_points_that_the_file_prints(office: Office) -> None:
    printed = {one.number: one.points for one in trf.read(SUMMER_FILE.read_text(encoding="utf-8")).players}
    assert {row["start_number"]: row["points"] for row in office.table["rows"]} == printed


def test_the_same_file_again_changes_nothing_and_says_so(office: Office) -> None:
    head = office.head
    again = office.omkamp("import", "trf", SUMMER_FILE, "--tournament", TOURNAMENT, "--rating-rules", "dsu-2007")
    assert again.code == 0
    assert "Nothing changed: everything was there already." in again.out
    assert office.head == head


def test_another_event_of_the_same_players_keeps_their_start_ratings(office: Office, tmp_path: Path) -> None:
    file = tmp_path / "autumn.trf"
    lines = SUMMER_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(line.replace(" 1750 ", " 1760 ", 1) for line in lines), encoding="utf-8")
    said = office.omkamp("import", "trf", file, "--json").json
    assert said["tournament"] == "autumn"
    assert [one["message"] for one in said["kept"]] == [
        "fide-94750175 has the start rating 1750 already, not 1760",
    ]


def test_an_event_in_progress_is_imported_as_far_as_it_is_played(office: Office) -> None:
    file = DATA / "trf" / "club-open-52p-5r-in-progress.trf"
    said = office.omkamp("import", "trf", file, "--json").json
    assert (said["rounds"], said["announced"], said["byes"], said["completed"]) == (4, 9, 3, False)
    assert "Nothing changed" in office.omkamp("import", "trf", file).out
    assert office.omkamp("standings", said["tournament"], "--json").json["after_round"] == 4


def test_an_exported_file_has_who_the_players_are_and_where_they_stand(office: Office) -> None:
    first, *_ = trf.read(office.omkamp("export", "trf", TOURNAMENT).out).players
    assert (first.fide_id, first.birth, first.points, first.federation) == ("94750175", "1981", 4, "ESP")
    ranks = {row["start_number"]: row["rank"] for row in office.table["rows"]}
    assert first.rank == ranks[1]


def test_a_file_cut_in_half_is_refused_by_name_and_nothing_is_sent(office: Office, tmp_path: Path) -> None:
    whole = SUMMER_FILE.read_bytes()
    file = tmp_path / "cut.trf"
    file.write_bytes(whole[: len(whole) // 2])
    head = office.head
    refusal = office.omkamp("import", "trf", file).refusal
    assert refusal.startswith(f"omkamp: {file}: ")
    assert refusal.endswith("[malformed_file]")
    assert office.head == head


def test_a_file_that_is_none_or_has_no_event_in_it_is_refused_by_name(office: Office, tmp_path: Path) -> None:
    assert "No such file" in office.omkamp("import", "trf", tmp_path / "nowhere.trf").refusal
    for name, content in (("empty.trf", b""), ("noise.trf", bytes(range(256)) * 9), ("words.trf", b"dear arbiter\n")):
        file = tmp_path / name
        file.write_bytes(content)
        assert "[malformed_file]" in office.omkamp("import", "trf", file).refusal


def test_a_rule_set_nobody_knows_is_refused_before_a_player_is_registered(office: Office) -> None:
    head = office.head
    refusal = office.omkamp("import", "trf", SUMMER_FILE, "--tournament", "x", "--rating-rules", "elo-1850").refusal
    assert refusal.endswith("[unknown_rule_set]")
    assert office.head == head


def ban(office: Office, bans: dict[str, dt.date]) -> None:
    async def send() -> None:
        client = await Client.connect(Settings(url=office.url), "office")
        for player, starts in bans.items():
            await client.do(ImposeQuarantine(player=PlayerId(player), starts=starts, months=1, reason="left the hall"))
        await client.close()

    asyncio.run(send())


def test_a_file_with_banned_players_is_refused_before_anything_is_sent_and_names_them_all(office: Office) -> None:
    bans = {"fide-94750175": dt.date(2030, 1, 9), "fide-94062558": dt.date(2029, 12, 20)}

    ban(office, bans)
    head = office.head
    days = ("--starts", "2030-01-01", "--ends", "2030-01-10")
    refusal = office.omkamp("import", "trf", SUMMER_FILE, "--tournament", "banned", *days).refusal
    for player, starts in bans.items():
        assert f"({player}) is in quarantine from {starts} until" in refusal
    assert refusal.endswith("; nothing was sent [quarantined] (DSU §7, §19)")
    assert office.head == head
    after = ("--starts", "2030-02-09", "--ends", "2030-02-10")
    assert office.omkamp("import", "trf", SUMMER_FILE, "--tournament", "later", *after).code == 0


def test_a_player_banned_after_he_was_entered_does_not_keep_the_same_file_out(office: Office) -> None:
    again = ("import", "trf", SUMMER_FILE, "--tournament", "then", "--starts", "2031-02-09", "--ends", "2031-02-10")
    assert office.omkamp(*again).code == 0
    ban(office, {"fide-96709572": dt.date(2031, 2, 9)})
    assert "Nothing changed" in office.omkamp(*again).out
