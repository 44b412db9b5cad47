import pytest
from hypothesis import given, settings

from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.chess.crosstable import Cell, Entrant, Round, crosstable, from_trf
from services.chess.scoring import PointSystem
from services.chess.trf import Trf, read
from tests.unit.chess.made import entrants, events, ident, table


def test_a_board_gives_both_players_their_cell() -> None:
    made = table(3, ([(2, 1, Result.WHITE_WINS)], {3: "U"}))
    assert made.by_id[ident(2)].cells == (Cell(ident(1), Colour.WHITE, "1", made.points.win),)
    assert made.by_id[ident(1)].cells == (Cell(ident(2), Colour.BLACK, "0", made.points.loss),)
    assert made.by_id[ident(3)].cells[0].bye is ByeKind.PAIRING_ALLOCATED


def test_a_forfeit_keeps_opponent_and_colour_but_was_not_played() -> None:
    cell = table(2, ([(1, 2, Result.DOUBLE_FORFEIT)], {})).rows[0].cells[0]
    assert (cell.opponent, cell.colour, cell.points) == (ident(2), Colour.WHITE, 0)
    assert (cell.played, cell.rated, cell.forfeit, cell.voluntarily_unplayed) == (False, False, True, True)


def test_a_played_double_loss_is_played_and_rated() -> None:
    cell = table(2, ([(1, 2, Result.BOTH_LOSE)], {})).rows[1].cells[0]
    assert (cell.played, cell.rated, cell.forfeit, cell.points) == (True, True, False, 0)


def test_a_game_of_less_than_one_move_is_played_but_not_rated() -> None:
    cell = table(2, ([(1, 2, Result.DRAW_UNRATED)], {})).rows[1].cells[0]
    assert (cell.played, cell.rated, cell.points) == (True, False, 1)


def test_a_game_under_way_has_no_points_and_makes_the_table_provisional() -> None:
    made = table(2, ([(1, 2, None)], {}))
    assert made.provisional
    assert made.rows[0].cells[0].unfinished
    assert made.rows[0].points == 0
    assert not made.through(0).provisional


def test_a_player_the_round_does_not_mention_was_not_there() -> None:
    made = table(3, ([(1, 2, Result.DRAW)], {}), ([(1, 3, Result.DRAW)], {}))
    assert made.rows[2].cells[0] == Cell()
    assert made.rows[2].points == 1


def test_the_worth_of_a_bye_comes_from_the_point_system_alone() -> None:
    one = Round(byes=((ident(1), ByeKind.HALF_POINT), (ident(2), ByeKind.PAIRING_ALLOCATED)))
    ordinary = crosstable(entrants(2), [one])
    half = crosstable(entrants(2), [one], points=PointSystem(pairing_bye=ordinary.points.draw))
    assert [row.points for row in ordinary.rows] == [1, 2]
    assert [row.points for row in half.rows] == [1, 1]


def refused(*rounds: Round, who: list[Entrant] | None = None) -> RefusalCode:
    with pytest.raises(Refused) as caught:
        crosstable(entrants(2) if who is None else who, rounds)
    return caught.value.refusal.code


def test_two_places_in_one_round_are_refused() -> None:
    twice = Round(boards=((ident(1), ident(2), None),), byes=((ident(1), ByeKind.ZERO_POINT),))
    assert refused(twice) is RefusalCode.INVALID_PAIRING
    assert refused(Round(boards=((ident(1), ident(1), None),))) is RefusalCode.INVALID_PAIRING


def test_a_stranger_is_refused() -> None:
    assert refused(Round(boards=((ident(1), ident(3), None),))) is RefusalCode.NOT_ENTERED


def test_two_entrants_with_one_number_are_refused() -> None:
    twins = [Entrant(id=ident(1), number=1), Entrant(id=ident(2), number=1)]
    assert refused(who=twins) is RefusalCode.INVALID_PAYLOAD


def test_a_trf_file_gives_the_same_cells(real_file: str) -> None:
    event = read(real_file)
    made = from_trf(event, rounds=event.columns)
    for player, row in zip(event.players, made.rows, strict=True):
        assert row.points == player.points
        assert [cell.code for cell in row.cells] == [one.code for one in player.rounds]
        assert [cell.colour for cell in row.cells] == [one.colour for one in player.rounds]


def test_byes_granted_for_a_round_not_yet_paired_are_left_out_of_the_table() -> None:
    event = read(
        f"001    1 m    {'A':33} 2000 DEN {'':22}  1.5    1     2 w 1  0000 - H\n"
        f"001    2 m    {'B':33} 2000 DEN {'':22}  0.0    2     1 b 0\n"
    )
    assert from_trf(event).rounds == 1
    assert from_trf(event, ids={1: ident(71)}).rows[0].entrant.id == ident(71)


@settings(max_examples=50)
@given(events())
def test_a_total_is_the_sum_of_its_cells_and_every_game_stands_in_two_rows(event: Trf) -> None:
    made = from_trf(event, rounds=event.columns)
    for row, player in zip(made.rows, event.players, strict=True):
        assert row.points == sum(event.points.worth(one.code) for one in player.rounds) == player.points
        for number, cell in enumerate(row.cells):
            if cell.opponent is not None:
                other = made.by_id[cell.opponent].cells[number]
                assert other.opponent == row.entrant.id
                assert other.colour is not cell.colour
