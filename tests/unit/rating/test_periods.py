"""Registers settled on lists, told by hand: which list takes what, first ratings, pauses, coefficients."""

import pytest

from contracts.ids import EventId
from contracts.refusals import RefusalCode
from services.rating import book
from services.rating import ledger as room
from services.rating.book import Ledger
from services.rating.career import Number
from services.rating.changes import Printed, Start
from tests.support.listed import Games, day, finished, rating, started
from tests.support.summer import ANNA, BO, CARL, DORA


class TestFide2024:
    """K 40 for newcomers; equals win 20 a game."""

    def test_the_results_of_a_month_are_in_the_next_list(self) -> None:
        ledger = started("2024-04-01", anna=2000, bo=2000, carl=2000)
        room.enter(ledger, finished("a", ("2024-05-01", "2024-05-02"), (ANNA, BO), rules="fide"))
        room.enter(ledger, finished("b", ("2024-05-30", "2024-05-31"), (ANNA, CARL), rules="fide"))
        assert [rating(ledger, ANNA, on) for on in ("2024-05-31", "2024-06-01")] == [2000, 2040]
        assert ledger.accounts["b"].at_start[0] == Number(2000, 0, 2000)

    def test_an_event_across_the_turn_of_a_month_is_rated_from_the_list_of_its_start(self) -> None:
        ledger = started("2024-04-01", anna=2000, bo=2000, carl=2000)
        room.enter(ledger, finished("a", ("2024-05-01", "2024-05-02"), (ANNA, BO), rules="fide"))
        room.enter(ledger, finished("b", ("2024-05-30", "2024-06-02"), (ANNA, CARL), rules="fide"))
        assert ledger.accounts["b"].at_start[0] == Number(2000, 0, 2000)
        assert [rating(ledger, ANNA, on) for on in ("2024-06-01", "2024-06-30", "2024-07-01")] == [2020, 2020, 2040]

    def test_k_times_the_games_of_a_period_is_at_most_700(self) -> None:
        """20 wins against equals: K 40 would be 800; 700 // 20 = 35, and 35 times 10 is 350."""
        ledger = started("2024-04-01", anna=2000, bo=2000)
        for name in ("a", "b"):
            games = [(0, 1, "1-0")] * 10
            room.enter(ledger, finished(name, ("2024-05-01", "2024-05-20"), (ANNA, BO), games, rules="fide"))
        assert rating(ledger, ANNA, "2024-06-01") == 2350

    def test_a_juniors_40_ends_with_the_year_of_his_18th_birthday(self) -> None:
        """After 30 games an adult has 20."""
        for born, k in ((2006, 40), (2005, 20), (0, 20)):
            ledger = started("2024-03-01", anna=2000, bo=2000)
            if born:
                room.birth_year(ledger, ANNA, born)
            games = [(0, 1, "½-½")] * 15
            for name, month in (("a", "2024-04"), ("b", "2024-05")):
                room.enter(ledger, finished(name, (f"{month}-01", f"{month}-20"), (ANNA, BO), games, rules="fide"))
            room.enter(ledger, finished("c", ("2024-06-01", "2024-06-02"), (ANNA, BO), rules="fide"))
            assert rating(ledger, ANNA, "2024-07-01") == 2000 + k // 2, born

    def test_the_coefficient_of_a_player_once_at_2400_stays_10(self) -> None:
        """2400 for one list, then 2380 by losing to equals; now he wins one: K 10."""
        ledger = started("2024-03-01", anna=2400, bo=2400)
        games = [(0, 1, "½-½")] * 28 + [(0, 1, "0-1")] * 4
        room.enter(ledger, finished("a", ("2024-04-01", "2024-04-20"), (ANNA, BO), games, rules="fide"))
        below = rating(ledger, ANNA, "2024-05-01")
        assert below is not None
        assert below < 2400
        room.change(ledger, Start(CARL, below, day("2024-05-01").toordinal(), EventId("carl:0")))
        room.enter(ledger, finished("b", ("2024-05-01", "2024-05-02"), (ANNA, CARL), rules="fide"))
        assert rating(ledger, ANNA, "2024-06-01") == below + 5

    def test_a_number_that_was_published_counts_though_replay_has_it_lower_now(self) -> None:
        """On a list he stood at 2400; a correction since makes it 2380, and his coefficient stays 10."""
        ledger = started("2024-03-01", anna=2380, bo=2380)
        day_ = day("2024-04-01").toordinal()
        for kind in (Printed(ANNA, 2400, day_, EventId("list:0/anna")), Printed(BO, 2399, day_, EventId("list:0/bo"))):
            room.change(ledger, kind)
        room.enter(ledger, finished("a", ("2024-04-01", "2024-04-02"), (ANNA, BO), rules="fide"))
        assert rating(ledger, ANNA, "2024-05-01") == 2385
        assert rating(ledger, BO, "2024-05-01") == 2360

    def test_a_first_rating_is_made_of_everything_brought_until_it_is_enough(self) -> None:
        """
        Three games bring nothing yet, two more do: 3 of 5 against 2000.

        With two draws against 1800: 4 of 7 against 1942.86, p 0.57, dp 50: 1993.
        """
        ledger = started("2024-03-01", bo=2000)
        three = [(0, 1, "1-0"), (0, 1, "1-0"), (0, 1, "0-1")]
        two = [(0, 1, "1-0"), (0, 1, "0-1")]
        room.enter(ledger, finished("a", ("2024-04-01", "2024-04-03"), (ANNA, BO, CARL), three, rules="fide"))
        assert rating(ledger, ANNA, "2024-05-01") is None
        room.enter(ledger, finished("b", ("2024-06-01", "2024-06-02"), (ANNA, BO, CARL), two, rules="fide"))
        assert [rating(ledger, ANNA, on) for on in ("2024-06-30", "2024-07-01")] == [None, 1993]
        career = ledger.careers[ANNA]
        assert career[-1].number is not None
        assert (career[-1].number.games, career[-1].number.pool) == (5, ())
        assert rating(ledger, BO, "2024-07-01") == 2000

    def test_what_is_older_than_26_months_brings_nothing(self) -> None:
        ledger = started("2024-03-01", bo=2000)
        three = [(0, 1, "1-0"), (0, 1, "1-0"), (0, 1, "0-1")]
        two = [(0, 1, "1-0"), (0, 1, "0-1")]
        room.enter(ledger, finished("a", ("2024-04-01", "2024-04-03"), (ANNA, BO, CARL), three, rules="fide"))
        room.enter(ledger, finished("b", ("2026-06-01", "2026-06-02"), (ANNA, BO, CARL), two, rules="fide"))
        assert rating(ledger, ANNA, "2026-07-01") is None

    def test_who_is_rated_by_the_time_an_older_event_counts_is_so_for_himself_alone(self) -> None:
        """8.2.4: Anna was unrated in the long event; she had a number when it was settled."""
        ledger = started("2024-03-01", bo=2000, carl=2000)
        five = [(0, 1, "1-0")] * 2 + [(0, 1, "0-1")] * 3
        room.enter(ledger, finished("a", ("2024-04-02", "2024-04-20"), (ANNA, BO, DORA), five, rules="fide"))
        long = finished("b", ("2024-04-01", "2024-06-15"), (ANNA, CARL, DORA), rules="fide")
        room.enter(ledger, long)
        first = rating(ledger, ANNA, "2024-05-01")
        assert first is not None
        new = rating(ledger, ANNA, "2024-07-01")
        assert new is not None
        assert new > first
        assert rating(ledger, CARL, "2024-07-01") == 2000

    def test_who_falls_below_1400_is_unrated(self) -> None:
        ledger = started("2024-03-01", anna=1405, bo=1405)
        room.enter(ledger, finished("a", ("2024-04-01", "2024-04-02"), (BO, ANNA), rules="fide"))
        assert rating(ledger, ANNA, "2024-05-01") is None
        assert rating(ledger, BO, "2024-05-01") == 1425


class TestFide2000:
    def test_a_quarter_is_summed_and_rounded_to_five(self) -> None:
        """K 25: twice + 12.5 against an equal, 25 in all."""
        ledger = started("2001-01-01", anna=2100, bo=2100, carl=2100, dora=2100)
        room.enter(ledger, finished("a", ("2001-01-10", "2001-01-11"), (ANNA, BO), rules="fide"))
        assert [rating(ledger, ANNA, on) for on in ("2001-03-31", "2001-04-01")] == [2100, 2115]
        room.enter(ledger, finished("b", ("2001-03-10", "2001-03-11"), (ANNA, CARL), rules="fide"))
        assert rating(ledger, ANNA, "2001-04-01") == 2125

    def test_the_rules_in_force_are_those_of_the_list_that_takes_the_event(self) -> None:
        ledger = started("2001-01-01", anna=2100, bo=2100)
        room.enter(ledger, finished("a", ("2005-06-01", "2005-06-02"), (ANNA, BO), rules="fide"))
        problem = ledger.accounts["a"].problem
        assert problem is not None
        assert problem.code is RefusalCode.UNKNOWN_RULE_SET
        assert "2005" in problem.message


class TestSsf:
    """An equal won brings 16 (table A), rated on 1 January, 1 May and 1 September."""

    def test_a_period_is_in_the_next_number(self) -> None:
        ledger = started("2010-01-01", anna=1500, bo=1500, carl=1500)
        room.enter(ledger, finished("a", ("2010-02-01", "2010-02-01"), (ANNA, BO), rules="ssf"))
        room.enter(ledger, finished("b", ("2010-04-30", "2010-04-30"), (ANNA, CARL), rules="ssf"))
        assert [rating(ledger, ANNA, on) for on in ("2010-04-30", "2010-05-01")] == [1500, 1532]

    def test_halves_are_kept_and_rounded_up_at_the_period(self) -> None:
        """A draw 270 away is 10 for the weaker and 10 against the better, of which from 2200 on half counts."""
        ledger = started("2010-01-01", anna=2220, bo=1950)
        room.enter(ledger, finished("a", ("2010-02-01", "2010-02-01"), (ANNA, BO), ((0, 1, "½-½"),), rules="ssf"))
        assert rating(ledger, ANNA, "2010-05-01") == 2215
        assert rating(ledger, BO, "2010-05-01") == 1960

    def test_a_round_a_day_across_the_turn_goes_whole_into_the_number_of_that_day(self) -> None:
        dates = ("2009-12-30", "2010-01-02")
        ledger = started("2009-09-01", anna=1500, bo=1500)
        games: Games = ((0, 1, "1-0"), (0, 1, "1-0"))
        rilton = finished("a", dates, (ANNA, BO), games, rules="ssf", round_dates=dates)
        room.enter(ledger, rilton)
        assert list(ledger.accounts) == ["a"]
        assert [rating(ledger, ANNA, on) for on in ("2009-12-31", "2010-01-01", "2010-05-01")] == [1500, 1532, 1532]

    def test_a_round_a_week_is_split_at_the_turn_and_the_rest_rated_from_the_new_number(self) -> None:
        dates = ("2009-12-20", "2009-12-27", "2010-01-03")
        ledger = started("2009-09-01", anna=1500, bo=1500)
        games: Games = ((0, 1, "1-0"), (0, 1, "1-0"), (0, 1, "1-0"))
        room.enter(ledger, finished("a", (dates[0], dates[-1]), (ANNA, BO), games, rules="ssf", round_dates=dates))
        assert list(ledger.accounts) == ["a", "a#1"]
        first, second = (ledger.accounts[key] for key in ("a", "a#1"))
        assert [len(one.finished.encounters) for one in (first, second)] == [2, 1]
        assert second.at_start[0] is not None
        assert second.at_start[0].rating == 1532
        assert rating(ledger, ANNA, "2010-01-01") == 1532

    def test_after_whole_years_without_a_game_50_each_are_deducted_at_most_150(self) -> None:
        """Rated in April 2010 (1516); back in June 2012: two whole years, so he comes in with 1416."""
        for back, number in (("2011-04-20", 1516), ("2011-06-01", 1466), ("2012-06-01", 1416), ("2015-06-01", 1366)):
            ledger = started("2010-01-01", anna=1500, bo=1500)
            room.enter(ledger, finished("a", ("2010-04-01", "2010-04-01"), (ANNA, BO), rules="ssf"))
            room.enter(ledger, finished("b", (back, back), (ANNA, CARL), rules="ssf", given=(None, number)))
            assert ledger.accounts["b"].at_start[0] is not None
            assert ledger.accounts["b"].at_start[0].rating == number
            assert book.now(ledger, ANNA) == Number(
                number + 16, 2, 1516 if number < 1516 else 1532, day(back).toordinal()
            )

    def test_an_opponent_without_a_swedish_number_counts_with_the_one_he_was_entered_with(self) -> None:
        ledger = started("2010-01-01", anna=1500)
        for name, given in (("a", (None, 1500)), ("b", (None, None))):
            room.enter(ledger, finished(name, ("2010-02-01", "2010-02-01"), (ANNA, BO), rules="ssf", given=given))
        assert [one.games for one in ledger.accounts["a"].rated] == [1, 1]
        assert [one.games for one in ledger.accounts["b"].rated] == [0, 0]
        assert rating(ledger, ANNA, "2010-05-01") == 1516
        assert rating(ledger, BO, "2010-05-01") is None


class TestAMerge:
    """Carl turns out to be Anna."""

    def ledger(self) -> Ledger:
        ledger = started("2018-01-01", anna=1700, bo=1700, carl=1500)
        room.enter(ledger, finished("a", ("2018-05-01", "2018-05-02"), (ANNA, BO), rules="dsu"))
        room.enter(ledger, finished("b", ("2018-05-03", "2018-05-04"), (CARL, BO), rules="dsu"))
        return ledger

    def test_brings_his_results_under_the_one_who_is_kept_from_her_number(self) -> None:
        ledger = self.ledger()
        room.link(ledger, {CARL: ANNA})
        assert ledger.accounts["b"].players == (ANNA, BO)
        assert ledger.accounts["b"].at_start[0] is not None
        assert ledger.accounts["b"].at_start[0].rating == 1715
        assert CARL not in ledger.careers

    def test_undone_leaves_no_trace(self) -> None:
        ledger = self.ledger()
        room.link(ledger, {CARL: ANNA})
        room.link(ledger, {})
        assert ledger == self.ledger()

    def test_of_a_player_with_a_number_into_one_without_keeps_the_number(self) -> None:
        ledger = self.ledger()
        room.link(ledger, {CARL: DORA})
        assert rating(ledger, DORA, "2018-05-03") == 1500

    def test_of_two_who_met_rates_no_game_of_that_event_and_says_why(self) -> None:
        ledger = self.ledger()
        room.enter(ledger, finished("c", ("2018-06-01", "2018-06-02"), (ANNA, CARL), rules="dsu"))
        room.link(ledger, {CARL: ANNA})
        problem = ledger.accounts["c"].problem
        assert problem is not None
        assert (problem.code, problem.details) == (RefusalCode.ALREADY_EXISTS, {"player": ANNA})
        assert ledger.accounts["a"].problem is None


@pytest.mark.parametrize("rating_", [0, -1, 4001])
def test_a_number_that_is_no_rating_changes_nothing(rating_: int) -> None:
    ledger = started("2018-01-01", anna=1700)
    before = ledger.copy()
    with pytest.raises(Exception, match="is no rating"):
        room.change(ledger, Start(BO, rating_, 1, EventId("bo:0")))
    assert ledger == before
