import msgspec
import pytest

from contracts.arrangements import Lot
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import (
    BeginManualPairing,
    CorrectedEntry,
    CorrectStartList,
    DrawLots,
    MakeRound,
    ProposeRound,
    PublishProposal,
    Renumbered,
    RoundProposed,
    RoundPublished,
    StartListCorrected,
    StartRound,
)
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem, Title
from contracts.results import CompleteTournament
from services import pairing
from services.pairing.request import request
from services.pairing.state import Completed, Running
from tests.support.arbiter import OPEN, Arbiter
from tests.support.story import Service
from tests.support.summer import SUMMER
from tests.unit.pairing.swiss import DUTCH, MONRAD, bye, folded, opened, p, published, reported

given = Service(pairing).given

FOUR = opened(DUTCH, 4)
ROUND_1 = published(1, (1, 3), (4, 2))
REPORTED = (reported(1, 1, 3, "1-0"), reported(1, 4, 2, "½-½"))
ROUND_2 = published(2, (2, 1), (3, 4))
ROUND_3 = published(3, (1, 4), (2, 3))


def correct(
    *, entries: tuple[CorrectedEntry, ...] = (), numbers: tuple[Lot, ...] = (), by_strength: bool = False
) -> CorrectStartList:
    return CorrectStartList(
        tournament=SUMMER, entries=entries, numbers=numbers, by_strength=by_strength, reason="last year's list"
    )


def corrected(
    *numbers: tuple[int, int, int], entries: tuple[CorrectedEntry, ...] = (), warnings: tuple[str, ...] = ()
) -> StartListCorrected:
    return StartListCorrected(
        tournament=SUMMER,
        entries=entries,
        numbers=tuple(Renumbered(player=p(one), before=before, number=number) for one, before, number in numbers),
        reason="last year's list",
        warnings=warnings,
    )


RATED = CorrectedEntry(player=p(4), rating=2500)
UP = corrected((4, 4, 1), (1, 1, 2), (2, 2, 3), (3, 3, 4), entries=(RATED,))
SWAP = correct(numbers=(Lot(player=p(1), number=2), Lot(player=p(2), number=1)))
SWAPPED = corrected((2, 2, 1), (1, 1, 2))
STANDS = (
    "is published and has not begun: it stands as it is, unless it is paired again before its start (FIDE 1998 F.7)"
)


def numbers(*events: EventData) -> dict[PlayerId, int]:
    state = folded(*events)
    assert isinstance(state, Running)
    return {player: entry.start_number for player, entry in state.tournament.entries.items()}


class TestAWrongRating:
    def test_is_corrected_and_the_list_is_numbered_by_strength(self) -> None:
        given(*FOUR).when(correct(entries=(RATED,), by_strength=True)).then(UP)
        assert numbers(*FOUR, UP) == {p(4): 1, p(1): 2, p(2): 3, p(3): 4}

    def test_may_be_corrected_alone(self) -> None:
        given(*FOUR).when(correct(entries=(RATED,))).then(corrected(entries=(RATED,)))
        state = folded(*FOUR, corrected(entries=(RATED,)))
        assert isinstance(state, Running)
        assert state.tournament.entries[p(4)].rating == 2500
        assert state.tournament.entries[p(4)].start_number == 4

    def test_may_be_none_at_all_and_a_title_wrong(self) -> None:
        wrong = CorrectedEntry(player=p(1), rating=0, title=Title.GM)
        given(*FOUR).when(correct(entries=(wrong,))).then(corrected(entries=(wrong,)))
        state = folded(*FOUR, corrected(entries=(wrong,)))
        assert isinstance(state, Running)
        assert state.tournament.entries[p(1)].rating is None
        assert state.tournament.entries[p(1)].title is Title.GM

    def test_that_is_right_already_changes_nothing(self) -> None:
        same = CorrectedEntry(player=p(4), rating=2500, title=Title.NONE)
        given(*FOUR, UP).when(correct(entries=(same,), by_strength=True)).then()

    def test_can_be_corrected_after_round_four_though_the_numbers_stand(self) -> None:
        four = (*FOUR, ROUND_1, *REPORTED, ROUND_2, ROUND_3, published(4, byes=[bye(n) for n in (1, 2, 3, 4)]))
        given(*four).when(correct(entries=(RATED,))).then(corrected(entries=(RATED,), warnings=(f"round 4 {STANDS}",)))
        given(*four).when(correct(entries=(RATED,), by_strength=True)).refused(RefusalCode.WRONG_STATUS)

    def test_of_a_completed_event_stands(self) -> None:
        arbiter = Arbiter(PairingSystem.FIDE_DUTCH, players=4, rounds=1, seed=1)
        arbiter.play()
        arbiter.do(CompleteTournament(tournament=OPEN))
        assert isinstance(arbiter.state, Completed)
        given(*arbiter.events).when(
            CorrectStartList(tournament=OPEN, entries=(CorrectedEntry(player=p(1), rating=1),), reason="late")
        ).refused(RefusalCode.WRONG_STATUS)


class TestNumbers:
    def test_are_given_by_the_arbiter(self) -> None:
        given(*FOUR).when(SWAP).then(SWAPPED)
        given(*FOUR, SWAPPED).when(SWAP).then()

    def test_change_as_long_as_round_four_is_not_paired(self) -> None:
        three = (*FOUR, ROUND_1, *REPORTED, ROUND_2, ROUND_3)
        warned = msgspec.structs.replace(SWAPPED, warnings=(f"round 3 {STANDS}",))
        given(*three).when(SWAP).then(warned)
        given(*three, published(4, byes=[bye(1)])).when(SWAP).refused(RefusalCode.WRONG_STATUS)

    def test_of_two_players_are_never_one(self) -> None:
        refusal = given(*FOUR).when(correct(numbers=(Lot(player=p(1), number=2),))).refused(RefusalCode.INVALID_PAYLOAD)
        assert refusal.details == {"number": 2, "players": [p(1), p(2)]}

    @pytest.mark.parametrize("system", list(PairingSystem))
    def test_stand_from_round_one_on_where_the_system_says_so(self, system: PairingSystem) -> None:
        by_rank = {
            PairingSystem.GIVEN,
            PairingSystem.FIDE_DUTCH,
            PairingSystem.FIDE_1998,
            PairingSystem.DUBOV_1997,
            PairingSystem.DUBOV_2026,
        }
        announced = msgspec.structs.replace(DUTCH, system=system)
        before, after = (announced, *FOUR[1:]), (announced, *FOUR[1:], ROUND_1, *REPORTED)
        given(*before).when(SWAP).then(SWAPPED)
        if system in by_rank:
            given(*after).when(SWAP).then(SWAPPED)
        else:
            given(*after).when(SWAP).refused(RefusalCode.WRONG_STATUS)

    def test_that_were_drawn_stand(self) -> None:
        monrad = opened(MONRAD, 2)
        (lots,) = given(*monrad).decided(
            DrawLots(tournament=SUMMER, numbers=(Lot(player=p(1), number=2), Lot(player=p(2), number=1)))
        )
        given(*monrad, lots).when(correct(by_strength=True)).refused(RefusalCode.WRONG_STATUS)

    def test_stand_while_a_round_is_paired_by_hand(self) -> None:
        (begun,) = given(*FOUR).decided(BeginManualPairing(tournament=SUMMER, round=1, reason="wishes"))
        given(*FOUR, begun).when(SWAP).refused(RefusalCode.WRONG_STATUS)

    @pytest.mark.parametrize(
        ("command", "code"),
        [
            (correct(), RefusalCode.INVALID_PAYLOAD),
            (correct(entries=(CorrectedEntry(player=p(9), rating=1),)), RefusalCode.NOT_ENTERED),
            (correct(numbers=(Lot(player=p(9), number=1),)), RefusalCode.NOT_ENTERED),
            (correct(entries=(RATED, RATED)), RefusalCode.INVALID_PAYLOAD),
            (correct(numbers=(SWAP.numbers[0], SWAP.numbers[0])), RefusalCode.INVALID_PAYLOAD),
            (msgspec.structs.replace(SWAP, by_strength=True), RefusalCode.INVALID_PAYLOAD),
        ],
    )
    def test_are_refused_where_they_make_no_list(self, command: CorrectStartList, code: RefusalCode) -> None:
        given(*FOUR).when(command).refused(code)


class TestARoundThatIsPublished:
    def test_stands_and_the_arbiter_is_told_that_he_may_pair_it_again(self) -> None:
        (found,) = given(*FOUR, ROUND_1).decided(correct(entries=(RATED,), by_strength=True))
        assert isinstance(found, StartListCorrected)
        assert found.warnings == (f"round 1 {STANDS}",)
        state = folded(*FOUR, ROUND_1, found)
        assert isinstance(state, Running)
        assert [(one.white, one.black) for one in state.tournament.rounds[0].games.values()] == [
            (p(1), p(3)),
            (p(4), p(2)),
        ]
        proposed, again = given(*FOUR, ROUND_1, found).decided(MakeRound(tournament=SUMMER, round=1))
        assert isinstance(again, RoundPublished)
        assert {frozenset((one.white, one.black)) for one in again.boards} == {
            frozenset((p(4), p(2))),
            frozenset((p(1), p(3))),
        }
        assert isinstance(proposed, RoundProposed)
        assert again.boards[0].white == p(4), "the new number one has the initial colour"

    def test_has_begun_and_is_not_warned_of(self) -> None:
        given(*FOUR, ROUND_1, *REPORTED).when(SWAP).then(SWAPPED)
        (started,) = given(*FOUR, ROUND_1).decided(StartRound(tournament=SUMMER, round=1))
        given(*FOUR, ROUND_1, started).when(SWAP).then(SWAPPED)


class TestTheRoundsToCome:
    EIGHT = opened(DUTCH, 8)
    FIRST = published(1, (1, 5), (6, 2), (3, 7), (8, 4))
    DRAWN = tuple(reported(1, white, black, "½-½") for white, black in ((1, 5), (6, 2), (3, 7), (8, 4)))
    BEFORE = (*EIGHT, FIRST, *DRAWN)
    LAST_IS_BEST = corrected(
        (8, 8, 1), *((one, one, one + 1) for one in range(1, 8)), entries=(CorrectedEntry(player=p(8), rating=2600),)
    )

    def boards(self, *events: EventData) -> list[tuple[PlayerId, PlayerId]]:
        (found,) = given(*events).decided(ProposeRound(tournament=SUMMER, round=2))
        assert isinstance(found, RoundProposed)
        return [(one.white, one.black) for one in found.boards]

    def test_are_paired_by_the_new_numbers(self) -> None:
        assert p(1) in self.boards(*self.BEFORE)[0]
        assert p(8) in self.boards(*self.BEFORE, self.LAST_IS_BEST)[0]
        assert self.boards(*self.BEFORE) != self.boards(*self.BEFORE, self.LAST_IS_BEST)

    def test_a_proposal_made_before_is_out_of_date(self) -> None:
        (proposal,) = given(*self.BEFORE).decided(ProposeRound(tournament=SUMMER, round=2))
        given(*self.BEFORE, proposal, self.LAST_IS_BEST).when(PublishProposal(tournament=SUMMER, round=2)).refused(
            RefusalCode.UNEXPECTED_VALUE
        )

    def test_keep_the_initial_colour_of_round_one(self) -> None:
        for events in (self.BEFORE, (*self.BEFORE, self.LAST_IS_BEST)):
            state = folded(*events)
            assert isinstance(state, Running)
            assert request(state.tournament, 2, state.desk).initial_colour == "w"

    def test_take_the_numbers_of_a_round_one_that_is_published_again(self) -> None:
        again = published(1, (8, 4), (5, 1), (2, 6), (7, 3))
        state = folded(*self.EIGHT, self.FIRST, self.LAST_IS_BEST, again)
        assert isinstance(state, Running)
        assert state.desk.first_numbers == {}
        assert request(state.tournament, 2, state.desk).initial_colour == "w"


def test_an_accelerated_group_stays_as_it_was_split_before_round_one() -> None:
    accelerated: list[dict[PlayerId, bool]] = []
    arbiter = Arbiter(PairingSystem.FIDE_DUTCH, players=8, rounds=9, seed=1, baku=True)
    arbiter.play(1)
    for last in (False, True):
        if last:
            wrong = CorrectedEntry(player=p(8), rating=2600)
            arbiter.do(CorrectStartList(tournament=OPEN, entries=(wrong,), by_strength=True, reason="typed wrong"))
            arbiter.enter()
        tournament = arbiter.tournament
        players = {entry.start_number: player for player, entry in tournament.entries.items()}
        found = request(tournament, 2, arbiter.state.desk).contestants
        accelerated.append({players[one.number]: any(one.acceleration) for one in found})
    assert [player for player, given_ in accelerated[0].items() if given_] == [p(1), p(2), p(3), p(4)]
    assert accelerated[1] == {**accelerated[0], p(9): False}


def test_replay_gives_the_same_numbers() -> None:
    arbiter = Arbiter(PairingSystem.FIDE_DUTCH, players=9, rounds=5, seed=3)
    arbiter.play(2)
    arbiter.do(
        CorrectStartList(
            tournament=OPEN, entries=(CorrectedEntry(player=p(7), rating=2500),), by_strength=True, reason="typed"
        )
    )
    state = pairing.state.initial()
    for event in arbiter.events:
        state = pairing.state.evolve(state, event)
    assert state == arbiter.state
    assert arbiter.tournament.entries[p(7)].start_number == 1
