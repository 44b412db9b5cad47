import datetime as dt

import msgspec
import pytest

from contracts.arrangements import ByePolicy
from contracts.messages import EventData
from contracts.pairing import PairingOptionsSet
from contracts.points import Result
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem
from contracts.results import (
    AdjournGame,
    CompleteTournament,
    CorrectReplay,
    DecideEncounter,
    EncounterDecided,
    GameAdjourned,
    GameFinishedLate,
    GamePostponed,
    GameReported,
    PostponeGame,
    ReplayCorrected,
    ReplayReported,
    ReportReplay,
    ReportResult,
    RoundCompleted,
    Scope,
    TournamentCompleted,
)
from services import results
from services.chess.folding import fold
from services.chess.tournament import Tournament
from services.results import view as room
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, STARTED, SUMMER, reported

given = Service(results).given

UNTIL = dt.date(2018, 4, 10)
ADJOURN = AdjournGame(tournament=SUMMER, round=1, white=ANNA, black=CARL, deadline=UNTIL)
POSTPONE = PostponeGame(tournament=SUMMER, round=1, white=ANNA, black=CARL, deadline=UNTIL)
ADJOURNED = GameAdjourned(tournament=SUMMER, round=1, white=ANNA, black=CARL, deadline=UNTIL)
POSTPONED = GamePostponed(tournament=SUMMER, round=1, white=ANNA, black=CARL, deadline=UNTIL)
REPORT = ReportResult(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=Result.DRAW)
LATE = msgspec.structs.replace(REPORT, finished=UNTIL)
FINISHED_LATE = GameFinishedLate(tournament=SUMMER, round=1, white=ANNA, black=CARL, day=UNTIL)
ROUND_1_DONE = RoundCompleted(tournament=SUMMER, round=1)


def tournament(*events: EventData) -> Tournament:
    found: Tournament | None = None
    for event in events:
        found = fold(found, event)
    assert found is not None
    return found


class TestAGameLeftOpen:
    def test_is_recorded_with_its_deadline(self) -> None:
        given(*STARTED).when(ADJOURN).then(ADJOURNED)
        given(*STARTED).when(POSTPONE).then(POSTPONED)

    def test_once(self) -> None:
        given(*STARTED, ADJOURNED).when(ADJOURN).then()
        given(*STARTED, POSTPONED).when(POSTPONE).then()

    def test_can_be_given_another_day(self) -> None:
        later = dt.date(2018, 4, 12)
        given(*STARTED, ADJOURNED).when(msgspec.structs.replace(ADJOURN, deadline=later)).then(
            msgspec.structs.replace(ADJOURNED, deadline=later)
        )

    def test_may_be_begun_after_it_was_put_off_but_not_put_off_after_it_was_begun(self) -> None:
        given(*STARTED, POSTPONED).when(ADJOURN).then(ADJOURNED)
        given(*STARTED, ADJOURNED).when(POSTPONE).refused(RefusalCode.WRONG_STATUS)

    @pytest.mark.parametrize("day", [dt.date(2018, 4, 7), dt.date(2018, 4, 16)])
    def test_is_finished_within_the_tournament(self, day: dt.date) -> None:
        refusal = (
            given(*STARTED).when(msgspec.structs.replace(ADJOURN, deadline=day)).refused(RefusalCode.INVALID_DATES)
        )
        assert refusal.rule == "DSU §11b"

    def test_has_no_result_yet(self) -> None:
        given(*STARTED, reported(1, ANNA, CARL, "1-0")).when(ADJOURN).refused(RefusalCode.WRONG_STATUS)

    def test_is_a_board_of_a_published_round_under_way(self) -> None:
        given().when(ADJOURN).refused(RefusalCode.UNKNOWN_TOURNAMENT)
        given(*STARTED).when(msgspec.structs.replace(ADJOURN, round=2)).refused(RefusalCode.UNKNOWN_ROUND)
        given(*STARTED).when(msgspec.structs.replace(ADJOURN, black=BO)).refused(RefusalCode.BOARD_NOT_PAIRED)
        done = (*STARTED, TournamentCompleted(tournament=SUMMER, rounds=1))
        given(*done).when(ADJOURN).refused(RefusalCode.WRONG_STATUS)

    def test_gets_its_result_by_an_ordinary_report(self) -> None:
        given(*STARTED, reported(1, DORA, BO, "1-0"), ADJOURNED).when(REPORT).then(
            reported(1, ANNA, CARL, "½-½"), ROUND_1_DONE
        )

    def test_is_reported_with_the_day_on_which_it_was_finished(self) -> None:
        given(*STARTED, reported(1, DORA, BO, "1-0"), ADJOURNED).when(LATE).then(
            reported(1, ANNA, CARL, "½-½"), FINISHED_LATE, ROUND_1_DONE
        )

    def test_told_again_with_another_day_the_day_moves_until_the_tournament_ends(self) -> None:
        told = (*STARTED, reported(1, ANNA, CARL, "½-½"), FINISHED_LATE)
        given(*told).when(LATE).then()
        given(*told).when(REPORT).then()
        other = dt.date(2018, 4, 11)
        moved = msgspec.structs.replace(LATE, finished=other)
        given(*told).when(moved).then(msgspec.structs.replace(FINISHED_LATE, day=other))
        given(*told, TournamentCompleted(tournament=SUMMER, rounds=1)).when(moved).refused(RefusalCode.WRONG_STATUS)

    @pytest.mark.parametrize("day", [dt.date(2018, 4, 7), dt.date(2018, 4, 16)])
    def test_finished_on_no_day_of_the_tournament_is_refused(self, day: dt.date) -> None:
        late = msgspec.structs.replace(LATE, finished=day)
        given(*STARTED, ADJOURNED).when(late).refused(RefusalCode.INVALID_DATES)

    def test_finished_before_its_round_is_refused(self) -> None:
        dates = (dt.date(2018, 4, 11), dt.date(2018, 4, 12))
        announced = msgspec.structs.replace(ANNOUNCED, round_dates=dates)
        world = (announced, *(one for one in STARTED if one is not ANNOUNCED), ADJOURNED)
        given(*world).when(LATE).refused(RefusalCode.INVALID_DATES)

    def test_still_waits_for_its_result(self) -> None:
        found = room.open_boards(view_of(results, *STARTED, ADJOURNED), SUMMER)
        assert [(one.white, one.black) for one in found[1]] == [(ANNA, CARL), (DORA, BO)]


CUP = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.KNOCK_OUT)
SEMI_FINALS = (CUP, *ENTRIES, ROUND_1, reported(1, DORA, BO, "1-0"))
DRAWN = (*SEMI_FINALS, reported(1, ANNA, CARL, "½-½"))


def replay(game: int, result: str) -> ReportReplay:
    return ReportReplay(tournament=SUMMER, round=1, white=ANNA, black=CARL, game=game, result=Result(result))


def replayed(game: int, result: str) -> ReplayReported:
    return ReplayReported(tournament=SUMMER, round=1, white=ANNA, black=CARL, game=game, result=Result(result))


def correct(game: int, was: str, result: str) -> CorrectReplay:
    return CorrectReplay(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        game=game,
        expected=Result(was),
        result=Result(result),
        reason="score sheets",
    )


def corrected(game: int, was: str, result: str) -> ReplayCorrected:
    return ReplayCorrected(
        tournament=SUMMER,
        round=1,
        white=ANNA,
        black=CARL,
        game=game,
        was=Result(was),
        result=Result(result),
        scope=(Scope.PAIRING, Scope.STANDINGS),
        reason="score sheets",
    )


def decide(winner: str) -> DecideEncounter:
    return DecideEncounter(tournament=SUMMER, round=1, white=ANNA, black=CARL, winner=winner, reason="by lot")  # type: ignore[arg-type]  # a name


class TestAnEncounter:
    """Anna has White against Carl in game 1."""

    def test_goes_on_after_a_draw_and_so_does_its_round(self) -> None:
        given(*SEMI_FINALS).when(REPORT).then(reported(1, ANNA, CARL, "½-½"))
        open_ = room.open_boards(view_of(results, *DRAWN), SUMMER)
        assert [(one.white, one.black) for one in open_[1]] == [(ANNA, CARL)]

    def test_ends_its_round_when_game_one_is_won(self) -> None:
        won = msgspec.structs.replace(REPORT, result=Result.WHITE_WINS)
        given(*SEMI_FINALS).when(won).then(reported(1, ANNA, CARL, "1-0"), ROUND_1_DONE)

    def test_is_won_with_the_first_game_won(self) -> None:
        given(*DRAWN).when(replay(2, "1-0")).then(replayed(2, "1-0"), ROUND_1_DONE)
        given(*DRAWN).when(replay(2, "½-½")).then(replayed(2, "½-½"))

    def test_gives_the_whole_point_and_only_game_one_is_rated(self) -> None:
        (game, *_) = tournament(*DRAWN, replayed(2, "½-½"), replayed(3, "1-0")).rounds[0].games.values()
        assert (game.result, game.pairing, game.rating) == (Result.WHITE_WINS, Result.WHITE_WINS, Result.DRAW)
        assert game.replays == (Result.DRAW, Result.WHITE_WINS)

    def test_reverses_the_colours_in_every_even_game(self) -> None:
        (game, *_) = tournament(*DRAWN, replayed(2, "1-0")).rounds[0].games.values()
        assert game.result is Result.BLACK_WINS

    def test_is_over_when_both_lose(self) -> None:
        given(*DRAWN).when(replay(2, "0-0F")).then(replayed(2, "0-0F"), ROUND_1_DONE)

    def test_takes_its_games_in_turn_and_each_once(self) -> None:
        assert given(*DRAWN).when(replay(3, "1-0")).refused(RefusalCode.INCOMPLETE).details == {"next": 2}
        given(*DRAWN, replayed(2, "½-½")).when(replay(2, "½-½")).then()
        given(*DRAWN, replayed(2, "½-½")).when(replay(2, "1-0")).refused(RefusalCode.RESULT_CONFLICT)
        given(*SEMI_FINALS).when(replay(2, "1-0")).refused(RefusalCode.INCOMPLETE)
        given(*DRAWN, replayed(2, "1-0")).when(replay(3, "1-0")).refused(RefusalCode.WRONG_STATUS)

    def test_keeps_the_result_of_game_one_as_it_was_reported(self) -> None:
        given(*DRAWN, replayed(2, "1-0")).when(REPORT).then()
        other = msgspec.structs.replace(REPORT, result=Result.WHITE_WINS_FORFEIT)
        given(*DRAWN, replayed(2, "1-0")).when(other).refused(RefusalCode.RESULT_CONFLICT)

    def test_follows_a_replay_that_is_corrected(self) -> None:
        won = (*DRAWN, replayed(2, "1-0"), ROUND_1_DONE)
        right = correct(2, "1-0", "0-1")
        given(*won).when(right).then(corrected(2, "1-0", "0-1"))
        given(*won, corrected(2, "1-0", "0-1")).when(right).then()
        (game, *_) = tournament(*won, corrected(2, "1-0", "0-1")).rounds[0].games.values()
        assert (game.result, game.pairing, game.rating) == (Result.WHITE_WINS, Result.WHITE_WINS, Result.DRAW)
        assert game.replays == (Result.BLACK_WINS,)

    def test_goes_on_where_the_win_was_a_draw_and_ends_where_the_draw_was_a_win(self) -> None:
        won, drawn = (*DRAWN, replayed(2, "1-0"), ROUND_1_DONE), (*DRAWN, replayed(2, "½-½"))
        open_again = (*won, corrected(2, "1-0", "½-½"))
        assert tournament(*open_again).open_games(1)
        given(*open_again).when(replay(3, "1-0")).then(replayed(3, "1-0"), ROUND_1_DONE)
        given(*drawn).when(correct(2, "½-½", "1-0")).then(corrected(2, "½-½", "1-0"), ROUND_1_DONE)
        assert not tournament(*drawn, corrected(2, "½-½", "1-0")).open_games(1)

    def test_is_corrected_for_the_standings_alone(self) -> None:
        only = msgspec.structs.replace(corrected(2, "1-0", "0-1"), scope=(Scope.STANDINGS,))
        (game, *_) = tournament(*DRAWN, replayed(2, "1-0"), only).rounds[0].games.values()
        assert (game.result, game.pairing) == (Result.WHITE_WINS, Result.BLACK_WINS)

    def test_keeps_what_a_lot_decided_where_a_draw_stays_a_draw(self) -> None:
        decided = EncounterDecided(tournament=SUMMER, round=1, white=ANNA, black=CARL, winner=CARL, reason="by lot")
        unrated = (*DRAWN, replayed(2, "½-½"), decided, corrected(2, "½-½", "½-½U"))
        (game, *_) = tournament(*unrated).rounds[0].games.values()
        assert game.result is Result.BLACK_WINS

    def test_has_only_its_last_game_to_be_won(self) -> None:
        twice = (*DRAWN, replayed(2, "½-½"), replayed(3, "1-0"))
        given(*twice).when(correct(2, "½-½", "1-0")).refused(RefusalCode.WRONG_STATUS)

    def test_refuses_a_correction_of_what_is_not_there(self) -> None:
        won = (*DRAWN, replayed(2, "1-0"))
        refusal = given(*won).when(correct(2, "½-½", "0-1")).refused(RefusalCode.UNEXPECTED_VALUE)
        assert refusal.details == {"expected": Result.DRAW, "found": Result.WHITE_WINS}
        given(*won).when(correct(3, "½-½", "0-1")).refused(RefusalCode.INCOMPLETE)
        rated = msgspec.structs.replace(correct(2, "1-0", "0-1"), scope=(Scope.RATING,))
        given(*won).when(rated).refused(RefusalCode.INVALID_PAYLOAD)

    def test_may_be_decided_by_lot(self) -> None:
        decided = EncounterDecided(tournament=SUMMER, round=1, white=ANNA, black=CARL, winner=CARL, reason="by lot")
        given(*DRAWN).when(decide(CARL)).then(decided, ROUND_1_DONE)
        given(*DRAWN, decided).when(decide(CARL)).then()
        given(*DRAWN, decided).when(decide(ANNA)).refused(RefusalCode.WRONG_STATUS)
        given(*DRAWN).when(decide(DORA)).refused(RefusalCode.BOARD_NOT_PAIRED)
        (game, *_) = tournament(*DRAWN, decided).rounds[0].games.values()
        assert (game.result, game.rating) == (Result.BLACK_WINS, Result.DRAW)

    def test_has_one_game_where_a_swiss_is_played_or_the_lower_rated_goes_on(self) -> None:
        swiss = (*STARTED, reported(1, ANNA, CARL, "½-½"))
        given(*swiss).when(replay(2, "1-0")).refused(RefusalCode.WRONG_STATUS)
        rule = PairingOptionsSet(
            tournament=SUMMER,
            options={"draw": "lower_rated_advances"},
            acceleration="",
            byes=ByePolicy(),
            reason="",
            warnings=(),
        )
        lower = (CUP, rule, *ENTRIES, ROUND_1, reported(1, DORA, BO, "1-0"))
        given(*lower).when(REPORT).then(reported(1, ANNA, CARL, "½-½"), ROUND_1_DONE)

    def test_keeps_the_tournament_open_until_it_is_decided(self) -> None:
        final: tuple[EventData, ...] = (
            *DRAWN,
            ROUND_2,
            *(
                GameReported(tournament=SUMMER, round=2, white=one.white, black=one.black, result=Result.WHITE_WINS)
                for one in ROUND_2.boards
            ),
        )
        given(*final).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.INCOMPLETE)
        assert given(*final, replayed(2, "1-0")).decided(CompleteTournament(tournament=SUMMER))


class TestATournamentThatEndsEarly:
    played = (*STARTED, reported(1, DORA, BO, "1-0"), reported(1, ANNA, CARL, "½-½"))
    early = CompleteTournament(tournament=SUMMER, reason="nobody is left to be paired")

    def test_says_why(self) -> None:
        given(*self.played).when(self.early).then(
            TournamentCompleted(tournament=SUMMER, rounds=1, reason="nobody is left to be paired")
        )
        refusal = given(*self.played).when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.INCOMPLETE)
        assert "reason" in refusal.details["advice"]

    def test_has_its_results(self) -> None:
        given(*self.played[:-1]).when(self.early).refused(RefusalCode.INCOMPLETE)

    def test_has_played_a_round(self) -> None:
        given(ANNOUNCED, *ENTRIES).when(self.early).refused(RefusalCode.INCOMPLETE)

    def test_has_no_reason_where_it_does_not(self) -> None:
        whole = (*self.played, ROUND_2, reported(2, BO, ANNA, "1-0"), reported(2, CARL, DORA, "1-0"))
        given(*whole).when(self.early).then(TournamentCompleted(tournament=SUMMER, rounds=2))
