import datetime as dt

import msgspec
import pytest

from contracts.arrangements import Floated
from contracts.codec import encode
from contracts.messages import EventData
from contracts.pairing import (
    MakeRound,
    ProposedBoard,
    ProposeRound,
    PublishProposal,
    PublishRound,
    RoundProposed,
    RoundPublished,
    RoundStarted,
    StartRound,
)
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem
from contracts.results import EVERYTHING, GameAdjourned, GamePostponed, ResultCorrected, TournamentCompleted
from services import pairing
from services.pairing import view as room
from services.pairing.request import request
from services.pairing.systems import catalogue
from services.pairing.systems.interface import Adjournment, Pair, Proposal, Reason
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNOUNCED, SUMMER
from tests.unit.pairing.swiss import (
    DUTCH,
    MONRAD,
    bye,
    entered,
    folded,
    opened,
    p,
    published,
    reported,
    withdrawn,
)

given = Service(pairing).given
ADJOURNED, POSTPONED = Adjournment.ADJOURNED, Adjournment.POSTPONED

ROUND_1 = published(1, (1, 3), (4, 2))
FOUR = opened(DUTCH, 4)


def propose(number: int, on: dt.date | None = None) -> ProposeRound:
    return ProposeRound(tournament=SUMMER, round=number, on=on)


def proposed(number: int, *events: EventData) -> RoundProposed:
    (event,) = given(*events).decided(propose(number))
    assert isinstance(event, RoundProposed)
    return event


def publish(number: int, proposal: int | None = None) -> PublishProposal:
    return PublishProposal(tournament=SUMMER, round=number, proposal=proposal)


def start(number: int) -> StartRound:
    return StartRound(tournament=SUMMER, round=number)


class TestARoundIsProposed:
    def test_with_its_pairs_and_the_system_and_edition_it_is_paired_by(self) -> None:
        found = proposed(1, *FOUR)
        assert [(one.white, one.black) for one in found.boards] == [(p(1), p(3)), (p(4), p(2))]
        assert (found.system, found.regulation) == ("fide-dutch", "FIDE C.04.3 (2026)")
        assert not found.reconstruction
        assert (found.round, found.proposal, found.decided_at) == (1, 1, len(FOUR))

    def test_with_a_reason_for_every_pair_and_bye(self) -> None:
        found = proposed(1, *opened(DUTCH, 5))
        assert [(one.player, one.kind) for one in found.byes] == [(p(5), ByeKind.PAIRING_ALLOCATED)]
        told = [one.because for one in found.boards] + [one.because for one in found.byes]
        assert all(told)
        assert all(found.reasons[place].rule and found.reasons[place].text for because in told for place in because)

    def test_with_its_floats(self) -> None:
        events = (*opened(DUTCH, 5), published(1, (1, 3), (4, 2), byes=[bye(5)]))
        found = proposed(2, *events, reported(1, 1, 3, "1-0"), reported(1, 4, 2, "½-½"))
        (free,) = found.byes
        assert found.floats[-1] == Floated(player=free.player, direction="down")
        scores = {p(1): 2, p(5): 2, p(2): 1, p(4): 1, p(3): 0}
        floated = {one.player: one.direction for one in found.floats[:-1]}
        for board in found.boards:
            higher, lower = sorted((board.white, board.black), key=lambda player: -scores[player])
            level = scores[higher] == scores[lower]
            assert (floated.get(higher), floated.get(lower)) == ((None, None) if level else ("down", "up"))
        assert floated

    def test_monrad_knows_no_floats(self) -> None:
        events = (*opened(MONRAD, 4), published(1, (2, 1), (4, 3)))
        assert not proposed(2, *events, reported(1, 2, 1, "½-½"), reported(1, 4, 3, "1-0")).floats

    def test_before_round_one_with_a_warning_where_completion_is_not_guaranteed(self) -> None:
        assert [one.rule for one in proposed(1, *FOUR).warnings] == ["FIDE VCL Q62"]
        assert not proposed(1, *opened(DUTCH, 12)).warnings

    def test_with_a_warning_where_a_result_is_missing_that_nobody_has_put_off(self) -> None:
        events = (*FOUR, published(1, (1, 3), (4, 2)))
        (none,) = proposed(2, *events).warnings
        assert none.text == (
            "2 boards without a result (round 1, all boards): each counts as a postponed game in this pairing"
        )
        (one,) = proposed(2, *events, reported(1, 1, 3, "1-0")).warnings
        assert one.text.startswith("1 board without a result (round 1, board 2): ")
        assert not proposed(2, *events, reported(1, 1, 3, "1-0"), reported(1, 4, 2, "½-½")).warnings
        wide = (*opened(DUTCH, 8), published(1, (1, 5), (6, 2), (3, 7), (8, 4)), reported(1, 6, 2, "½-½"))
        (some,) = proposed(2, *wide).warnings
        assert some.text.startswith("3 boards without a result (round 1, boards 1, 3, 4): ")

    def test_as_a_reconstruction_where_the_regulation_is_lost(self) -> None:
        dsu = msgspec.structs.replace(MONRAD, system=PairingSystem.MONRAD_DSU)
        assert proposed(1, *opened(dsu, 4)).reconstruction

    def test_and_nothing_is_published_by_it(self) -> None:
        state = folded(*FOUR, proposed(1, *FOUR))
        assert not isinstance(state, pairing.state.Unannounced)
        assert not state.tournament.rounds

    def test_again_with_nothing_changed_it_is_the_same_proposal(self) -> None:
        given(*FOUR, proposed(1, *FOUR)).when(propose(1)).then()

    def test_again_after_a_late_entry_it_is_the_next_proposal(self) -> None:
        assert proposed(1, *FOUR, proposed(1, *FOUR), entered(5)).proposal == 2

    def test_and_again_with_the_same_events_it_is_the_same(self) -> None:
        assert proposed(1, *opened(DUTCH, 9)) == proposed(1, *opened(DUTCH, 9))


class TestAProposalIsRefused:
    def test_when_nobody_is_left_and_the_event_can_end(self) -> None:
        gone = (*FOUR, ROUND_1, *(withdrawn(number, 1) for number in range(1, 5)))
        refusal = given(*gone).when(propose(2)).refused(RefusalCode.UNPAIRABLE)
        assert "complete the tournament" in refusal.details["advice"]
        assert refusal.message.endswith(refusal.details["advice"])

    def test_when_no_legal_pairing_is_left_with_what_an_arbiter_can_do(self) -> None:
        two = (*opened(DUTCH, 2), published(1, (1, 2)), reported(1, 1, 2, "1-0"))
        refusal = given(*two).when(propose(2)).refused(RefusalCode.UNPAIRABLE)
        assert refusal.rule == "FIDE C.04.3 (2026) 1.9.3"
        assert "by hand" in refusal.details["advice"]
        assert refusal.details["round"] == 2

    def test_when_the_tournament_is_paired_elsewhere(self) -> None:
        given(*opened(ANNOUNCED, 4)).when(propose(1)).refused(RefusalCode.UNKNOWN_SYSTEM)

    def test_when_the_engine_fails_and_nothing_is_changed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> None:
            raise ZeroDivisionError("engine")

        monkeypatch.setattr("services.pairing.systems._gacrux._Engine", broken)
        refusal = given(*FOUR).when(propose(1)).refused(RefusalCode.UNPAIRABLE)
        assert "engine" in refusal.message
        assert "by hand" in refusal.details["advice"]

    def test_when_the_tournament_is_completed_or_unknown(self) -> None:
        done = (*FOUR, ROUND_1, TournamentCompleted(tournament=SUMMER, rounds=1))
        given(*done).when(propose(2)).refused(RefusalCode.WRONG_STATUS)
        given().when(propose(1)).refused(RefusalCode.UNKNOWN_TOURNAMENT)

    def test_when_the_round_is_not_the_next(self) -> None:
        given(*FOUR).when(propose(2)).refused(RefusalCode.UNKNOWN_ROUND)


class TestOneActivePlayer:
    alone = (*opened(DUTCH, 2), withdrawn(2, 0))

    def test_gets_the_bye(self) -> None:
        found = proposed(1, *self.alone)
        assert not found.boards
        assert [(one.player, one.kind) for one in found.byes] == [(p(1), ByeKind.PAIRING_ALLOCATED)]
        given(*self.alone, found).when(publish(1)).then(
            RoundPublished(tournament=SUMMER, round=1, boards=(), byes=(bye(1),), proposal=1)
        )

    def test_gets_no_second_one_and_the_event_can_end(self) -> None:
        first = RoundPublished(tournament=SUMMER, round=1, boards=(), byes=(bye(1),))
        refusal = given(*self.alone, first).when(propose(2)).refused(RefusalCode.UNPAIRABLE)
        assert "end" in refusal.details["advice"]


class TestAProposalIsPublished:
    def test_as_it_was_proposed(self) -> None:
        given(*FOUR, proposed(1, *FOUR)).when(publish(1)).then(msgspec.structs.replace(ROUND_1, proposal=1))
        given(*FOUR, proposed(1, *FOUR)).when(publish(1, 1)).then(msgspec.structs.replace(ROUND_1, proposal=1))

    def test_once(self) -> None:
        given(*FOUR, proposed(1, *FOUR), ROUND_1).when(publish(1)).then()

    def test_not_without_a_proposal(self) -> None:
        given(*FOUR).when(publish(1)).refused(RefusalCode.UNKNOWN_ROUND)

    def test_not_an_older_one(self) -> None:
        first = proposed(1, *FOUR)
        later = (*FOUR, first, entered(5))
        refusal = given(*later, proposed(1, *later)).when(publish(1, 1)).refused(RefusalCode.UNEXPECTED_VALUE)
        assert refusal.details == {"expected": 1, "found": 2}

    @pytest.mark.parametrize("changes", [entered(5), withdrawn(4, 0)], ids=["a late entry", "a withdrawal"])
    def test_not_when_what_it_rests_on_has_changed(self, changes: EventData) -> None:
        given(*FOUR, proposed(1, *FOUR), changes).when(publish(1)).refused(RefusalCode.UNEXPECTED_VALUE)

    def test_not_when_a_result_it_rests_on_is_corrected(self) -> None:
        played = (*FOUR, ROUND_1, reported(1, 1, 3, "1-0"), reported(1, 4, 2, "1-0"))
        correction = ResultCorrected(
            tournament=SUMMER,
            round=1,
            white=p(1),
            black=p(3),
            was=Result.WHITE_WINS,
            result=Result.BLACK_WINS,
            scope=EVERYTHING,
            reason="score sheets",
        )
        given(*played, proposed(2, *played), correction).when(publish(2)).refused(RefusalCode.UNEXPECTED_VALUE)

    def test_whatever_was_proposed_for_another_round_since(self) -> None:
        second = proposed(2, *FOUR, ROUND_1)
        again = (*FOUR, ROUND_1, second, entered(5))
        given(*again, proposed(1, *again)).when(publish(2)).refused(RefusalCode.UNEXPECTED_VALUE)

    def test_made_in_one_it_is_both(self) -> None:
        given(*FOUR).when(MakeRound(tournament=SUMMER, round=1)).then(
            proposed(1, *FOUR), msgspec.structs.replace(ROUND_1, proposal=1)
        )


class TestARoundStarts:
    other = PublishRound(tournament=SUMMER, round=1, boards=published(1, (3, 1), (4, 2)).boards)
    started = RoundStarted(tournament=SUMMER, round=1)

    def test_once(self) -> None:
        given(*FOUR, ROUND_1).when(start(1)).then(self.started)
        given(*FOUR, ROUND_1, self.started).when(start(1)).then()

    def test_not_before_it_is_published(self) -> None:
        given(*FOUR).when(start(1)).refused(RefusalCode.UNKNOWN_ROUND)
        given().when(start(1)).refused(RefusalCode.UNKNOWN_TOURNAMENT)

    def test_and_its_pairing_stands(self) -> None:
        (again,) = given(*FOUR, ROUND_1).decided(self.other)
        assert isinstance(again, RoundPublished)
        assert again.boards == self.other.boards
        for command in (self.other, propose(1), MakeRound(tournament=SUMMER, round=1)):
            refusal = given(*FOUR, ROUND_1, self.started).when(command).refused(RefusalCode.WRONG_STATUS)
            assert refusal.rule == "DSU §11d"

    def test_while_the_next_one_can_be_published(self) -> None:
        assert proposed(2, *FOUR, ROUND_1, self.started).boards

    def test_an_earlier_round_needs_no_start(self) -> None:
        given(*FOUR, ROUND_1, published(2, (2, 1), (3, 4))).when(start(1)).then()


class TestAnAdjournedGame:
    """Its deadline is 10 April 2026."""

    adjourned = GameAdjourned(tournament=SUMMER, round=1, white=p(1), black=p(3), deadline=dt.date(2026, 4, 10))
    played = (*FOUR, ROUND_1, reported(1, 4, 2, "1-0"))

    def test_is_waited_for_to_its_deadline(self) -> None:
        for day in (dt.date(2026, 4, 9), dt.date(2026, 4, 10)):
            refusal = given(*self.played, self.adjourned).when(propose(2, day)).refused(RefusalCode.WRONG_STATUS)
            assert refusal.rule == "DSU §11c"
            assert refusal.details["games"][0]["white"] == p(1)
        assert given(*self.played, self.adjourned).decided(propose(2, dt.date(2026, 4, 11)))

    def test_is_waited_for_where_no_day_is_known(self) -> None:
        refusal = given(*self.played, self.adjourned).when(propose(2)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.message.endswith(
            "say on which day it is paired, or report the adjourned games, or pair after 2026-04-10"
        )

    def test_is_judged_by_the_day_announced_for_the_round(self) -> None:
        days = tuple(dt.date(2026, 4, day) for day in (8, 10, 12, 15))
        dated = (msgspec.structs.replace(DUTCH, round_dates=days), *self.played[1:])
        given(*dated, self.adjourned).when(propose(2)).refused(RefusalCode.WRONG_STATUS)
        boards = published(2, (2, 1), (3, 4)).boards
        offered = PublishRound(tournament=SUMMER, round=2, boards=boards)
        assert given(*dated, self.adjourned).when(offered).refused(RefusalCode.WRONG_STATUS).rule == "DSU §11c"
        later = msgspec.structs.replace(DUTCH, round_dates=(days[0], *days[2:], days[3]))
        assert given(later, *dated[1:], self.adjourned).decided(propose(2))

    def test_is_not_waited_for_once_it_is_reported(self) -> None:
        assert proposed(2, *self.played, self.adjourned, reported(1, 1, 3, "1-0")).boards

    def test_has_begun_so_its_round_is_not_paired_again(self) -> None:
        given(*FOUR, ROUND_1, self.adjourned).when(propose(1)).refused(RefusalCode.WRONG_STATUS)

    def test_is_told_to_the_system_as_adjourned_and_not_as_postponed(self) -> None:
        state = folded(*FOUR, ROUND_1, self.adjourned)
        assert not isinstance(state, pairing.state.Unannounced)
        told = {one.number: one.past[-1].unfinished for one in request(state.tournament, 2).contestants}
        assert told == {number: ADJOURNED if number in {1, 3} else POSTPONED for number in range(1, 5)}

    def test_a_postponed_game_is_not_waited_for(self) -> None:
        postponed = GamePostponed(tournament=SUMMER, round=1, white=p(1), black=p(3), deadline=dt.date(2026, 4, 14))
        assert proposed(2, *self.played, postponed).boards


class TestTheReasons:
    def test_are_each_told_once_so_that_a_large_event_stays_small(self) -> None:
        nordic = msgspec.structs.replace(DUTCH, system=PairingSystem.NORDIC, rounds=9)
        found = proposed(1, *opened(nordic, 1000))
        assert not found.abbreviated
        assert len(encode(found)) < 300_000
        assert len(set(found.reasons)) == len(found.reasons)

    def test_that_are_too_long_together_are_cut_and_it_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def wordy(_: object) -> Proposal:
            long = tuple(Reason(rule="a rule", text=f"{number}" + "x" * 400_000) for number in range(2))
            return Proposal(pairs=(Pair(white=1, black=2, reasons=long), Pair(white=3, black=4)))

        entry = catalogue.entry("monrad-ssf")
        wordy_entry = msgspec.structs.replace(entry, pair=wordy)
        monkeypatch.setattr(catalogue, "entry", lambda _: wordy_entry)
        found = proposed(1, *opened(MONRAD, 4))
        assert found.abbreviated
        assert len(found.reasons) == 2
        assert all(one.text.endswith("characters more, left out for size)") for one in found.reasons)

    def test_reach_the_query_with_the_names_of_the_players(self) -> None:
        events = opened(DUTCH, 5)
        answer = room.proposal(view_of(pairing, *events, proposed(1, *events)), SUMMER, 1)
        assert (answer.boards[0].white.name, answer.boards[0].black.name) == ("Player 1", "Player 3")
        assert answer.boards[0].reasons[0].rule.startswith("FIDE C.04.3 (2026)")
        assert answer.byes[0].reasons
        assert not answer.published

    def test_of_a_published_proposal_say_that_it_is_published(self) -> None:
        first = proposed(1, *FOUR)
        events = (*FOUR, first, msgspec.structs.replace(ROUND_1, proposal=1))
        assert room.proposal(view_of(pairing, *events), SUMMER, 1).published
        by_hand = (*events, published(1, (3, 1), (4, 2)))
        assert not room.proposal(view_of(pairing, *by_hand), SUMMER, 1).published


def test_both_versions_of_a_round_that_is_published_again_are_kept() -> None:
    again = published(1, (3, 1), (4, 2))
    view = view_of(pairing, *FOUR, ROUND_1, again, RoundStarted(tournament=SUMMER, round=1))
    now = room.pairings(view, SUMMER, 1)
    assert (now.version, now.versions, now.started) == (2, 2, True)
    assert now.boards[0].white.player == p(3)
    assert room.pairings(view, SUMMER, 1, 1).boards[0].white.player == p(1)


def test_a_board_of_a_proposal_points_into_its_table() -> None:
    found = proposed(1, *FOUR)
    assert isinstance(found.boards[0], ProposedBoard)
    assert {place for one in found.boards for place in one.because} <= set(range(len(found.reasons)))
