"""Small seasons of three players, told by hand: who comes in with what, and what a change reaches."""

import datetime as dt

import pytest

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.points import Result
from contracts.refusals import RefusalCode
from contracts.results import EVERYTHING, ResultCorrected
from services.rating import book
from services.rating import ledger as room
from services.rating.book import Ledger
from services.rating.changes import Start
from services.rating.differences import rating_of, recordable
from services.rating.encounters import Encounter, encounters
from services.rating.finished import Finished, winners
from services.rules.games import Game, Games, by_columns
from tests.support.summer import ANNA, BO, CARL

MAY = dt.date(2018, 5, 1).toordinal()


def finished(
    name: str, days: tuple[int, int], pair: tuple[PlayerId, PlayerId], result: str = "1-0", *, rules: str = "dsu-2007"
) -> Finished:
    """One game, from one day of May to another."""
    return Finished(
        tournament=TournamentId(name),
        rules=rules,
        starts=dt.date(2018, 5, days[0]),
        ends=dt.date(2018, 5, days[1]),
        players=pair,
        byes=(0, 0),
        given=(None, None),
        encounters=encounters([Encounter(1, 0, 1, Result(result), Result(result), (EventId(f"{name}:0"),))]),
        completed=EventId(f"{name}:1"),
    )


def corrected(name: str, white: PlayerId, black: PlayerId, result: str) -> ResultCorrected:
    return ResultCorrected(
        tournament=TournamentId(name),
        round=1,
        white=white,
        black=black,
        was=Result.WHITE_WINS,
        result=Result(result),
        scope=EVERYTHING,
        reason="score sheets",
    )


def started(*players: tuple[PlayerId, int, int]) -> Ledger:
    """Start ratings, each from a day of May on."""
    ledger = Ledger()
    for player, rating, day in players:
        room.change(ledger, Start(player, rating, MAY - 1 + day, EventId(f"{player}:0")))
    return ledger


def numbers(ledger: Ledger, tournament: str, player: PlayerId) -> tuple[int | None, int | None, int | None]:
    """The number at the start, before and after in the register."""
    account = ledger.accounts[TournamentId(tournament)]
    place = account.players.index(player)
    before, entry = book.entry_of(ledger, player, account.order)
    return rating_of(account.at_start[place]), rating_of(before), rating_of(entry.number if entry else None)


ALL = ((ANNA, 1700, 1), (BO, 1700, 1), (CARL, 1700, 1))


def test_a_player_comes_in_with_the_number_after_his_last_tournament() -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO)))
    room.enter(ledger, finished("b", (3, 4), (ANNA, CARL)))
    assert numbers(ledger, "a", ANNA) == (1700, 1700, 1715)
    assert numbers(ledger, "b", ANNA) == (1715, 1715, 1730)


def test_of_overlapping_tournaments_the_later_is_rated_from_the_start_and_its_gain_is_added() -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 20), (ANNA, BO)))
    room.enter(ledger, finished("b", (15, 30), (ANNA, CARL)))
    assert numbers(ledger, "b", ANNA) == (1700, 1715, 1730)


def test_a_tournament_that_ends_on_the_day_another_begins_overlaps_it() -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 5), (ANNA, BO)))
    room.enter(ledger, finished("b", (5, 6), (ANNA, CARL)))
    assert numbers(ledger, "b", ANNA) == (1700, 1715, 1730)


def test_the_order_is_last_day_then_first_day_then_id() -> None:
    ledger = started(*ALL)
    for name, starts in (("d", 5), ("c", 5), ("b", 7), ("a", 4)):
        room.enter(ledger, finished(name, (starts, 9), (ANNA, BO)))
    room.enter(ledger, finished("z", (1, 8), (ANNA, BO)))
    assert [one.order.name for one in ledger.careers[ANNA] if one.sources] == ["z", "a", "c", "d", "b"]


def test_a_late_report_rates_what_came_after_again() -> None:
    late, in_time = started(*ALL), started(*ALL)
    first, second = finished("a", (1, 2), (ANNA, BO)), finished("b", (3, 4), (ANNA, CARL))
    for one in (second, first):
        room.enter(late, one)
    for one in (first, second):
        room.enter(in_time, one)
    assert late == in_time


def test_a_correction_stops_where_a_recomputed_number_is_the_old_one() -> None:
    """Anna stays at the floor either way, Bo does not."""
    ledger = started((ANNA, 1000, 1), (BO, 1100, 1), (CARL, 1100, 1))
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO), "0-1"))
    room.enter(ledger, finished("b", (3, 4), (ANNA, CARL), "0-1"))
    room.enter(ledger, finished("c", (5, 6), (BO, CARL), "0-1"))
    of_anna, of_bo = (ledger.accounts[TournamentId(name)] for name in "bc")
    bo_in_c = numbers(ledger, "c", BO)
    room.amend(ledger, corrected("a", ANNA, BO, "0-½"), EventId("a:2"))
    assert ledger.accounts[TournamentId("b")] is of_anna
    assert ledger.accounts[TournamentId("c")] is not of_bo
    assert numbers(ledger, "c", BO) != bo_in_c


def test_a_change_reaches_a_tournament_that_began_after_it_though_the_one_between_swallowed_it() -> None:
    """The floor gives 1000 after the middle tournament either way, but the last began with the number before it."""
    ledger = started((ANNA, 1010, 1), (BO, 1010, 1), (CARL, 1010, 1))
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO), "½-½"))
    room.enter(ledger, finished("b", (1, 20), (ANNA, CARL), "0-1"))
    room.enter(ledger, finished("c", (10, 30), (ANNA, BO), "½-½"))
    assert numbers(ledger, "b", ANNA) == (1010, 1010, 1000)
    room.amend(ledger, corrected("a", ANNA, BO, "0-1"), EventId("a:2"))
    assert numbers(ledger, "b", ANNA) == (1010, 1000, 1000)
    assert numbers(ledger, "c", ANNA)[:2] == (1000, 1000)


def test_games_against_a_player_without_a_start_rating_are_rated_for_neither_side() -> None:
    ledger = started((ANNA, 1700, 1))
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO)))
    assert numbers(ledger, "a", ANNA) == (1700, 1700, 1700)
    assert numbers(ledger, "a", BO) == (None, None, None)
    assert recordable(ledger, ledger.accounts["a"].order) == {}


def test_a_start_rating_set_late_rates_his_games_since_its_day() -> None:
    ledger = started((ANNA, 1700, 1))
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO)))
    room.enter(ledger, finished("b", (3, 4), (ANNA, BO)))
    room.change(ledger, Start(BO, 1700, MAY + 3, EventId("bo:0")))
    assert numbers(ledger, "a", BO) == (None, None, None)
    assert numbers(ledger, "b", BO) == (1700, 1700, 1685)
    assert numbers(ledger, "b", ANNA) == (1700, 1700, 1715)


@pytest.mark.parametrize(
    ("rules", "code"), [("dsu-1907", RefusalCode.UNKNOWN_RULE_SET), ("fide", RefusalCode.UNKNOWN_RULE_SET)]
)
def test_a_tournament_that_cannot_be_rated_changes_no_number_and_the_season_goes_on(
    rules: str, code: RefusalCode
) -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO), rules=rules))
    room.enter(ledger, finished("b", (3, 4), (ANNA, BO)))
    problem = ledger.accounts[TournamentId("a")].problem
    assert problem is not None
    assert problem.code is code
    assert numbers(ledger, "a", ANNA) == (1700, 1700, 1700)
    assert numbers(ledger, "b", ANNA) == (1700, 1700, 1715)


def test_a_tournament_is_entered_once() -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO)))
    before = ledger.copy()
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO), "0-1"))
    assert ledger == before


def test_a_copy_goes_its_own_way() -> None:
    ledger = started(*ALL)
    room.enter(ledger, finished("a", (1, 2), (ANNA, BO)))
    copy = ledger.copy()
    room.amend(copy, corrected("a", ANNA, BO, "0-1"), EventId("a:2"))
    assert numbers(ledger, "a", ANNA) == (1700, 1700, 1715)
    assert numbers(copy, "a", ANNA) == (1700, 1700, 1685)


def test_everybody_met_everybody_only_if_each_pair_met_as_often() -> None:
    def group(*pairs: tuple[int, int]) -> Games:
        return by_columns(3, [Game(*pair, 1, 1) for pair in pairs])

    assert group((0, 1), (1, 2), (2, 0)).all_met
    assert group((0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)).all_met
    assert not group((0, 1), (1, 2)).all_met
    assert not group((0, 1), (1, 2), (0, 1)).all_met
    assert not group((0, 1), (1, 2), (2, 0), (0, 1), (0, 1), (0, 1)).all_met


def test_the_winners_share_the_first_place_byes_included() -> None:
    one = finished("a", (1, 2), (ANNA, BO))
    with_bye = Finished(
        tournament=one.tournament,
        rules=one.rules,
        starts=one.starts,
        ends=one.ends,
        players=one.players,
        byes=(0, 2),
        given=(None, None),
        encounters=one.encounters,
        completed=one.completed,
    )
    assert winners(one, one.event.columns) == {0}
    assert winners(with_bye, with_bye.event.columns) == {0, 1}
