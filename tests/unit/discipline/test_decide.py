import datetime as dt

from contracts.discipline import ImposeQuarantine, QuarantineImposed
from contracts.refusals import RefusalCode
from contracts.registration import PlayerRegistered
from contracts.results import CompleteTournament
from services import discipline
from tests.support.story import Service
from tests.support.summer import BO, SUMMER

given = Service(discipline).given

REGISTERED = PlayerRegistered(player=BO, name="Bo", federation="DEN")


def impose(starts: str, months: int, reason: str = "left the hall") -> ImposeQuarantine:
    return ImposeQuarantine(player=BO, starts=dt.date.fromisoformat(starts), months=months, reason=reason)


def imposed(starts: str, ends: str, reason: str = "left the hall") -> QuarantineImposed:
    return QuarantineImposed(
        player=BO, starts=dt.date.fromisoformat(starts), ends=dt.date.fromisoformat(ends), reason=reason
    )


class TestWhenNobodyIsRegistered:
    def test_a_quarantine_is_refused(self) -> None:
        refusal = given().when(impose("2006-05-01", 6)).refused(RefusalCode.UNKNOWN_PLAYER)
        assert refusal.details == {"player": BO}


class TestWhenThePlayerIsRegistered:
    def test_he_is_barred_for_whole_calendar_months(self) -> None:
        given(REGISTERED).when(impose("2006-05-01", 6)).then(imposed("2006-05-01", "2006-11-01"))

    def test_a_month_without_such_a_day_ends_on_its_last(self) -> None:
        given(REGISTERED).when(impose("2006-01-31", 1)).then(imposed("2006-01-31", "2006-02-28"))

    def test_an_end_beyond_the_calendar_is_refused(self) -> None:
        given(REGISTERED).when(impose("9999-12-01", 1)).refused(RefusalCode.INVALID_DATES)

    def test_a_command_of_another_service_is_refused(self) -> None:
        given(REGISTERED).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.UNKNOWN_COMMAND)


class TestWhenHeIsInQuarantine:
    barred = (REGISTERED, imposed("2006-05-01", "2006-11-01"))

    def test_the_same_quarantine_again_changes_nothing(self) -> None:
        given(*self.barred).when(impose("2006-05-01", 6)).then()

    def test_another_one_stands_beside_it_with_its_own_dates(self) -> None:
        longer = imposed("2006-10-01", "2007-01-01", "again")
        given(*self.barred).when(impose("2006-10-01", 3, "again")).then(longer)
        given(*self.barred, longer).when(impose("2006-05-01", 6)).then()

    def test_the_same_dates_for_another_reason_are_another_quarantine(self) -> None:
        given(*self.barred).when(impose("2006-05-01", 6, "cheated")).then(
            imposed("2006-05-01", "2006-11-01", "cheated")
        )

    def test_registering_again_loses_nothing(self) -> None:
        given(*self.barred, REGISTERED).when(impose("2006-05-01", 6)).then()
