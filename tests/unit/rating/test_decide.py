import datetime as dt

import msgspec
import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.rating import (
    Explain,
    RateTournament,
    RatingChange,
    RatingsRecalculated,
    Recalculation,
    RulesUsed,
    SetStartRating,
    StartRatingSet,
    Step,
    TournamentRated,
)
from contracts.refusals import RefusalCode
from contracts.results import Scope
from services import rating
from services.rating import recording
from services.rating.view import answer
from services.rules.loader import load
from services.runtime.log import MAX_BODY
from tests.support.facts import view_of
from tests.support.rated import AUTUMN, DONE, PLAYED, REGISTERED, STARTS, corrected, match
from tests.support.story import Service, Story
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, SUMMER

DIGEST = load("dsu-2007").digest
USED = (RulesUsed(rules="dsu-2007", digest=DIGEST),)
K = 30
"""Of everybody here (4.5.2.3)."""


def given(*book: EventData, world: tuple[EventData, ...] = ()) -> Story:
    """The book of ratings, and what its view knows of the world (it knows the book's start ratings as well)."""
    return Service(rating).given(*book, known=view_of(rating, *REGISTERED, *STARTS, *world))


def fresh() -> Story:
    """Nobody has a number."""
    return Service(rating).given(known=view_of(rating, *REGISTERED))


def change(player: PlayerId, numbers: tuple[int, int], score: int, expected: int, *, games: int = 2) -> RatingChange:
    before, after = numbers
    return RatingChange(
        player=player,
        before=before,
        after=after,
        games=games,
        score=score,
        expected=expected,
        gain=K * (50 * score - expected),
        start=before,
        k=K,
        method="average" if games == 1 else "difference",
    )


def bare(events: list[EventData]) -> list[EventData]:
    """Leave out of what is recorded how each number was made."""
    return [
        msgspec.structs.replace(
            event, changes=tuple(msgspec.structs.replace(one, steps=(), events=()) for one in event.changes)
        )
        if isinstance(event, TournamentRated)
        else event
        for event in events
    ]


def now(player: PlayerId, was: int | None, value: int | None, tournament: TournamentId = SUMMER) -> Recalculation:
    day = ANNOUNCED.ends if tournament == SUMMER else dt.date(2018, 10, 2)
    return Recalculation(player=player, federation="dsu", day=day, tournament=tournament, was=was, now=value)


SUMMER_RATED = TournamentRated(
    tournament=SUMMER,
    federation="dsu",
    rules="dsu-2007",
    digest=DIGEST,
    listed=None,
    changes=(
        change(ANNA, (1900, 1918), 4, 140),
        change(BO, (1800, 1782), 1, 110),
        change(CARL, (1700, 1703), 2, 90),
        change(DORA, (1600, 1596), 1, 60),
    ),
)
RATE = RateTournament(tournament=SUMMER)
LATER = match(ANNA, BO, "0-1")
AUTUMN_RATED = TournamentRated(
    tournament=AUTUMN,
    federation="dsu",
    rules="dsu-2007",
    digest=DIGEST,
    listed=None,
    changes=(change(ANNA, (1918, 1897), 0, 70, games=1), change(BO, (1782, 1803), 2, 30, games=1)),
)


class TestWhenThePlayerHasNoStartRating:
    def test_he_gets_one(self) -> None:
        fresh().when(SetStartRating(player=ANNA, rating=1900)).then(StartRatingSet(player=ANNA, rating=1900))

    def test_one_at_the_floor_of_the_rules_is_taken(self) -> None:
        fresh().when(SetStartRating(player=ANNA, rating=1000, rules="dsu-2007")).then(
            StartRatingSet(player=ANNA, rating=1000, rules="dsu-2007")
        )

    def test_one_below_the_floor_of_the_rules_is_refused(self) -> None:
        refusal = (
            fresh().when(SetStartRating(player=ANNA, rating=999, rules="dsu-2007")).refused(RefusalCode.INVALID_RATING)
        )
        assert refusal.details == {"rating": 999, "floor": 1000}
        assert refusal.rule == "4.5.2.6"

    @pytest.mark.parametrize(
        ("rules", "rating", "floor", "section"),
        [("fide-2024", 1399, 1400, "7.2.1"), ("fide-2000", 2000, 2001, "Elotal")],
    )
    def test_one_that_no_fide_list_would_show_is_refused(
        self, rules: str, rating: int, floor: int, section: str
    ) -> None:
        command = SetStartRating(player=ANNA, rating=rating, rules=rules)
        refusal = fresh().when(command).refused(RefusalCode.INVALID_RATING)
        assert refusal.details == {"rating": rating, "floor": floor}
        assert refusal.rule == section
        lowest = msgspec.structs.replace(command, rating=floor)
        fresh().when(lowest).then(StartRatingSet(player=ANNA, rating=floor, rules=rules))

    def test_under_swedish_rules_the_floor_is_a_districts_option(self) -> None:
        fresh().when(SetStartRating(player=ANNA, rating=500, rules="ssf-2002")).then(
            StartRatingSet(player=ANNA, rating=500, rules="ssf-2002")
        )

    def test_an_imported_number_is_taken_as_it_stands(self) -> None:
        fresh().when(SetStartRating(player=ANNA, rating=800)).then(StartRatingSet(player=ANNA, rating=800))

    def test_rules_nobody_knows_are_refused(self) -> None:
        fresh().when(SetStartRating(player=ANNA, rating=999, rules="x")).refused(RefusalCode.UNKNOWN_RULE_SET)

    def test_a_player_nobody_registered_is_refused(self) -> None:
        fresh().when(SetStartRating(player=PlayerId("eva"), rating=999)).refused(RefusalCode.UNKNOWN_PLAYER)


class TestWhenThePlayerHasAStartRating:
    def test_the_same_again_changes_nothing(self) -> None:
        given(*STARTS).when(SetStartRating(player=ANNA, rating=1900)).then()

    def test_another_is_refused_with_both_values(self) -> None:
        refusal = given(*STARTS).when(SetStartRating(player=ANNA, rating=1901)).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.details == {"rating": 1900, "offered": 1901}


class TestWhenTheTournamentCannotBeRated:
    def test_nobody_announced_it(self) -> None:
        given(*STARTS).when(RATE).refused(RefusalCode.UNKNOWN_TOURNAMENT)

    def test_it_is_not_finished(self) -> None:
        given(*STARTS, world=PLAYED).when(RATE).refused(RefusalCode.INCOMPLETE)

    def test_it_was_announced_as_not_rated(self) -> None:
        world = match(ANNA, BO, "1-0", rules="")
        given(*STARTS, world=world).when(RateTournament(tournament=AUTUMN)).refused(RefusalCode.WRONG_STATUS)

    def test_its_rule_set_is_unknown(self) -> None:
        world = match(ANNA, BO, "1-0", rules="dsu-1907")
        refusal = (
            given(*STARTS, world=world).when(RateTournament(tournament=AUTUMN)).refused(RefusalCode.UNKNOWN_RULE_SET)
        )
        assert "dsu-1907" in refusal.message

    def test_it_ends_before_it_begins(self) -> None:
        world = match(ANNA, BO, "1-0", starts="2018-10-03")
        given(*STARTS, world=world).when(RateTournament(tournament=AUTUMN)).refused(RefusalCode.INVALID_DATES)


class TestWhenATournamentIsFinished:
    def test_it_is_rated(self) -> None:
        assert bare(given(*STARTS, world=(*PLAYED, DONE)).decided(RATE)) == [SUMMER_RATED]

    def test_each_number_is_explained_in_the_event_as_it_is_when_asked_for(self) -> None:
        (event,) = given(*STARTS, world=(*PLAYED, DONE)).decided(RATE)
        assert isinstance(event, TournamentRated)
        view = view_of(rating, *REGISTERED, *STARTS, *PLAYED, DONE)
        for one in event.changes:
            (told,) = answer(view, Explain(player=one.player, tournament=SUMMER))
            assert (one.steps, one.events) == (told.steps, told.events)
            assert any(step.section == "4.5.2.3" for step in one.steps)
            assert one.events[-1] == f"command-{len((*REGISTERED, *STARTS, *PLAYED, DONE))}:0"

    def test_one_of_many_players_is_rated_in_several_events(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(recording, "_BYTES", 1)
        events = given(*STARTS, world=(*PLAYED, DONE)).decided(RATE)
        assert bare(events) == [msgspec.structs.replace(SUMMER_RATED, changes=(one,)) for one in SUMMER_RATED.changes]
        given(*STARTS, *events, world=(*PLAYED, DONE)).when(RATE).then()

    def test_a_full_event_fits_a_message(self) -> None:
        widest = RatingChange(
            player=PlayerId("x" * 48),
            before=4000,
            after=4000,
            games=99,
            score=198,
            expected=9900,
            gain=-100_000,
            start=4000,
            k=40,
            bonus=9900,
            method="opponents_average",
            steps=(Step(section="4.5.2.3", what="x" * 300, value="1", inputs={"x" * 20: "y" * 40}, row="z" * 80),) * 99,
            events=("x" * 60,) * 198,
        )
        pages = recording._pages([widest] * 1000)
        assert sum(len(page) for page in pages) == 1000
        for page in pages:
            full = msgspec.structs.replace(SUMMER_RATED, changes=page)
            assert len(msgspec.json.encode(full)) < MAX_BODY - 2_000, "the envelope needs some"

    def test_one_reported_late_recalculates_what_came_after(self) -> None:
        alone = TournamentRated(
            tournament=AUTUMN,
            federation="dsu",
            rules="dsu-2007",
            digest=DIGEST,
            listed=None,
            changes=(change(ANNA, (1900, 1881), 0, 65, games=1), change(BO, (1800, 1820), 2, 35, games=1)),
        )
        decided = given(*STARTS, alone, world=(*LATER, *PLAYED, DONE)).decided(RATE)
        assert bare(decided) == [
            SUMMER_RATED,
            RatingsRecalculated(
                cause=SUMMER, rules=USED, changes=(now(ANNA, 1881, 1897, AUTUMN), now(BO, 1820, 1803, AUTUMN))
            ),
        ]

    def test_one_without_a_rated_game_is_rated_all_the_same(self) -> None:
        world = match(ANNA, BO, "1-0F")
        given(*STARTS, world=world).when(RateTournament(tournament=AUTUMN)).then(
            TournamentRated(
                tournament=AUTUMN, federation="dsu", rules="dsu-2007", digest=DIGEST, listed=None, changes=()
            )
        )


class TestWhenATournamentIsRated:
    book = (*STARTS, SUMMER_RATED, AUTUMN_RATED)
    world = (*PLAYED, DONE, *LATER)

    def test_the_book_stands_as_it_is(self) -> None:
        given(*self.book, world=self.world).when(RATE).then()

    def test_a_correction_recalculates_it_and_what_it_reaches(self) -> None:
        given(*self.book, world=(*self.world, corrected("1-0", "½-½"))).when(RATE).then(
            RatingsRecalculated(
                cause=SUMMER,
                rules=USED,
                changes=(
                    now(ANNA, 1918, 1903),
                    now(CARL, 1703, 1718),
                    now(ANNA, 1897, 1884, AUTUMN),
                    now(BO, 1803, 1802, AUTUMN),
                ),
            )
        )

    def test_a_later_tournament_records_nothing_of_an_earlier_one(self) -> None:
        world = (*self.world, corrected("1-0", "½-½"))
        given(*self.book, world=world).when(RateTournament(tournament=AUTUMN)).then(
            RatingsRecalculated(
                cause=AUTUMN, rules=USED, changes=(now(ANNA, 1897, 1884, AUTUMN), now(BO, 1803, 1802, AUTUMN))
            )
        )

    def test_a_recalculation_is_recorded_once(self) -> None:
        world = (*self.world, corrected("1-0", "½-½"))
        story = given(*self.book, world=world)
        recalculated = story.decided(RATE)
        given(*self.book, *recalculated, world=world).when(RATE).then()

    def test_a_correction_for_standings_only_recalculates_nothing(self) -> None:
        world = (*self.world, corrected("1-0", "½-½", (Scope.STANDINGS,)))
        given(*self.book, world=world).when(RATE).then()

    def test_a_game_that_turns_out_a_forfeit_is_not_rated_any_more(self) -> None:
        world = match(ANNA, BO, "1-0")
        rated = given(*STARTS, world=world).decided(RateTournament(tournament=AUTUMN))
        forfeit = corrected("1-0", "1-0F")
        fixed = type(forfeit)(
            tournament=AUTUMN,
            round=1,
            white=ANNA,
            black=BO,
            was=forfeit.was,
            result=forfeit.result,
            scope=forfeit.scope,
            reason="he never came",
        )
        given(*STARTS, *rated, world=(*world, fixed)).when(RateTournament(tournament=AUTUMN)).then(
            RatingsRecalculated(
                cause=AUTUMN, rules=USED, changes=(now(ANNA, 1911, None, AUTUMN), now(BO, 1790, None, AUTUMN))
            )
        )
