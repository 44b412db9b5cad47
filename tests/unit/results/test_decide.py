from msgspec import structs

from contracts.ids import PlayerId
from contracts.points import Result
from contracts.refusals import RefusalCode
from contracts.results import (
    EVERYTHING,
    CompleteTournament,
    CorrectResult,
    ReportResult,
    ResultCorrected,
    RoundCompleted,
    Scope,
    TournamentCompleted,
)
from services import results
from tests.support.story import Service
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_2, STARTED, SUMMER, published, reported

given = Service(results).given

FIRST = reported(1, ANNA, CARL, "1-0")
SECOND = reported(1, DORA, BO, "½-½")
ROUND_1_DONE = RoundCompleted(tournament=SUMMER, round=1)
ROUND_2_PLAYED = (ROUND_2, reported(2, BO, ANNA, "0-1"), reported(2, CARL, DORA, "1-0"))


def report(result: str, white: PlayerId = ANNA, black: PlayerId = CARL, number: int = 1) -> ReportResult:
    return ReportResult(tournament=SUMMER, round=number, white=white, black=black, result=Result(result))


def correct(expected: str, result: str, scope: tuple[Scope, ...] = EVERYTHING) -> CorrectResult:
    return CorrectResult(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        expected=Result(expected),
        result=Result(result),
        scope=scope,
        reason="score sheets",
    )


def corrected(was: str, result: str, scope: tuple[Scope, ...] = EVERYTHING) -> ResultCorrected:
    return ResultCorrected(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        was=Result(was),
        result=Result(result),
        scope=scope,
        reason="score sheets",
    )


class TestWhenARoundIsPublished:
    def test_a_board_is_reported(self) -> None:
        given(*STARTED).when(report("1-0")).then(FIRST)

    def test_the_last_board_completes_the_round(self) -> None:
        given(*STARTED, FIRST).when(report("½-½", DORA, BO)).then(SECOND, ROUND_1_DONE)

    def test_the_same_result_again_changes_nothing(self) -> None:
        given(*STARTED, FIRST).when(report("1-0")).then()

    def test_a_second_report_of_a_board_is_refused_with_both_values(self) -> None:
        refusal = given(*STARTED, FIRST).when(report("0-1")).refused(RefusalCode.RESULT_CONFLICT)
        assert refusal.details == {"reported": Result.WHITE_WINS, "offered": Result.BLACK_WINS}

    def test_a_board_that_is_not_paired_is_refused(self) -> None:
        given(*STARTED).when(report("1-0", ANNA, BO)).refused(RefusalCode.BOARD_NOT_PAIRED)

    def test_exchanged_colours_are_refused_with_the_pairing(self) -> None:
        refusal = given(*STARTED).when(report("1-0", CARL, ANNA)).refused(RefusalCode.BOARD_NOT_PAIRED)
        assert refusal.details == {"paired": (ANNA, CARL)}

    def test_a_round_that_is_not_published_is_refused(self) -> None:
        given(*STARTED).when(report("1-0", number=2)).refused(RefusalCode.UNKNOWN_ROUND)

    def test_a_tournament_with_rounds_to_play_cannot_be_completed(self) -> None:
        given(*STARTED).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.INCOMPLETE)


class TestWhenNothingIsAnnounced:
    def test_a_report_is_refused(self) -> None:
        given().when(report("1-0")).refused(RefusalCode.UNKNOWN_TOURNAMENT)


class TestWhenABoardIsReported:
    def test_it_is_corrected_for_everything(self) -> None:
        given(*STARTED, FIRST).when(correct("1-0", "0-1")).then(corrected("1-0", "0-1"))

    def test_a_wrong_expected_value_is_refused_with_the_value_found(self) -> None:
        refusal = given(*STARTED, FIRST).when(correct("½-½", "0-1")).refused(RefusalCode.UNEXPECTED_VALUE)
        assert refusal.details == {"expected": Result.DRAW, "found": Result.WHITE_WINS}

    def test_a_correction_to_the_value_it_has_changes_nothing(self) -> None:
        given(*STARTED, FIRST).when(correct("½-½", "1-0")).then()

    def test_a_correction_for_rating_only_leaves_the_standings(self) -> None:
        rating_only = corrected("1-0", "0-1", (Scope.RATING,))
        given(*STARTED, FIRST).when(correct("1-0", "0-1", (Scope.RATING,))).then(rating_only)
        given(*STARTED, FIRST, rating_only).when(correct("1-0", "½-½", (Scope.STANDINGS,))).then(
            corrected("1-0", "½-½", (Scope.STANDINGS,))
        )

    def test_a_board_without_a_result_has_nothing_to_correct(self) -> None:
        given(*STARTED).when(correct("1-0", "0-1")).refused(RefusalCode.INCOMPLETE)


class TestWhenEveryBoardHasItsResult:
    played = (*STARTED, FIRST, SECOND, ROUND_1_DONE, *ROUND_2_PLAYED, RoundCompleted(tournament=SUMMER, round=2))
    done = TournamentCompleted(tournament=SUMMER, rounds=2)

    def test_the_tournament_is_completed(self) -> None:
        given(*self.played).when(CompleteTournament(tournament=SUMMER)).then(self.done)

    def test_completing_it_again_changes_nothing(self) -> None:
        given(*self.played, self.done).when(CompleteTournament(tournament=SUMMER)).then()

    def test_a_result_can_still_be_corrected(self) -> None:
        given(*self.played, self.done).when(correct("1-0", "0-1")).then(corrected("1-0", "0-1"))

    def test_an_open_board_is_named(self) -> None:
        refusal = (
            given(*STARTED, FIRST, *ROUND_2_PLAYED)
            .when(CompleteTournament(tournament=SUMMER))
            .refused(RefusalCode.INCOMPLETE)
        )
        assert refusal.details == {"boards": [(1, DORA, BO)]}
        assert refusal.message == f"boards without a result yet: 1; round 1, {DORA} - {BO}"

    def test_all_open_boards_are_named(self) -> None:
        refusal = given(*STARTED, ROUND_2).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.INCOMPLETE)
        assert refusal.message == (
            f"boards without a result yet: 4; round 1, {ANNA} - {CARL}, {DORA} - {BO};"
            f" round 2, {BO} - {ANNA}, {CARL} - {DORA}"
        )

    def test_of_a_large_round_without_any_result_it_is_said_that_it_is_all_of_it(self) -> None:
        players = [PlayerId(f"p{number}") for number in range(18)]
        boards = list(zip(players[::2], players[1::2], strict=True))
        entries = [structs.replace(ENTRIES[0], player=one, start_number=place) for place, one in enumerate(players, 1)]
        complete = CompleteTournament(tournament=SUMMER, reason="rain")
        large = (ANNOUNCED, *entries, published(1, *boards))
        refusal = given(*large).when(complete).refused(RefusalCode.INCOMPLETE)
        assert refusal.message == "boards without a result yet: 9; round 1, all boards"
        assert len(refusal.details["boards"]) == 9
        refusal = given(*large, reported(1, *boards[0], "1-0")).when(complete).refused(RefusalCode.INCOMPLETE)
        assert refusal.message.startswith("boards without a result yet: 8; round 1, p2 - p3, p4 - p5, ")
