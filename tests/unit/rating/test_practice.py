"""
Cases from practice about ratings and lists, each told as a story (part D; its number in the name).

Elsewhere: 70, 71, 73 and 83 are worked examples (P70a to P83b in tests/data/vectors/rules.json), 74 is in
test_fide.py, 85 and 86 are properties in test_properties.py.
"""

import datetime as dt

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.points import Result
from contracts.rating import (
    Explain,
    ListPublished,
    PublishedList,
    PublishList,
    RateTournament,
    Ratings,
    RatingsRecalculated,
    Revised,
    StartRatingSet,
    TournamentChanges,
    TournamentWithdrawnFromRating,
)
from contracts.results import EVERYTHING, ResultCorrected
from services import rating
from services.rating import view as room
from tests.support.facts import fact, view_of
from tests.support.rated import REGISTERED, match
from tests.support.story import Service
from tests.support.summer import ANNA, BO, CARL, DORA

TENTH, THIRD = TournamentId("of-the-tenth"), TournamentId("of-the-third")


def started(**numbers: int) -> tuple[EventData, ...]:
    day = dt.date(2018, 1, 1)
    return tuple(
        StartRatingSet(player=PlayerId(player), rating=number, rules="dsu-2007", day=day)
        for player, number in numbers.items()
    )


def on(day: int, white: PlayerId, black: PlayerId, result: str, name: TournamentId) -> tuple[EventData, ...]:
    date = f"2018-03-{day:02}"
    return match(white, black, result, tournament=name, starts=date, ends=date)


def listed(day: str, *world: EventData, name: str = "march") -> ListPublished:
    command = PublishList(list=name, federation="dsu", day=dt.date.fromisoformat(day))
    (part,) = Service(rating).given(known=view_of(rating, *REGISTERED, *world)).decided(command)
    assert isinstance(part, ListPublished)
    return part


def numbers(part: ListPublished) -> dict[PlayerId, int]:
    return {line.player: line.rating for line in part.lines}


def ratings(*world: EventData, effective: str | None = None) -> dict[PlayerId, int]:
    day = None if effective is None else dt.date.fromisoformat(effective)
    return {
        one.player: one.rating
        for one in room.answer(view_of(rating, *REGISTERED, *world), Ratings(federation="dsu", effective=day))
    }


def change(name: TournamentId, *world: EventData) -> dict[PlayerId, tuple[int | None, int | None]]:
    view = view_of(rating, *REGISTERED, *world)
    return {one.player: (one.before, one.after) for one in room.answer(view, TournamentChanges(tournament=name))}


STARTS = started(anna=1900, bo=1800, carl=1700, dora=1600)


def test_76_an_event_of_the_third_that_comes_after_one_of_the_tenth_rerates_it_but_not_the_list() -> None:
    tenth, third = on(10, ANNA, BO, "0-1", TENTH), on(3, ANNA, BO, "1-0", THIRD)
    before = (*STARTS, *tenth)
    march = listed("2018-03-15", *before)
    after = (*before, march, *third)
    assert change(TENTH, *before)[ANNA][0] == 1900
    assert change(TENTH, *after)[ANNA][0] == change(THIRD, *after)[ANNA][1] == 1911
    view = view_of(rating, *REGISTERED, *after)
    assert room.answer(view, PublishedList(list="march")) == march
    # two clocks: what was so on the 5th, as known then and as known now
    assert ratings(*before, effective="2018-03-05")[ANNA] == 1900
    assert ratings(*after, effective="2018-03-05")[ANNA] == 1911


def test_77_80_what_a_list_said_and_what_replay_says_now_are_both_kept() -> None:
    """Carl stood at 2200 in the list; a correction makes it 2199. Who asks for a right of then asks the list."""
    starts = started(carl=2190, anna=2190, bo=1500)
    world: tuple[EventData, ...] = (*starts, *on(3, ANNA, CARL, "0-1", THIRD))
    march = listed("2018-03-15", *world)
    assert numbers(march)[CARL] == 2200
    drawn = ResultCorrected(
        tournament=THIRD,
        round=1,
        white=ANNA,
        black=CARL,
        was=Result.BLACK_WINS,
        result=Result.DRAW,
        scope=EVERYTHING,
        reason="sheets",
    )
    after = (*world, march, drawn)
    assert ratings(*after)[CARL] == 2190
    view = view_of(rating, *REGISTERED, *after)
    assert numbers(room.answer(view, PublishedList(list="march")))[CARL] == 2200
    april = listed("2018-04-15", *after, name="april")
    assert (april.since, numbers(april)[CARL]) == ("march", 2190)
    assert Revised(player=CARL, was=2200, now=2190) in april.revised


def test_79_a_game_under_a_wrong_id_is_taken_out_and_the_right_one_rerates_both_and_all_later_events() -> None:
    """Anna, a master, 'lost' to a beginner: it was Dora who did. The event is reported again under her id."""
    wrong, later = on(3, BO, ANNA, "1-0", THIRD), on(10, ANNA, DORA, "1-0", TENTH)
    out = TournamentWithdrawnFromRating(tournament=THIRD, reason="Anna was not there")
    right = on(3, BO, DORA, "1-0", TournamentId("of-the-third-again"))
    mended = (*STARTS, *wrong, *later, out, *right)
    assert ratings(*mended) == ratings(*STARTS, *right, *later)
    assert change(TENTH, *STARTS, *wrong, *later)[ANNA][0] == 1881
    assert change(TENTH, *mended) == change(TENTH, *STARTS, *right, *later)
    assert change(TENTH, *mended)[ANNA][0] == 1900


def test_82_what_was_corrected_is_told_with_its_cause_and_stands_in_the_explanation() -> None:
    tenth = on(10, ANNA, BO, "0-1", TENTH)
    correction = ResultCorrected(
        tournament=TENTH,
        round=1,
        white=ANNA,
        black=BO,
        was=Result.BLACK_WINS,
        result=Result.WHITE_WINS,
        scope=EVERYTHING,
        reason="sheets",
    )
    view = view_of(rating, *REGISTERED, *STARTS, *tenth, correction)
    book = (
        Service(rating)
        .given(known=view_of(rating, *REGISTERED, *STARTS, *tenth))
        .decided(RateTournament(tournament=TENTH))
    )
    (told,) = Service(rating).given(*book, known=view).decided(RateTournament(tournament=TENTH))
    assert isinstance(told, RatingsRecalculated)
    assert told.cause == TENTH
    assert [(one.player, one.was, one.now) for one in told.changes] == [(ANNA, 1881, 1911), (BO, 1820, 1790)]
    (explained,) = room.answer(view, Explain(player=ANNA, tournament=TENTH))
    assert fact(correction, len((*REGISTERED, *STARTS, *tenth)) + 1).event.id in explained.events


class TestAnArchivedNumber:
    """DSU 4.5.5.1 item 4: after more than 3 years it leaves the list, and is used again when its owner returns."""

    played = on(10, ANNA, BO, "1-0", TENTH)
    away = "2021-03-11"

    def test_leaves_the_list_but_not_the_register(self) -> None:
        world = (*STARTS, *self.played)
        assert ANNA not in numbers(listed(self.away, *world))
        assert ratings(*world, effective=self.away)[ANNA] == 1911

    def test_is_what_he_comes_in_with_and_he_is_listed_again(self) -> None:
        back = match(ANNA, CARL, "1-0", tournament=THIRD, starts="2022-05-01", ends="2022-05-01")
        world = (*STARTS, *self.played, *back)
        assert change(THIRD, *world)[ANNA] == (1911, 1919)
        assert numbers(listed("2022-06-01", *world))[ANNA] == 1919
