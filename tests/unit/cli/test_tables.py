from msgspec import structs

from contracts.arrangements import Reason
from contracts.ids import PlayerId
from contracts.pairing import Board, Difference, PairedBoard, PairingList, Seat
from contracts.points import Result
from services.cli.tables import about_pairing, pairings_table
from tests.support.summer import SUMMER

BY_HAND = PairingList(
    tournament=SUMMER,
    name="Summer",
    round=2,
    boards=(),
    byes=(),
    manual=True,
    forced="both want it",
    overridden=(Reason(rule="FIDE C.04.1", text="anna and bo have met in round 1"),),
    difference=Difference(
        boards_added=(Board(number=1, white=PlayerId("anna"), black=PlayerId("bo")),),
        boards_dropped=(Board(number=1, white=PlayerId("anna"), black=PlayerId("carl")),),
        byes_added=(),
        byes_dropped=(),
    ),
)


def test_a_round_paired_by_hand_says_so_and_what_it_breaks_and_how_it_differs() -> None:
    assert about_pairing(BY_HAND) == [
        "Paired by hand.",
        "Against the rules: anna and bo have met in round 1 (FIDE C.04.1).",
        "Forced, because: both want it",
        "1 boards are not the system's, which has anna-carl instead.",
    ]


def test_a_round_as_the_system_made_it_says_nothing() -> None:
    assert about_pairing(PairingList(tournament=SUMMER, name="Summer", round=1, boards=(), byes=())) == []


def test_a_pairing_list_shows_results_and_which_boards_are_open() -> None:
    def seat(number: int) -> Seat:
        return Seat(player=PlayerId(f"p{number}"), name=f"P{number}", start_number=number, rating=None)

    def board(number: int, result: Result | None, *, is_open: bool) -> PairedBoard:
        return PairedBoard(number=number, white=seat(number), black=seat(9 - number), result=result, undecided=is_open)

    boards = (
        board(1, Result.WHITE_WINS, is_open=False),
        board(2, None, is_open=True),
        board(3, Result.DRAW, is_open=True),
    )
    found = PairingList(tournament=SUMMER, name="Summer", round=1, boards=boards, byes=())
    table = pairings_table(found)
    assert [[*column.cells] for column in table.columns][3] == ["1-0", "*", "½-½ *"]
    assert table.caption == "*: no result yet"
    assert pairings_table(structs.replace(found, boards=boards[:1])).caption is None
