"""A tournament is taken out of the ratings, and back in."""

import datetime as dt

from contracts.messages import EventData
from contracts.rating import (
    Explain,
    RateTournament,
    Ratings,
    RatingsRecalculated,
    RecalculateRatings,
    RestoreToRating,
    TournamentChanges,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    WhatIf,
    WithdrawFromRating,
)
from contracts.refusals import RefusalCode
from services import rating
from services.rating import view as room
from services.rating.react import react
from tests.support.facts import fact, view_of
from tests.support.rated import AUTUMN, DONE, PLAYED, REGISTERED, STARTS, match
from tests.support.story import Service, Story
from tests.support.summer import ANNA, ANNOUNCED, BO, SUMMER

WITHDRAW = WithdrawFromRating(tournament=SUMMER, reason="too fast")
RESTORE = RestoreToRating(tournament=SUMMER, reason="it was not")
WITHDRAWN = TournamentWithdrawnFromRating(tournament=SUMMER, reason="too fast")
RESTORED = TournamentRestoredToRating(tournament=SUMMER, reason="it was not")
WORLD: tuple[EventData, ...] = (*REGISTERED, *STARTS, *PLAYED, DONE, *match(ANNA, BO, "1-0"))


def given(*book: EventData) -> Story:
    return Service(rating).given(*book, known=view_of(rating, *WORLD, *book))


def ratings(*events: EventData) -> dict[str, int]:
    return {one.player: one.rating for one in room.answer(view_of(rating, *events), Ratings())}


class TestAWithdrawal:
    def test_is_decided_once(self) -> None:
        given().when(WITHDRAW).then(WITHDRAWN)
        given(WITHDRAWN).when(WITHDRAW).then()

    def test_of_a_tournament_there_is_not_is_refused(self) -> None:
        given().when(WithdrawFromRating(tournament=AUTUMN + "-2", reason="x")).refused(RefusalCode.UNKNOWN_TOURNAMENT)  # type: ignore[arg-type]  # an id

    def test_takes_the_results_out_and_says_so(self) -> None:
        assert ratings(*WORLD, WITHDRAWN) == ratings(*REGISTERED, *STARTS, *match(ANNA, BO, "1-0"))
        view = view_of(rating, *WORLD, WITHDRAWN)
        (told,) = room.answer(view, Explain(player=ANNA, tournament=SUMMER))
        assert told.steps[0].what == "the tournament is not rated: summer is withdrawn from rating: too fast"
        assert room.answer(view, TournamentChanges(tournament=SUMMER)) == ()


class TestARestoration:
    def test_undoes_a_withdrawal_and_may_be_undone_itself(self) -> None:
        given(WITHDRAWN).when(RESTORE).then(RESTORED)
        given(WITHDRAWN, RESTORED).when(WITHDRAW).then(WITHDRAWN)

    def test_of_what_is_not_withdrawn_is_refused(self) -> None:
        given().when(RESTORE).refused(RefusalCode.WRONG_STATUS)
        given(WITHDRAWN, RESTORED).when(RESTORE).refused(RefusalCode.WRONG_STATUS)

    def test_leaves_no_trace_in_the_ratings(self) -> None:
        assert view_of(rating, *WORLD, WITHDRAWN, RESTORED).registers == view_of(rating, *WORLD).registers

    def test_before_the_tournament_is_finished_lets_it_count(self) -> None:
        early = (*REGISTERED, *STARTS, *PLAYED, WITHDRAWN, RESTORED, DONE)
        assert ratings(*early) == ratings(*REGISTERED, *STARTS, *PLAYED, DONE)

    def test_leaves_barred_what_is_barred_for_another_reason(self) -> None:
        unknown = match(ANNA, BO, "1-0", rules="dsu-1907")
        told = [TournamentWithdrawnFromRating(tournament=AUTUMN, reason="x")]
        told_again = [*told, TournamentRestoredToRating(tournament=AUTUMN, reason="y")]
        world = (*REGISTERED, *STARTS, *unknown)
        assert view_of(rating, *world, *told_again).registers == view_of(rating, *world).registers

    def test_records_again_what_the_book_had(self) -> None:
        book = [
            *given().decided(RateTournament(tournament=SUMMER)),
            *given().decided(RateTournament(tournament=AUTUMN)),
        ]
        since = RecalculateRatings(cause="x", since=ANNOUNCED.ends)
        gone = given(*book, WITHDRAWN).decided(since)
        back = given(*book, WITHDRAWN, *gone, RESTORED).decided(since)
        (out,), (in_again,) = gone, back
        assert isinstance(out, RatingsRecalculated)
        assert isinstance(in_again, RatingsRecalculated)
        assert [(one.player, one.tournament, one.now, one.was) for one in in_again.changes] == [
            (one.player, one.tournament, one.was, one.now) for one in out.changes
        ]

    def test_recalculates_from_the_tournaments_end(self) -> None:
        event = fact(RESTORED)
        view = view_of(rating, *WORLD, WITHDRAWN, RESTORED)
        assert react(event, view) == [RecalculateRatings(cause=event.event.id, since=dt.date(2018, 4, 15))]

    def test_is_seen_first_and_writes_nothing(self) -> None:
        view = view_of(rating, *WORLD, WITHDRAWN)
        differ = room.answer(view, WhatIf(events=(fact(RESTORED, 999).event,)))
        now = ratings(*WORLD)
        assert {one.player: one.now for one in differ if one.tournament == AUTUMN} == {ANNA: now[ANNA], BO: now[BO]}
        assert view == view_of(rating, *WORLD, WITHDRAWN)
