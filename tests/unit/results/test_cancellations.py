import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.refusals import RefusalCode
from contracts.results import CancellationDecided, DecideCancellation, RoundCompleted, TournamentCompleted
from services import results
from tests.support.story import Service
from tests.support.summer import ANNA, BO, CARL, DORA, ROUND_2, STARTED, SUMMER, reported

given = Service(results).given

STAYED_AWAY: tuple[EventData, ...] = (*STARTED, reported(1, ANNA, CARL, "1-0F"))
ENDED: tuple[EventData, ...] = (
    *STAYED_AWAY,
    reported(1, DORA, BO, "½-½"),
    RoundCompleted(tournament=SUMMER, round=1),
    ROUND_2,
    reported(2, BO, ANNA, "0-1"),
    reported(2, CARL, DORA, "1-0"),
    TournamentCompleted(tournament=SUMMER, rounds=2),
)


def decide(player: PlayerId = CARL, number: int = 1, *, approved: bool = True) -> DecideCancellation:
    return DecideCancellation(tournament=SUMMER, round=number, player=player, approved=approved, reason="ill")


def decided(player: PlayerId = CARL, *, approved: bool = True) -> CancellationDecided:
    return CancellationDecided(tournament=SUMMER, round=1, player=player, approved=approved, reason="ill")


class TestACancellation:
    @pytest.mark.parametrize("world", [STARTED, STAYED_AWAY, ENDED], ids=["before", "after", "at the end"])
    def test_is_approved_before_the_game_after_it_and_after_the_end(self, world: tuple[EventData, ...]) -> None:
        given(*world).when(decide()).then(decided())

    def test_may_be_refused_and_approved_again(self) -> None:
        given(*STAYED_AWAY).when(decide(approved=False)).then(decided(approved=False))
        given(*STAYED_AWAY, decided()).when(decide(approved=False)).then(decided(approved=False))
        given(*STAYED_AWAY, decided(), decided(approved=False)).when(decide()).then(decided())

    @pytest.mark.parametrize("approved", [True, False])
    def test_decided_so_again_changes_nothing(self, approved: bool) -> None:
        given(*STAYED_AWAY, decided(approved=approved)).when(decide(approved=approved)).then()

    def test_of_a_game_that_was_played_is_refused_with_its_result(self) -> None:
        refusal = given(*ENDED).when(decide(BO, 2)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.rule == "DSU 4.5.4.2"
        assert refusal.details == {"reported": "0-1"}

    def test_of_a_round_or_a_player_there_is_not_is_refused(self) -> None:
        given(*STARTED).when(decide(number=2)).refused(RefusalCode.UNKNOWN_ROUND)
        given(*STARTED).when(decide(PlayerId("eva"))).refused(RefusalCode.BOARD_NOT_PAIRED)
        nowhere = DecideCancellation(tournament=TournamentId("nowhere"), round=1, player=CARL, reason="ill")
        given().when(nowhere).refused(RefusalCode.UNKNOWN_TOURNAMENT)
