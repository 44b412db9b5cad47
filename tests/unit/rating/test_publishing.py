import datetime as dt
from typing import Any

import msgspec
import pytest

from contracts.codec import encode
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import (
    ListExtract,
    ListLine,
    ListPublished,
    PublishedList,
    PublishedLists,
    PublishList,
    Ratings,
    Revised,
    StartRatingSet,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerRegistered
from services import rating
from services.rating import publishing
from services.rating import view as room
from services.rating.pages import command_of, in_parts, whole_of
from services.rules.loader import load
from services.runtime.log import MAX_BODY
from tests.support.facts import view_of
from tests.support.rated import DONE, PLAYED, REGISTERED, corrected
from tests.support.story import Service, Story
from tests.support.summer import ANNA, BO, CARL, DORA

APRIL = PublishList(list="april", federation="dsu", day=dt.date(2018, 4, 1))
MAY = PublishList(list="may", federation="dsu", day=dt.date(2018, 5, 1))


def started(**numbers: int) -> tuple[EventData, ...]:
    return tuple(
        StartRatingSet(player=PlayerId(player), rating=number, rules="dsu-2007", day=dt.date(2018, 1, 1))
        for player, number in numbers.items()
    )


FOUR = started(anna=1900, bo=1800, carl=1700, dora=1600)


def given(*book: EventData, world: tuple[EventData, ...] = ()) -> Story:
    return Service(rating).given(*book, known=view_of(rating, *REGISTERED, *world, *book))


def published(command: PublishList, *world: EventData, book: tuple[EventData, ...] = ()) -> list[Any]:
    return given(*book, world=world).decided(command)


def lines(*parts: ListPublished) -> dict[PlayerId, int]:
    return {line.player: line.rating for part in parts for line in part.lines}


class TestAList:
    def test_holds_everybody_highest_first_with_rules_and_digest(self) -> None:
        (part,) = published(APRIL, *FOUR)
        assert [(one.player, one.rating) for one in part.lines] == [
            (ANNA, 1900),
            (BO, 1800),
            (CARL, 1700),
            (DORA, 1600),
        ]
        assert (part.list, part.federation, part.day, part.rules) == ("april", "dsu", APRIL.day, "dsu-2007")
        assert part.digest == load("dsu-2007").digest
        assert (part.part, part.parts, part.since, part.revised) == (1, 1, "", ())

    def test_takes_what_ended_before_its_day_only(self) -> None:
        on_the_last_day = PublishList(list="x", federation="dsu", day=dt.date(2018, 4, 15))
        assert lines(*published(on_the_last_day, *FOUR, *PLAYED, DONE))[ANNA] == 1900
        after = PublishList(list="x", federation="dsu", day=dt.date(2018, 4, 16))
        assert lines(*published(after, *FOUR, *PLAYED, DONE))[ANNA] == 1918

    def test_stands_as_it_was_and_the_next_says_what_has_changed_since(self) -> None:
        (april,) = published(MAY, *FOUR, *PLAYED, DONE)
        june = PublishList(list="june", federation="dsu", day=dt.date(2018, 6, 1))
        world = (*FOUR, *PLAYED, DONE, april, corrected("1-0", "½-½"))
        (next_one,) = published(june, *world)
        assert next_one.since == "may"
        assert next_one.revised == (
            Revised(player=ANNA, was=1918, now=1903),
            Revised(player=CARL, was=1703, now=1718),
        )
        assert room.answer(view_of(rating, *world), PublishedList(list="may")) == april

    def test_leaves_out_who_was_last_rated_more_than_three_years_ago(self) -> None:
        on_the_day = PublishList(list="x", federation="dsu", day=dt.date(2021, 4, 15))
        assert ANNA in lines(*published(on_the_day, *FOUR, *PLAYED, DONE))
        a_day_later = PublishList(list="x", federation="dsu", day=dt.date(2021, 4, 16))
        refused(a_day_later, RefusalCode.INCOMPLETE, *FOUR, *PLAYED, DONE)

    @pytest.mark.parametrize(("day", "least"), [("2003-01-01", 2001), ("2026-01-01", 1400)])
    def test_of_fide_shows_no_number_below_the_least_that_its_rules_publish(self, day: str, least: int) -> None:
        """A number from elsewhere stands in every register; it is not therefore on FIDE's list."""
        numbers = {ANNA: 2001, BO: 2000, CARL: 1400, DORA: 1399}
        eva = StartRatingSet(player=PlayerId("eva"), rating=2300, rules="fide-2000", day=dt.date(2001, 1, 1))
        world = (
            PlayerRegistered(player=eva.player, name="Eva", federation="DEN"),
            eva,
            *(StartRatingSet(player=one, rating=number, day=eva.day) for one, number in numbers.items()),
        )
        command = PublishList(list="x", federation="fide", day=dt.date.fromisoformat(day))
        numbers[eva.player] = 2300
        assert lines(*published(command, *world)) == {one: number for one, number in numbers.items() if number >= least}
        register = room.answer(view_of(rating, *REGISTERED, *world), Ratings(federation="fide", effective=command.day))
        assert {one.player: one.rating for one in register} == numbers

    def test_has_the_four_extracts(self) -> None:
        world = (
            PlayerRegistered(player=DORA, name="Dora", federation="DEN", born=1998),
            PlayerRegistered(player=CARL, name="Carl", federation="DEN", born=1997),
            *started(anna=2300, bo=2200, carl=2199, dora=1600),
        )
        command = msgspec.structs.replace(APRIL, juniors=2, women=1, women_among=(DORA, ANNA), candidates=(BO,))
        (part,) = published(command, *world)
        assert part.extracts == (
            ListExtract(name="strong", players=(ANNA, BO)),
            ListExtract(name="candidates", players=(BO,)),
            ListExtract(name="juniors", players=(DORA,)),
            ListExtract(name="women", players=(ANNA,)),
        )

    def test_the_same_again_changes_nothing(self) -> None:
        parts = published(APRIL, *FOUR)
        given(*parts, world=FOUR).when(APRIL).then()

    def test_another_under_its_id_or_of_its_day_is_refused(self) -> None:
        parts = published(APRIL, *FOUR)
        given(*parts, world=FOUR).when(msgspec.structs.replace(MAY, list="april")).refused(RefusalCode.ALREADY_EXISTS)
        given(*parts, world=FOUR).when(msgspec.structs.replace(APRIL, list="x")).refused(RefusalCode.ALREADY_EXISTS)

    def test_of_a_register_nobody_is_rated_in_is_refused(self) -> None:
        refused(msgspec.structs.replace(APRIL, federation="fide"), RefusalCode.UNKNOWN_RULE_SET, *FOUR)

    def test_of_a_day_without_rules_is_refused(self) -> None:
        refused(msgspec.structs.replace(APRIL, day=dt.date(1999, 1, 1)), RefusalCode.UNKNOWN_RULE_SET, *FOUR)

    def test_of_many_players_is_several_parts_that_each_fit_an_event(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(publishing, "LINES", 3)
        first, second = published(APRIL, *FOUR)
        assert [len(first.lines), len(second.lines)] == [3, 1]
        assert [(one.part, one.parts) for one in (first, second)] == [(1, 2), (2, 2)]
        assert first.sha256 == second.sha256
        view = view_of(rating, *FOUR, first, second)
        assert [room.answer(view, PublishedList(list="april", part=number)) for number in (1, 2)] == [first, second]
        (header,) = room.answer(view, PublishedLists())
        assert (header.players, header.parts) == (4, 2)

    @pytest.mark.parametrize("field", ["lines", "revised", "extracts", "women_among", "candidates"])
    def test_a_full_part_fits_an_event(self, field: str) -> None:
        player = PlayerId("x" * 48)
        full: dict[str, Any] = {
            "lines": (ListLine(player=player, rating=4000, games=99999, inactive=True),) * publishing.LINES,
            "revised": (Revised(player=player, was=4000, now=4000),) * publishing.LINES,
            "extracts": (ListExtract(name="strong", players=(player,) * publishing.LINES),),
            "women_among": (player,) * publishing.LINES,
            "candidates": (player,) * publishing.LINES,
        }
        (part,) = in_parts(
            msgspec.structs.replace(published(APRIL, *FOUR)[0], **{"lines": (), field: full[field]}), publishing.LINES
        )
        assert len(encode(part)) < MAX_BODY - 2_000, "the envelope needs some"

    @pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 7, 100])
    def test_is_cut_anywhere_and_put_together_again(self, most: int) -> None:
        whole = msgspec.structs.replace(
            published(APRIL, *FOUR)[0],
            extracts=(
                ListExtract(name="strong", players=(ANNA, BO)),
                ListExtract(name="candidates", players=()),
                ListExtract(name="women", players=(DORA, CARL, ANNA)),
            ),
            since="march",
            revised=tuple(Revised(player=one, was=1, now=2) for one in (ANNA, BO, CARL)),
            juniors=2,
            women=3,
            women_among=(DORA, ANNA, CARL),
            candidates=(BO,),
        )
        parts = in_parts(whole, most)
        assert [one.part for one in parts] == list(range(1, len(parts) + 1))
        assert {one.parts for one in parts} == {len(parts)}
        for one in parts:
            extracted = sum(len(extract.players) for extract in one.extracts)
            rest = len(one.revised) + len(one.women_among) + len(one.candidates)
            assert 0 < len(one.lines) + extracted + rest <= most
        assert whole_of(parts) == whole
        assert len(in_parts(whole, 100)) == 1

    def test_is_computed_again_from_its_own_words(self) -> None:
        command = msgspec.structs.replace(MAY, juniors=3, women=2, women_among=(ANNA,))
        parts = published(command, *FOUR, *PLAYED, DONE)
        assert command_of(parts) == command
        again = publishing.parts_of(command_of(parts), view_of(rating, *FOUR, *PLAYED, DONE))
        assert again == parts
        now = publishing.parts_of(command, view_of(rating, *FOUR, *PLAYED, DONE, corrected("1-0", "½-½")))
        assert [(one.player, one.was, one.now) for one in publishing.differing(parts, now)] == [
            (ANNA, 1918, 1903),
            (CARL, 1703, 1718),
        ]


def refused(command: PublishList, code: RefusalCode, *world: EventData) -> None:
    with pytest.raises(Refused) as caught:
        published(command, *world)
    assert caught.value.refusal.code is code


def test_a_list_there_is_not_is_refused_with_those_there_are() -> None:
    (april,) = published(APRIL, *FOUR)
    view = view_of(rating, *FOUR, april)
    for query in (PublishedList(list="x"), PublishedList(list="april", part=2)):
        with pytest.raises(Refused) as caught:
            room.answer(view, query)
        assert caught.value.refusal.code is RefusalCode.UNKNOWN_LIST
