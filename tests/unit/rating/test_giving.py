import datetime as dt

import msgspec
import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.points import DRAW, LOSS, WIN
from contracts.rating import (
    Basis,
    ForeignEventReported,
    ForeignGame,
    Ratings,
    ReportForeignEvent,
    SetStartRating,
    StartRatingSet,
)
from contracts.refusals import RefusalCode
from contracts.registration import PlayerRegistered, PlayersMerged
from services import rating
from services.rating import view as room
from tests.support.facts import view_of
from tests.support.rated import AUTUMN, REGISTERED, STARTS, match
from tests.support.story import Service, Story
from tests.support.summer import ANNA, BO

COMMITTEE = {"proposed_by": "rating_committee", "approved_by": "playing_committee_chair"}


def given(*book: EventData, world: tuple[EventData, ...] = ()) -> Story:
    return Service(rating).given(*book, known=view_of(rating, *REGISTERED, *book, *world))


def number(value: int, **fields: object) -> SetStartRating:
    return SetStartRating(player=ANNA, rating=value, rules="dsu-2007", **fields)  # type: ignore[arg-type]  # fields of the command


class TestAnApprovedStartRating:
    def test_stands_with_who_proposed_and_who_approved_it(self) -> None:
        given().when(number(2050, **COMMITTEE)).then(
            StartRatingSet(
                player=ANNA,
                rating=2050,
                rules="dsu-2007",
                proposed_by="rating_committee",
                approved_by="playing_committee_chair",
            )
        )

    @pytest.mark.parametrize(
        ("value", "by"),
        [
            (2050, {"proposed_by": "club_chair", "approved_by": "playing_committee_chair"}),
            (2050, {"proposed_by": "rating_committee"}),
            (1850, {"proposed_by": "club_chair"}),
            (1750, {"proposed_by": "club_chair"}),
            (1650, {"proposed_by": "organiser"}),
        ],
    )
    def test_that_may_not_be_given_so_is_refused_with_its_section(self, value: int, by: dict[str, str]) -> None:
        assert given().when(number(value, **by)).refused(RefusalCode.INVALID_RATING).rule == "4.5.5.1"

    def test_of_somebody_who_is_nobody_is_refused(self) -> None:
        given().when(number(1600, proposed_by="janitor")).refused(RefusalCode.INVALID_PAYLOAD)

    def test_of_a_merged_player_is_refused(self) -> None:
        merged = PlayersMerged(player=ANNA, into=BO, reason="one person")
        given(world=(merged,)).when(number(1600)).refused(RefusalCode.WRONG_STATUS)

    def test_in_one_register_says_nothing_of_another(self) -> None:
        book = (StartRatingSet(player=ANNA, rating=1900, rules="dsu-2007"),)
        fide = SetStartRating(player=ANNA, rating=2000, rules="fide-2024")
        given(*book).when(fide).then(StartRatingSet(player=ANNA, rating=2000, rules="fide-2024"))
        given(*book).when(number(1900)).then()
        given(*book).when(number(1901)).refused(RefusalCode.ALREADY_EXISTS)


class TestAFirstNumber:
    imported = StartRatingSet(player=ANNA, rating=1900)
    approved = StartRatingSet(player=ANNA, rating=1850, rules="dsu-2007")
    elsewhere = StartRatingSet(player=BO, rating=2000, rules="fide-2024")

    def ratings(self, federation: str, *events: EventData) -> dict[str, int]:
        view = view_of(rating, *REGISTERED, *events)
        return {one.player: one.rating for one in room.answer(view, Ratings(federation=federation))}

    def test_is_refused_for_who_has_one_from_elsewhere_in_the_register_it_is_for(self) -> None:
        refusal = given(self.imported).when(number(1850)).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.details == {"rating": 1900, "offered": 1850}

    def test_from_elsewhere_is_refused_for_who_has_one_in_every_register(self) -> None:
        anything = SetStartRating(player=ANNA, rating=1700)
        given(self.approved).when(anything).refused(RefusalCode.ALREADY_EXISTS)
        given(self.approved, self.elsewhere).when(anything).then(StartRatingSet(player=ANNA, rating=1700))

    def test_from_elsewhere_counts_only_where_he_has_none_yet(self) -> None:
        events = (self.approved, self.elsewhere, StartRatingSet(player=ANNA, rating=1700))
        assert self.ratings("dsu", *events)[ANNA] == 1850
        assert self.ratings("fide", *events)[ANNA] == 1700

    def test_before_the_day_of_the_one_he_has_is_his_first(self) -> None:
        early = SetStartRating(player=ANNA, rating=1500, rules="dsu-2007", day=dt.date(2010, 1, 1))
        (first,) = given(self.imported).decided(early)
        assert self.ratings("dsu", self.imported, first)[ANNA] == 1500


class TestABeginner:
    """Under SSF's rules 1300 from about 15 years on, a younger one less than 1200."""

    def beginner(self, value: int, **changes: object) -> SetStartRating:
        fields = {"rules": "ssf-2002", "day": dt.date(2010, 5, 1), "basis": Basis.BEGINNER, **changes}
        return SetStartRating(player=ANNA, rating=value, **fields)  # type: ignore[arg-type]  # fields of the command

    def story(self, born: int | None) -> Story:
        anna = PlayerRegistered(player=ANNA, name="Anna", federation="SWE", born=born)
        return Service(rating).given(known=view_of(rating, anna))

    @pytest.mark.parametrize(("born", "value"), [(1995, 1300), (1996, 1199), (1996, 800)])
    def test_gets_a_number_by_his_age(self, born: int, value: int) -> None:
        (given_,) = self.story(born).decided(self.beginner(value))
        assert isinstance(given_, StartRatingSet)
        assert (given_.rating, given_.basis) == (value, Basis.BEGINNER)

    @pytest.mark.parametrize(("born", "value"), [(1995, 1299), (1996, 1200), (1996, 799)])
    def test_gets_no_other_number(self, born: int, value: int) -> None:
        assert self.story(born).when(self.beginner(value)).refused(RefusalCode.INVALID_RATING).rule == "Startrating"

    def test_of_an_unknown_age_gets_none(self) -> None:
        self.story(None).when(self.beginner(1300)).refused(RefusalCode.INCOMPLETE)

    @pytest.mark.parametrize("changes", [{"day": None}, {"rules": "dsu-2007"}, {"rules": ""}])
    def test_is_one_under_swedish_rules_on_a_day(self, changes: dict[str, object]) -> None:
        self.story(1995).when(self.beginner(1300, **changes)).refused(RefusalCode.INVALID_PAYLOAD)


class TestANumberGivenAnew:
    """Anna's last rated event ended on 2 October 2018."""

    book = STARTS
    played = match(ANNA, BO, "1-0")

    def told(self, basis: Basis, day: str, *, rules: str = "dsu-2007") -> SetStartRating:
        return SetStartRating(player=ANNA, rating=1500, rules=rules, day=dt.date.fromisoformat(day), basis=basis)

    @pytest.mark.parametrize(
        ("basis", "day"),
        [(Basis.PROPOSED_ANEW, "2020-04-03"), (Basis.AFRESH, "2023-10-03"), (Basis.ASSESSED, "2018-11-01")],
    )
    def test_after_a_pause_that_is_long_enough_is_given(self, basis: Basis, day: str) -> None:
        given(*self.book, world=self.played).when(self.told(basis, day)).then(
            StartRatingSet(player=ANNA, rating=1500, rules="dsu-2007", day=dt.date.fromisoformat(day), basis=basis)
        )

    @pytest.mark.parametrize(
        ("value", "by", "approved"),
        [
            (1500, "club_chair", "rating_committee"),
            (1850, "club_chair", "rating_committee"),
            (2050, "rating_committee", "playing_committee_chair"),
        ],
    )
    def test_proposed_anew_needs_the_committees_approval(self, value: int, by: str, approved: str) -> None:
        told = msgspec.structs.replace(self.told(Basis.PROPOSED_ANEW, "2020-04-03"), rating=value, proposed_by=by)
        story = given(*self.book, world=self.played)
        (event,) = story.decided(msgspec.structs.replace(told, approved_by=approved))
        assert isinstance(event, StartRatingSet)
        for other in ("", "region_chair"):
            refusal = story.when(msgspec.structs.replace(told, approved_by=other)).refused(RefusalCode.INVALID_RATING)
            assert refusal.message == f"{value} needs the approval of {approved}"

    @pytest.mark.parametrize(("basis", "day"), [(Basis.PROPOSED_ANEW, "2020-04-02"), (Basis.AFRESH, "2023-10-02")])
    def test_after_a_shorter_one_is_refused_with_the_last_day(self, basis: Basis, day: str) -> None:
        refusal = given(*self.book, world=self.played).when(self.told(basis, day)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"last": dt.date(2018, 10, 2)}

    def test_without_rules_or_day_is_refused(self) -> None:
        given(*self.book).when(SetStartRating(player=ANNA, rating=1500, basis=Basis.AFRESH)).refused(
            RefusalCode.INVALID_PAYLOAD
        )

    def test_of_a_player_without_a_number_is_refused(self) -> None:
        given().when(self.told(Basis.AFRESH, "2023-10-03")).refused(RefusalCode.WRONG_STATUS)

    def test_counts_from_its_day_on(self) -> None:
        anew = StartRatingSet(
            player=ANNA, rating=1500, rules="dsu-2007", day=dt.date(2020, 4, 3), basis=Basis.PROPOSED_ANEW
        )
        view = view_of(rating, *REGISTERED, *STARTS, *self.played, anew)
        by_day = {
            day: {one.player: one.rating for one in room.answer(view, Ratings(effective=dt.date.fromisoformat(day)))}[
                ANNA
            ]
            for day in ("2018-10-02", "2018-10-03", "2020-04-02", "2020-04-03")
        }
        assert by_day == {"2018-10-02": 1900, "2018-10-03": 1911, "2020-04-02": 1911, "2020-04-03": 1500}


OSLO = ReportForeignEvent(
    event=TournamentId("oslo"),
    player=ANNA,
    name="Oslo Open",
    starts=dt.date(2018, 8, 20),
    ends=dt.date(2018, 8, 27),
    reported=dt.date(2018, 9, 2),
    rules="dsu",
    games=(
        ForeignGame(opponent=1900, score=WIN),
        ForeignGame(opponent=2000, score=DRAW),
        ForeignGame(opponent=1800, score=LOSS),
    ),
)
REPORTED = ForeignEventReported(**msgspec.structs.asdict(OSLO))


class TestAnEventAbroad:
    def test_is_reported(self) -> None:
        given(*STARTS).when(OSLO).then(REPORTED)

    def test_the_same_again_changes_nothing(self) -> None:
        given(*STARTS, REPORTED).when(OSLO).then()

    def test_is_rated_for_the_player_alone_on_the_day_it_was_reported(self) -> None:
        """1900 against 1900, 2000, 1800: We 0.50 + 0.36 + 0.64 = 1.50, so 1½ of 3 changes nothing."""
        view = view_of(rating, *REGISTERED, *STARTS, REPORTED)
        (change,) = room.tournament_changes(view, OSLO.event)
        assert (change.player, change.games, change.score, change.expected) == (ANNA, 3, 3, 150)
        assert (change.before, change.after) == (1900, 1900)

    def test_counts_from_the_number_he_has_when_it_is_reported(self) -> None:
        """DSU 4.5.4.1: the match ended after the event abroad, but before it was reported."""
        between = match(ANNA, BO, "1-0", starts="2018-08-25", ends="2018-08-26")
        view = view_of(rating, *REGISTERED, *STARTS, REPORTED, *between)
        (change,) = room.tournament_changes(view, OSLO.event)
        assert change.before == 1911

    def test_under_an_id_that_is_taken_is_refused(self) -> None:
        taken = ReportForeignEvent(**{**msgspec.structs.asdict(OSLO), "event": AUTUMN})
        given(*STARTS, world=match(ANNA, BO, "1-0")).when(taken).refused(RefusalCode.ALREADY_EXISTS)

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("ends", dt.date(2018, 8, 19), RefusalCode.INVALID_DATES),
            ("reported", dt.date(2018, 8, 26), RefusalCode.INVALID_DATES),
            ("player", PlayerId("eva"), RefusalCode.UNKNOWN_PLAYER),
            ("rules", "nfu", RefusalCode.UNKNOWN_RULE_SET),
            ("rules", "fide", RefusalCode.UNKNOWN_RULE_SET),
        ],
    )
    def test_that_cannot_be_is_refused(self, field: str, value: object, code: RefusalCode) -> None:
        given(*STARTS).when(ReportForeignEvent(**{**msgspec.structs.asdict(OSLO), field: value})).refused(code)


class TestGamesBehindANumber:
    """FIDE 8.3.3: 40 for fewer than 30 rated games, else 20; FIDE 2000: 25 and 15."""

    @pytest.mark.parametrize(
        ("rules", "games", "month", "k"),
        [
            ("fide-2024", 0, "2024-05", 40),
            ("fide-2024", 29, "2024-05", 40),
            ("fide-2024", 30, "2024-05", 20),
            ("fide-2000", 29, "2001-02", 25),
            ("fide-2000", 30, "2001-02", 15),
        ],
    )
    def test_are_what_a_coefficient_asks_for(self, rules: str, games: int, month: str, k: int) -> None:
        day = dt.date.fromisoformat(f"{month}-01")
        numbers = tuple(
            StartRatingSet(player=one, rating=2300, rules=rules, day=day, games=games) for one in (ANNA, BO)
        )
        played = match(ANNA, BO, "1-0", starts=f"{month}-02", ends=f"{month}-03", rules=rules)
        told = room.tournament_changes(view_of(rating, *REGISTERED, *numbers, *played), AUTUMN)
        assert [one.k for one in told] == [k, k]

    def test_are_part_of_what_is_given(self) -> None:
        command, has = number(2300, games=87), StartRatingSet(player=ANNA, rating=2300, rules="dsu-2007", games=87)
        given().when(command).then(has)
        given(has).when(command).then()
        refusal = given(has).when(number(2300)).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.message == "anna has the start rating 2300 after 87 games already, not 2300"

    def test_are_not_fewer_than_are_known(self) -> None:
        first = StartRatingSet(player=ANNA, rating=2300, rules="fide-2024", day=dt.date(2024, 4, 1), games=87)
        anew = msgspec.structs.replace(first, rating=2310, day=dt.date(2024, 5, 1), basis=Basis.ASSESSED, games=0)
        (found,) = room.ratings(view_of(rating, *REGISTERED, first, anew), "fide")
        assert (found.rating, found.games) == (2310, 87)
