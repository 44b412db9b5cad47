"""A tournament that no file brings in: announced, entered and played from the command line."""

from tests.e2e.conftest import TOURNAMENT, Office
from tests.support.cli import Answer

WINTER = ("--rounds", 2, "--starts", "2026-12-01", "--ends", "2026-12-02", "--system", "monrad-ssf")


def test_a_tournament_is_run_from_its_announcement_to_a_withdrawal(office: Office) -> None:
    def done(*arguments: object) -> Answer:
        answer = office.omkamp(*arguments)
        assert answer.code == 0, answer.err
        return answer

    for number, name in enumerate(("Anna Berg", "Bo Dahl", "Carl Ek"), start=1):
        done("register", f"w-{number}", name, "--federation", "DEN", "--born", 1990, "--fide-id", 1400000 + number)
    done("announce", "winter", "Winter Open", *WINTER)
    done("enter", "winter", "w-1", "--rating", 1800)
    for number in (2, 3):
        done("enter", "winter", f"w-{number}")
    assert "Carl Ek" in done("standings", "winter").out
    done("cancel-entry", "winter", 3, "--reason", "ill")
    assert "Carl Ek" not in done("standings", "winter").out
    done("pair", "winter")
    done("publish-round", "winter", 1)
    assert done("withdraw", "winter", 2, "--after-round", 1).out == "2 leaves after round 1.\n"
    assert done("withdraw", "winter", 2, "--after-round", 1).out == "He has left then already.\n"
    refusal = office.omkamp("cancel-entry", "winter", 1, "--reason", "ill").refusal
    assert "Anna Berg (w-1) stands in round 1" in refusal
    listed = {one["tournament"]: one for one in office.omkamp("tournaments", "--json").json}
    assert (listed["winter"]["entered"], listed["winter"]["published"]) == (2, 1)
    assert listed[TOURNAMENT]["completed"]
    assert "Winter Open" in done("tournaments").out


def test_what_stands_and_what_was_offered_is_said_of_somebody_who_is_there_already(office: Office) -> None:
    arguments = ("register", "x-1", "Xenia", "--federation", "DEN")
    assert office.omkamp(*arguments).out == "Xenia is registered as x-1.\n"
    assert office.omkamp(*arguments).out == "Xenia is registered so already.\n"
    assert "otherwise: name Xenia, not Zenia" in office.omkamp(*arguments[:2], "Zenia", *arguments[3:]).refusal
    assert office.omkamp(*arguments[:3], "--federation", "den").code == 2
    again = ("announce", TOURNAMENT, "Summer Open", *WINTER)
    assert "is already announced, otherwise: city Rundby, not none; system given, not monrad-ssf" in (
        office.omkamp(*again).refusal
    )


def test_what_a_district_has_adopted_is_announced_with_the_rules_that_leave_it_open(office: Office) -> None:
    days = ("--rounds", 1, "--starts", "2010-02-01", "--ends", "2010-02-02")
    options = ("--rating-option", "bonus", "--rating-option", "floor")
    refused = office.omkamp("announce", "klubb", "Klubb", *days, "--rating-rules", "dsu", *options).refusal
    assert "dsu-2007 knows no option bonus" in refused
    assert office.omkamp("announce", "klubb", "Klubb", *days, "--rating-rules", "ssf", *options).code == 0
    (announced,) = office.omkamp(
        "log", "tail", "--no-follow", "--from", 1, "--unit", "tournament-klubb", "--json"
    ).lines
    assert announced["event"]["data"]["rating_options"] == ["bonus", "floor"]


def test_rules_chosen_by_id_that_were_not_in_force_are_taken_with_a_warning(office: Office) -> None:
    days = ("--rounds", 1, "--starts", "1999-02-01", "--ends", "1999-02-02")
    announced = office.omkamp("announce", "old", "Old Open", *days, "--rating-rules", "dsu-2007")
    assert announced.code == 0
    assert announced.err == (
        "omkamp: warning: dsu-2007 was in force from 2007-03-01 on, not on 1999-02-01;"
        " the event is rated under it all the same\n"
    )
