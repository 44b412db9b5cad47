"""What must be known to read a table stands under it, and what is said of a whole round is not said of a board."""

import io

import pytest
from rich.console import Console

from contracts.arrangements import Reason
from contracts.ids import PlayerId, TournamentId
from contracts.points import HalfPoints
from contracts.reporting import Cell, Crosstable, CrosstableRow
from services.cli import rounds
from services.cli.tables import crosstable_table


def crosstable(code: str) -> str:
    cell = Cell(opponent=2, colour="w", points=HalfPoints(0), code=code)
    row = CrosstableRow(
        start_number=1, player=PlayerId("p1"), name="Holm", rating=None, points=HalfPoints(0), cells=(cell,)
    )
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as said:
        console.print(crosstable_table(Crosstable(tournament=TournamentId("t"), name="T", rounds=1, rows=(row,))))
    return said.get()


def test_a_crosstable_with_an_open_board_says_what_the_star_is() -> None:
    assert "2w*" in crosstable("")
    assert "*: no result yet" in crosstable("")


def test_a_crosstable_with_every_result_says_nothing_of_stars() -> None:
    assert "2w1" in crosstable("1")
    assert "*" not in crosstable("1")


def test_the_reasons_of_a_round_stand_at_the_margin_and_those_of_a_board_under_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reason = Reason(rule="C.04.3 3", text="Bracket of 0.")
    rounds.because((reason,), explain=True)
    rounds.because((reason,), explain=True, indent=0)
    rounds.because((reason,), explain=False)
    assert capsys.readouterr().out == f"{' ' * 13}C.04.3 3: Bracket of 0.\nC.04.3 3: Bracket of 0.\n"
