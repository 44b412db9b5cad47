import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.discipline import ImposeQuarantine, QuarantineImposed
from contracts.ids import PlayerId, TournamentId
from contracts.messages import CommandData, EventData
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import ByeKind
from contracts.refusals import Refused
from contracts.registration import (
    CancelEntry,
    EnterPlayer,
    PlayerEntered,
    PlayerRegistered,
    PlayerWithdrawn,
    WithdrawPlayer,
)
from contracts.results import TournamentCompleted
from services import discipline, registration
from services.registration import react
from services.registration.entries import barring
from tests.support.facts import fact, view_of
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, STARTED, SUMMER, published
from tests.support.world import World

WINTER = TournamentId("winter")
DATED = msgspec.structs.replace(ANNOUNCED, round_dates=(dt.date(2018, 4, 8), dt.date(2018, 4, 15)))
WINTER_ANNOUNCED = msgspec.structs.replace(
    ANNOUNCED, tournament=WINTER, starts=dt.date(2018, 12, 1), ends=dt.date(2018, 12, 2)
)
REGISTERED = tuple(PlayerRegistered(player=one, name=one.title(), federation="DEN") for one in (ANNA, BO, CARL, DORA))


def ban(player: PlayerId = BO, starts: str = "2018-04-12", months: int = 3) -> ImposeQuarantine:
    return ImposeQuarantine(player=player, starts=dt.date.fromisoformat(starts), months=months, reason="left the hall")


def banned(player: PlayerId = BO, starts: str = "2018-04-12", ends: str = "2018-07-12") -> QuarantineImposed:
    return QuarantineImposed(
        player=player, starts=dt.date.fromisoformat(starts), ends=dt.date.fromisoformat(ends), reason="left the hall"
    )


def reactions(*events: EventData) -> list[CommandData]:
    if not isinstance(events[-1], react.REACTS_TO):
        return []
    return react.react(fact(events[-1], len(events)), view_of(registration, *events))


def cancelled(tournament: TournamentId = SUMMER, until: str = "2018-07-12") -> CancelEntry:
    return CancelEntry(
        tournament=tournament, player=BO, reason=f"in quarantine from 2018-04-12 until {until} (DSU §7, §19)"
    )


def withdrawn(after_round: int) -> WithdrawPlayer:
    return WithdrawPlayer(
        tournament=SUMMER,
        player=BO,
        after_round=after_round,
        reason="in quarantine from 2018-04-12 until 2018-07-12 (DSU §7, §19)",
    )


class TestWhenAQuarantineIsImposed:
    def test_an_entry_that_is_not_paired_yet_is_cancelled(self) -> None:
        assert reactions(ANNOUNCED, *ENTRIES, banned()) == [cancelled()]

    def test_a_player_who_has_been_paired_is_withdrawn_after_the_last_published_round(self) -> None:
        assert reactions(*STARTED, banned()) == [withdrawn(1)]

    def test_every_tournament_he_is_entered_in_is_looked_at(self) -> None:
        winter = tuple(msgspec.structs.replace(one, tournament=WINTER) for one in ENTRIES)
        events = (ANNOUNCED, *ENTRIES, WINTER_ANNOUNCED, *winter)
        assert reactions(*events, banned()) == [cancelled()]
        assert reactions(*events, banned(ends="2019-04-12")) == [
            cancelled(until="2019-04-12"),
            cancelled(WINTER, until="2019-04-12"),
        ]

    def test_a_tournament_outside_its_dates_is_left_alone(self) -> None:
        assert reactions(ANNOUNCED, *ENTRIES, banned(starts="2018-04-16")) == []

    def test_days_of_rounds_that_are_published_are_over(self) -> None:
        over = banned(starts="2018-01-09", ends="2018-04-09")
        assert reactions(DATED, *ENTRIES, over) != []
        assert reactions(DATED, *ENTRIES, ROUND_1, over) == []

    def test_nothing_is_left_to_withdraw_from_after_the_last_round(self) -> None:
        assert reactions(*STARTED, ROUND_2, banned()) == []

    def test_a_completed_tournament_stands(self) -> None:
        assert reactions(*STARTED, TournamentCompleted(tournament=SUMMER, rounds=2), banned()) == []

    def test_who_has_withdrawn_already_is_left_alone(self) -> None:
        gone = PlayerWithdrawn(tournament=SUMMER, player=BO, after_round=1, reason="ill")
        assert reactions(*STARTED, gone, banned()) == []

    def test_who_will_withdraw_later_is_withdrawn_now(self) -> None:
        leaving = PlayerWithdrawn(tournament=SUMMER, player=BO, after_round=2, reason="ill")
        assert reactions(*STARTED, leaving, banned()) == [withdrawn(1)]

    def test_who_is_not_entered_has_nothing_to_lose(self) -> None:
        assert reactions(ANNOUNCED, banned()) == []


class TestWhenAQuarantineRuns:
    def test_an_entry_that_raced_with_it_is_cancelled(self) -> None:
        assert reactions(ANNOUNCED, banned(), *ENTRIES[:2]) == [cancelled()]

    def test_the_entry_of_another_player_is_left_alone(self) -> None:
        assert reactions(ANNOUNCED, banned(), *ENTRIES[:1]) == []

    def test_a_round_that_raced_with_it_is_his_last(self) -> None:
        assert reactions(ANNOUNCED, *ENTRIES, banned(), ROUND_1) == [withdrawn(1)]

    def test_a_withdrawal_taken_back_that_raced_with_it_is_made_again(self) -> None:
        gone = PlayerWithdrawn(tournament=SUMMER, player=BO, after_round=1, reason="ill")
        back = PlayerWithdrawn(tournament=SUMMER, player=BO, after_round=2, reason="well again")
        assert reactions(*STARTED, gone, banned(), back) == [withdrawn(1)]

    def test_other_events_are_not_answered(self) -> None:
        assert reactions(ANNOUNCED, *ENTRIES, banned(), ANNOUNCED) == []


class TestWhenAnEntryAndABanRace:
    entry = EnterPlayer(tournament=SUMMER, player=BO)

    def start(self) -> World:
        world = World(registration, discipline)
        world.happened(*REGISTERED, ANNOUNCED)
        return world

    def stands(self, world: World) -> bool:
        return BO in world.known(registration).tournaments[SUMMER].entries

    def test_the_ban_first_and_known_refuses_the_entry(self) -> None:
        world = self.start()
        world.send(ban())
        with pytest.raises(Refused):
            world.send(self.entry)
        assert not self.stands(world)

    def test_the_ban_first_but_not_yet_known_cancels_the_entry(self) -> None:
        world = self.start()
        world.send(ban())
        world.send(self.entry, behind=1)
        assert self.stands(world)
        world.settle()
        assert not self.stands(world)

    def test_the_entry_first_is_cancelled_by_the_ban(self) -> None:
        world = self.start()
        world.send(self.entry)
        world.send(ban())
        assert self.stands(world)
        world.settle()
        assert not self.stands(world)

    def test_a_round_published_before_the_cancellation_arrives_is_his_last(self) -> None:
        world = self.start()
        world.happened(*ENTRIES)
        world.send(ban())
        world.happened(ROUND_1)
        world.settle()
        tournament = world.known(registration).tournaments[SUMMER]
        assert tournament.entries[BO].withdrawn_after == 1


PLAYERS = (ANNA, BO, CARL, DORA)
LAG = st.integers(0, 4)
PLAYER = st.sampled_from(PLAYERS)
STEP = st.one_of(
    st.tuples(st.just("enter"), PLAYER, LAG),
    st.tuples(st.just("withdraw"), PLAYER, LAG, st.integers(0, 3)),
    st.tuples(st.just("ban"), PLAYER, st.sampled_from(["2018-03-20", "2018-04-09", "2018-04-12", "2018-05-01"])),
    st.tuples(st.just("publish")),
    st.tuples(st.just("settle")),
)


@pytest.mark.parametrize("announced", [ANNOUNCED, DATED], ids=["no round dates", "round dates"])
@settings(max_examples=150, deadline=None)
@given(steps=st.lists(STEP, max_size=14))
def test_in_the_end_nobody_stands_who_is_banned(announced: Any, steps: list[tuple[Any, ...]]) -> None:
    world = World(registration, discipline)
    world.happened(*REGISTERED, msgspec.structs.replace(announced, rounds=2))
    for step in steps:
        take(world, step)
    world.settle()
    view = world.known(registration)
    tournament = view.tournaments[SUMMER]
    going_on = len(tournament.rounds) < tournament.announced.rounds
    standing = {entry.player for entry in tournament.active(len(tournament.rounds) + 1)} if going_on else set()
    assert [one for one in standing if barring(view.quarantines.get(one, ()), tournament, one)] == []
    numbers = [entry.start_number for entry in tournament.entries.values()]
    assert len(numbers) == len(set(numbers))


def take(world: World, step: tuple[Any, ...]) -> None:
    try:
        match step:
            case ("enter", player, behind):
                world.send(EnterPlayer(tournament=SUMMER, player=player), behind=behind)
            case ("withdraw", player, behind, after):
                world.send(WithdrawPlayer(tournament=SUMMER, player=player, after_round=after), behind=behind)
            case ("ban", player, starts):
                world.send(ban(player, starts, 1))
            case ("publish",):
                publish(world)
            case _:
                world.settle()
    except Refused:
        pass


def publish(world: World) -> None:
    tournament = world.known(registration).tournaments[SUMMER]
    number = len(tournament.rounds) + 1
    field = [entry.player for entry in tournament.active(number)]
    if number <= tournament.announced.rounds and len(field) >= 2:
        boards = published(number, (field[0], field[1])).boards
        byes = tuple(Bye(player=one, kind=ByeKind.ZERO_POINT) for one in field[2:])
        world.happened(RoundPublished(tournament=SUMMER, round=number, boards=boards, byes=byes))


def test_the_property_sees_boards() -> None:
    world = World(registration, discipline)
    world.happened(*REGISTERED, ANNOUNCED, *ENTRIES)
    publish(world)
    assert world.log[-1] == RoundPublished(
        tournament=SUMMER,
        round=1,
        boards=(Board(number=1, white=ANNA, black=BO),),
        byes=(Bye(player=CARL, kind=ByeKind.ZERO_POINT), Bye(player=DORA, kind=ByeKind.ZERO_POINT)),
    )
    assert isinstance(world.log[-2], PlayerEntered)
