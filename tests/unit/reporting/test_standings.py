import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem, PlayerEntered, PlayerWithdrawn, Title
from contracts.reporting import Crosstable, CurrentCrosstable, CurrentStandings, Standings
from services import reporting
from services.reporting import view as room
from services.reporting.standings import standings
from tests.support import open137
from tests.support.facts import fact, view_of
from tests.support.open137 import OPEN
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, STARTED, SUMMER, reported

EVA = PlayerId("eva")
PLAYED = (
    *STARTED,
    reported(1, ANNA, CARL, "1-0"),
    reported(1, DORA, BO, "½-½"),
    ROUND_2,
    reported(2, BO, ANNA, "0-1"),
    reported(2, CARL, DORA, "1-0"),
)
ROUND_1_PLAYED = PLAYED[: len(STARTED) + 2]


def table(*events: EventData, after: int | None = None) -> Standings:
    view = view_of(reporting, *events)
    found: Standings = room.answer(view, CurrentStandings(tournament=SUMMER, after_round=after))
    return found


def lines(found: Standings) -> list[tuple[int, str, int, int, int]]:
    return [(one.rank, one.player, one.points, one.buchholz, one.sonneborn_berger) for one in found.rows]


def test_points_then_buchholz_then_sonneborn_berger() -> None:
    assert lines(table(*PLAYED)) == [(1, ANNA, 4, 3, 6), (2, CARL, 2, 5, 2), (3, BO, 1, 5, 1), (4, DORA, 1, 3, 1)]


def test_before_the_first_round_everybody_entered_shares_the_first_rank() -> None:
    assert lines(table(ANNOUNCED, *ENTRIES)) == [(1, player, 0, 0, 0) for player in (ANNA, BO, CARL, DORA)]


def test_an_unfinished_game_contributes_nothing_and_the_table_is_provisional() -> None:
    found = table(*STARTED, reported(1, ANNA, CARL, "1-0"))
    assert found.provisional
    assert lines(found) == [(1, ANNA, 2, 0, 0), (2, CARL, 0, 2, 0), (3, BO, 0, 0, 0), (3, DORA, 0, 0, 0)]


def test_a_table_without_open_boards_is_not_provisional() -> None:
    assert not table(*PLAYED).provisional
    assert not table(*PLAYED[:-1], after=1).provisional


def test_a_table_after_a_round_knows_nothing_of_later_ones() -> None:
    then = table(*ROUND_1_PLAYED)
    assert then.after_round == 1
    assert table(*PLAYED, after=1) == then


def test_a_late_entrant_is_in_no_earlier_table_and_who_withdrew_stays_in_his() -> None:
    eva = PlayerEntered(
        tournament=SUMMER, player=EVA, name="Eva", federation="DEN", title=Title.NONE, start_number=5, rating=None
    )
    gone = PlayerWithdrawn(tournament=SUMMER, player=DORA, after_round=1, reason="ill")
    second = RoundPublished(
        tournament=SUMMER,
        round=2,
        boards=(Board(number=1, white=BO, black=ANNA), Board(number=2, white=CARL, black=EVA)),
        byes=(),
    )
    events = (*ROUND_1_PLAYED, eva, gone, second)
    assert table(*events, after=1) == table(*ROUND_1_PLAYED)
    assert table(*events, after=0) == table(*ROUND_1_PLAYED, after=0)
    assert {one.player for one in table(*events).rows} == {ANNA, BO, CARL, DORA, EVA}


def test_a_bye_is_worth_what_the_announcement_says() -> None:
    half = msgspec.structs.replace(ANNOUNCED, bye_points=HalfPoints(1))
    round_1 = RoundPublished(
        tournament=SUMMER,
        round=1,
        boards=(Board(number=1, white=ANNA, black=CARL),),
        byes=(Bye(player=BO, kind=ByeKind.PAIRING_ALLOCATED), Bye(player=DORA, kind=ByeKind.ZERO_POINT)),
    )
    found = table(half, *ENTRIES, round_1, reported(1, ANNA, CARL, "½-½"))
    assert {one.player: one.points for one in found.rows} == {ANNA: 1, BO: 1, CARL: 1, DORA: 0}


def test_an_all_play_all_is_ranked_by_sonneborn_berger_and_not_by_buchholz() -> None:
    events = (
        *ENTRIES,
        ROUND_1,
        reported(1, ANNA, CARL, "0-1"),
        reported(1, DORA, BO, "½-½"),
        ROUND_2,
        reported(2, BO, ANNA, "0-1"),
        reported(2, CARL, DORA, "½-½"),
    )
    berger = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.BERGER)
    assert lines(table(berger, *events)) == [
        (1, CARL, 3, 4, 6),
        (2, DORA, 2, 4, 4),
        (3, ANNA, 2, 4, 2),
        (4, BO, 1, 4, 2),
    ]


@pytest.mark.parametrize(
    ("ends", "edition"),
    [
        ("2018-04-15", "seeds-own"),
        ("2024-09-01", "fide-c07-2024-08-01"),
        ("2026-03-01", "fide-c07-2026-03-01"),
    ],
)
def test_the_edition_follows_from_the_last_day(ends: str, edition: str) -> None:
    dated = msgspec.convert({**msgspec.to_builtins(ANNOUNCED), "ends": ends}, type(ANNOUNCED))
    assert table(dated, *ENTRIES).edition == edition


def test_a_round_that_is_not_published_has_no_table() -> None:
    with pytest.raises(Refused) as caught:
        table(*PLAYED, after=3)
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_ROUND


def test_a_tournament_nobody_announced_has_no_table() -> None:
    with pytest.raises(Refused) as caught:
        table()
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_TOURNAMENT


def test_the_crosstable_says_who_met_whom_with_which_colour_and_result() -> None:
    view = view_of(reporting, *ROUND_1_PLAYED, ROUND_2)
    found: Crosstable = room.answer(view, CurrentCrosstable(tournament=SUMMER))
    points = [(row.start_number, row.player, row.points) for row in found.rows]
    assert points == [(1, ANNA, 2), (2, BO, 1), (3, CARL, 0), (4, DORA, 1)]
    cells = [(cell.opponent, cell.colour, cell.points, cell.code) for cell in found.rows[1].cells]
    assert cells == [(4, "b", 1, "="), (1, "w", 0, "")]


class TestARealTournament:
    view = view_of(reporting, *open137.story())

    def test_everybody_has_the_points_the_report_prints(self) -> None:
        found: Standings = room.answer(self.view, CurrentStandings(tournament=OPEN))
        printed = {open137.player(one.number): one.points for one in open137.trf().players}
        assert {one.player: one.points for one in found.rows} == printed
        assert len(found.rows) == 137

    def test_the_first_is_the_one_the_report_prints_first(self) -> None:
        found: Standings = room.answer(self.view, CurrentStandings(tournament=OPEN))
        first = next(one.number for one in open137.trf().players if one.rank == 1)
        assert found.rows[0].player == open137.player(first)

    def test_what_is_kept_between_results_changes_no_table(self) -> None:
        view = view_of(reporting, open137.announced(), *open137.entries())
        for number in range(1, 8):
            for sequence, event in enumerate(open137.round_of(number), start=1):
                view = room.apply(view, fact(event, sequence))
                if sequence % 17 == 0:
                    assert room.current_standings(view, OPEN) == standings(view.tournaments[OPEN])
            for after in range(number + 1):
                assert room.current_standings(view, OPEN, after) == standings(view.tournaments[OPEN], after)
