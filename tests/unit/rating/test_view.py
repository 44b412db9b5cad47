import datetime as dt
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.points import Result
from contracts.rating import (
    IN_A_PART,
    Explain,
    Explanation,
    RatedPlayer,
    RatingChange,
    Ratings,
    Recalculation,
    StartRatingSet,
    TournamentChanges,
    WhatIf,
)
from contracts.refusals import RefusalCode, Refused
from contracts.results import OpenBoards, RoundCompleted
from services import rating
from services.rating import view as room
from services.rating.decide import decide
from services.rating.differences import recordable
from services.rating.react import react
from services.rating.state import evolve, initial
from services.runtime.log import MAX_BODY
from tests.support import open137
from tests.support.facts import fact, view_of
from tests.support.open137 import OPEN
from tests.support.rated import AUTUMN, DONE, PLAYED, REGISTERED, STARTS, corrected, match
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, SUMMER

WORLD = (*REGISTERED, *STARTS, *PLAYED, DONE)


def answer(query: QueryData, *events: EventData) -> Any:
    return room.answer(view_of(rating, *events), query)


def refused(query: QueryData, *events: EventData) -> RefusalCode:
    with pytest.raises(Refused) as caught:
        answer(query, *events)
    return caught.value.refusal.code


def test_the_ratings_are_listed_highest_first() -> None:
    assert answer(Ratings(), *WORLD) == [
        RatedPlayer(player=ANNA, name="Anna", rating=1918, games=2),
        RatedPlayer(player=BO, name="Bo", rating=1782, games=2),
        RatedPlayer(player=CARL, name="Carl", rating=1703, games=2),
        RatedPlayer(player=DORA, name="Dora", rating=1596, games=2),
    ]


@pytest.mark.parametrize(
    ("on", "standing"), [(None, ""), ("2021-04-15", ""), ("2021-04-16", "archived"), ("2031-01-01", "archived")]
)
def test_after_three_years_without_a_rated_result_a_number_is_archived_on_the_day_asked_for(
    on: str | None, standing: str
) -> None:
    found = answer(Ratings(on=None if on is None else dt.date.fromisoformat(on)), *WORLD)
    assert {one.standing for one in found} == {standing}


@pytest.mark.parametrize(
    ("on", "number"),
    [("2011-01-31", 1500), ("2011-05-01", 1450), ("2012-06-01", 1400), ("2016-08-31", 1350), ("2020-01-01", 1350)],
)
def test_after_whole_years_without_a_game_a_swedish_number_is_what_a_list_of_the_day_says(on: str, number: int) -> None:
    """Rated on 1 February 2010; on the lists from then on 50 less a year, at most 150; the last one was in 2016."""
    day = dt.date.fromisoformat(on)
    starts = (StartRatingSet(player=one, rating=1500, day=dt.date(2010, 1, 1)) for one in (ANNA, BO))
    played = match(ANNA, BO, "½-½", starts="2010-02-01", ends="2010-02-01", rules="ssf-2002")
    world = (*REGISTERED, *starts, *played)
    for query in (Ratings(effective=day), Ratings(on=day), Ratings(effective=day, on=day)):
        assert {one.rating for one in answer(query, *world) if one.games} == {number}


def test_a_number_that_was_just_given_is_not_archived() -> None:
    assert {one.standing for one in answer(Ratings(on=dt.date(2031, 1, 1)), *REGISTERED, *STARTS)} == {""}


def test_on_a_day_without_rules_nothing_is_said_of_where_numbers_stand() -> None:
    assert {one.standing for one in answer(Ratings(on=dt.date(1999, 1, 1)), *WORLD)} == {""}


def test_the_ratings_are_answered_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "IN_A_PART", 3)
    parts = [[one.player for one in answer(Ratings(part=part), *WORLD)] for part in (1, 2, 3)]
    assert parts == [[ANNA, BO, CARL], [DORA], []]


def test_a_full_part_of_the_ratings_fits_an_answer() -> None:
    one = RatedPlayer(player=PlayerId("x" * 48), name="ø" * 200, rating=4000, games=99999, standing="archived")
    assert len(msgspec.json.encode([one] * IN_A_PART)) < 4 * MAX_BODY


def test_before_any_tournament_the_start_ratings_are_listed() -> None:
    assert [one.rating for one in answer(Ratings(), *REGISTERED, *STARTS)] == [1900, 1800, 1700, 1600]


def test_a_tournament_says_what_it_did_to_its_players() -> None:
    changes: tuple[RatingChange, ...] = answer(TournamentChanges(tournament=SUMMER), *WORLD)
    assert [(one.player, one.before, one.after, one.score, one.expected) for one in changes] == [
        (ANNA, 1900, 1918, 4, 140),
        (BO, 1800, 1782, 1, 110),
        (CARL, 1700, 1703, 2, 90),
        (DORA, 1600, 1596, 1, 60),
    ]


def test_a_tournament_that_is_not_finished_has_changed_nothing_yet() -> None:
    assert refused(TournamentChanges(tournament=SUMMER), *PLAYED) is RefusalCode.INCOMPLETE
    assert refused(TournamentChanges(tournament=AUTUMN), *PLAYED) is RefusalCode.UNKNOWN_TOURNAMENT


def test_another_services_query_is_refused() -> None:
    assert refused(OpenBoards(tournament=SUMMER), *PLAYED) is RefusalCode.UNKNOWN_QUERY


class TestAnExplanation:
    def told(self, query: Explain, *events: EventData) -> list[Explanation]:
        found: list[Explanation] = answer(query, *events)
        return found

    def test_gives_every_step_with_its_section_and_inputs(self) -> None:
        (dora,) = self.told(Explain(player=DORA, tournament=SUMMER), *WORLD)
        assert (dora.before, dora.after, dora.rules) == (1600, 1596, "dsu-2007")
        steps = {one.what: one for one in dora.steps}
        assert steps["K"].value == "30"
        assert steps["K"].section == "4.5.2.3"
        assert steps["Rn = Ro + K*(W - We + B)"].value == "1597"
        assert steps["passes 1600 down"].value == "1595.5"
        assert dora.steps[-1].value == "1596"
        assert [one.inputs["opponent"] for one in dora.steps if "opponent" in one.inputs] == [BO, CARL]

    def test_names_the_events_it_rests_on(self) -> None:
        view = view_of(rating, *WORLD, corrected("1-0", "½-½"))
        (anna,) = room.answer(view, Explain(player=ANNA, tournament=SUMMER))
        sequence = {type(one).__name__: place for place, one in enumerate(WORLD, start=1)}
        first = len(REGISTERED)
        reports = [place for place, one in enumerate(WORLD, start=1) if getattr(one, "white", None) == ANNA]
        reports += [place for place, one in enumerate(WORLD, start=1) if getattr(one, "black", None) == ANNA]
        expected = [first + 1, reports[0], len(WORLD) + 1, reports[1], sequence["TournamentCompleted"]]
        assert list(anna.events) == [f"command-{place}:0" for place in expected]

    def test_without_a_tournament_goes_from_the_start_rating_to_the_last_change(self) -> None:
        told = self.told(Explain(player=ANNA), *match(ANNA, BO, "1-0"), *WORLD)
        assert [(one.tournament, one.before, one.after) for one in told] == [
            (None, None, 1900),
            (SUMMER, 1900, 1918),
            (AUTUMN, 1918, 1927),
        ]
        assert told[0].events == (f"command-{len(match(ANNA, BO, '1-0')) + len(REGISTERED) + 1}:0",)

    def test_says_that_games_against_a_player_without_a_start_rating_are_not_rated(self) -> None:
        (anna,) = self.told(Explain(player=ANNA, tournament=SUMMER), *REGISTERED, STARTS[0], STARTS[1], *PLAYED, DONE)
        left_out = anna.steps[0]
        assert left_out.what == "a game is not rated: the opponent has no start rating"
        assert left_out.inputs == {"round": "1", "opponent": CARL, "result": "1-0"}
        (carl,) = self.told(Explain(player=CARL, tournament=SUMMER), *REGISTERED, STARTS[0], STARTS[1], *PLAYED, DONE)
        assert carl.after is None
        assert carl.steps[0].what.startswith("no start rating on 2018-04-15: no game is rated for him")

    def test_says_that_a_player_who_missed_the_whole_event_is_not_rated(self) -> None:
        (anna,) = self.told(Explain(player=ANNA, tournament=AUTUMN), *STARTS, *match(ANNA, BO, "1-0F"))
        assert anna.steps[0].what == "a game is not rated: bo did not come, and not to any game"
        assert (anna.before, anna.after) == (1900, 1900)

    def test_says_why_a_tournament_is_not_rated(self) -> None:
        (anna,) = self.told(Explain(player=ANNA, tournament=AUTUMN), *STARTS, *match(ANNA, BO, "1-0", rules="dsu-1907"))
        assert "dsu-1907" in anna.steps[0].what

    def test_of_overlapping_tournaments_ends_in_the_number_registered(self) -> None:
        events = match(ANNA, BO, "1-0", starts="2018-04-10", ends="2018-05-01")
        (anna,) = self.told(Explain(player=ANNA, tournament=AUTUMN), *WORLD, *events)
        (added,) = (one for one in anna.steps if one.what.startswith("the gain is added"))
        assert (added.value, added.inputs) == ("1918", {"rated from": "1900"})
        assert anna.steps[-1].value == str(anna.after)
        assert anna.before == 1918

    def test_of_a_stranger_is_refused(self) -> None:
        assert refused(Explain(player=ANNA)) is RefusalCode.UNKNOWN_PLAYER
        assert refused(Explain(player=CARL, tournament=AUTUMN), *match(ANNA, BO, "1-0")) is RefusalCode.NOT_ENTERED


def recalculated(player: PlayerId, tournament: TournamentId, was: int, now: int) -> Recalculation:
    day = ANNOUNCED.ends if tournament == SUMMER else dt.date(2018, 10, 2)
    return Recalculation(player=player, federation="dsu", day=day, tournament=tournament, was=was, now=now)


class TestWhatIf:
    def asked(self, *events: EventData) -> WhatIf:
        return WhatIf(events=tuple(fact(one, 999).event for one in events))

    def test_a_correction_shows_its_differences_in_order_and_writes_nothing(self) -> None:
        view = view_of(rating, *WORLD, *match(ANNA, BO, "0-1"))
        before = msgspec.json.encode(view, order="deterministic")
        differ = room.answer(view, self.asked(corrected("1-0", "½-½")))
        assert differ == [
            recalculated(ANNA, SUMMER, 1918, 1903),
            recalculated(CARL, SUMMER, 1703, 1718),
            recalculated(ANNA, AUTUMN, 1897, 1884),
            recalculated(BO, AUTUMN, 1803, 1802),
        ]
        assert msgspec.json.encode(view, order="deterministic") == before

    def test_the_end_of_a_tournament_shows_what_it_will_do(self) -> None:
        view = view_of(rating, *REGISTERED, *STARTS, *PLAYED)
        differ = room.answer(view, self.asked(DONE))
        assert [(one.player, one.was, one.now) for one in differ] == [
            (ANNA, None, 1918),
            (BO, None, 1782),
            (CARL, None, 1703),
            (DORA, None, 1596),
        ]
        assert SUMMER in view.running

    def test_events_that_fit_nothing_are_refused(self) -> None:
        view = view_of(rating, *WORLD)
        wrong = msgspec.structs.replace(corrected("1-0", "½-½"), white=BO)
        with pytest.raises(Refused) as caught:
            room.answer(view, self.asked(wrong))
        assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


class TestARealTournament:
    """Every change a correction of round 2 makes, decided on the book, is what a rebuild says."""

    starts = open137.start_ratings()
    story = (*starts, *open137.story())
    correction = open137.correction(2, Result.WHITE_WINS, Result.DRAW)

    def book(self, *events: EventData) -> Mapping[PlayerId, int]:
        """What the book records when rating decides at each of its reactions."""
        state, view = initial(), room.empty()
        for sequence, event in enumerate(events, start=1):
            one = fact(event, sequence)
            if isinstance(event, StartRatingSet):
                state = evolve(state, event)
            if isinstance(event, room.INTERESTS):
                view = room.apply(view, one)
            for command in react(one, view):
                for decided in decide(command, state, view):
                    state = evolve(state, decided)
        return state.recorded.get(f"dsu/{OPEN}") or {}

    def test_the_book_says_after_a_correction_what_a_rebuild_says(self) -> None:
        before, after = self.book(*self.story), self.book(*self.story, self.correction)
        dsu = view_of(rating, *self.story, self.correction).registers.ledgers["dsu"]
        assert after == recordable(dsu, dsu.accounts[OPEN].order)
        assert {player for player in after if after[player] != before[player]} >= {
            self.correction.white,
            self.correction.black,
        }

    def test_what_if_says_what_the_book_will(self) -> None:
        before, after = self.book(*self.story), self.book(*self.story, self.correction)
        differ: list[Recalculation] = room.answer(
            view_of(rating, *self.story), WhatIf(events=(fact(self.correction, 9999).event,))
        )
        assert {one.player: (one.was, one.now) for one in differ} == {
            player: (was, after[player]) for player, was in before.items() if was != after[player]
        }

    def test_live_and_rebuilt_are_the_same(self) -> None:
        live = view_of(rating, *self.story)
        live = room.apply(live, fact(self.correction, len(self.story) + 1))
        rebuilt = view_of(rating, *self.story, self.correction)
        assert live == rebuilt
        assert msgspec.json.encode(live, order="deterministic") == msgspec.json.encode(rebuilt, order="deterministic")

    def test_a_correction_before_the_end_rates_as_one_after_it(self) -> None:
        place = next(
            index
            for index, one in enumerate(self.story)
            if isinstance(one, RoundCompleted) and one.round == self.correction.round
        )
        early = (*self.story[: place + 1], self.correction, *self.story[place + 1 :])
        assert self.book(*early) == self.book(*self.story, self.correction)

    def test_points_rated_are_the_games_played(self) -> None:
        changes: tuple[RatingChange, ...] = answer(TournamentChanges(tournament=OPEN), *self.story)
        unrated = {open137.player(one.number) for one in open137.trf().players if not one.rating}
        foreigners = {one.player for one in changes if one.before is None}
        assert foreigners
        assert foreigners <= unrated
        assert sum(one.games for one in changes) == sum(one.score for one in changes)
