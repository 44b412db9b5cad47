"""What FIDE took for an event about 2000."""

from datetime import date

import pytest

from contracts.refusals import RefusalCode, Refused
from services.rules.event import Step
from services.rules.fide2000.fee_steps import FeeRules
from services.rules.fide2000.fees import Charged, late_fee, registration_fee
from services.rules.loader import other

_RULES = other("fide-2000-fees", FeeRules)


@pytest.mark.parametrize("kind", [Charged.ALL_PLAY_ALL, Charged.MATCH])
@pytest.mark.parametrize(
    ("category", "chf"),
    [(0, 50), (3, 50), (4, 100), (5, 100), (6, 150), (7, 150), (8, 200), (10, 200), (11, 440), (14, 560), (16, 640)],
)
def test_an_all_play_all_and_a_match_pay_by_category(kind: Charged, category: int, chf: int) -> None:
    assert registration_fee(_RULES, kind, category) == chf


@pytest.mark.parametrize(("players", "chf"), [(2, 4), (299, 598), (300, 600), (301, 601), (350, 650), (1000, 1300)])
def test_a_swiss_pays_less_for_each_player_beyond_300(players: int, chf: int) -> None:
    assert registration_fee(_RULES, Charged.SWISS, players) == chf


@pytest.mark.parametrize(("teams", "chf"), [(2, 60), (12, 360), (301, 9030)])
def test_a_team_event_pays_for_each_team(teams: int, chf: int) -> None:
    assert registration_fee(_RULES, Charged.TEAM, teams) == chf


@pytest.mark.parametrize("kind", Charged)
def test_womens_events_are_free(kind: Charged) -> None:
    assert registration_fee(_RULES, kind, 12, women=True) == 0


@pytest.mark.parametrize(("results", "chf"), [(0, 0), (4, 0), (5, 40), (None, 40)])
def test_a_local_event_is_free_below_five_results(results: int | None, chf: int) -> None:
    assert registration_fee(_RULES, Charged.SWISS, 20, local_results=results) == chf


def test_a_fee_names_its_row_or_why_there_is_none() -> None:
    steps: list[Step] = []
    registration_fee(_RULES, Charged.MATCH, 11, trace=steps)
    registration_fee(_RULES, Charged.SWISS, 300, trace=steps)
    registration_fee(_RULES, Charged.SWISS, 20, local_results=4, trace=steps)
    assert [(step.row, step.value) for step in steps] == [
        ("fide2000_fees all_play_all 11-", "440"),
        ("fide2000_fees swiss 1-300", "600"),
        ("", "0"),
    ]
    assert steps[-1].what.endswith("local with 4 results: fewer than 5")


@pytest.mark.parametrize(
    ("kind", "size", "word"),
    [
        (Charged.ALL_PLAY_ALL, -1, "at least 0"),
        (Charged.MATCH, -1, "at least 0"),
        (Charged.SWISS, 1, "at least 2"),
        (Charged.SWISS, -300, "at least 2"),
        (Charged.TEAM, 0, "at least 2"),
    ],
)
def test_a_category_or_a_field_that_cannot_be_is_refused(kind: Charged, size: int, word: str) -> None:
    with pytest.raises(Refused, match=word) as refused:
        registration_fee(_RULES, kind, size, women=True)
    assert (refused.value.refusal.code, refused.value.refusal.rule) == (RefusalCode.INVALID_PAYLOAD, "Anmälan")


def test_a_negative_number_of_results_is_refused() -> None:
    with pytest.raises(Refused, match="-1 results"):
        registration_fee(_RULES, Charged.SWISS, 20, local_results=-1)


@pytest.mark.parametrize(("reported", "chf"), [(date(2001, 3, 1), 0), (date(2001, 3, 15), 0), (date(2001, 3, 16), 100)])
def test_a_report_later_than_two_weeks_costs_100(reported: date, chf: int) -> None:
    assert late_fee(_RULES.steps.late, date(2001, 3, 1), reported) == chf


def test_a_report_before_the_end_is_refused() -> None:
    with pytest.raises(Refused, match="cannot be reported") as refused:
        late_fee(_RULES.steps.late, date(2001, 3, 1), date(2001, 2, 28))
    assert refused.value.refusal.code is RefusalCode.INVALID_DATES
