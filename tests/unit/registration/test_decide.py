import datetime as dt
from typing import Any

import msgspec
import pytest

from contracts.discipline import QuarantineImposed
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Bye, RoundPublished
from contracts.points import ByeKind
from contracts.rating import ForeignEventReported
from contracts.refusals import RefusalCode
from contracts.registration import (
    AnnounceTournament,
    CancelEntry,
    EnterPlayer,
    EntryCancelled,
    PairingSystem,
    PlayerEntered,
    PlayerRegistered,
    PlayerWithdrawn,
    Title,
    TournamentAnnounced,
    WithdrawPlayer,
)
from contracts.results import TournamentCompleted
from services import registration
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, STARTED, SUMMER

given = Service(registration).given

EVA = PlayerId("eva")
EVA_REGISTERED = PlayerRegistered(player=EVA, name="Eva", federation="SWE", title=Title.WFM)
COMPLETED = TournamentCompleted(tournament=SUMMER, rounds=2)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def banned(starts: str, ends: str, player: PlayerId = EVA) -> QuarantineImposed:
    return QuarantineImposed(player=player, starts=day(starts), ends=day(ends), reason="left the hall")


def known(*events: EventData) -> Any:
    return view_of(registration, EVA_REGISTERED, *events)


def enter(player: PlayerId = EVA, start_number: int | None = None, rating: int | None = None) -> EnterPlayer:
    return EnterPlayer(tournament=SUMMER, player=player, start_number=start_number, rating=rating)


def entered(start_number: int, rating: int | None = None) -> PlayerEntered:
    return PlayerEntered(
        tournament=SUMMER,
        player=EVA,
        name="Eva",
        federation="SWE",
        title=Title.WFM,
        start_number=start_number,
        rating=rating,
    )


def withdraw(player: PlayerId, after_round: int) -> WithdrawPlayer:
    return WithdrawPlayer(tournament=SUMMER, player=player, after_round=after_round, reason="ill")


def withdrawn(player: PlayerId, after_round: int) -> PlayerWithdrawn:
    return PlayerWithdrawn(tournament=SUMMER, player=player, after_round=after_round, reason="ill")


def cancel(player: PlayerId) -> CancelEntry:
    return CancelEntry(tournament=SUMMER, player=player, reason="no show of the fee")


def announce(**changes: Any) -> AnnounceTournament:
    return AnnounceTournament(**{**msgspec.structs.asdict(ANNOUNCED), **changes})


class TestWhenNothingIsAnnounced:
    def test_a_tournament_is_announced(self) -> None:
        given().when(announce()).then(ANNOUNCED)

    def test_a_date_for_each_round_is_announced(self) -> None:
        dates = (day("2018-04-08"), day("2018-04-08"))
        given().when(announce(round_dates=dates)).then(msgspec.structs.replace(ANNOUNCED, round_dates=dates))

    @pytest.mark.parametrize(
        "changes",
        [
            {"ends": day("2018-04-07")},
            {"round_dates": (day("2018-04-08"),)},
            {"round_dates": (day("2018-04-07"), day("2018-04-08"))},
            {"round_dates": (day("2018-04-08"), day("2018-04-16"))},
            {"round_dates": (day("2018-04-09"), day("2018-04-08"))},
        ],
        ids=["end before start", "a date missing", "before the first day", "after the last day", "out of order"],
    )
    def test_dates_that_do_not_fit_are_refused(self, changes: dict[str, Any]) -> None:
        given().when(announce(**changes)).refused(RefusalCode.INVALID_DATES)

    def test_the_id_of_an_event_abroad_is_refused(self) -> None:
        abroad = ForeignEventReported(
            event=SUMMER,
            player=ANNA,
            name="Oslo Open",
            starts=day("2018-01-02"),
            ends=day("2018-01-05"),
            reported=day("2018-01-09"),
            rules="dsu-2007",
            games=(),
        )
        refusal = given(known=known(abroad)).when(announce()).refused(RefusalCode.ALREADY_EXISTS)
        assert "there is an event abroad summer already" in refusal.message

    def test_a_rule_set_nobody_has_is_refused(self) -> None:
        given().when(announce(rating_rules="dsu-1907")).refused(RefusalCode.UNKNOWN_RULE_SET)

    def test_a_tournament_need_not_be_rated(self) -> None:
        given().when(announce(rating_rules="")).then(msgspec.structs.replace(ANNOUNCED, rating_rules=""))

    @pytest.mark.parametrize(
        ("federation", "day", "why"),
        [
            ("fide", "2010-04-01", "FIDE's editions between July 2005 and February 2024 are not held"),
            ("fide", "1999-04-01", "no rating rules of fide are in force on 1999-04-01"),
            ("ssf", "2017-04-01", "there are ssf-2002 2002-01-01..2016-08-31"),
        ],
    )
    def test_a_day_for_which_a_federations_rules_are_not_held_is_refused_with_the_reason(
        self, federation: str, day: str, why: str
    ) -> None:
        date = dt.date.fromisoformat(day)
        command = announce(rating_rules=federation, starts=date, ends=date)
        assert why in given().when(command).refused(RefusalCode.UNKNOWN_RULE_SET).message

    def test_the_options_of_a_district_are_kept_once_each_and_in_order(self) -> None:
        given().when(announce(rating_rules="ssf-2002", rating_options=("floor", "bonus", "floor"))).then(
            msgspec.structs.replace(ANNOUNCED, rating_rules="ssf-2002", rating_options=("bonus", "floor"))
        )

    @pytest.mark.parametrize("rules", ["dsu-2007", "fide-2024", ""])
    def test_an_option_that_the_rules_do_not_leave_open_is_refused(self, rules: str) -> None:
        given().when(announce(rating_rules=rules, rating_options=("bonus",))).refused(RefusalCode.INVALID_PAYLOAD)

    @pytest.mark.parametrize("command", [enter(), withdraw(EVA, 0), cancel(EVA)])
    def test_an_entry_is_refused(self, command: Any) -> None:
        given(known=known()).when(command).refused(RefusalCode.UNKNOWN_TOURNAMENT)


class TestWhenATournamentIsAnnounced:
    def test_the_same_again_changes_nothing(self) -> None:
        given(ANNOUNCED).when(announce()).then()

    def test_another_one_under_its_id_is_refused_with_both(self) -> None:
        refusal = given(ANNOUNCED).when(announce(rounds=3)).refused(RefusalCode.ALREADY_EXISTS)
        assert (refusal.details["announced"].rounds, refusal.details["offered"].rounds) == (2, 3)

    def test_a_player_is_entered_under_the_name_and_title_he_is_registered_with(self) -> None:
        given(ANNOUNCED, known=known()).when(enter(start_number=7, rating=1850)).then(entered(7, 1850))

    def test_without_a_start_number_the_first_gets_1(self) -> None:
        given(ANNOUNCED, known=known()).when(enter()).then(entered(1))

    def test_a_player_who_is_not_registered_is_refused(self) -> None:
        refusal = given(ANNOUNCED, known=known()).when(enter(BO)).refused(RefusalCode.UNKNOWN_PLAYER)
        assert refusal.details == {"player": BO}

    @pytest.mark.parametrize(
        ("starts", "ends"),
        [
            ("2018-01-01", "2018-04-09"),
            ("2018-04-15", "2018-07-15"),
            ("2018-04-10", "2018-04-11"),
            ("2018-01-01", "2019-01-01"),
        ],
    )
    def test_a_player_in_quarantine_on_any_of_its_days_is_refused(self, starts: str, ends: str) -> None:
        refusal = given(ANNOUNCED, known=known(banned(starts, ends))).when(enter()).refused(RefusalCode.QUARANTINED)
        assert refusal.details == {"starts": day(starts), "ends": day(ends)}
        assert refusal.rule == "DSU §7, §19"

    @pytest.mark.parametrize(("starts", "ends"), [("2018-01-08", "2018-04-08"), ("2018-04-16", "2018-07-16")])
    def test_a_quarantine_before_or_after_it_does_not_matter(self, starts: str, ends: str) -> None:
        given(ANNOUNCED, known=known(banned(starts, ends))).when(enter()).then(entered(1))

    def test_the_quarantine_of_another_player_does_not_matter(self) -> None:
        given(ANNOUNCED, known=known(banned("2018-04-01", "2018-07-01", BO))).when(enter()).then(entered(1))


class TestWhenPlayersAreEntered:
    drawn = (ANNOUNCED, *ENTRIES)

    def test_the_next_one_gets_the_number_after_the_highest(self) -> None:
        given(*self.drawn, known=known()).when(enter()).then(entered(5))

    def test_a_number_in_use_is_refused_with_its_holder(self) -> None:
        refusal = given(*self.drawn, known=known()).when(enter(start_number=3)).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.details == {"player": CARL}

    def test_there_is_no_number_after_the_last(self) -> None:
        last = msgspec.structs.replace(entered(9999), player=BO)
        given(ANNOUNCED, last, known=known()).when(enter()).refused(RefusalCode.ALREADY_EXISTS)
        given(ANNOUNCED, last, known=known()).when(enter(start_number=1)).then(entered(1))

    def test_the_same_entry_again_changes_nothing(self) -> None:
        given(*self.drawn).when(enter(ANNA, 1, 1900)).then()
        given(*self.drawn).when(enter(ANNA, None, 1900)).then()

    @pytest.mark.parametrize("command", [enter(ANNA, 9, 1900), enter(ANNA, 1, 1901), enter(ANNA, 1)])
    def test_the_same_player_with_other_data_is_refused_with_both(self, command: EnterPlayer) -> None:
        refusal = given(*self.drawn).when(command).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.details["entered"].start_number == 1
        assert refusal.details["offered"] == command

    def test_an_entry_is_cancelled(self) -> None:
        given(*self.drawn).when(cancel(BO)).then(
            EntryCancelled(tournament=SUMMER, player=BO, reason="no show of the fee")
        )

    def test_who_is_not_entered_can_neither_cancel_nor_withdraw(self) -> None:
        given(*self.drawn).when(cancel(EVA)).refused(RefusalCode.NOT_ENTERED)
        given(*self.drawn).when(withdraw(EVA, 0)).refused(RefusalCode.NOT_ENTERED)

    def test_a_cancelled_entry_can_be_made_again(self) -> None:
        gone = EntryCancelled(tournament=SUMMER, player=EVA, reason="no show of the fee")
        given(*self.drawn, entered(5), gone, known=known()).when(enter(start_number=5)).then(entered(5))

    def test_a_player_withdraws_before_the_first_round(self) -> None:
        given(*self.drawn).when(withdraw(BO, 0)).then(withdrawn(BO, 0))


class TestWhenARoundIsPublished:
    def test_a_late_entry_is_taken(self) -> None:
        given(*STARTED, known=known()).when(enter(rating=1850)).then(entered(5, 1850))

    def test_a_late_entrant_may_not_have_been_in_quarantine_on_a_day_that_is_over(self) -> None:
        given(*STARTED, known=known(banned("2018-01-08", "2018-04-09"))).when(enter()).refused(RefusalCode.QUARANTINED)

    def test_the_entry_of_one_who_is_paired_cannot_be_cancelled(self) -> None:
        refusal = given(*STARTED).when(cancel(BO)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"rounds": [1]}

    def test_the_entry_of_one_who_has_a_bye_cannot_be_cancelled(self) -> None:
        free = RoundPublished(tournament=SUMMER, round=1, boards=(), byes=(Bye(player=EVA, kind=ByeKind.ZERO_POINT),))
        given(*STARTED, entered(5), free).when(cancel(EVA)).refused(RefusalCode.WRONG_STATUS)

    def test_the_entry_of_one_who_came_later_can_be_cancelled(self) -> None:
        given(*STARTED, entered(5)).when(cancel(EVA)).then(
            EntryCancelled(tournament=SUMMER, player=EVA, reason="no show of the fee")
        )

    def test_a_player_withdraws_after_it(self) -> None:
        given(*STARTED).when(withdraw(BO, 1)).then(withdrawn(BO, 1))

    def test_a_player_who_is_paired_in_it_cannot_withdraw_before_it(self) -> None:
        refusal = given(*STARTED).when(withdraw(BO, 0)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"published": 1}

    def test_he_withdraws_after_the_last_round_he_is_paired_in(self) -> None:
        refusal = given(*STARTED, ROUND_2).when(withdraw(BO, 1)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"published": 2}

    @pytest.mark.parametrize(
        ("kind", "allowed"),
        [(ByeKind.ZERO_POINT, True), (ByeKind.HALF_POINT, False), (ByeKind.PAIRING_ALLOCATED, False)],
    )
    def test_an_absentee_withdraws_before_it_but_not_one_with_points(self, kind: ByeKind, allowed: bool) -> None:
        free = msgspec.structs.replace(ROUND_1, byes=(Bye(player=EVA, kind=kind),))
        outcome = given(ANNOUNCED, *ENTRIES, entered(5), free).when(withdraw(EVA, 0))
        if allowed:
            outcome.then(withdrawn(EVA, 0))
        else:
            outcome.refused(RefusalCode.WRONG_STATUS)

    def test_a_round_beyond_the_announced_ones_is_refused(self) -> None:
        refusal = given(*STARTED).when(withdraw(BO, 3)).refused(RefusalCode.UNKNOWN_ROUND)
        assert refusal.details == {"rounds": 2}


class TestWhenAPlayerIsWithdrawn:
    gone = (*STARTED, withdrawn(DORA, 1))

    def test_the_same_withdrawal_again_changes_nothing(self) -> None:
        given(*self.gone).when(withdraw(DORA, 1)).then()

    def test_another_round_moves_it(self) -> None:
        given(*self.gone).when(withdraw(DORA, 2)).then(withdrawn(DORA, 2))
        given(*STARTED, withdrawn(DORA, 2)).when(withdraw(DORA, 1)).then(withdrawn(DORA, 1))

    def test_he_does_not_come_back_by_it_while_in_quarantine(self) -> None:
        banned_dora = known(banned("2018-04-12", "2018-07-12", DORA))
        given(*self.gone, known=banned_dora).when(withdraw(DORA, 2)).refused(RefusalCode.QUARANTINED)
        given(*STARTED, withdrawn(DORA, 2), known=banned_dora).when(withdraw(DORA, 1)).then(withdrawn(DORA, 1))

    def test_entering_him_again_is_refused_and_says_what_to_do(self) -> None:
        refusal = given(*self.gone).when(enter(DORA, 4, 1600)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"withdrawn_after": 1}

    def test_his_start_number_stays_his(self) -> None:
        given(*self.gone, known=known()).when(enter(start_number=4)).refused(RefusalCode.ALREADY_EXISTS)


class TestWhenTheTournamentIsCompleted:
    done = (*STARTED, COMPLETED)

    def test_the_start_list_stands(self) -> None:
        given(*self.done, known=known()).when(enter()).refused(RefusalCode.WRONG_STATUS)
        given(*self.done).when(withdraw(BO, 1)).refused(RefusalCode.WRONG_STATUS)
        given(*self.done).when(cancel(BO)).refused(RefusalCode.WRONG_STATUS)

    def test_what_is_already_so_changes_nothing(self) -> None:
        given(*self.done).when(announce()).then()
        given(*self.done).when(enter(ANNA, 1, 1900)).then()


def test_a_system_that_only_publishes_is_as_good_as_any() -> None:
    dutch = announce(system=PairingSystem.FIDE_DUTCH)
    given().when(dutch).then(TournamentAnnounced(**msgspec.structs.asdict(dutch)))
