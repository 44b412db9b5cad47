"""What an arbiter and a federation's office do from day to day."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import COMMAND, ROOT, Omkamp


def test_standings_are_shown_as_a_table_as_they_are_and_as_they_were(office: Office) -> None:
    now = office.omkamp("standings", TOURNAMENT)
    assert now.out.startswith("Summer Open after round 7 of 7")
    assert len([line for line in now.out.splitlines() if line[:5].strip().isdigit()]) == 137
    then = office.omkamp("standings", TOURNAMENT, "--after-round", 3, "--json").json
    assert (then["after_round"], then["provisional"]) == (3, False)
    assert max(row["points"] for row in then["rows"]) == 6


def test_the_crosstable_says_who_met_whom(office: Office) -> None:
    rows = office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]
    assert rows[1]["cells"][0] == {"opponent": 65, "colour": "w", "points": 2, "code": "1"}
    assert "65w1" in office.omkamp("crosstable", TOURNAMENT).out


def test_the_pairing_list_of_a_round_names_boards_and_byes(office: Office) -> None:
    found = office.omkamp("pairings", TOURNAMENT, 1, "--json").json
    assert (len(found["boards"]), len(found["byes"])) == (57, 137 - 2 * 57)
    assert found["boards"][0]["white"]["start_number"] == 2
    assert "Rasmussen, Karin" in office.omkamp("pairings", TOURNAMENT, 1).out


def test_a_result_reported_again_is_the_same_and_another_one_is_refused_with_both_values(office: Office) -> None:
    head = office.head
    assert "was ½-½ already" in office.omkamp("result", TOURNAMENT, 1, "fide-94062558", 72, "0.5-0.5").out
    refusal = office.omkamp("result", TOURNAMENT, 1, 8, 72, "--+").refusal
    assert "½-½, not 0-1F" in refusal
    assert refusal.endswith("[result_conflict]")
    assert office.head == head


def test_a_program_that_reads_along_is_told_of_a_refusal_with_both_values(office: Office) -> None:
    answer = office.omkamp("result", TOURNAMENT, 1, 8, 72, "--+", "--json")
    assert answer.refusal.endswith("[result_conflict]")
    told = json.loads(answer.out)
    assert (told["answer"], told["code"]) == ("refused", "result_conflict")
    assert told["details"] == {"reported": "½-½", "offered": "0-1F"}
    assert not office.omkamp("result", TOURNAMENT, 1, 8, 72, "--+").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((TOURNAMENT, 1, 72, 8, "1-0"), "board_not_paired"),
        ((TOURNAMENT, 9, 8, 72, "1-0"), "unknown_round"),
        ((TOURNAMENT, 1, 8, 999, "1-0"), "not_entered"),
        (("summer.*", 1, 8, 72, "1-0"), "malformed_id"),
    ],
)
def test_a_report_that_fits_no_board_is_refused_by_name(
    office: Office, arguments: tuple[object, ...], code: str
) -> None:
    assert office.omkamp("result", *arguments).refusal.endswith(f"[{code}]")


def test_a_correction_is_seen_first_then_made_and_everything_follows(office: Office) -> None:
    correction = ("correct", TOURNAMENT, 2, 83, 8, "0-1", "½-½", "--reason", "the score sheet", "--json")
    head = office.head
    seen = office.omkamp(*correction, "--what-if").json
    assert [event["type"] for event in seen["events"]] == ["omkamp.results.result-corrected.v1"]
    assert seen["standings"]
    assert {one["player"] for one in seen["ratings"]} == {"fide-94062558", "fide-98626285"}
    assert office.head == head

    assert len(office.omkamp(*correction).json["events"]) == 1
    rows = {row["player"]: row for row in office.omkamp("standings", TOURNAMENT, "--json").json["rows"]}
    assert [one for one in seen["standings"] if rows[one["now"]["player"]] != one["now"]] == []
    ratings = {one["player"]: one["rating"] for one in office.omkamp("ratings", "--json").json}
    assert {one["player"]: ratings[one["player"]] for one in seen["ratings"]} == {
        one["player"]: one["now"] for one in seen["ratings"]
    }
    assert office.omkamp(*correction).json["events"] == []


def test_a_correction_that_expects_another_value_is_refused_with_what_is_there(office: Office) -> None:
    head = office.head
    refusal = office.omkamp("correct", TOURNAMENT, 3, 2, 33, "0-1", "½-½", "--reason", "why").refusal
    assert "is 1-0, not 0-1" in refusal
    assert refusal.endswith("[unexpected_value]")
    assert office.head == head


def test_a_text_of_two_lines_is_refused(office: Office) -> None:
    refusal = office.omkamp("correct", TOURNAMENT, 1, 2, 65, "1-0", "0-1", "--reason", "score\nsheets").refusal
    assert "a text holds a control character or a line break [invalid_payload]" in refusal


def test_a_correction_for_rating_only_leaves_the_table_as_it_is(office: Office) -> None:
    arguments = ("correct", TOURNAMENT, 3, 2, 33, "1-0", "½-½", "--reason", "late", "--scope", "rating", "--what-if")
    said = office.omkamp(*arguments)
    assert "The standings stay as they are." in said.out
    assert "Ratings: 2 numbers change" in said.out


def test_a_rating_explains_itself_by_section_step_and_event(office: Office) -> None:
    told = office.omkamp("ratings", "explain", 2, "--event", TOURNAMENT, "--json").json
    assert len(told) == 1
    assert told[0]["rules"] == "dsu-2007"
    assert told[0]["steps"]
    assert told[0]["events"]
    steps = office.omkamp("ratings", "explain", "fide-90545466")
    assert "4.5.2" in steps.out
    assert "Grøn, Åse (fide-90545466), " in steps.out
    assert "opponent Bergström, Lærke" in steps.out
    assert office.omkamp("ratings", "explain", 2).refusal.startswith(
        "omkamp: no player 2 is registered; a start number needs --event"
    )
    assert office.omkamp("ratings", "explain", "nobody").refusal.endswith("[unknown_player]")


def test_the_ratings_are_listed_highest_first(office: Office) -> None:
    listed = office.omkamp("ratings", "--json").json
    assert {"fide-90545466", "fide-94062558"} <= {one["player"] for one in listed}
    assert [one["rating"] for one in listed] == sorted((one["rating"] for one in listed), reverse=True)


def test_the_log_is_read_from_a_place_and_by_unit(office: Office) -> None:
    assert [one["sequence"] for one in office.omkamp("log", "tail", "--no-follow", "--from", 2, "--json").lines][
        :3
    ] == [
        2,
        3,
        4,
    ]
    book = office.omkamp("log", "tail", "--no-follow", "--unit", "ratings", "--from", 1, "--json").lines
    assert {one["event"]["subject"] for one in book} == {"ratings"}
    assert "omkamp.rating.tournament-rated.v1" in {one["event"]["type"] for one in book}
    last = office.omkamp("log", "tail", "--no-follow", "--unit", "player-fide-90545466")
    assert "registration.player-registered.v1  player-fide-90545466  cli" in last.out
    assert last.out.count("\n") == 1


def test_a_unit_nothing_is_known_of_is_refused_by_name(office: Office) -> None:
    for unit, code in (
        ("bogus", "malformed_id"),
        ("player-", "malformed_id"),
        ("tournament-nowhere", "unknown_tournament"),
        ("player-nobody", "unknown_player"),
    ):
        refusal = office.omkamp("log", "tail", "--no-follow", "--unit", unit).refusal
        assert unit in refusal
        assert refusal.endswith(f"[{code}]")


def test_who_waits_for_the_first_event_of_a_unit_is_told_so(office: Office) -> None:
    following = office.omkamp.start("log", "tail", "--unit", "tournament-to-come")
    assert following.stderr is not None
    assert "has no events of tournament-to-come yet" in following.stderr.readline()
    following.send_signal(signal.SIGINT)
    following.communicate(timeout=20)
    assert following.returncode == 130


def test_a_refusal_names_the_players_it_speaks_of_by_id(office: Office) -> None:
    refusal = office.omkamp("result", TOURNAMENT, 1, 2, 3, "1-0").refusal
    assert "Grøn, Åse (fide-90545466)" in refusal
    assert "Nørgaard, Märta (fide-99382121)" in refusal


def test_the_log_is_followed_as_events_come_until_ctrl_c(office: Office) -> None:
    following = office.omkamp.start("log", "tail", "--json")
    assert following.stdout is not None
    first = json.loads(following.stdout.readline())
    assert first["sequence"] <= office.head
    corrected = office.omkamp("correct", TOURNAMENT, 1, 4, 67, "1-0", "½-½", "--reason", "x", "--json").json
    while json.loads(following.stdout.readline())["event"]["id"] not in corrected["events"]:
        pass
    following.send_signal(signal.SIGINT)
    _, messages = following.communicate(timeout=20)
    assert following.returncode == 130
    assert "Traceback" not in messages


def test_whoever_closes_the_pipe_hears_no_complaint(office: Office) -> None:
    command = " ".join(COMMAND)
    done = subprocess.run(
        ["sh", "-c", f"{command} log tail --from 1 | head -1"],  # noqa: S607  the shell that is there
        env=office.omkamp.environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_an_export_is_checked_as_a_folder_and_as_a_file_and_damage_is_named(office: Office, tmp_path: Path) -> None:
    for target in (tmp_path / "folder", tmp_path / "season.omkamp"):
        copied = office.omkamp("log", "export", target, "--json").json
        checked = office.omkamp("log", "check", target, "--json").json
        assert checked == {"federation": "dsu", "events": copied["events"], "damaged": []}
    file = tmp_path / "season.omkamp"
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:1000])
    answer = office.omkamp("log", "check", file)
    assert answer.code == 1
    assert f"damaged: season.omkamp: {file}: the segment after event {copied['events']} is damaged" in answer.out
    file.write_bytes(whole[:1000])
    assert office.omkamp("log", "check", file).refusal.endswith("[malformed_file]")
    file.write_bytes(b"")
    assert "holds no segments" in office.omkamp("log", "check", file).refusal
    assert "No such file" in office.omkamp("log", "check", tmp_path / "nowhere").refusal


def test_every_view_equals_its_rebuild(office: Office) -> None:
    found = office.omkamp("verify", "--json").json
    assert found["equal"]
    assert [view["context"] for view in found["views"] if view["live"] == view["rebuilt"]] == [
        "registration",
        "pairing",
        "results",
        "rating",
        "discipline",
        "reporting",
    ]


def test_the_doctor_finds_a_running_omkamp_well(office: Office) -> None:
    found = office.omkamp("doctor", "--json").json
    assert [one["what"] for one in found if not one["ok"]] == []
    assert {"Python", "nats-server", "data", "settings", "server", "JetStream", "log", "clock", "rating"} <= {
        one["what"] for one in found
    }


def test_the_doctor_names_what_is_wrong_and_what_to_do(office: Office) -> None:
    unknown = Omkamp(url=office.url, colour="red")("doctor")
    assert unknown.code == 1
    assert "OMKAMP_URL" in unknown.out
    away = Omkamp(url="nats://127.0.0.1:1")("doctor")
    assert away.code == 1
    assert "no nats-server answers" in away.out
    stranger = Omkamp(url=office.url, federation="ssf")("doctor")
    assert stranger.code == 1
    assert "omkamp migrate" in stranger.out


def test_a_server_that_is_away_and_a_federation_that_is_not_served_are_named() -> None:
    assert Omkamp(url="nats://127.0.0.1:1")("standings", TOURNAMENT).refusal.endswith("[unavailable]")


def test_another_federation_is_refused_by_name(office: Office) -> None:
    assert Omkamp(url=office.url, federation="ssf")("ratings").refusal.endswith("[unknown_federation]")


@pytest.mark.parametrize("arguments", [("bogus",), ("result", TOURNAMENT, "one", 1, 2, "1-0")])
def test_wrong_usage_ends_with_code_2(office: Office, arguments: tuple[object, ...]) -> None:
    answer = office.omkamp(*arguments)
    assert answer.code == 2
    assert "Usage: omkamp" in answer.err
