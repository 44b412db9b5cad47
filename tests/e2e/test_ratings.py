"""What a federation's office does with ratings: as of, replay, other rules, lists published and verified."""

import datetime as dt
from pathlib import Path
from typing import Any

from services.chess.trf import read
from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import SUMMER_FILE

LAST_DAY = dt.date.fromisoformat(read(SUMMER_FILE.read_text("utf-8")).end or "")


def rated(office: Office, *arguments: object) -> dict[str, int]:
    return {one["player"]: one["rating"] for one in office.omkamp("ratings", *arguments, "--json").json}


def test_ratings_are_shown_on_both_clocks_and_differ_by_a_correction(office: Office) -> None:
    head, then = office.head, rated(office)
    office.omkamp("correct", TOURNAMENT, 5, *_drawn(office, 5), "1-0", "--reason", "the score sheet")
    now = rated(office)
    assert now != then
    assert rated(office, "--known", head) == then
    differ = office.omkamp("ratings", "diff", "--known", head, "--json").json
    assert {one["player"]: (one["was"], one["now"]) for one in differ} == {
        player: (then[player], number) for player, number in now.items() if then[player] != number
    }
    on_the_day = rated(office, "--known", head, "--effective", LAST_DAY)
    assert on_the_day != then
    assert rated(office, "--effective", LAST_DAY) == on_the_day


def test_the_rating_of_one_player_is_shown_on_both_clocks(office: Office) -> None:
    player = "fide-94062558"
    for clocks in ((), ("--effective", LAST_DAY), ("--effective", LAST_DAY, "--known", office.head)):
        ranked = office.omkamp("ratings", *clocks, "--json").json
        expected = [one for one in ranked if one["player"] == player]
        assert len(ranked) > len(expected) == 1
        assert office.omkamp("ratings", *clocks, "--player", player, "--json").json == expected
    assert office.omkamp("ratings", "--player", "nobody").refusal.endswith("[unknown_player]")


def test_a_moment_that_is_none_is_refused(office: Office) -> None:
    assert office.omkamp("ratings", "--known", "yesterday").refusal.endswith("[invalid_payload]")
    assert office.omkamp("ratings", "--effective", "2018-02-30").refusal.endswith("[invalid_dates]")


def test_a_replay_says_what_the_book_says_and_under_other_rules_what_would_differ(office: Office) -> None:
    found = office.omkamp("ratings", "replay", "--json").json
    assert (found["recorded"], found["unrated"], found["parked"]) == ([], [], [])
    supposed = office.omkamp("ratings", "replay", "--rules", "fide-2024", "--json").json
    assert supposed["differ"]
    assert supposed["events"] == found["events"], "a what-if wrote something"
    assert office.omkamp("ratings", "replay", "--rules", "fide-1924").refusal.endswith("[unknown_rule_set]")


def test_a_list_is_published_and_verified_and_stands_after_a_correction(office: Office) -> None:
    day = LAST_DAY + dt.timedelta(days=1)
    head = office.head
    publish = ("ratings", "list", "publish")
    said = office.omkamp(*publish, "after-summer", "--day", day, "--federation", "dsu", "--juniors", 3).out
    assert "The list after-summer is published." in said
    again = office.omkamp(*publish, "after-summer", "--day", day, "--federation", "dsu", "--juniors", 3).out
    assert "The list after-summer is published so already." in again
    printed = office.omkamp("ratings", "list", "show", "after-summer", "--json").json
    assert {line["player"]: line["rating"] for line in printed[0]["lines"]} == rated(office, "--effective", day)
    first = printed[0]["lines"][0]["player"]
    (name,) = (one["name"] for one in office.omkamp("ratings", "--json").json if one["player"] == first)
    assert f"{first}   {name} " in office.omkamp("ratings", "list", "show", "after-summer").out

    office.omkamp("correct", TOURNAMENT, 4, *_drawn(office, 4), "1-0", "--reason", "the score sheet")
    verdict = office.omkamp("ratings", "verify", "after-summer", "--json").json
    assert (verdict["equal"], verdict["differ"], verdict["known"]) == (True, [], head)
    assert office.omkamp("ratings", "diff", "--against", "after-summer", "--json").json

    later = day + dt.timedelta(days=30)
    said = office.omkamp(*publish, "later", "--day", later, "--federation", "dsu").out
    assert "Since after-summer, which stands as it was printed, replay has" in said
    assert office.omkamp("ratings", "verify", "no-such").refusal.endswith("[unknown_list]")


def test_who_has_not_been_rated_for_three_years_is_marked_in_the_ratings(office: Office) -> None:
    assert "archived" not in office.omkamp("ratings", "--effective", LAST_DAY).out
    now = office.omkamp("ratings", "--json").json
    assert "archived" in {one["standing"] for one in now}
    assert "archived" in office.omkamp("ratings").out


def test_an_adjustment_and_a_withdrawal_are_seen_first(office: Office) -> None:
    head = office.head
    moved = office.omkamp("ratings", "adjust", "dsu-adjustment-2024", "--what-if", "--json").json["ratings"]
    assert {one["day"] for one in moved if one["change"]} == {"2024-06-01"}
    gone = office.omkamp("ratings", "withdraw", TOURNAMENT, "--reason", "why", "--what-if", "--json").json["ratings"]
    assert {one["now"] for one in gone if one["tournament"] == TOURNAMENT} == {None}
    assert office.head == head


def test_a_withdrawal_is_undone(office: Office) -> None:
    before = rated(office)
    office.omkamp("ratings", "withdraw", TOURNAMENT, "--reason", "looked too fast")
    assert rated(office) != before
    seen = office.omkamp("ratings", "restore", TOURNAMENT, "--reason", "it was not", "--what-if", "--json").json
    office.omkamp("ratings", "restore", TOURNAMENT, "--reason", "it was not")
    assert rated(office) == before
    assert {one["player"]: one["now"] for one in seen["ratings"]}.items() <= before.items()
    assert office.omkamp("ratings", "restore", TOURNAMENT, "--reason", "x").refusal.endswith("[wrong_status]")


def test_a_merge_of_who_is_not_there_or_cannot_be_another_is_refused_by_name(office: Office) -> None:
    before = rated(office)
    assert office.omkamp("ratings", "give", "nobody", 2000).refusal.endswith("[unknown_player]")
    merge = ("ratings", "merge", "double", "fide-94062558", "--reason", "one person")
    assert office.omkamp(*merge).refusal.endswith("[unknown_player]")
    assert office.omkamp("ratings", "split", "fide-94062558", "--reason", "x").refusal.endswith("[wrong_status]")
    both = ("ratings", "merge", "fide-94062558", _other(office), "--reason", "one person")
    assert office.omkamp(*both).refusal.endswith("[already_exists]"), "they are in one tournament"
    assert rated(office) == before


def test_a_number_given_needs_what_its_section_says(office: Office) -> None:
    day = LAST_DAY + dt.timedelta(days=100)
    give = ("ratings", "give", "fide-94062558", 1500, "--rules", "dsu-2007", "--day", day)
    refusal = office.omkamp(*give, "--basis", "afresh").refusal
    assert "[wrong_status]" in refusal
    assert "4.5.5.1 items 5-6" in refusal
    head = office.head
    anew = office.omkamp(*give, "--basis", "assessed", "--what-if", "--json").json
    assert {one["now"] for one in anew["ratings"] if one["change"]} == {1500}
    assert office.head == head


def test_an_event_abroad_is_seen_first_and_then_rated_for_the_player_alone(office: Office) -> None:
    player, before = "fide-94062558", rated(office)
    days = ("--starts", "2030-02-01", "--ends", "2030-02-05", "--reported", "2030-02-10")
    games = ("--game", "2000=1", "--game", "2100=½", "--game", "1900=1")
    report = ("ratings", "abroad", "oslo", player, "--name", "Oslo Open", *days, "--rules", "dsu", *games)
    seen = office.omkamp(*report, "--what-if", "--json").json["ratings"]
    assert [(one["player"], one["was"]) for one in seen] == [(player, None)]
    office.omkamp(*report)
    after = rated(office)
    assert {one for one in after if after[one] != before[one]} == {player}
    assert after[player] == seen[0]["now"]
    assert "It was so already." in office.omkamp(*report).out
    (told,) = office.omkamp("ratings", "explain", player, "--event", "oslo", "--json").json
    assert (told["tournament"], told["before"], told["after"]) == ("oslo", before[player], after[player])
    assert "oslo" in office.omkamp("ratings", "explain", "17", "--event", "oslo").refusal
    assert "tromso" in office.omkamp("ratings", "explain", player, "--event", "tromso").refusal
    taken = ("announce", "oslo", "Oslo", "--rounds", 1, "--starts", "2030-03-01", "--ends", "2030-03-01")
    assert "there is an event abroad oslo already" in office.omkamp(*taken).refusal
    office.omkamp("ratings", "withdraw", "oslo", "--reason", "another person")
    assert rated(office) == before


def test_the_coordination_shows_its_difference_first(office: Office, tmp_path: Path) -> None:
    highest = sorted(rated(office).items(), key=lambda one: -one[1])[:3]
    strong = {player: 2300 - 70 * place for place, (player, _) in enumerate(highest)}
    for player, number in strong.items():
        anew = ("--rules", "dsu-2007", "--day", "2030-05-01", "--basis", "assessed")
        office.omkamp("ratings", "give", player, number, *anew)
    file = tmp_path / "fide.csv"
    file.write_text("player,rating,games\n" + "".join(f"{one},{number - 40},31\n" for one, number in strong.items()))
    command = ("ratings", "coordinate", file, "--day", "2030-08-03")
    said = office.omkamp(*command, "--what-if").out
    assert "3 compared: mean 2230 against FIDE's 2190; N = 40, down." in said
    assert all(f"{number - minus}" in said for number, minus in ((2300, 40), (2230, 37), (2160, 30)))
    refusal = office.omkamp("ratings", "coordinate", file, "--day", "2030-09-03").refusal
    assert refusal.endswith("[invalid_dates] (4.5.6)")
    file.write_text("player;rating\n")
    assert "fide.csv:1" in office.omkamp(*command).refusal


def test_an_approved_cancellation_is_seen_first_and_changes_the_ratings_of_a_no_show(office: Office) -> None:
    row = next(
        (one["start_number"], number, cell)
        for one in office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]
        for number, cell in enumerate(one["cells"], start=1)
        if cell and cell["code"] == "-"
    )
    absent, number, _ = row
    approve = ("cancellation", TOURNAMENT, number, absent, "--reason", "rang the day before")
    head = office.head
    seen = office.omkamp(*approve, "--what-if", "--json").json
    assert office.head == head
    assert seen["events"]
    assert "The cancellation is approved." in office.omkamp(*approve).out
    assert "It was approved already." in office.omkamp(*approve).out
    office.omkamp(*approve, "--refuse")


def _other(office: Office) -> str:
    """Somebody else in the tournament; others may have been rated elsewhere by now."""
    rows = office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]
    return next(str(row["player"]) for row in rows if row["player"] != "fide-94062558")


def _drawn(office: Office, number: int) -> tuple[Any, ...]:
    """A drawn board of a round: White, Black and what stands there."""
    for row in office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]:
        cell = row["cells"][number - 1]
        if cell["colour"] == "w" and cell["code"] == "=":
            return row["start_number"], cell["opponent"], "½-½"
    raise AssertionError("no game of the round was drawn")
