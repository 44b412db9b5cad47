import datetime as dt

import msgspec
import pytest

from contracts.arrangements import ExchangePlayers, FreePlayer, PairPlayers, Reason, ReverseColours
from contracts.messages import EventData
from contracts.pairing import (
    BeginManualPairing,
    Board,
    CancelManualPairing,
    ChangePairing,
    Difference,
    EndManualPairing,
    ManualPairingBegun,
    ManualPairingCancelled,
    ManualPairingEnded,
    PairingChanged,
    PairingForbidden,
    ProposeRound,
    PublishRound,
    RoundPublished,
    RoundStarted,
    StartRound,
    SystemPairing,
)
from contracts.points import ByeKind
from contracts.refusals import RefusalCode
from contracts.registration import EntryCancelled, PairingSystem, TournamentAnnounced
from contracts.results import GameAdjourned
from services import pairing
from services.pairing import view as room
from services.pairing.layout import Layout, changed
from services.pairing.request import request
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNOUNCED, SUMMER
from tests.unit.pairing.swiss import DUTCH, bye, entered, opened, p, published, reported, withdrawn
from tests.unit.pairing.test_arrange import granted

given = Service(pairing).given

FIVE = opened(DUTCH, 5)
ROUND_1 = published(1, (1, 3), (4, 2), byes=[bye(5)])
PLAYED = (*FIVE, ROUND_1, reported(1, 1, 3, "1-0"), reported(1, 4, 2, "0-1"))


def begin(number: int) -> BeginManualPairing:
    return BeginManualPairing(tournament=SUMMER, round=number, reason="a mistake")


def change(number: int, what: object, force: str = "") -> ChangePairing:
    return ChangePairing(tournament=SUMMER, round=number, change=what, force=force)  # type: ignore[arg-type]  # any change


def end(number: int) -> EndManualPairing:
    return EndManualPairing(tournament=SUMMER, round=number)


def exchange(one: int, other: int) -> ExchangePlayers:
    return ExchangePlayers(first=p(one), second=p(other))


def board(number: int, white: int, black: int) -> Board:
    return Board(number=number, white=p(white), black=p(black))


def after(events: tuple[EventData, ...], *commands: object) -> tuple[EventData, ...]:
    for command in commands:
        events = (*events, *given(*events).decided(command))  # type: ignore[arg-type]  # commands, one by one
    return events


BEGUN = after(PLAYED, begin(2))


class TestPairingByHandBegins:
    def test_from_what_the_system_makes_of_the_round(self) -> None:
        (event,) = given(*FIVE).decided(begin(1))
        assert event == ManualPairingBegun(
            tournament=SUMMER,
            round=1,
            reason="a mistake",
            boards=ROUND_1.boards,
            byes=ROUND_1.byes,
            system=SystemPairing(boards=ROUND_1.boards, byes=ROUND_1.byes, fault=""),
        )

    def test_from_what_is_published(self) -> None:
        own = published(1, (3, 1), (4, 2), byes=[bye(5)])
        (event,) = given(*FIVE, own).decided(begin(1))
        assert isinstance(event, ManualPairingBegun)
        assert event.boards == own.boards
        assert event.system.boards == ROUND_1.boards

    def test_from_nothing_where_the_system_makes_nothing(self) -> None:
        (event,) = given(*opened(ANNOUNCED, 4)).decided(begin(1))
        assert isinstance(event, ManualPairingBegun)
        assert not event.boards
        assert "paired elsewhere" in event.system.fault

    def test_once(self) -> None:
        given(*BEGUN).when(begin(2)).then()

    def test_not_after_the_round_s_start(self) -> None:
        refusal = given(*PLAYED).when(begin(1)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.rule == "DSU §11d"
        started = (*FIVE, ROUND_1, RoundStarted(tournament=SUMMER, round=1))
        given(*started).when(begin(1)).refused(RefusalCode.WRONG_STATUS)

    @pytest.mark.parametrize(
        "command",
        [
            ProposeRound(tournament=SUMMER, round=2),
            PublishRound(tournament=SUMMER, round=2, boards=published(2, (2, 1), (5, 4)).boards, byes=(bye(3),)),
        ],
    )
    def test_and_nothing_overtakes_it(self, command: ProposeRound) -> None:
        refusal = given(*BEGUN).when(command).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"round": 2, "reason": "a mistake"}

    def test_and_its_round_does_not_start_meanwhile(self) -> None:
        own = after((*FIVE, ROUND_1), begin(1))
        given(*own).when(StartRound(tournament=SUMMER, round=1)).refused(RefusalCode.WRONG_STATUS)

    def test_and_is_given_up(self) -> None:
        cancel = CancelManualPairing(tournament=SUMMER, round=2, reason="not needed")
        cancelled = ManualPairingCancelled(tournament=SUMMER, round=2, reason="not needed")
        given(*BEGUN).when(cancel).then(cancelled)
        given(*PLAYED).when(cancel).then()
        assert given(*BEGUN, cancelled).decided(ProposeRound(tournament=SUMMER, round=2))
        refusal = given(*BEGUN).when(msgspec.structs.replace(cancel, round=1)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"open": 2}

    def test_not_before_the_deadline_of_an_adjourned_game(self) -> None:
        day = dt.date(2026, 4, 10)
        adjourned = GameAdjourned(tournament=SUMMER, round=1, white=p(4), black=p(2), deadline=day)
        events = (*PLAYED[:-1], adjourned)
        refusal = given(*events).when(begin(2)).refused(RefusalCode.WRONG_STATUS)
        assert refusal.rule == "DSU §11c"
        assert given(*events).decided(msgspec.structs.replace(begin(2), on=dt.date(2026, 4, 11)))


class TestAChange:
    layout = Layout(pairs=((p(1), p(2)), (p(3), p(4))), byes=(bye(5),))

    def test_exchanges_two_players_and_the_colours_stay_with_the_places(self) -> None:
        assert changed(self.layout, exchange(1, 4)).pairs == ((p(4), p(2)), (p(3), p(1)))
        assert changed(self.layout, exchange(1, 5)) == Layout(pairs=((p(5), p(2)), (p(3), p(4))), byes=(bye(1),))

    def test_reverses_the_colours(self) -> None:
        assert changed(self.layout, ReverseColours(white=p(1), black=p(2))).pairs[0] == (p(2), p(1))

    def test_pairs_two_and_leaves_the_others_to_be_paired(self) -> None:
        now = changed(self.layout, PairPlayers(white=p(3), black=p(1)))
        assert now == Layout(pairs=((p(3), p(1)),), byes=(bye(5),))
        assert changed(now, PairPlayers(white=p(2), black=p(4))).pairs == ((p(3), p(1)), (p(2), p(4)))

    def test_frees_a_player(self) -> None:
        now = changed(self.layout, FreePlayer(player=p(1), kind=ByeKind.ZERO_POINT))
        assert now == Layout(pairs=((p(3), p(4)),), byes=(bye(5), bye(1, ByeKind.ZERO_POINT)))

    def test_is_recorded(self) -> None:
        own = after(FIVE, begin(1))
        given(*own).when(change(1, exchange(1, 4))).then(
            PairingChanged(tournament=SUMMER, round=1, change=exchange(1, 4), forced="", overridden=())
        )

    def test_of_nothing_is_nothing(self) -> None:
        own = after(FIVE, begin(1))
        given(*own).when(change(1, PairPlayers(white=p(1), black=p(3)))).then()

    def test_needs_the_phase_to_be_open(self) -> None:
        given(*FIVE).when(change(1, exchange(1, 4))).refused(RefusalCode.WRONG_STATUS)
        given(*BEGUN).when(change(1, exchange(1, 4))).refused(RefusalCode.WRONG_STATUS)

    def test_names_those_who_take_part_and_a_board_that_is_there(self) -> None:
        given(*BEGUN).when(change(2, exchange(1, 9))).refused(RefusalCode.NOT_ENTERED)
        given(*BEGUN).when(change(2, PairPlayers(white=p(1), black=p(1)))).refused(RefusalCode.INVALID_PAIRING)
        given(*BEGUN).when(change(2, ReverseColours(white=p(1), black=p(3)))).refused(RefusalCode.BOARD_NOT_PAIRED)


class TestAnIllegalChange:
    met = change(2, PairPlayers(white=p(3), black=p(1)))

    def test_of_two_who_have_met_is_refused(self) -> None:
        refusal = given(*BEGUN).when(self.met).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.rule == "FIDE C.04.1"
        assert refusal.details["faults"] == (Reason(rule="FIDE C.04.1", text="p3 and p1 have met in round 1"),)

    def test_is_made_when_it_is_forced_and_the_rule_it_breaks_is_kept(self) -> None:
        (event,) = given(*BEGUN).decided(msgspec.structs.replace(self.met, force="nothing else is left"))
        assert isinstance(event, PairingChanged)
        assert event.forced == "nothing else is left"
        assert [one.text for one in event.overridden] == ["p3 and p1 have met in round 1"]

    def test_of_two_who_are_kept_apart_is_refused(self) -> None:
        ban = PairingForbidden(
            tournament=SUMMER, first=p(1), second=p(4), first_round=1, last_round=None, reason="brothers"
        )
        events = after((*PLAYED, ban), begin(2))
        refusal = (
            given(*events).when(change(2, PairPlayers(white=p(4), black=p(1)))).refused(RefusalCode.INVALID_PAIRING)
        )
        assert "brothers" in refusal.message

    def test_to_a_third_colour_running_is_refused(self) -> None:
        twice = (
            *PLAYED,
            published(2, (1, 4), (2, 5), byes=[bye(3)]),
            reported(2, 1, 4, "1-0"),
            reported(2, 2, 5, "1-0"),
        )
        events = after((*twice, withdrawn(3, 2)), begin(3))
        refusal = (
            given(*events).when(change(3, PairPlayers(white=p(1), black=p(2)))).refused(RefusalCode.INVALID_PAIRING)
        )
        assert "p1 may not have White after WW" in refusal.message

    def test_counts_the_colours_of_a_game_left_open(self) -> None:
        postponed = (*PLAYED, published(2, (1, 4), (2, 5), byes=[bye(3)]), reported(2, 2, 5, "1-0"))
        events = after((*postponed, withdrawn(3, 2)), begin(3), change(3, exchange(4, 5)))
        third = change(3, PairPlayers(white=p(1), black=p(2)))
        assert "p1 may not have White" in given(*events).when(third).refused(RefusalCode.INVALID_PAIRING).message

    def test_to_a_second_bye_or_a_bye_nobody_asked_for_is_refused(self) -> None:
        events = after(PLAYED, begin(2))
        for kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT):
            given(*events).when(change(2, FreePlayer(player=p(5), kind=kind))).refused(RefusalCode.INVALID_PAIRING)
        assert given(*events).decided(change(2, FreePlayer(player=p(5), kind=ByeKind.ZERO_POINT)))

    @pytest.mark.parametrize(
        ("announced", "barred"),
        [(DUTCH, True), (msgspec.structs.replace(DUTCH, system=PairingSystem.MONRAD_SSF), False)],
    )
    def test_to_the_bye_after_a_win_by_forfeit_is_refused_where_the_system_bars_it(
        self, announced: TournamentAnnounced, *, barred: bool
    ) -> None:
        events = (announced, *FIVE[1:], ROUND_1, reported(1, 1, 3, "1-0F"), reported(1, 4, 2, "0-1"))
        told = given(*after(events, begin(2))).when(change(2, FreePlayer(player=p(1), kind=ByeKind.PAIRING_ALLOCATED)))
        if barred:
            assert "p1 had a point without playing in round 1" in told.refused(RefusalCode.INVALID_PAIRING).message
        else:
            assert "p1" not in told.refused(RefusalCode.INVALID_PAIRING).message

    def test_to_a_bye_that_was_asked_for_is_none(self) -> None:
        events = after((*PLAYED, granted(1, 2)), begin(2))
        (freed,) = given(*events).decided(change(2, PairPlayers(white=p(2), black=p(1))))
        assert given(*events, freed).decided(change(2, FreePlayer(player=p(1), kind=ByeKind.HALF_POINT)))


class TestPairingByHandEnds:
    def test_with_the_round_published_and_what_differs_from_the_system(self) -> None:
        events = after(FIVE, begin(1), change(1, exchange(2, 3)))
        given(*events).when(end(1)).then(
            ManualPairingEnded(
                tournament=SUMMER,
                round=1,
                reason="a mistake",
                boards_added=(board(1, 1, 2), board(2, 4, 3)),
                boards_dropped=(board(1, 1, 3), board(2, 4, 2)),
                byes_added=(),
                byes_dropped=(),
                overridden=(),
            ),
            RoundPublished(
                tournament=SUMMER,
                round=1,
                boards=(board(1, 1, 2), board(2, 4, 3)),
                byes=(bye(5),),
                manual=True,
                difference=Difference(
                    boards_added=(board(1, 1, 2), board(2, 4, 3)),
                    boards_dropped=(board(1, 1, 3), board(2, 4, 2)),
                    byes_added=(),
                    byes_dropped=(),
                ),
            ),
        )

    def test_with_what_the_round_breaks_and_why_and_not_what_was_forced_and_undone(self) -> None:
        undone = change(2, PairPlayers(white=p(4), black=p(2)), "the first try")
        events = after(PLAYED, begin(2), undone, change(2, PairPlayers(white=p(1), black=p(3)), "both want it"))
        events = after(events, change(2, PairPlayers(white=p(4), black=p(5))))
        events = after(events, change(2, FreePlayer(player=p(2), kind=ByeKind.ZERO_POINT)))
        _, round_2 = given(*events).decided(end(2))
        assert isinstance(round_2, RoundPublished)
        assert [one.text for one in round_2.overridden] == ["p1 and p3 have met in round 1"]
        assert round_2.forced == "the first try; both want it"

    def test_with_no_difference_where_the_tournament_is_paired_elsewhere(self) -> None:
        events = after(opened(ANNOUNCED, 2), begin(1), change(1, PairPlayers(white=p(1), black=p(2))))
        _, round_1 = given(*events).decided(end(1))
        assert isinstance(round_1, RoundPublished)
        assert round_1.difference is None

    def test_without_a_publication_where_nothing_has_changed(self) -> None:
        (ended,) = given(*after((*FIVE, ROUND_1), begin(1))).decided(end(1))
        assert isinstance(ended, ManualPairingEnded)
        assert not ended.boards_added

    def test_not_while_somebody_is_left_to_be_paired(self) -> None:
        events = after(FIVE, begin(1), change(1, PairPlayers(white=p(1), black=p(2))))
        refusal = given(*events).when(end(1)).refused(RefusalCode.INCOMPLETE)
        assert refusal.details == {"players": (p(3), p(4))}

    def test_not_with_who_has_left_meanwhile(self) -> None:
        events = (*after(FIVE, begin(1)), EntryCancelled(tournament=SUMMER, player=p(4), reason="ill"))
        refusal = given(*events).when(end(1)).refused(RefusalCode.NOT_ENTERED)
        assert refusal.details == {"players": [p(4)]}

    def test_not_with_a_late_entrant_left_out(self) -> None:
        given(*after(FIVE, begin(1)), entered(6)).when(end(1)).refused(RefusalCode.INCOMPLETE)

    def test_not_with_a_fault_that_has_come_up_since(self) -> None:
        ban = PairingForbidden(
            tournament=SUMMER, first=p(1), second=p(3), first_round=1, last_round=None, reason="brothers"
        )
        given(*after(FIVE, begin(1)), ban).when(end(1)).refused(RefusalCode.INVALID_PAIRING)

    def test_with_what_was_forced(self) -> None:
        three = (*opened(DUTCH, 2), published(1, (1, 2)), reported(1, 1, 2, "½-½"))
        again = change(2, PairPlayers(white=p(2), black=p(1)), "nobody else is left")
        ended, made = given(*after(three, begin(2), again)).decided(end(2))
        assert isinstance(ended, ManualPairingEnded)
        assert [one.text for one in ended.overridden] == ["p2 and p1 have met in round 1"]
        assert isinstance(made, RoundPublished)
        assert made.boards == (board(1, 2, 1),)

    def test_and_the_next_round_is_paired_after_it(self) -> None:
        events = after(FIVE, begin(1), change(1, exchange(2, 3)), end(1))
        played = (*events, reported(1, 1, 2, "1-0"), reported(1, 4, 3, "1-0"))
        assert given(*played).decided(ProposeRound(tournament=SUMMER, round=2))

    def test_and_cannot_be_ended_twice(self) -> None:
        given(*after(FIVE, begin(1), end(1))).when(end(1)).refused(RefusalCode.WRONG_STATUS)


def test_leaving_and_coming_back_around_a_round_paired_by_hand_gives_no_points() -> None:
    """Case 34 from practice: a player collected full-point byes so."""
    away = (*PLAYED, withdrawn(4, 1))
    by_hand = after(away, begin(2), end(2))
    back = (*by_hand, withdrawn(4, 4))
    (proposed,) = given(*back).decided(ProposeRound(tournament=SUMMER, round=3))
    state = pairing.state.initial()
    for event in (*back, proposed):
        state = pairing.state.evolve(state, event)
    assert isinstance(state, pairing.state.Running)
    him = next(one for one in request(state.tournament, 3, state.desk).contestants if one.number == 4)
    assert him.score == 0
    again = after(back, begin(3))
    given(*again).when(change(3, FreePlayer(player=p(4), kind=ByeKind.FULL_POINT))).refused(RefusalCode.INVALID_PAIRING)


def test_a_round_being_paired_by_hand_can_be_looked_at() -> None:
    events = after(FIVE, begin(1), change(1, PairPlayers(white=p(1), black=p(2))))
    found = room.arrangements(view_of(pairing, *events), SUMMER).manual
    assert found is not None
    assert found.boards == (board(1, 1, 2),)
    assert found.unpaired == (p(3), p(4))
