import pytest

from contracts.points import LOSS, WIN, Result
from contracts.refusals import Refused
from services.pairing.systems import encounter, gladiator, knock_out
from services.pairing.systems.encounter import Game, Speed
from services.pairing.systems.interface import Contestant, Request

DRAW_1_2 = Game(white=1, black=2, result=Result.DRAW)
DRAW_2_1 = Game(white=2, black=1, result=Result.DRAW)
BLACK_WINS = Game(white=1, black=2, result=Result.BLACK_WINS)


class TestAGladiatorEncounter:
    def test_begins_with_the_classical_game(self) -> None:
        first = gladiator.next_game(1, 2, ())
        assert first is not None
        assert (first.white, first.black, first.control) == (1, 2, gladiator.CONTROLS[0])

    def test_goes_on_after_a_draw_with_reversed_colours_and_faster(self) -> None:
        second = gladiator.next_game(1, 2, (DRAW_1_2,))
        third = gladiator.next_game(1, 2, (DRAW_1_2, DRAW_2_1))
        fourth = gladiator.next_game(1, 2, (DRAW_1_2, DRAW_2_1, DRAW_1_2))
        assert second is not None
        assert third is not None
        assert fourth is not None
        assert [(one.white, one.control.speed) for one in (second, third, fourth)] == [
            (2, Speed.RAPID),
            (1, Speed.BLITZ),
            (2, Speed.BLITZ),
        ]
        assert (second.control.minutes, second.control.increment) == (25, 10)
        assert (third.control.minutes, third.control.increment) == (10, 5)

    def test_ends_with_the_first_won_game_which_gives_the_whole_point(self) -> None:
        games = (DRAW_1_2, DRAW_2_1, BLACK_WINS)
        assert gladiator.next_game(1, 2, games) is None
        assert encounter.round_points(1, 2, games) == {1: LOSS, 2: WIN}

    def test_is_rated_by_game_one_with_its_real_result(self) -> None:
        assert encounter.rated_game((DRAW_1_2, BLACK_WINS)) == DRAW_1_2
        assert encounter.rated_game((Game(white=1, black=2, result=Result.WHITE_WINS_FORFEIT),)) is None
        assert encounter.rated_game(()) is None

    def test_that_both_forfeit_is_over_without_a_winner(self) -> None:
        games = (Game(white=1, black=2, result=Result.DOUBLE_FORFEIT),)
        assert gladiator.next_game(1, 2, games) is None
        assert encounter.winner(games) is None
        assert encounter.round_points(1, 2, games) == {1: LOSS, 2: LOSS}


class TestAKnockOutEncounter:
    def test_that_is_drawn_goes_on_at_rapid_then_blitz(self) -> None:
        second = knock_out.next_game(1, 2, (DRAW_1_2,))
        third = knock_out.next_game(1, 2, (DRAW_1_2, DRAW_2_1))
        assert second is not None
        assert third is not None
        assert [(one.white, one.control.speed) for one in (second, third)] == [(2, Speed.RAPID), (1, Speed.BLITZ)]

    def test_is_replayed_at_the_same_speed_where_the_policy_says_so(self) -> None:
        second = knock_out.next_game(1, 2, (DRAW_1_2,), "replay_reversed")
        assert second is not None
        assert (second.white, second.control.speed) == (2, Speed.CLASSICAL)

    @pytest.mark.parametrize("draw", ["lower_rated_advances", "lot"])
    def test_is_one_game_where_the_policy_decides_without_play(self, draw: str) -> None:
        assert knock_out.next_game(1, 2, (), draw) is not None
        assert knock_out.next_game(1, 2, (DRAW_1_2,), draw) is None


class TestTheGladiatorPairing:
    @staticmethod
    def boards(players: int, **options: str) -> list[tuple[int, int]]:
        contestants = tuple(Contestant(number=number) for number in range(1, players + 1))
        proposal = gladiator.pair(Request(round=1, rounds=9, contestants=contestants, options=options))
        assert "lost" in proposal.notes[0].text
        return [(one.white, one.black) for one in proposal.pairs]

    def test_is_all_play_all_up_to_ten_and_monrad_above(self) -> None:
        assert self.boards(10)[:2] == [(1, 10), (2, 9)]
        assert self.boards(12)[:2] == [(2, 1), (4, 3)]

    def test_follows_the_option_and_hands_the_others_on(self) -> None:
        assert self.boards(4, pairing="monrad", points_order="previous_order") == [(2, 1), (4, 3)]
        assert self.boards(4, pairing="all_play_all", cycles="2") == [(1, 4), (2, 3)]

    def test_refuses_what_it_does_not_know(self) -> None:
        with pytest.raises(Refused, match="nordic"):
            self.boards(4, pairing="nordic")
        with pytest.raises(Refused, match="'blitz'"):
            self.boards(4, blitz="yes")
