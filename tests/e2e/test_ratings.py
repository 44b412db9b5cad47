"""What a federation's office does with ratings: as of, replay, other rules, lists published and verified."""

import datetime as dt
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
    printed = office.omkamp("ratings", "list", "show", "after-summer", "--json").json
    assert {line["player"]: line["rating"] for line in printed[0]["lines"]} == rated(office, "--effective", day)

    office.omkamp("correct", TOURNAMENT, 4, *_drawn(office, 4), "1-0", "--reason", "the score sheet")
    verdict = office.omkamp("ratings", "verify", "after-summer", "--json").json
    assert (verdict["equal"], verdict["differ"], verdict["known"]) == (True, [], head)
    assert office.omkamp("ratings", "diff", "--against", "after-summer", "--json").json

    later = day + dt.timedelta(days=30)
    said = office.omkamp(*publish, "later", "--day", later, "--federation", "dsu").out
    assert "Since after-summer, which stands as it was printed, replay has" in said
    assert office.omkamp("ratings", "verify", "no-such").refusal.endswith("[unknown_list]")


def test_an_adjustment_and_a_withdrawal_are_seen_first(office: Office) -> None:
    head = office.head
    moved = office.omkamp("ratings", "adjust", "dsu-adjustment-2024", "--what-if", "--json").json["ratings"]
    assert {one["day"] for one in moved if one["change"]} == {"2024-06-01"}
    gone = office.omkamp("ratings", "withdraw", TOURNAMENT, "--reason", "why", "--what-if", "--json").json["ratings"]
    assert {one["now"] for one in gone if one["tournament"] == TOURNAMENT} == {None}
    assert office.head == head


def _drawn(office: Office, number: int) -> tuple[Any, ...]:
    """A drawn board of a round: White, Black and what stands there."""
    for row in office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]:
        cell = row["cells"][number - 1]
        if cell["colour"] == "w" and cell["code"] == "=":
            return row["start_number"], cell["opponent"], "½-½"
    raise AssertionError("no game of the round was drawn")
