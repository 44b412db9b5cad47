"""DSU §16: an all-play-all that somebody leaves, paired and played through the services."""

import pytest

from contracts.ids import PlayerId
from contracts.pairing import MakeRound
from contracts.points import WIN, Result
from contracts.registration import PairingSystem, PlayerWithdrawn
from contracts.results import ReportResult
from services.chess import leaving
from services.reporting.standings import crosstable, standings
from tests.support.arbiter import DAY, OPEN, Arbiter


def p(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def played(players: int, rounds: int, leaves: dict[int, int], *, forfeits: bool = False) -> Arbiter:
    """An all-play-all in which the lower number wins; `leaves` are who leaves, and after which round."""
    arbiter = Arbiter(PairingSystem.BERGER, players=players, rounds=rounds, seed=1)
    for number in range(1, rounds + 1):
        for one, after in leaves.items():
            if after == number - 1:
                arbiter.happened(PlayerWithdrawn(tournament=OPEN, player=p(one), after_round=after, reason="ill"))
        arbiter.do(MakeRound(tournament=OPEN, round=number, on=DAY))
        for game in list(arbiter.tournament.rounds[number - 1].games.values()):
            white = int(game.white[1:]) < int(game.black[1:])
            result = Result.WHITE_WINS if white else Result.BLACK_WINS
            if forfeits and p(1) in (game.white, game.black):
                result = Result.WHITE_WINS_FORFEIT if white else Result.BLACK_WINS_FORFEIT
            arbiter.do(ReportResult(tournament=OPEN, round=number, white=game.white, black=game.black, result=result))
    return arbiter


def points(arbiter: Arbiter, after_round: int | None = None) -> dict[PlayerId, int]:
    return {row.player: row.points for row in standings(arbiter.tournament, after_round).rows}


def in_table(arbiter: Arbiter) -> dict[PlayerId, int]:
    return {row.player: row.points for row in crosstable(arbiter.tournament).rows}


WHOLE = {p(number): 2 * (6 - number) for number in range(1, 7)}


def test_nobody_leaves_and_everything_counts() -> None:
    assert points(played(6, 5, {})) == WHOLE


class TestWhoLeavesBeforeHalfOfHisGames:
    """Two of five: less than half (§16a)."""

    arbiter = played(6, 5, {1: 2})

    def test_has_no_points_and_gave_none(self) -> None:
        assert points(self.arbiter) == {p(1): 0, p(2): 8, p(3): 6, p(4): 4, p(5): 2, p(6): 0}

    def test_has_lost_to_nobody_either(self) -> None:
        beaten = played(6, 5, {6: 2})
        assert points(beaten) == {p(1): 8, p(2): 6, p(3): 4, p(4): 2, p(5): 0, p(6): 0}

    def test_keeps_his_results_in_the_table(self) -> None:
        assert in_table(self.arbiter)[p(1)] == 2 * WIN
        row = crosstable(self.arbiter.tournament).rows[0]
        assert [cell.code for cell in row.cells][:2] == ["1", "1"]

    def test_counted_until_he_left(self) -> None:
        assert points(self.arbiter, 1)[p(1)] == WIN
        assert points(self.arbiter, 2)[p(1)] == 0

    def test_counts_for_no_tie_break(self) -> None:
        before = {row.player: row.sonneborn_berger for row in standings(played(6, 5, {}).tournament).rows}
        after = {row.player: row.sonneborn_berger for row in standings(played(6, 5, {6: 2}).tournament).rows}
        assert before[p(5)] == 0, "he has beaten only the last, who has nothing"
        assert after[p(1)] == 2 * (6 + 4 + 2 + 0)

    def test_has_not_completed_a_game_that_was_forfeited(self) -> None:
        walked_over = played(6, 5, {1: 4}, forfeits=True)
        assert points(walked_over)[p(1)] == 0


class TestWhoLeavesAfterHalfOfHisGames:
    """Three of five: at least half (§16b)."""

    arbiter = played(6, 5, {1: 3})

    def test_keeps_his_points(self) -> None:
        assert points(self.arbiter)[p(1)] == 3 * WIN

    def test_loses_the_games_that_are_left(self) -> None:
        found = points(self.arbiter)
        gained = {player: found[player] - WHOLE[player] for player in WHOLE if player != p(1)}
        assert sorted(gained.values()) == [0, 0, 0, WIN, WIN]

    def test_loses_them_in_the_table_too_without_play(self) -> None:
        assert in_table(self.arbiter) == points(self.arbiter)
        row = crosstable(self.arbiter.tournament).rows[0]
        assert [cell.code for cell in row.cells] == ["1", "1", "1", "-", "-"]

    def test_loses_each_in_its_own_round(self) -> None:
        after_four, after_five = points(self.arbiter, 4), points(self.arbiter, 5)
        fourth = self.arbiter.tournament.rounds[3].byes[0].player
        fifth = self.arbiter.tournament.rounds[4].byes[0].player
        assert after_four[fourth] - points(self.arbiter, 3)[fourth] == WIN
        assert after_five[fifth] - after_four[fifth] == WIN

    def test_has_stayed_if_he_comes_back(self) -> None:
        back = played(6, 5, {1: 3})
        back.happened(PlayerWithdrawn(tournament=OPEN, player=p(1), after_round=5, reason="well again"))
        assert sum(points(back).values()) == sum(WHOLE.values()) - 2 * WIN


def test_exactly_half_is_enough() -> None:
    assert points(played(5, 5, {1: 3}))[p(1)] in (2 * WIN, 3 * WIN)
    seven = played(7, 7, {1: 4})
    completed = sum(p(1) in (game.white, game.black) for one in seven.tournament.rounds for game in one.games.values())
    assert leaving.has_completed_half(seven.tournament, p(1)) is (2 * completed >= 6)


def test_the_free_round_of_an_odd_field_gives_nothing() -> None:
    arbiter = played(5, 5, {1: 3})
    free = [bye for one in arbiter.tournament.rounds for bye in one.byes if bye.against is None]
    assert len(free) == 5
    given = [bye for one in arbiter.tournament.rounds for bye in one.byes if bye.against is not None]
    assert {bye.against for bye in given} == {p(1)}
    assert sum(points(arbiter).values()) == 2 * (10 - len(given)) + 2 * len(given)


def test_two_who_have_left_have_no_game_between_them() -> None:
    arbiter = played(6, 5, {1: 3, 2: 3})
    codes = {row.player: [cell.code for cell in row.cells] for row in crosstable(arbiter.tournament).rows}
    assert points(arbiter)[p(1)] == 3 * WIN
    assert codes[p(1)].count("-") + codes[p(1)].count("") == 2


@pytest.mark.parametrize("system", [PairingSystem.MONRAD_DSU, PairingSystem.FIDE_DUTCH])
def test_in_another_system_everything_counts(system: PairingSystem) -> None:
    arbiter = Arbiter(system, players=6, rounds=3, seed=1)
    arbiter.play(1)
    before = points(arbiter)
    arbiter.happened(PlayerWithdrawn(tournament=OPEN, player=p(1), after_round=1, reason="ill"))
    assert points(arbiter) == before
