import msgspec
import pytest

from contracts.ids import TournamentId
from contracts.messages import QueryData
from contracts.pairing import Bye, FreeSeat, PairedBoard, Pairings, RoundPublished, Seat
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from contracts.registry import ANSWERS
from contracts.results import OpenBoards
from services import pairing
from services.pairing import view as room
from tests.support.facts import view_of
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, STARTED, SUMMER, published, reported

FREE = RoundPublished(
    tournament=SUMMER,
    round=2,
    boards=published(2, (BO, ANNA)).boards,
    byes=(Bye(player=DORA, kind=ByeKind.ZERO_POINT), Bye(player=CARL, kind=ByeKind.PAIRING_ALLOCATED)),
)
VIEW = view_of(pairing, *STARTED, FREE)


def test_the_pairing_list_names_the_players_by_board() -> None:
    found = room.pairings(VIEW, SUMMER, 1)
    assert (found.name, found.round, found.byes) == ("Summer Open", 1, ())
    assert found.boards[0] == PairedBoard(
        number=1,
        white=Seat(player=ANNA, name="Anna", start_number=1, rating=1900),
        black=Seat(player=CARL, name="Carl", start_number=3, rating=1700),
        undecided=True,
    )
    assert [(one.number, one.white.name, one.black.name) for one in found.boards] == [
        (1, "Anna", "Carl"),
        (2, "Dora", "Bo"),
    ]


def test_a_board_has_its_result_and_one_without_is_open() -> None:
    found = room.pairings(view_of(pairing, *STARTED, reported(1, DORA, BO, "½-½")), SUMMER, 1)
    assert [(one.result, one.undecided) for one in found.boards] == [(None, True), (Result.DRAW, False)]


def test_a_drawn_encounter_that_goes_on_is_open() -> None:
    cup = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.KNOCK_OUT)
    events = (cup, *STARTED[STARTED.index(ANNOUNCED) + 1 :], reported(1, DORA, BO, "½-½"))
    (_, drawn) = room.pairings(view_of(pairing, *events), SUMMER, 1).boards
    assert (drawn.result, drawn.undecided) == (Result.DRAW, True)


def test_of_a_version_before_nothing_was_played() -> None:
    view = view_of(pairing, *STARTED, published(1, (ANNA, BO), (CARL, DORA)), reported(1, ANNA, BO, "1-0"))
    before, now = room.pairings(view, SUMMER, 1, 1), room.pairings(view, SUMMER, 1, 2)
    assert [(one.result, one.undecided) for one in before.boards] == [(None, False), (None, False)]
    assert [(one.result, one.undecided) for one in now.boards] == [(Result.WHITE_WINS, False), (None, True)]


def test_the_byes_are_named_with_their_kind() -> None:
    found = room.answer(VIEW, Pairings(tournament=SUMMER, round=2))
    assert found.byes == (
        FreeSeat(seat=Seat(player=DORA, name="Dora", start_number=4, rating=1600), kind=ByeKind.ZERO_POINT),
        FreeSeat(seat=Seat(player=CARL, name="Carl", start_number=3, rating=1700), kind=ByeKind.PAIRING_ALLOCATED),
    )


def test_a_round_published_again_is_the_one_shown() -> None:
    view = view_of(pairing, *STARTED, published(1, (ANNA, BO), (CARL, DORA)))
    assert [(one.white.player, one.black.player) for one in room.pairings(view, SUMMER, 1).boards] == [
        (ANNA, BO),
        (CARL, DORA),
    ]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (Pairings(tournament=TournamentId("winter"), round=1), RefusalCode.UNKNOWN_TOURNAMENT),
        (Pairings(tournament=SUMMER, round=3), RefusalCode.UNKNOWN_ROUND),
        (OpenBoards(tournament=SUMMER), RefusalCode.UNKNOWN_QUERY),
    ],
)
def test_what_is_not_there_is_refused(query: QueryData, code: RefusalCode) -> None:
    with pytest.raises(Refused) as caught:
        room.answer(VIEW, query)
    assert caught.value.refusal.code is code


def test_before_its_announcement_nothing_is_known_of_a_tournament() -> None:
    assert view_of(pairing, *ENTRIES).tournaments == {}
    assert list(view_of(pairing, ANNOUNCED).tournaments) == [SUMMER]


def test_the_view_has_one_encoding() -> None:
    body = msgspec.json.encode(VIEW, order="deterministic")
    assert msgspec.json.encode(msgspec.json.decode(body, type=room.View), order="deterministic") == body


@pytest.mark.parametrize("query", [Pairings(tournament=SUMMER, round=2)])
def test_the_answer_is_what_the_registry_promises(query: QueryData) -> None:
    found = room.answer(VIEW, query)
    assert msgspec.json.decode(msgspec.json.encode(found), type=ANSWERS[type(query)])
