from pathlib import Path

import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Board, Bye, PublishRound
from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints, Result
from contracts.registration import PairingSystem, PlayerEntered, PlayerWithdrawn, Title
from contracts.results import GameReported, ResultCorrected, Scope
from services.chess import trf
from services.chess.colours import Colour
from services.chess.folding import fold
from services.chess.tournament import Tournament
from services.pairing import from_trf
from services.pairing.publish import publish_round
from services.pairing.request import request
from services.pairing.state import Running, State, evolve, initial
from services.pairing.systems.interface import Adjournment, Contestant, PastRound
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, STARTED, SUMMER, reported

FILES = sorted((Path(__file__).parents[2] / "data" / "trf").glob("*.trf"))
EVA = PlayerId("eva")
LATE = PlayerEntered(
    tournament=SUMMER, player=EVA, name="Eva", federation="DEN", title=Title.NONE, start_number=5, rating=None
)


def tournament(*events: EventData) -> Tournament:
    found: Tournament | None = None
    for event in events:
        found = fold(found, event)
    assert found is not None
    return found


def contestants(number: int, *events: EventData) -> dict[int, Contestant]:
    return {one.number: one for one in request(tournament(*events), number).contestants}


def past(number: int, *events: EventData) -> dict[int, PastRound]:
    return {one.number: one.past[-1] for one in contestants(number, *events).values()}


def test_a_game_is_told_from_both_sides() -> None:
    found = past(2, *STARTED, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "½-½"))
    assert found == {
        1: PastRound(opponent=3, colour=Colour.WHITE, points=WIN, played=True),
        2: PastRound(opponent=4, colour=Colour.BLACK, points=DRAW, played=True),
        3: PastRound(opponent=1, colour=Colour.BLACK, points=LOSS, played=True),
        4: PastRound(opponent=2, colour=Colour.WHITE, points=DRAW, played=True),
    }


def test_a_forfeit_was_not_played() -> None:
    found = past(2, *STARTED, reported(1, ANNA, CARL, "0-1F"))
    assert found[1] == PastRound(opponent=3, colour=Colour.WHITE, points=LOSS)
    assert found[3] == PastRound(opponent=1, colour=Colour.BLACK, points=WIN)


def test_a_board_without_a_result_is_postponed() -> None:
    assert past(2, *STARTED)[1] == PastRound(opponent=3, colour=Colour.WHITE, unfinished=Adjournment.POSTPONED)


def test_a_result_counts_as_corrected_for_pairing() -> None:
    def corrected(scope: Scope) -> ResultCorrected:
        return ResultCorrected(
            tournament=SUMMER,
            round=1,
            white=ANNA,
            black=CARL,
            was=Result.WHITE_WINS,
            result=Result.BLACK_WINS,
            scope=(scope,),
            reason="score sheets",
        )

    played = (*STARTED, reported(1, ANNA, CARL, "1-0"))
    assert past(2, *played, corrected(Scope.RATING))[1].points == WIN
    assert past(2, *played, corrected(Scope.PAIRING))[1].points == LOSS


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        (ByeKind.PAIRING_ALLOCATED, DRAW),
        (ByeKind.FULL_POINT, WIN),
        (ByeKind.HALF_POINT, DRAW),
        (ByeKind.ZERO_POINT, LOSS),
    ],
)
def test_a_bye_is_worth_what_its_kind_says_and_the_pairing_bye_what_was_announced(
    kind: ByeKind, points: HalfPoints
) -> None:
    announced = msgspec.structs.replace(ANNOUNCED, bye_points=DRAW)
    free = msgspec.structs.replace(ROUND_1, byes=(Bye(player=EVA, kind=kind),))
    assert past(2, announced, *ENTRIES, LATE, free)[5] == PastRound(bye=kind, points=points)
    assert request(tournament(announced, *ENTRIES), 1).bye_points == DRAW


def test_who_came_late_has_no_bye_for_what_he_missed() -> None:
    late = contestants(2, *STARTED, LATE)[5]
    assert (late.past, late.absent, late.rating) == ((PastRound(),), None, 0)


def test_who_has_withdrawn_is_absent_from_then_on() -> None:
    gone = PlayerWithdrawn(tournament=SUMMER, player=EVA, after_round=0, reason="ill")
    found = contestants(2, ANNOUNCED, *ENTRIES, LATE, gone, ROUND_1)[5]
    assert (found.past, found.absent) == ((PastRound(bye=ByeKind.ZERO_POINT),), ByeKind.ZERO_POINT)
    later = PlayerWithdrawn(tournament=SUMMER, player=BO, after_round=1, reason="ill")
    assert contestants(1, ANNOUNCED, *ENTRIES, later)[2].absent is None
    assert contestants(2, *STARTED, later)[2].absent is ByeKind.ZERO_POINT


def test_the_latest_round_is_left_out_when_it_is_to_be_made_again() -> None:
    assert all(one.past == () for one in contestants(1, *STARTED).values())


@pytest.mark.parametrize(
    ("board", "colour"), [((ANNA, CARL), Colour.WHITE), ((CARL, ANNA), Colour.BLACK)], ids=["White", "Black"]
)
def test_the_first_colour_is_the_one_round_1_shows(board: tuple[PlayerId, PlayerId], colour: Colour) -> None:
    first = msgspec.structs.replace(
        ROUND_1, boards=(Board(number=1, white=board[0], black=board[1]), ROUND_1.boards[1])
    )
    assert request(tournament(ANNOUNCED, *ENTRIES, first), 2).initial_colour is colour
    assert request(tournament(ANNOUNCED, *ENTRIES, first), 1).initial_colour is Colour.WHITE


def test_the_first_colour_is_told_by_the_second_player_if_the_first_was_away() -> None:
    away = msgspec.structs.replace(
        ROUND_1,
        boards=(Board(number=1, white=BO, black=CARL),),
        byes=(Bye(player=ANNA, kind=ByeKind.PAIRING_ALLOCATED), Bye(player=DORA, kind=ByeKind.ZERO_POINT)),
    )
    assert request(tournament(ANNOUNCED, *ENTRIES, away), 2).initial_colour is Colour.BLACK
    absent = msgspec.structs.replace(away, byes=tuple(Bye(player=x, kind=ByeKind.ZERO_POINT) for x in (ANNA, DORA)))
    assert request(tournament(ANNOUNCED, *ENTRIES, absent), 2).initial_colour is Colour.WHITE


@pytest.mark.parametrize(("rounds", "options"), [(3, {}), (6, {"cycles": "2"})])
def test_an_all_play_all_of_more_than_one_cycle_has_two(rounds: int, options: dict[str, str]) -> None:
    berger = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.BERGER, rounds=rounds)
    assert request(tournament(berger, *ENTRIES), 1).options == options


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_real_event_is_published_round_by_round_and_asked_about_as_its_report_file(path: Path) -> None:
    report = trf.read(path.read_text(encoding="utf-8"))
    bye_points = trf.pairing_bye_worth(report) or WIN
    state: State = initial()
    for event in start_of(report, bye_points):
        state = evolve(state, event)
    for number in range(1, from_trf.next_round(report)):
        offer = round_of(report, number)
        (published,) = publish_round(offer, state)
        state = evolve(state, published)
        for white, black, result in trf.boards(report, number):
            assert result is not None
            state = evolve(
                state,
                GameReported(tournament=SUMMER, round=number, white=player(white), black=player(black), result=result),
            )
        assert publish_round(offer, state) == []
    assert isinstance(state, Running)
    number = len(state.tournament.rounds) + 1
    ours = request(state.tournament, number)
    theirs = from_trf.request(msgspec.structs.replace(report, declared_rounds=99), number)
    assert [one.past for one in ours.contestants] == [
        tuple(scored(each, bye_points) for each in one.past) for one in theirs.contestants
    ]
    assert ours.initial_colour is theirs.initial_colour


def player(number: int) -> PlayerId:
    return PlayerId(f"player-{number}")


def scored(one: PastRound, bye_points: HalfPoints) -> PastRound:
    """A report file does not say what its pairing bye was worth; ours was announced."""
    return msgspec.structs.replace(one, points=bye_points) if one.bye is ByeKind.PAIRING_ALLOCATED else one


def start_of(report: trf.Trf, bye_points: HalfPoints) -> list[EventData]:
    entries = [
        PlayerEntered(
            tournament=SUMMER,
            player=player(one.number),
            name=one.name,
            federation="DEN",
            title=Title.NONE,
            start_number=one.number,
            rating=one.rating or None,
        )
        for one in report.players
    ]
    return [msgspec.structs.replace(ANNOUNCED, rounds=99, bye_points=bye_points), *entries]


def round_of(report: trf.Trf, number: int) -> PublishRound:
    boards = tuple(
        Board(number=place, white=player(white), black=player(black))
        for place, (white, black, _) in enumerate(trf.boards(report, number), start=1)
    )
    byes = tuple(Bye(player=player(one), kind=kind) for one, kind in trf.byes(report, number))
    return PublishRound(tournament=SUMMER, round=number, boards=boards, byes=byes)
