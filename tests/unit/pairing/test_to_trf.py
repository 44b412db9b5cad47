import datetime as dt

import msgspec
import pytest

from contracts.arrangements import ByePolicy
from contracts.messages import EventData
from contracts.pairing import LotsDrawn, PairingForbidden, PairingOptionsSet
from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from contracts.results import ReplayReported
from services.chess import trf
from services.chess.colours import Colour
from services.chess.trf import Forbidden, Trf, TrfBye, TrfRound
from services.pairing import from_trf
from services.pairing.request import request
from services.pairing.state import Running
from services.pairing.to_trf import report
from tests.support.summer import SUMMER
from tests.unit.pairing.swiss import DUTCH, MONRAD, bye, entered, folded, opened, p, published, reported, withdrawn
from tests.unit.pairing.test_arrange import granted

PLAYED = (
    *opened(msgspec.structs.replace(DUTCH, rounds=7), 5),
    published(1, (1, 3), (4, 2), byes=[bye(5)]),
    reported(1, 1, 3, "1-0"),
    reported(1, 4, 2, "0-1F"),
)
SECOND = published(2, (5, 1), (2, 3), byes=[bye(4, ByeKind.HALF_POINT)])


def written(*events: EventData, after_round: int | None = None) -> Trf:
    """The file as another program would read it."""
    state = folded(*events)
    assert isinstance(state, Running)
    return trf.read(trf.write(report(state.tournament, state.desk, after_round)))


def rounds(file: Trf, number: int) -> tuple[TrfRound, ...]:
    return next(player.rounds for player in file.players if player.number == number)


def test_a_round_is_written_as_it_was_played() -> None:
    file = written(*PLAYED)
    assert (file.name, file.city, file.start, file.rounds) == ("Summer Open", "Rundby", "2026-04-08", 7)
    assert rounds(file, 1) == (TrfRound(opponent=3, colour=Colour.WHITE, code="1"),)
    assert rounds(file, 2) == (TrfRound(opponent=4, colour=Colour.BLACK, code="+"),)
    assert rounds(file, 5) == (TrfRound(code="U"),)
    assert file.initial_colour is Colour.WHITE


def test_a_round_under_way_has_games_without_a_result() -> None:
    file = written(*PLAYED, SECOND)
    assert rounds(file, 5)[1] == TrfRound(opponent=1, colour=Colour.WHITE)
    assert rounds(file, 4)[1] == TrfRound(code="H")


def test_any_round_can_be_had() -> None:
    assert written(*PLAYED, SECOND, after_round=1) == written(*PLAYED)
    assert written(*PLAYED, after_round=0).columns == 0
    with pytest.raises(Refused) as caught:
        written(*PLAYED, after_round=2)
    assert caught.value.refusal.code is RefusalCode.UNKNOWN_ROUND


def test_who_withdrew_is_absent_in_every_round_after_and_in_none_before() -> None:
    """Case 37 from practice: the absence stood in the wrong round, and he was back."""
    later = [published(number, (1, 2), (3, 4), byes=[bye(5)]) for number in (2, 3)]
    file = written(*PLAYED, *later, withdrawn(4, 3))
    assert [cell.code for cell in rounds(file, 4)[3:]] == ["Z"] * 4
    assert all(cell.opponent for cell in rounds(file, 4)[:3])


def test_who_came_late_has_missed_the_rounds_before() -> None:
    assert rounds(written(*PLAYED, entered(6)), 6) == (TrfRound(code="Z"),)


def test_what_is_arranged_goes_with_it() -> None:
    arranged = (
        LotsDrawn(tournament=SUMMER, numbers=(), initial_colour="b", order=(), round=1),
        PairingForbidden(tournament=SUMMER, first=p(4), second=p(1), first_round=2, last_round=3, reason="brothers"),
        granted(3, 2),
    )
    file = written(*PLAYED, *arranged)
    assert file.initial_colour is Colour.BLACK
    assert file.forbidden == (Forbidden(numbers=(1, 4), first=2, last=3),)
    assert file.byes == (TrfBye(number=3, round=2, code="H"),)


def test_virtual_points_are_those_of_the_rounds_so_far() -> None:
    fast = PairingOptionsSet(
        tournament=SUMMER, options={}, acceleration="baku", byes=ByePolicy(), reason="", warnings=()
    )
    file = written(PLAYED[0], fast, *PLAYED[1:])
    assert {one.number: one.points for one in file.acceleration} == dict.fromkeys(range(1, 5), (2, 2))


def test_an_encounter_is_written_with_its_winner() -> None:
    cup = msgspec.structs.replace(DUTCH, system=PairingSystem.KNOCK_OUT)
    drawn = (*opened(cup, 4), published(1, (4, 1), (3, 2)), reported(1, 4, 1, "½-½"))
    won = ReplayReported(tournament=SUMMER, round=1, white=p(4), black=p(1), game=2, result=Result.WHITE_WINS)
    assert [rounds(written(*drawn, *extra), 1)[0].code for extra in ((), (won,))] == ["=", "1"]


def test_a_tournament_without_players_has_no_file() -> None:
    with pytest.raises(Refused) as caught:
        written(DUTCH)
    assert caught.value.refusal.code is RefusalCode.INCOMPLETE


@pytest.mark.parametrize("announced", [DUTCH, MONRAD])
def test_a_file_asks_for_the_round_that_the_events_ask_for(announced: EventData) -> None:
    arranged = (
        LotsDrawn(tournament=SUMMER, numbers=(), initial_colour="w", order=(), round=1),
        PairingForbidden(tournament=SUMMER, first=p(2), second=p(5), first_round=1, last_round=None, reason="club"),
        granted(3, 2),
    )
    events = (announced, *PLAYED[1:], *arranged, entered(6))
    state = folded(*events)
    assert isinstance(state, Running)
    asked = request(state.tournament, 2, state.desk)
    read = from_trf.request(written(*events), 2)
    late = msgspec.structs.replace(read.contestants[5], past=asked.contestants[5].past)
    assert read.contestants[5].past[0].bye is ByeKind.ZERO_POINT
    assert msgspec.structs.replace(read, contestants=(*read.contestants[:5], late)) == asked


def test_dates_of_rounds_are_written() -> None:
    days = tuple(dt.date(2026, 4, day) for day in (8, 9, 10, 11))
    file = written(msgspec.structs.replace(DUTCH, round_dates=days), entered(1))
    assert file.round_dates == tuple(day.isoformat() for day in days)


def test_a_name_longer_than_its_column_is_cut_to_it() -> None:
    long = msgspec.structs.replace(entered(6), name="Player Whose Name Is Longer Than Any Column")
    names = [player.name for player in written(*opened(DUTCH, 5), long).players]
    assert names[-1] == "Player Whose Name Is Longer Than"
