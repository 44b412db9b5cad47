from contracts.arrangements import Reason
from contracts.ids import PlayerId
from contracts.pairing import Board, Difference, PairingList
from services.cli.tables import about_pairing
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
