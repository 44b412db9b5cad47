import datetime as dt
from pathlib import Path

import msgspec

from contracts.ids import PlayerId, TournamentId
from contracts.points import HalfPoints
from contracts.rating import RatingChange, Recalculation
from contracts.reporting import Moved, Standing, Standings
from services.chess import trf
from services.cli.demo.promises import percentile, points_as_printed, ratings_as_forecast, table_as_forecast
from services.cli.results import Difference

SUMMER = TournamentId("summer")
EVENT = trf.read((Path(__file__).parents[2] / "data" / "trf" / "summer-open-137p-7r.trf").read_text(encoding="utf-8"))


def line(number: int, points: int) -> Standing:
    return Standing(
        rank=1,
        player=PlayerId(f"p{number}"),
        name="",
        start_number=number,
        rating=None,
        points=HalfPoints(points),
        buchholz=0,
        sonneborn_berger=0,
    )


def table(*rows: Standing) -> Standings:
    return Standings(
        tournament=SUMMER, name="", after_round=7, rounds=7, provisional=False, edition="", rows=tuple(rows)
    )


def test_points_that_differ_from_the_printed_ones_break_the_promise() -> None:
    rows = [line(one.number, one.points or 0) for one in EVENT.players]
    assert points_as_printed(EVENT, table(*rows)).kept
    assert not points_as_printed(EVENT, table(*rows[1:])).kept
    assert not points_as_printed(EVENT, table(*rows[1:], line(1, 14))).kept


def test_a_table_that_is_not_what_the_what_if_said_breaks_the_promise() -> None:
    moved = Moved(tournament=SUMMER, was=line(1, 4), now=line(1, 3))
    said = Difference(events=(), standings=[moved], ratings=[])
    before, after = table(line(1, 4), line(2, 4)), table(line(2, 4), line(1, 3))
    assert table_as_forecast(said, before, after).kept
    assert not table_as_forecast(said, before, before).kept
    assert not table_as_forecast(said, before, table(line(2, 5), line(1, 3))).kept
    assert not table_as_forecast(msgspec.structs.replace(said, standings=[]), before, before).kept


def test_ratings_that_are_not_what_the_what_if_said_break_the_promise() -> None:
    said = Difference(
        events=(),
        standings=[],
        ratings=[
            Recalculation(
                player=PlayerId("p1"),
                federation="dsu",
                day=dt.date(2018, 4, 15),
                tournament=SUMMER,
                was=1700,
                now=1690,
            )
        ],
    )

    def rated(after: int) -> RatingChange:
        return RatingChange(player=PlayerId("p1"), before=1700, after=after, games=1, score=0, expected=50, gain=0)

    assert ratings_as_forecast(said, SUMMER, [rated(1690)]).kept
    assert not ratings_as_forecast(said, SUMMER, [rated(1700)]).kept
    assert not ratings_as_forecast(said, SUMMER, []).kept
    assert not ratings_as_forecast(msgspec.structs.replace(said, ratings=[]), SUMMER, [rated(1690)]).kept


def test_percentiles_lie_between_the_least_and_the_most() -> None:
    values = [float(number) for number in range(101)]
    assert (percentile(values, 50), percentile(values, 99)) == (50.0, 99.0)
    assert percentile([1.0, 2.0], 50) == 1.5
