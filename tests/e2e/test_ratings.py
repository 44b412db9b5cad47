"""What a federation's office does with ratings: as of, replay, other rules, lists published and verified."""

import datetime as dt
from typing import Any

from services.chess.trf import read
from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import SUMMER_FILE

LAST_DAY = dt.date.fromisoformat(read(SUMMER_FILE.read_text("utf-8")).end or "")


def rated(office: Office, *arguments: object) -> dict[str, int]:
    return {one["player"]: one["rating"] for one in office.omkamp("ratings", *arguments, "--json").json}


def test_ratings_effective_on_a_day_and_known_at_a_time_are_shown(office: Office) -> None:
    day, now = LAST_DAY, rated(office)
    before, after = (rated(office, "--effective", day + dt.timedelta(days=one)) for one in (0, 1))
    assert before != after
    assert after.keys() == now.keys()
    assert rated(office, "--known", office.head) == now
    assert rated(office, "--known", office.head, "--effective", day) == before
    assert office.omkamp("ratings", "--known", "yesterday").refusal.endswith("[invalid_payload]")
    assert office.omkamp("ratings", "--effective", "2018-02-30").refusal.endswith("[invalid_dates]")


def test_what_was_known_before_a_correction_is_still_known_to_have_been_so(office: Office) -> None:
    head, then = office.head, rated(office)
    correction = ("correct", TOURNAMENT, 5, *_drawn(office, 5), "1-0", "--reason", "the score sheet")
    office.omkamp(*correction)
    assert rated(office) != then
    assert rated(office, "--known", head) == then
    differ = office.omkamp("ratings", "diff", "--known", head, "--json").json
    assert {one["player"]: (one["was"], one["now"]) for one in differ} == {
        player: (then[player], number) for player, number in rated(office).items() if then[player] != number
    }


def test_a_replay_says_what_the_book_says_and_how_fast(office: Office) -> None:
    head = office.head
    found = office.omkamp("ratings", "replay", "--json").json
    assert (found["recorded"], found["unrated"], found["parked"]) == ([], [], [])
    assert found["events"] >= head
    assert "The book says what replay says." in office.omkamp("ratings", "replay").out


def test_a_replay_under_other_rules_shows_what_would_differ_and_writes_nothing(office: Office) -> None:
    head = office.head
    found = office.omkamp("ratings", "replay", "--rules", "fide-2024", "--json").json
    assert found["rules"] == "fide-2024"
    assert found["differ"]
    assert office.omkamp("ratings", "replay", "--rules", "fide-1924").refusal.endswith("[unknown_rule_set]")
    assert office.head == head


def test_a_list_is_seen_published_shown_and_verified_and_stands_after_a_correction(office: Office) -> None:
    day = LAST_DAY + dt.timedelta(days=1)
    publish = ("ratings", "list", "publish", "after-summer", "--day", day, "--federation", "dsu", "--juniors", 3)
    head = office.head
    assert "Nothing was published." in office.omkamp(*publish, "--what-if").out
    assert office.head == head
    assert "is published." in office.omkamp(*publish).out
    printed = office.omkamp("ratings", "list", "show", "after-summer", "--json").json
    assert {line["player"]: line["rating"] for line in printed[0]["lines"]} == rated(office, "--effective", day)

    verdict = office.omkamp("ratings", "verify", "after-summer", "--json").json
    assert (verdict["equal"], verdict["differ"], verdict["known"]) == (True, [], head)

    office.omkamp("correct", TOURNAMENT, 4, *_drawn(office, 4), "1-0", "--reason", "the score sheet")
    assert office.omkamp("ratings", "list", "show", "after-summer", "--json").json == printed
    assert office.omkamp("ratings", "verify", "after-summer", "--json").json["equal"]
    assert office.omkamp("ratings", "diff", "--against", "after-summer", "--json").json

    following = ("ratings", "list", "publish", "later", "--day", day + dt.timedelta(days=30), "--federation", "dsu")
    said = office.omkamp(*following).out
    assert "Since after-summer, which stands as it was printed, replay has" in said
    assert office.omkamp("ratings", "verify", "later", "--json").json["equal"]
    assert office.omkamp("ratings", "verify", "no-such").refusal.endswith("[unknown_list]")


def test_an_adjustment_and_a_withdrawal_are_seen_first(office: Office) -> None:
    head = office.head
    moved = office.omkamp("ratings", "adjust", "dsu-adjustment-2024", "--what-if", "--json").json["ratings"]
    assert {one["day"] for one in moved if one["change"]} == {"2024-06-01"}
    gone = office.omkamp("ratings", "withdraw", TOURNAMENT, "--reason", "why", "--what-if", "--json").json["ratings"]
    assert gone
    assert {one["now"] for one in gone if one["tournament"] == TOURNAMENT} == {None}
    assert office.head == head


def _drawn(office: Office, number: int) -> tuple[Any, ...]:
    """A drawn board of a round: White, Black and what stands there."""
    for row in office.omkamp("crosstable", TOURNAMENT, "--json").json["rows"]:
        cell = row["cells"][number - 1]
        if cell["colour"] == "w" and cell["code"] == "=":
            return row["start_number"], cell["opponent"], "½-½"
    raise AssertionError("no game of the round was drawn")
