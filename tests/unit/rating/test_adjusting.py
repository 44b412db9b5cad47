import datetime as dt

import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.rating import (
    AdjustRatings,
    CoordinateWithFide,
    FideNumber,
    ListLine,
    ListPublished,
    NumberChanged,
    Ratings,
    RatingsAdjusted,
    RatingsCoordinated,
    StartRatingSet,
    WhatIf,
)
from contracts.refusals import RefusalCode
from services import rating
from services.rating import view as room
from services.rules.loader import adjustment, load
from tests.support.facts import fact, view_of
from tests.support.rated import REGISTERED, match
from tests.support.story import Service, Story
from tests.support.summer import ANNA, BO, CARL, DORA

UPLIFT = RatingsAdjusted(
    adjustment="dsu-adjustment-2024",
    digest=adjustment("dsu-adjustment-2024").digest,
    federation="dsu",
    day=dt.date(2024, 6, 1),
)


def given(*book: EventData, world: tuple[EventData, ...] = ()) -> Story:
    return Service(rating).given(*book, known=view_of(rating, *REGISTERED, *book, *world))


def started(**numbers: int) -> tuple[EventData, ...]:
    return tuple(
        StartRatingSet(player=PlayerId(player), rating=number, rules="dsu-2007") for player, number in numbers.items()
    )


def numbers(*events: EventData, effective: str = "") -> dict[PlayerId, int]:
    day = dt.date.fromisoformat(effective) if effective else None
    answer = room.answer(view_of(rating, *REGISTERED, *events), Ratings(effective=day))
    return {one.player: one.rating for one in answer}


class TestTheUpliftOfJune2024:
    def test_is_decided_by_its_id_and_stands_on_its_day(self) -> None:
        given().when(AdjustRatings(adjustment="dsu-adjustment-2024")).then(UPLIFT)

    def test_is_made_once(self) -> None:
        given(UPLIFT).when(AdjustRatings(adjustment="dsu-adjustment-2024")).then()

    @pytest.mark.parametrize("name", ["dsu-2007", "dsu-adjustment-1907"])
    def test_of_another_name_is_refused(self, name: str) -> None:
        given().when(AdjustRatings(adjustment=name)).refused(RefusalCode.UNKNOWN_RULE_SET)

    def test_moves_everybody_below_2000_half_the_way_and_nobody_else(self) -> None:
        before = started(anna=1400, bo=1000, carl=1999, dora=2100)
        assert numbers(*before, UPLIFT) == {ANNA: 1700, BO: 1500, CARL: 2000, DORA: 2100}
        assert numbers(*before, UPLIFT, effective="2024-05-31") == {ANNA: 1400, BO: 1000, CARL: 1999, DORA: 2100}
        assert numbers(*before, UPLIFT, effective="2024-06-01")[ANNA] == 1700

    def test_a_number_given_afterwards_is_not_moved(self) -> None:
        late = StartRatingSet(player=ANNA, rating=1400, rules="dsu-2007", day=dt.date(2024, 6, 2))
        assert numbers(UPLIFT, late) == {ANNA: 1400}

    def test_an_event_under_way_keeps_its_start_ratings_and_its_gain_is_added_to_the_new_number(self) -> None:
        """Case D83: 1400, an event that expects from 1400 and brings +18, reported on 5 June: 1718."""
        under_way = match(ANNA, BO, "1-0", starts="2024-05-20", ends="2024-06-04")
        for world in ((UPLIFT, *under_way), (*under_way, UPLIFT)):
            view = view_of(rating, *REGISTERED, *started(anna=1400, bo=1332), *world)
            anna = room.tournament_changes(view, TournamentId("autumn"))[0]
            assert (anna.before, anna.after, anna.gain, anna.expected) == (1700, 1718, 1800, 60)

    def test_shows_its_difference_first_and_writes_nothing(self) -> None:
        view = view_of(rating, *REGISTERED, *started(anna=1400, dora=2100))
        (differ,) = room.answer(view, WhatIf(events=(fact(UPLIFT, 99).event,)))
        assert (differ.player, differ.was, differ.now, differ.day) == (ANNA, 1400, 1700, UPLIFT.day)
        assert differ.change is not None
        assert numbers(*started(anna=1400, dora=2100)) == {DORA: 2100, ANNA: 1400}

    def test_of_another_federation_leaves_the_register_alone(self) -> None:
        fide = RatingsAdjusted(adjustment="fide-adjustment-2024", digest="", federation="fide", day=dt.date(2024, 3, 1))
        view = view_of(rating, *REGISTERED, *started(anna=1400), fide)
        assert room.ratings(view, "dsu")[0].rating == 1400


DANES = started(anna=2300, bo=2245, carl=2110, dora=2400)
FIDE = (
    FideNumber(player=ANNA, rating=2260, games=31),
    FideNumber(player=BO, rating=2205, games=400),
    FideNumber(player=CARL, rating=2101, games=31),
    FideNumber(player=DORA, rating=2200, games=30),
)
COORDINATE = CoordinateWithFide(
    rules="dsu-2007",
    day=dt.date(2018, 8, 3),
    own_list=dt.date(2018, 6, 1),
    fide_list=dt.date(2018, 7, 1),
    players=FIDE,
)
COORDINATED = RatingsCoordinated(
    rules="dsu-2007",
    digest=load("dsu-2007").digest,
    day=COORDINATE.day,
    own_list=COORDINATE.own_list,
    fide_list=COORDINATE.fide_list,
    mean_own="6655/3",
    mean_fide="6566/3",
    compared=3,
    n=30,
    direction=-1,
    players=(ANNA, BO, CARL),
    changes=(
        NumberChanged(player=ANNA, before=2300, after=2270),
        NumberChanged(player=BO, before=2245, after=2216),
        NumberChanged(player=CARL, before=2110, after=2100),
    ),
)
"""Means 2218.33 and 2188.67: 29.67 apart, so N is 30, down; Dora has too few FIDE games (4.5.6)."""


def with_(**fields: object) -> CoordinateWithFide:
    given_ = {name: getattr(COORDINATE, name) for name in COORDINATE.__struct_fields__}
    return CoordinateWithFide(**{**given_, **fields})


class TestTheYearlyCoordination:
    def test_compares_the_strongest_and_moves_them_down_the_ladder(self) -> None:
        given(*DANES).when(COORDINATE).then(COORDINATED)

    def test_moves_the_numbers_from_its_day_on(self) -> None:
        moved = {ANNA: 2270, BO: 2216, CARL: 2100, DORA: 2400}
        assert numbers(*DANES, COORDINATED, effective="2018-08-03") == moved
        assert numbers(*DANES, COORDINATED, effective="2018-08-02")[ANNA] == 2300

    def test_compares_with_the_list_published_that_day_where_there_is_one(self) -> None:
        printed = ListPublished(
            list="june",
            federation="dsu",
            day=COORDINATE.own_list,
            rules="dsu-2007",
            digest="",
            sha256="",
            part=1,
            parts=1,
            lines=tuple(
                ListLine(player=player, rating=rating_, games=0)
                for player, rating_ in ((ANNA, 2260), (BO, 2205), (CARL, 2101))
            ),
        )
        (found,) = given(*DANES, world=(printed,)).decided(COORDINATE)
        assert isinstance(found, RatingsCoordinated)
        assert (found.n, found.direction, found.players, found.changes) == (0, 0, (), ())

    def test_is_made_once_a_year(self) -> None:
        given(*DANES, COORDINATED).when(with_(day=dt.date(2018, 8, 4))).refused(RefusalCode.ALREADY_EXISTS)

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"day": dt.date(2018, 8, 16)}, RefusalCode.INVALID_DATES),
            ({"day": dt.date(2019, 8, 3)}, RefusalCode.INVALID_DATES),
            ({"own_list": dt.date(2018, 5, 1)}, RefusalCode.INVALID_DATES),
            ({"fide_list": dt.date(2017, 7, 1)}, RefusalCode.INVALID_DATES),
            ({"players": FIDE[3:]}, RefusalCode.INCOMPLETE),
            ({"players": (*FIDE, FIDE[0])}, RefusalCode.INVALID_PAYLOAD),
            ({"rules": "fide-2024"}, RefusalCode.UNKNOWN_RULE_SET),
        ],
    )
    def test_that_the_rule_does_not_allow_is_refused(self, fields: dict[str, object], code: RefusalCode) -> None:
        given(*DANES).when(with_(**fields)).refused(code)

    def test_is_no_rated_result(self) -> None:
        """Neither a limit of K is corrected for, nor a game counted."""
        view = view_of(rating, *REGISTERED, *DANES, COORDINATED)
        assert {one.games for one in room.ratings(view)} == {0}
