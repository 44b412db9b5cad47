"""A Swedish adjourned game counts in the period in which it is finished. Two equals: a win is 16 (table A)."""

import datetime as dt

import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Board, RoundPublished
from contracts.points import Result
from contracts.rating import Explain, StartRatingSet
from contracts.results import EVERYTHING, GameFinishedLate, GameReported, ResultCorrected, TournamentCompleted
from services import rating as service
from services.rating import view as room
from tests.support.facts import view_of
from tests.support.rated import REGISTERED
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, SUMMER

PAIRS = ((ANNA, BO), (CARL, DORA))
GIVEN: tuple[EventData, ...] = tuple(
    StartRatingSet(player=player, rating=1500, day=dt.date(2009, 9, 1)) for player in (ANNA, BO, CARL, DORA)
)
DATES = ("2009-12-13", "2009-12-20")


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def played(*dates: str, ends: str, late: str = "", rules: str = "ssf-2002") -> tuple[EventData, ...]:
    """Two rounds of the same two boards, White wins each; that of Anna in the second is finished on the day `late`."""
    announced = msgspec.structs.replace(
        ANNOUNCED,
        rounds=2,
        starts=day("2009-12-13"),
        ends=day(ends),
        round_dates=tuple(map(day, dates)),
        rating_rules=rules,
    )
    rounds: list[EventData] = []
    for number in (1, 2):
        boards = tuple(Board(number=place, white=one, black=two) for place, (one, two) in enumerate(PAIRS, start=1))
        rounds += [
            RoundPublished(tournament=SUMMER, round=number, boards=boards, byes=()),
            *(
                GameReported(tournament=SUMMER, round=number, white=one, black=two, result=Result("1-0"))
                for one, two in PAIRS
            ),
        ]
    told = (GameFinishedLate(tournament=SUMMER, round=2, white=ANNA, black=BO, day=day(late)),) if late else ()
    return (*REGISTERED, *GIVEN, announced, *ENTRIES, *rounds, *told, TournamentCompleted(tournament=SUMMER, rounds=2))


def numbers(player: PlayerId, *events: EventData) -> tuple[int, ...]:
    """Give a player's number on 1 January, 1 May and 1 September 2010, for as long as it is known by then."""
    view = view_of(service, *events)
    on = ("2010-01-01", "2010-05-01", "2010-09-01")
    return tuple(
        next(one.rating for one in room.ratings(view, "", day(one_day), None) if one.player == player) for one_day in on
    )


def games(*events: EventData) -> dict[str, int]:
    """Give how many of Anna's games are rated in each part of the tournament, by the list that takes it."""
    (ledger,) = (one for name, one in view_of(service, *events).registers.ledgers.items() if name)
    return {
        dt.date.fromordinal(one.order.day).isoformat(): one.rated[0].games
        for one in ledger.accounts.values()
        if one.players[0] == ANNA
    }


def test_a_game_finished_after_the_turn_counts_in_the_period_of_that_day() -> None:
    late = played(*DATES, ends="2010-01-10", late="2010-01-10")
    assert games(*late) == {"2010-01-01": 1, "2010-05-01": 1}
    assert numbers(ANNA, *late) == (1516, 1531, 1531)
    assert numbers(CARL, *late) == (1532, 1532, 1532)


def test_it_is_rated_from_the_numbers_of_that_period() -> None:
    """From 1516 and 1484 on 1 January, 32 apart: the better one wins 15."""
    assert numbers(BO, *played(*DATES, ends="2010-01-10", late="2010-01-10")) == (1484, 1469, 1469)


def test_a_game_finished_in_the_same_period_counts_as_it_would_have_in_its_round() -> None:
    for late in ("", "2009-12-30"):
        assert games(*played(*DATES, ends="2010-01-10", late=late)) == {"2010-01-01": 2}


def test_of_an_event_split_at_the_turn_it_goes_with_the_games_of_its_period() -> None:
    split = ("2009-12-20", "2010-01-03")
    assert games(*played(*split, ends="2010-01-10")) == {"2010-01-01": 1, "2010-05-01": 1}
    assert games(*played(*split, ends="2010-06-10", late="2010-06-10")) == {
        "2010-01-01": 1,
        "2010-05-01": 0,
        "2010-09-01": 1,
    }
    late = msgspec.structs.replace(_late(1), day=day("2010-01-02"))
    first = played(*split, ends="2010-01-10")
    assert games(*first[:-1], late, first[-1]) == {"2010-01-01": 0, "2010-05-01": 2}


def test_of_an_event_with_a_round_a_day_across_the_turn_it_goes_with_the_event() -> None:
    assert games(*played("2009-12-31", "2010-01-01", ends="2010-01-10", late="2010-01-10")) == {"2010-01-01": 2}


def test_without_the_days_of_its_rounds_an_event_goes_whole_into_its_number() -> None:
    assert games(*played(ends="2010-01-10", late="2010-01-10")) == {"2010-01-01": 2}


def test_the_day_told_last_stands() -> None:
    first = played(*DATES, ends="2010-01-10", late="2010-01-10")
    moved = msgspec.structs.replace(_late(2), day=day("2009-12-30"))
    assert games(*first[:-1], moved, first[-1]) == {"2010-01-01": 2}


def test_a_correction_of_it_and_of_another_game_of_its_round_finds_each() -> None:
    late = played(*DATES, ends="2010-01-10", late="2010-01-10")
    for white, black, expected in ((ANNA, BO, (1516, 1499, 1499)), (CARL, DORA, (1500, 1500, 1500))):
        correction = ResultCorrected(
            tournament=SUMMER,
            round=2,
            white=white,
            black=black,
            was=Result("1-0"),
            result=Result("0-1"),
            scope=EVERYTHING,
            reason="score sheets",
        )
        assert numbers(white, *late, correction) == expected
        assert room.ratings(view_of(service, *late, correction), "", day("2010-09-01"), None) == room.ratings(
            view_of(service, *late[:-1], correction, late[-1]), "", day("2010-09-01"), None
        )


def test_an_explanation_names_the_event_that_told_the_day() -> None:
    late = played(*DATES, ends="2010-01-10", late="2010-01-10")
    told = room.answer(view_of(service, *late), Explain(player=ANNA, tournament=SUMMER))
    assert [one.effective for one in told] == [day("2009-12-20"), day("2010-01-10")]
    place = late.index(_late(2)) + 1
    assert [f"command-{place}:0" in one.events for one in told] == [False, True]


@pytest.mark.parametrize("rules", ["dsu-2007", "fide-2000"])
def test_other_rules_do_not_ask_for_the_day(rules: str) -> None:
    late, in_time = (
        view_of(service, *played(*DATES, ends="2010-01-10", late=one, rules=rules)) for one in ("2010-01-10", "")
    )
    assert room.ratings(late, "", None, None) == room.ratings(in_time, "", None, None)


def _late(number: int) -> GameFinishedLate:
    return GameFinishedLate(tournament=SUMMER, round=number, white=ANNA, black=BO, day=day("2010-01-10"))
