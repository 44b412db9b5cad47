import datetime as dt
from typing import Any

import pytest

from contracts.days import check_days
from contracts.ids import TournamentId
from contracts.refusals import RefusalCode, Refused
from contracts.registration import AnnounceTournament, PairingSystem

DAY = dt.date(2024, 7, 6)


def announce(**days: Any) -> AnnounceTournament:
    given: dict[str, Any] = {"starts": DAY, "ends": DAY} | days
    return AnnounceTournament(
        tournament=TournamentId("summer"),
        name="Summer",
        system=PairingSystem.GIVEN,
        rounds=2,
        **given,
    )


@pytest.mark.parametrize("day", [dt.date(1000, 1, 1), DAY, dt.date(2999, 12, 31)])
def test_a_day_of_this_age_can_be_reckoned_with(day: dt.date) -> None:
    check_days(announce(starts=day, round_dates=(day, day)))


@pytest.mark.parametrize("day", [dt.date.min, dt.date(999, 12, 31), dt.date(3000, 1, 1), dt.date.max])
@pytest.mark.parametrize("field", ["starts", "ends", "round_dates"])
def test_a_day_at_the_end_of_the_calendar_is_refused_wherever_it_stands(field: str, day: dt.date) -> None:
    with pytest.raises(Refused) as caught:
        check_days(announce(**{field: (DAY, day) if field == "round_dates" else day}))
    assert caught.value.refusal.code is RefusalCode.INVALID_DATES
    assert caught.value.refusal.details == {"what": field, "day": day}
