import msgspec
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from contracts.ids import PlayerId
from contracts.pairing import Board, Bye, PublishRound, RoundPublished
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from contracts.results import CompleteTournament, ResultCorrected, Scope, TournamentCompleted
from services.pairing.publish import publish_round
from services.pairing.state import evolve
from tests.support.summer import (
    ANNA,
    ANNOUNCED,
    BO,
    CARL,
    DORA,
    ENTRIES,
    ROUND_1,
    ROUND_2,
    STARTED,
    SUMMER,
    published,
    reported,
)
from tests.unit.pairing.offers import (
    DRAWN,
    EVA,
    FIVE,
    OFFER_1,
    OFFER_2,
    bye,
    folded,
    given,
    make,
    publish,
    withdrawn,
)


class TestWhenNothingIsAnnounced:
    def test_a_round_is_refused(self) -> None:
        given().when(OFFER_1).refused(RefusalCode.UNKNOWN_TOURNAMENT)
        given().when(make(1)).refused(RefusalCode.UNKNOWN_TOURNAMENT)


class TestWhenPlayersAreEntered:
    def test_the_first_round_is_published(self) -> None:
        given(*DRAWN).when(OFFER_1).then(ROUND_1)

    def test_boards_are_published_in_the_order_of_their_numbers(self) -> None:
        given(*DRAWN).when(msgspec.structs.replace(OFFER_1, boards=OFFER_1.boards[::-1])).then(ROUND_1)

    def test_a_bye_is_published_with_its_kind(self) -> None:
        offer = publish(1, (ANNA, CARL), byes=(bye(DORA), bye(BO, ByeKind.HALF_POINT)))
        given(*DRAWN).when(offer).then(RoundPublished(tournament=SUMMER, round=1, boards=offer.boards, byes=offer.byes))

    def test_a_round_after_a_gap_is_refused_with_the_next(self) -> None:
        refusal = given(*DRAWN).when(OFFER_2).refused(RefusalCode.UNKNOWN_ROUND)
        assert refusal.details == {"next": 1}

    def test_a_round_beyond_the_announced_ones_is_refused(self) -> None:
        refusal = given(*DRAWN).when(publish(3, (ANNA, BO), (CARL, DORA))).refused(RefusalCode.UNKNOWN_ROUND)
        assert refusal.details == {"rounds": 2}

    def test_a_round_without_a_board_is_refused(self) -> None:
        free = [bye(one, ByeKind.ZERO_POINT) for one in (ANNA, BO, CARL, DORA)]
        given(*DRAWN).when(publish(1, byes=free)).refused(RefusalCode.INVALID_PAIRING)

    def test_a_board_number_twice_is_refused(self) -> None:
        boards = (Board(number=1, white=ANNA, black=CARL), Board(number=1, white=DORA, black=BO))
        refusal = (
            given(*DRAWN).when(msgspec.structs.replace(OFFER_1, boards=boards)).refused(RefusalCode.INVALID_PAIRING)
        )
        assert refusal.details == {"board": 1}

    def test_a_player_against_himself_is_refused(self) -> None:
        refusal = given(*DRAWN).when(publish(1, (ANNA, CARL), (BO, BO))).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.details == {"board": 2, "player": BO}

    @pytest.mark.parametrize(
        "offer",
        [
            publish(1, (ANNA, CARL), (DORA, ANNA)),
            publish(1, (ANNA, CARL), (DORA, BO), byes=[bye(ANNA)]),
            publish(1, (DORA, CARL), byes=[bye(ANNA), bye(ANNA, ByeKind.ZERO_POINT), bye(BO, ByeKind.ZERO_POINT)]),
        ],
        ids=["two boards", "a board and a bye", "two byes"],
    )
    def test_a_player_twice_is_refused(self, offer: PublishRound) -> None:
        refusal = given(*DRAWN).when(offer).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.details == {"players": [ANNA]}

    def test_who_is_not_entered_is_named(self) -> None:
        refusal = given(*DRAWN).when(publish(1, (ANNA, CARL), (DORA, EVA))).refused(RefusalCode.NOT_ENTERED)
        assert refusal.details == {"players": [EVA]}

    def test_who_has_withdrawn_is_named(self) -> None:
        gone = (*DRAWN, withdrawn(BO, 0))
        refusal = given(*gone).when(OFFER_1).refused(RefusalCode.NOT_ENTERED)
        assert refusal.details == {"players": [BO]}
        given(*gone).when(publish(1, (ANNA, CARL), byes=[bye(DORA), bye(BO, ByeKind.ZERO_POINT)])).refused(
            RefusalCode.NOT_ENTERED
        )

    def test_a_round_goes_on_without_who_has_withdrawn(self) -> None:
        offer = publish(1, (ANNA, CARL), byes=[bye(DORA)])
        given(*DRAWN, withdrawn(BO, 0)).when(offer).then(
            RoundPublished(tournament=SUMMER, round=1, boards=offer.boards, byes=offer.byes)
        )

    def test_who_is_left_out_is_named(self) -> None:
        refusal = given(*DRAWN).when(publish(1, (DORA, CARL))).refused(RefusalCode.INCOMPLETE)
        assert refusal.details == {"players": [ANNA, BO]}

    def test_two_pairing_byes_in_a_round_are_refused(self) -> None:
        refusal = (
            given(*DRAWN).when(publish(1, (ANNA, CARL), byes=[bye(DORA), bye(BO)])).refused(RefusalCode.INVALID_PAIRING)
        )
        assert refusal.message == "round 1 has more than one pairing-allocated bye"
        assert refusal.rule == "FIDE C.04.1"

    def test_a_command_of_another_service_is_refused(self) -> None:
        given(*DRAWN).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.UNKNOWN_COMMAND)


class TestWhenARoundIsPublished:
    def test_the_same_round_again_changes_nothing(self) -> None:
        given(*STARTED).when(OFFER_1).then()
        given(*STARTED).when(msgspec.structs.replace(OFFER_1, boards=OFFER_1.boards[::-1])).then()

    def test_the_same_byes_in_another_order_change_nothing(self) -> None:
        byes = (bye(DORA), bye(BO, ByeKind.HALF_POINT))
        free = msgspec.structs.replace(ROUND_1, boards=ROUND_1.boards[:1], byes=byes)
        given(*DRAWN, free).when(publish(1, (ANNA, CARL), byes=byes[::-1])).then()

    @pytest.mark.parametrize(
        "other",
        [
            publish(1, (CARL, ANNA), (DORA, BO)),
            publish(1, (DORA, BO), (ANNA, CARL)),
            publish(1, (ANNA, BO), (DORA, CARL)),
            publish(1, (ANNA, CARL), byes=[bye(DORA), bye(BO, ByeKind.HALF_POINT)]),
        ],
        ids=["colours", "board numbers", "opponents", "byes"],
    )
    def test_another_one_replaces_it_until_a_result_is_reported(self, other: PublishRound) -> None:
        new = RoundPublished(tournament=SUMMER, round=1, boards=other.boards, byes=other.byes)
        given(*STARTED).when(other).then(new)
        given(*STARTED, new).when(OFFER_1).then(ROUND_1)
        refusal = given(*STARTED, reported(1, DORA, BO, "0-0F")).when(other).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"boards": [2]}
        assert refusal.rule == "DSU §11d"

    def test_the_same_round_again_changes_nothing_after_its_results_either(self) -> None:
        given(*STARTED, reported(1, ANNA, CARL, "1-0")).when(OFFER_1).then()

    def test_a_replacement_needs_the_late_entrant_as_well(self) -> None:
        other = publish(1, (CARL, ANNA), (DORA, BO))
        refusal = given(*STARTED, FIVE[4]).when(other).refused(RefusalCode.INCOMPLETE)
        assert refusal.details == {"players": [EVA]}

    def test_the_next_one_is_published_while_a_game_is_postponed(self) -> None:
        given(*STARTED, reported(1, ANNA, CARL, "1-0")).when(OFFER_2).then(ROUND_2)

    def test_two_who_have_met_do_not_meet_again(self) -> None:
        played = (*STARTED, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "½-½"))
        refusal = given(*played).when(publish(2, (CARL, ANNA), (BO, DORA))).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.message == "carl and anna have met in round 1; bo and dora have met in round 1"
        assert refusal.rule == "FIDE C.04.1"

    def test_two_whose_game_is_still_open_do_not_meet_either(self) -> None:
        given(*STARTED).when(publish(2, (CARL, ANNA), (BO, DORA))).refused(RefusalCode.INVALID_PAIRING)

    def test_two_whose_game_was_forfeited_may_meet(self) -> None:
        forfeited = (*STARTED, reported(1, ANNA, CARL, "1-0F"), reported(1, DORA, BO, "0-0F"))
        again = publish(2, (CARL, ANNA), (BO, DORA))
        given(*forfeited).when(again).then(RoundPublished(tournament=SUMMER, round=2, boards=again.boards, byes=()))

    def test_whether_they_have_met_is_what_the_correction_says_for_pairing(self) -> None:
        def corrected(scope: Scope) -> ResultCorrected:
            return ResultCorrected(
                tournament=SUMMER,
                round=1,
                white=ANNA,
                black=CARL,
                was=Result.WHITE_WINS,
                result=Result.WHITE_WINS_FORFEIT,
                scope=(scope,),
                reason="never came",
            )

        played = (*STARTED, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "0-0F"))
        again = publish(2, (CARL, ANNA), (BO, DORA))
        given(*played, corrected(Scope.STANDINGS)).when(again).refused(RefusalCode.INVALID_PAIRING)
        given(*played, corrected(Scope.PAIRING)).when(again).then(
            RoundPublished(tournament=SUMMER, round=2, boards=again.boards, byes=())
        )

    def test_a_second_pairing_bye_is_refused(self) -> None:
        free = msgspec.structs.replace(published(1, (ANNA, CARL), (DORA, BO)), byes=(bye(EVA),))
        again = publish(2, (BO, ANNA), (CARL, DORA), byes=[bye(EVA)])
        refusal = given(ANNOUNCED, *FIVE, free).when(again).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.message == "eva had a point without playing in round 1"

    def test_a_round_replaced_may_leave_its_pairing_bye(self) -> None:
        free = msgspec.structs.replace(published(1, (ANNA, CARL), (DORA, BO)), byes=(bye(EVA),))
        other = publish(1, (CARL, ANNA), (DORA, BO), byes=[bye(EVA)])
        given(ANNOUNCED, *FIVE, free).when(other).then(
            RoundPublished(tournament=SUMMER, round=1, boards=other.boards, byes=other.byes)
        )

    def test_a_bye_asked_for_is_no_second_pairing_bye(self) -> None:
        free = msgspec.structs.replace(published(1, (ANNA, CARL), (DORA, BO)), byes=(bye(EVA),))
        again = publish(2, (BO, ANNA), (CARL, DORA), byes=[bye(EVA, ByeKind.HALF_POINT)])
        given(ANNOUNCED, *FIVE, free).when(again).then(
            RoundPublished(tournament=SUMMER, round=2, boards=again.boards, byes=again.byes)
        )


class TestWhenTheNextRoundIsPublished:
    def test_the_one_before_stands(self) -> None:
        refusal = given(*STARTED, ROUND_2).when(publish(1, (CARL, ANNA), (DORA, BO))).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"published": 2}
        given(*STARTED, ROUND_2).when(OFFER_1).then()

    def test_it_is_checked_against_the_rounds_before_it_only(self) -> None:
        exchanged = publish(2, (ANNA, BO), (DORA, CARL))
        given(*STARTED, ROUND_2).when(exchanged).then(
            RoundPublished(tournament=SUMMER, round=2, boards=exchanged.boards, byes=())
        )


class TestWhenTheTournamentIsCompleted:
    done = (*STARTED, ROUND_2, TournamentCompleted(tournament=SUMMER, rounds=2))

    def test_its_rounds_stand(self) -> None:
        given(*self.done).when(publish(2, (ANNA, BO), (DORA, CARL))).refused(RefusalCode.WRONG_STATUS)
        given(*self.done).when(make(2)).refused(RefusalCode.WRONG_STATUS)
        given(*self.done).when(OFFER_2).then()


class TestWhenEverybodyMeetsTwice:
    """Four players, six rounds, paired elsewhere: two cycles of three."""

    cycle = (ROUND_1, ROUND_2, published(3, (ANNA, DORA), (BO, CARL)))
    events = (msgspec.structs.replace(ANNOUNCED, rounds=6), *ENTRIES, *cycle)

    def test_they_meet_once_a_cycle(self) -> None:
        return_games = publish(4, (CARL, ANNA), (BO, DORA))
        fourth = RoundPublished(tournament=SUMMER, round=4, boards=return_games.boards, byes=())
        given(*self.events).when(return_games).then(fourth)
        refusal = (
            given(*self.events, fourth).when(publish(5, (ANNA, CARL), (DORA, BO))).refused(RefusalCode.INVALID_PAIRING)
        )
        assert "anna and carl have met in round 4" in refusal.message

    def test_a_cycle_of_an_odd_field_has_a_free_round_for_everybody(self) -> None:
        def alone(number: int, white: PlayerId, black: PlayerId, free: PlayerId) -> RoundPublished:
            return msgspec.structs.replace(published(number, (white, black)), byes=(bye(free, ByeKind.ZERO_POINT),))

        three = (msgspec.structs.replace(ANNOUNCED, rounds=6), *ENTRIES[:3])
        played = (*three, alone(1, ANNA, BO, CARL), alone(2, CARL, ANNA, BO))
        again = publish(3, (BO, ANNA), byes=[bye(CARL, ByeKind.ZERO_POINT)])
        given(*played).when(again).refused(RefusalCode.INVALID_PAIRING)
        fourth = msgspec.structs.replace(again, round=4)
        given(*played, alone(3, BO, CARL, ANNA)).when(fourth).then(alone(4, BO, ANNA, CARL))

    def test_a_swiss_knows_no_cycles(self) -> None:
        swiss = msgspec.structs.replace(ANNOUNCED, rounds=6, system=PairingSystem.FIDE_DUTCH)
        given(swiss, *ENTRIES, *self.cycle).when(publish(4, (CARL, ANNA), (BO, DORA))).refused(
            RefusalCode.INVALID_PAIRING
        )


SOMEBODY = st.sampled_from([ANNA, BO, CARL, DORA, EVA, PlayerId("stranger")])
BOARDS = st.lists(st.builds(Board, number=st.integers(1, 3), white=SOMEBODY, black=SOMEBODY), max_size=3)
BYES = st.lists(st.builds(Bye, player=SOMEBODY, kind=st.sampled_from(ByeKind)), max_size=3)
PERMUTED = st.permutations([ANNA, BO, CARL, DORA, EVA]).map(
    lambda order: (
        [Board(number=1, white=order[0], black=order[1]), Board(number=2, white=order[2], black=order[3])],
        [bye(order[4])],
    )
)
OFFERS = st.lists(st.one_of(PERMUTED, st.tuples(BOARDS, BYES)), min_size=1, max_size=8)


@settings(max_examples=200, deadline=None)
@drawn(OFFERS, st.integers(1, 4))
def test_whatever_is_offered_a_published_round_has_everybody_once_and_no_rematch(
    offers: list[tuple[list[Board], list[Bye]]], rounds: int
) -> None:
    swiss = msgspec.structs.replace(ANNOUNCED, rounds=rounds, system=PairingSystem.FIDE_DUTCH)
    state = folded(swiss, *FIVE)
    rounds_published: dict[int, RoundPublished] = {}
    for boards, byes in offers:
        number = len(rounds_published) + 1
        offer = PublishRound(tournament=SUMMER, round=number, boards=tuple(boards), byes=tuple(byes))
        try:
            (event,) = publish_round(offer, state)
        except Refused:
            continue
        assert isinstance(event, RoundPublished)
        state, rounds_published[number] = evolve(state, event), event
    assert len(rounds_published) <= rounds
    for one in rounds_published.values():
        named = [player for board in one.boards for player in (board.white, board.black)]
        assert sorted([*named, *(free.player for free in one.byes)]) == sorted([ANNA, BO, CARL, DORA, EVA])
        assert len({board.number for board in one.boards}) == len(one.boards)
    meetings = [frozenset((b.white, b.black)) for one in rounds_published.values() for b in one.boards]
    assert len(meetings) == len(set(meetings))
    allocated = [
        free.player for one in rounds_published.values() for free in one.byes if free.kind is ByeKind.PAIRING_ALLOCATED
    ]
    assert len(allocated) == len(set(allocated))
