from contracts.ids import PlayerId
from contracts.points import HalfPoints, Result
from contracts.refusals import RefusalCode
from contracts.reporting import PublishStandings, Standing, StandingsPublished
from contracts.results import EVERYTHING, ResultCorrected, RoundCompleted
from services import reporting
from tests.support.story import Service
from tests.support.summer import ANNA, BO, CARL, DORA, ROUND_2, STARTED, SUMMER, reported

given = Service(reporting).given

ROUND_1_PLAYED = (
    *STARTED,
    reported(1, ANNA, CARL, "1-0"),
    reported(1, DORA, BO, "½-½"),
    RoundCompleted(tournament=SUMMER, round=1),
)
NUMBERS = {ANNA: 1, BO: 2, CARL: 3, DORA: 4}


def publish(number: int) -> PublishStandings:
    return PublishStandings(tournament=SUMMER, after_round=number)


def published(number: int, *lines: tuple[int, PlayerId, int, int, int]) -> StandingsPublished:
    return StandingsPublished(
        tournament=SUMMER,
        after_round=number,
        edition="seeds-own",
        rows=tuple(
            Standing(
                rank=rank,
                player=player,
                name=player.title(),
                start_number=NUMBERS[player],
                rating=2000 - 100 * NUMBERS[player],
                points=HalfPoints(points),
                buchholz=buchholz,
                sonneborn_berger=sonneborn_berger,
            )
            for rank, player, points, buchholz, sonneborn_berger in lines
        ),
    )


AFTER_1 = published(1, (1, ANNA, 2, 0, 0), (2, BO, 1, 1, 1), (2, DORA, 1, 1, 1), (4, CARL, 0, 2, 0))
CORRECTED = ResultCorrected(
    tournament=SUMMER,
    round=1,
    white=ANNA,
    black=CARL,
    was=Result.WHITE_WINS,
    result=Result.BLACK_WINS,
    scope=EVERYTHING,
    reason="score sheets",
)
AFTER_1_CORRECTED = published(1, (1, CARL, 2, 0, 0), (2, BO, 1, 1, 1), (2, DORA, 1, 1, 1), (4, ANNA, 0, 2, 0))


class TestWhenNothingIsAnnounced:
    def test_no_table_is_published(self) -> None:
        given().when(publish(1)).refused(RefusalCode.UNKNOWN_TOURNAMENT)


class TestWhenARoundIsBeingPlayed:
    def test_its_table_is_not_published_and_the_open_boards_are_named(self) -> None:
        refusal = given(*STARTED, reported(1, ANNA, CARL, "1-0")).when(publish(1)).refused(RefusalCode.INCOMPLETE)
        assert refusal.details == {"boards": [(1, DORA, BO)]}

    def test_the_table_of_a_round_that_is_not_published_is_refused(self) -> None:
        refusal = given(*STARTED).when(publish(2)).refused(RefusalCode.UNKNOWN_ROUND)
        assert refusal.details == {"published": 1}


class TestWhenARoundIsCompleted:
    def test_its_table_is_published(self) -> None:
        given(*ROUND_1_PLAYED).when(publish(1)).then(AFTER_1)

    def test_its_table_is_the_same_while_the_next_round_is_played(self) -> None:
        given(*ROUND_1_PLAYED, ROUND_2, reported(2, BO, ANNA, "1-0")).when(publish(1)).then(AFTER_1)

    def test_a_postponed_board_of_an_earlier_round_keeps_later_tables_back(self) -> None:
        refusal = (
            given(*STARTED, reported(1, ANNA, CARL, "1-0"), ROUND_2, reported(2, BO, ANNA, "0-1"))
            .when(publish(2))
            .refused(RefusalCode.INCOMPLETE)
        )
        assert refusal.details == {"boards": [(1, DORA, BO), (2, CARL, DORA)]}


class TestWhenATableIsPublished:
    def test_the_same_table_again_changes_nothing(self) -> None:
        given(*ROUND_1_PLAYED, AFTER_1).when(publish(1)).then()

    def test_a_corrected_table_is_published_beside_the_old_one(self) -> None:
        given(*ROUND_1_PLAYED, AFTER_1, CORRECTED).when(publish(1)).then(AFTER_1_CORRECTED)

    def test_a_corrected_table_is_published_once(self) -> None:
        given(*ROUND_1_PLAYED, AFTER_1, CORRECTED, AFTER_1_CORRECTED).when(publish(1)).then()
