"""Ratings replayed on the client's machine: as known then, under other rules, and lists verified."""

import datetime as dt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from contracts.ids import FederationId
from contracts.messages import EventData
from contracts.rating import PublishList, StartRatingSet
from contracts.refusals import RefusalCode, Refused
from contracts.units import LISTS, RATINGS, tournament_unit
from services import rating
from services.cli.ratings_lists import _printed, _verdict
from services.cli.ratings_replay import _under, against_list, numbers
from services.cli.rerating import Moment, Replay, moment_of
from services.rating import publishing
from services.rating.supposing import Supposed
from services.runtime.log import EventLog, Unavailable
from services.runtime.memory import MemoryLog
from services.runtime.projection import digest
from services.runtime.segments import SegmentStore
from tests.support.facts import view_of
from tests.support.rated import AUTUMN, DONE, PLAYED, corrected, match
from tests.support.records import appended
from tests.support.summer import ANNA, BO, CARL, DORA, SUMMER

STARTS: tuple[EventData, ...] = tuple(
    StartRatingSet(player=player, rating=number, rules="dsu-2007", day=dt.date(2018, 1, 1))
    for player, number in ((ANNA, 1900), (BO, 1800), (CARL, 1700), (DORA, 1600))
)
AUTUMN_UNIT = tournament_unit(AUTUMN)


async def log_of(*streams: tuple[str, tuple[EventData, ...]]) -> MemoryLog:
    log = MemoryLog(FederationId("dsu"))
    for unit, events in streams:
        await appended(log, unit, events)  # type: ignore[arg-type]  # a unit
    return log


async def season() -> MemoryLog:
    return await log_of(
        (RATINGS, STARTS), (tournament_unit(SUMMER), (*PLAYED, DONE)), (AUTUMN_UNIT, match(ANNA, BO, "0-1"))
    )


async def damaged(folder: Path, log: MemoryLog, place: int) -> SegmentStore:
    store = SegmentStore(folder, 5)
    await store.extend(log)
    path = store.path(store.links()[place])
    content = path.read_bytes()
    path.write_bytes(content[:-3] + b"#" + content[-2:])
    return store


def anna(view: Any, federation: str = "dsu") -> int:
    return numbers(view, federation, None)[ANNA]


class TestKnownThen:
    async def test_is_what_the_log_said_up_to_an_event(self) -> None:
        log = await season()
        known = [anna((await Replay(log, Moment(sequence=one)).run()).view) for one in (15, 16, await log.head())]
        assert known == [1900, 1918, 1897]

    async def test_is_what_the_log_said_at_a_time(self) -> None:
        log = await season()
        head = await log.head()
        record = (await log.unit(tournament_unit(SUMMER)))[-1]
        moment = dt.datetime.fromisoformat(msgspec.json.decode(record.body)["time"])
        found = await Replay(log, Moment(time=moment)).run()
        assert anna(found.view) == 1918
        assert found.position < head
        before = await Replay(log, Moment(time=moment - dt.timedelta(days=1))).run()
        assert before.position == 0

    async def test_from_segments_is_the_same(self, tmp_path: Any) -> None:
        log = await season()
        store = SegmentStore(tmp_path / "segments", 5)
        await store.extend(log)
        for upto in range(await log.head() + 1):
            plain, fast = Replay(log, Moment(sequence=upto)), Replay(log, Moment(sequence=upto))
            assert digest((await plain.run()).view) == digest((await fast.run(store=store)).view)

    async def test_tells_how_far_it_is_from_the_first_segment_on(self, tmp_path: Any) -> None:
        log = await season()
        store = SegmentStore(tmp_path / "segments", 5)
        await store.extend(log)
        told: list[tuple[int, int]] = []
        await Replay(log).run(lambda done, of: told.append((done, of)), store)
        head = await log.head()
        assert told == [*((last, head) for last in range(5, store.last + 1, 5)), (head, head)]

    async def test_a_damaged_segment_is_fetched_again_and_that_is_said(
        self, tmp_path: Any, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log = await season()
        for place in (0, -1):
            store = await damaged(tmp_path / f"segments {place}", log, place)
            found = await Replay(log).run(store=store)
            assert digest(found.view) == digest((await Replay(log).run()).view)
            (said,) = capsys.readouterr().err.splitlines()
            assert f"{store.links()[place].name} in {store.folder} is damaged" in said
            assert said.endswith("it was fetched again")
            assert store.verify() == []

    async def test_a_damaged_segment_is_refused_where_the_log_cannot_give_it_again(self, tmp_path: Any) -> None:
        class Leaving(MemoryLog):
            asked = 0

            async def head(self) -> int:
                self.asked += 1
                if self.asked > 1:
                    raise Unavailable("gone")
                return await super().head()

        made = await season()
        store = await damaged(tmp_path, made, 1)
        log = Leaving(made.federation)
        log.__dict__.update(made.__dict__)
        with pytest.raises(Refused, match=f"segment {store.links()[1].name} .* is damaged"):
            await Replay(log).run(store=store)

    async def test_parks_what_it_cannot_take_in_and_goes_on(self) -> None:
        log = await log_of((RATINGS, STARTS))
        bad = await appended(log, tournament_unit(SUMMER), PLAYED, b"no event")
        await appended(log, tournament_unit(SUMMER), (DONE,))
        found = await Replay(log).run()
        assert [one.sequence for one in found.parked] == [bad]
        assert anna(found.view) == 1918

    @pytest.mark.parametrize(
        ("text", "moment"),
        [
            ("", Moment()),
            ("17", Moment(sequence=17)),
            ("2018-04-01", Moment(time=dt.datetime(2018, 4, 1, 23, 59, 59, 999999, tzinfo=dt.UTC))),
            ("2018-04-01T12:00:00+02:00", Moment(time=dt.datetime(2018, 4, 1, 10, tzinfo=dt.UTC))),
            ("2018-04-01T12:00", Moment(time=dt.datetime(2018, 4, 1, 12, tzinfo=dt.UTC))),
        ],
    )
    def test_is_an_event_or_a_time(self, text: str, moment: Moment) -> None:
        assert moment_of(text) == moment

    def test_is_nothing_else(self) -> None:
        with pytest.raises(Refused) as caught:
            moment_of("lately")
        assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


class TestUnderOtherRules:
    async def under(self, rules: str, since: dt.date | None = None) -> dict[str, tuple[int | None, int | None]]:
        log = await season()
        done = await Replay(log).run()
        found = await _under(log, done, Supposed(federation="", rules=rules, since=since), None)
        assert found.rules == rules
        return {one.player: (one.was, one.now) for one in found.differ}

    async def test_of_another_federation_everything_is_rated_in_its_register(self) -> None:
        """Dora comes to the same number by chance."""
        found = await self.under("ssf-2002")
        assert found[ANNA][0] == 1897
        assert found.keys() == {ANNA, BO, CARL}

    async def test_from_a_day_on_they_begin_with_the_numbers_of_that_day(self) -> None:
        """Only the match of October: Anna, 136 points better than Bo, loses 22 (SSF, table A)."""
        found = await self.under("ssf-2002", dt.date(2018, 10, 1))
        assert found[ANNA] == (1897, 1918 - 22)
        assert CARL not in found

    async def test_the_rules_it_was_rated_under_change_nothing(self) -> None:
        assert await self.under("dsu-2007") == {}
        assert await self.under("dsu") == {}

    async def test_that_nobody_knows_are_refused(self) -> None:
        with pytest.raises(Refused) as caught:
            await self.under("dsu-1907")
        assert caught.value.refusal.code is RefusalCode.UNKNOWN_RULE_SET


class TestVerifying:
    command = PublishList(list="may", federation="dsu", day=dt.date(2018, 5, 1))

    async def published(self, log: MemoryLog, *known: EventData) -> None:
        """Publish what a service decides that knows so much."""
        parts = publishing.parts_of(self.command, view_of(rating, *known))
        await appended(log, LISTS, parts)

    async def verdict(self, log: EventLog) -> Any:
        printed, first = await _printed(log, "may")
        return await _verdict(log, printed, await Replay(log, Moment(sequence=first - 1)).run())

    async def test_what_has_changed_since_is_told_of_who_is_on_a_list_and_not_of_the_archived(self) -> None:
        """On 1 May 2021 Carl and Dora, who played last in April 2018, are no more on the list; Anna and Bo are."""
        log = await season()
        command = PublishList(list="later", federation="dsu", day=dt.date(2021, 5, 1))
        parts = publishing.parts_of(command, (await Replay(log).run()).view)
        assert {line.player for line in parts[0].lines} == {ANNA, BO}
        await appended(log, LISTS, parts)
        assert against_list((await Replay(log).run()).view, "later") == []
        await appended(log, tournament_unit(SUMMER), (corrected("1-0", "½-½"),))
        changed = against_list((await Replay(log).run()).view, "later")
        assert {one.player for one in changed} == {ANNA, BO}
        with pytest.raises(Refused) as caught:
            against_list((await Replay(log).run()).view, "x")
        assert caught.value.refusal.code is RefusalCode.UNKNOWN_LIST

    async def test_a_list_is_equal_to_the_log_before_it_whatever_came_after(self) -> None:
        log = await season()
        known = await log.head()
        await self.published(log, *STARTS, *PLAYED, DONE)
        await appended(log, tournament_unit(SUMMER), (corrected("1-0", "½-½"),))
        found = await self.verdict(log)
        assert (found.equal, found.known, found.players, found.differ) == (True, known, 4, [])

    async def test_a_list_decided_while_something_was_being_written_is_equal_to_what_was_known(self) -> None:
        log = await season()
        known = await log.head()
        await appended(log, tournament_unit(SUMMER), (corrected("1-0", "½-½"),))
        await self.published(log, *STARTS, *PLAYED, DONE)
        found = await self.verdict(log)
        assert (found.equal, found.known) == (True, known)

    async def test_a_list_that_says_otherwise_is_found_with_every_line(self) -> None:
        log = await season()
        (part,) = publishing.parts_of(self.command, view_of(rating, *STARTS, *PLAYED, DONE))
        false = msgspec.structs.replace(part.lines[0], rating=1950)
        await appended(log, LISTS, (msgspec.structs.replace(part, lines=(false, *part.lines[1:])),))
        found = await self.verdict(log)
        assert not found.equal
        assert [(one.player, one.was, one.now) for one in found.differ] == [(ANNA, 1950, 1918)]

    async def test_a_list_under_a_text_of_the_rules_that_is_mended_since_says_so(self) -> None:
        log = await season()
        (part,) = publishing.parts_of(self.command, view_of(rating, *STARTS, *PLAYED, DONE))
        await appended(log, LISTS, (msgspec.structs.replace(part, digest="0" * 64),))
        found = await self.verdict(log)
        assert found.equal
        assert "another text" in found.rules

    async def test_a_list_there_is_not_is_refused(self) -> None:
        with pytest.raises(Refused) as caught:
            await self.verdict(await season())
        assert caught.value.refusal.code is RefusalCode.UNKNOWN_LIST
