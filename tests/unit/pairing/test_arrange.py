import msgspec
import pytest

from contracts.arrangements import ByePolicy
from contracts.messages import EventData
from contracts.pairing import (
    AllowPairing,
    ByeCancelled,
    ByeGranted,
    CancelBye,
    ForbidPairing,
    PairingAllowed,
    PairingForbidden,
    PairingOptionsSet,
    ProposeRound,
    PublishRound,
    RequestBye,
    RoundProposed,
    SetPairingOptions,
)
from contracts.points import ByeKind
from contracts.refusals import RefusalCode
from contracts.registration import EntryCancelled, PairingSystem
from services import pairing
from services.pairing import view as room
from services.pairing.request import request
from services.pairing.state import Running
from services.pairing.systems import baku
from services.pairing.systems.interface import Request
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import SUMMER
from tests.unit.pairing.swiss import (
    DUTCH,
    MONRAD,
    bye,
    entered,
    folded,
    opened,
    p,
    published,
    reported,
    withdrawn,
)

given = Service(pairing).given

FIVE = opened(DUTCH, 5)
FOUR = opened(DUTCH, 4)
ROUND_1 = published(1, (1, 3), (4, 2))


def ask(player: int, number: int, kind: ByeKind = ByeKind.HALF_POINT) -> RequestBye:
    return RequestBye(tournament=SUMMER, player=p(player), round=number, kind=kind)


def granted(player: int, number: int, kind: ByeKind = ByeKind.HALF_POINT, *warnings: str) -> ByeGranted:
    return ByeGranted(tournament=SUMMER, player=p(player), round=number, kind=kind, warnings=warnings)


def options(**chosen: object) -> SetPairingOptions:
    return SetPairingOptions(tournament=SUMMER, **chosen)  # type: ignore[arg-type]  # each test its own


def were_set(command: SetPairingOptions, *warnings: str) -> PairingOptionsSet:
    return PairingOptionsSet(
        tournament=SUMMER,
        options=command.options,
        acceleration=command.acceleration,
        byes=command.byes,
        reason=command.reason,
        warnings=warnings,
    )


def proposed(number: int, *events: EventData) -> RoundProposed:
    (event,) = given(*events).decided(ProposeRound(tournament=SUMMER, round=number))
    assert isinstance(event, RoundProposed)
    return event


def asked(number: int, *events: EventData) -> Request:
    state = folded(*events)
    assert isinstance(state, Running)
    return request(state.tournament, number, state.desk)


TWO_BYES = options(byes=ByePolicy(limit=2, not_in_last=1, before_round=2))


class TestAByeOnRequest:
    rules = (*FIVE, were_set(TWO_BYES))

    def test_is_granted_within_the_limits(self) -> None:
        given(*self.rules).when(ask(1, 2)).then(granted(1, 2))

    def test_keeps_the_player_out_of_the_round_with_what_he_asked_for(self) -> None:
        found = proposed(1, *self.rules, granted(1, 1), granted(2, 1, ByeKind.ZERO_POINT))
        kinds = {one.player: one.kind for one in found.byes}
        assert kinds == {p(1): ByeKind.HALF_POINT, p(2): ByeKind.ZERO_POINT, p(5): ByeKind.PAIRING_ALLOCATED}
        assert {player for one in found.boards for player in (one.white, one.black)} == {p(3), p(4)}

    def test_beyond_the_limit_is_granted_with_a_warning(self) -> None:
        given(*self.rules, granted(1, 1), granted(1, 2)).when(ask(1, 3)).then(
            granted(1, 3, ByeKind.HALF_POINT, "his 3. bye with points, of 2 that the regulations give")
        )

    def test_counts_those_that_were_given_in_rounds_published(self) -> None:
        first = published(1, (1, 3), byes=[bye(2, ByeKind.HALF_POINT), bye(4), bye(5, ByeKind.ZERO_POINT)])
        one_only = options(byes=ByePolicy(limit=1))
        (event,) = given(*FIVE, were_set(one_only), first).decided(ask(2, 2))
        assert isinstance(event, ByeGranted)
        assert len(event.warnings) == 1
        (event,) = given(*FIVE, were_set(one_only), first).decided(ask(4, 2))
        assert isinstance(event, ByeGranted)
        assert not event.warnings

    def test_counts_none_that_was_granted_for_a_round_in_which_he_was_paired_after_all(self) -> None:
        one_only = options(byes=ByePolicy(limit=1))
        (event,) = given(*FOUR, were_set(one_only), granted(1, 1), ROUND_1).decided(ask(1, 2))
        assert isinstance(event, ByeGranted)
        assert not event.warnings

    def test_in_the_last_round_or_too_late_is_granted_with_a_warning(self) -> None:
        (event,) = given(*self.rules).decided(ask(1, 4))
        assert isinstance(event, ByeGranted)
        assert event.warnings == ("no bye with points in the last 1 rounds",)
        begun = (*self.rules, published(1, (1, 3), (4, 2), byes=[bye(5)]), published(2, (2, 1), (3, 5), byes=[bye(4)]))
        (event,) = given(*begun).decided(ask(1, 3, ByeKind.ZERO_POINT))
        assert isinstance(event, ByeGranted)
        assert event.warnings == ("byes are settled before round 2 is published",)

    def test_with_points_is_warned_of_where_the_regulations_give_none(self) -> None:
        (event,) = given(*FIVE).decided(ask(1, 2, ByeKind.FULL_POINT))
        assert isinstance(event, ByeGranted)
        assert len(event.warnings) == 1
        given(*FIVE).when(ask(1, 2, ByeKind.ZERO_POINT)).then(granted(1, 2, ByeKind.ZERO_POINT))

    def test_twice_is_once_and_another_kind_replaces_it(self) -> None:
        given(*self.rules, granted(1, 2)).when(ask(1, 2)).then()
        given(*self.rules, granted(1, 2)).when(ask(1, 2, ByeKind.ZERO_POINT)).then(granted(1, 2, ByeKind.ZERO_POINT))

    def test_is_refused_for_a_round_that_is_published_or_not_there(self) -> None:
        given(*FOUR, ROUND_1).when(ask(1, 1)).refused(RefusalCode.WRONG_STATUS)
        given(*FOUR).when(ask(1, 5)).refused(RefusalCode.UNKNOWN_ROUND)

    def test_is_refused_to_who_does_not_take_part(self) -> None:
        given(*FOUR).when(ask(9, 1)).refused(RefusalCode.NOT_ENTERED)
        given(*FOUR, withdrawn(4, 1)).when(ask(4, 2)).refused(RefusalCode.NOT_ENTERED)

    def test_is_never_the_bye_of_the_pairing(self) -> None:
        given(*FOUR).when(ask(1, 1, ByeKind.PAIRING_ALLOCATED)).refused(RefusalCode.INVALID_PAYLOAD)

    def test_can_be_taken_back(self) -> None:
        back = CancelBye(tournament=SUMMER, player=p(1), round=2)
        cancelled = ByeCancelled(tournament=SUMMER, player=p(1), round=2, warnings=())
        given(*FIVE, granted(1, 2)).when(back).then(cancelled)
        given(*FIVE).when(back).then()
        assert asked(2, *FIVE, granted(1, 2), cancelled, published(1)).contestants[0].absent is None

    def test_is_not_taken_back_in_a_round_that_is_published_or_will_never_be(self) -> None:
        back = CancelBye(tournament=SUMMER, player=p(4), round=1)
        one_away = published(1, (1, 3), byes=[bye(2), bye(4, ByeKind.HALF_POINT)])
        given(*FOUR, granted(4, 1), one_away).when(back).refused(RefusalCode.WRONG_STATUS)
        given(*FOUR).when(msgspec.structs.replace(back, round=99)).refused(RefusalCode.UNKNOWN_ROUND)

    def test_of_a_full_point_bars_the_bye_of_the_pairing(self) -> None:
        first = published(1, (1, 3), (4, 2), byes=[bye(5, ByeKind.FULL_POINT)])
        results = (reported(1, 1, 3, "1-0"), reported(1, 4, 2, "0-1"))
        found = proposed(2, *FIVE, first, *results)
        assert [one.player for one in found.byes] != [p(5)]

    def test_of_who_withdraws_afterwards_is_no_bye(self) -> None:
        found = proposed(1, *FIVE, granted(5, 1), withdrawn(5, 0))
        assert not found.byes


class TestTwoWhoAreKeptApart:
    apart = ForbidPairing(tournament=SUMMER, first=p(1), second=p(3), reason="brothers")
    ban = PairingForbidden(
        tournament=SUMMER, first=p(1), second=p(3), first_round=1, last_round=None, reason="brothers"
    )

    def test_do_not_meet(self) -> None:
        given(*FOUR).when(self.apart).then(self.ban)
        found = proposed(1, *FOUR, self.ban)
        assert all({one.white, one.black} != {p(1), p(3)} for one in found.boards)

    def test_do_not_meet_in_a_round_as_given_either(self) -> None:
        offer = PublishRound(tournament=SUMMER, round=1, boards=ROUND_1.boards)
        refusal = given(*FOUR, self.ban).when(offer).refused(RefusalCode.INVALID_PAIRING)
        assert [one.text for one in refusal.details["faults"]] == ["p1 and p3 are kept apart: brothers"]

    def test_may_meet_outside_the_rounds_named(self) -> None:
        later = msgspec.structs.replace(self.ban, first_round=2, last_round=3)
        assert not asked(1, *FOUR, later).forbidden
        assert asked(2, *FOUR, later, ROUND_1).forbidden == {(1, 3)}

    def test_may_meet_when_it_is_allowed_again(self) -> None:
        allow = AllowPairing(tournament=SUMMER, first=p(3), second=p(1), reason="they agree")
        allowed = PairingAllowed(tournament=SUMMER, first=p(3), second=p(1), reason="they agree")
        given(*FOUR, self.ban).when(allow).then(allowed)
        given(*FOUR).when(allow).then()
        assert not asked(1, *FOUR, self.ban, allowed).forbidden
        given(*FOUR, self.ban).when(msgspec.structs.replace(allow, second=p(9))).refused(RefusalCode.NOT_ENTERED)

    def test_are_two_who_are_entered(self) -> None:
        given(*FOUR).when(msgspec.structs.replace(self.apart, second=p(9))).refused(RefusalCode.NOT_ENTERED)
        given(*FOUR).when(msgspec.structs.replace(self.apart, second=p(1))).refused(RefusalCode.INVALID_PAYLOAD)
        backwards = msgspec.structs.replace(self.apart, first_round=3, last_round=2)
        given(*FOUR).when(backwards).refused(RefusalCode.INVALID_PAYLOAD)

    def test_are_kept_apart_once(self) -> None:
        given(*FOUR, self.ban).when(self.apart).then()

    def test_are_no_more_when_one_has_cancelled(self) -> None:
        gone = EntryCancelled(tournament=SUMMER, player=p(3), reason="ill")
        assert not asked(1, *FOUR, self.ban, gone).forbidden

    @pytest.mark.parametrize("system", [PairingSystem.BERGER, PairingSystem.KNOCK_OUT])
    def test_a_table_or_bracket_keeps_nobody_apart(self, system: PairingSystem) -> None:
        table = opened(msgspec.structs.replace(DUTCH, system=system), 4)
        given(*table).when(self.apart).refused(RefusalCode.INVALID_PAYLOAD)


class TestHowTheSystemIsRun:
    previous = options(options={"points_order": "previous_order"})

    def test_is_set_before_round_one(self) -> None:
        events = opened(MONRAD, 4)
        given(*events).when(self.previous).then(were_set(self.previous))
        given(*events, were_set(self.previous)).when(self.previous).then()
        assert asked(1, *events, were_set(self.previous)).options == {"points_order": "previous_order"}

    def test_changes_afterwards_for_a_reason_only_and_with_a_warning(self) -> None:
        played = (*opened(MONRAD, 4), published(1, (2, 1), (4, 3)))
        refusal = given(*played).when(self.previous).refused(RefusalCode.WRONG_STATUS)
        assert refusal.rule == "FIDE VCL Q201"
        because = msgspec.structs.replace(self.previous, reason="as the invitation said")
        (event,) = given(*played).decided(because)
        assert isinstance(event, PairingOptionsSet)
        assert event.warnings

    @pytest.mark.parametrize("wrong", [{"speed": "high"}, {"points_order": "by_luck"}])
    def test_is_one_of_the_system_s_own_options(self, wrong: dict[str, str]) -> None:
        given(*opened(MONRAD, 4)).when(options(options=wrong)).refused(RefusalCode.INVALID_PAYLOAD)

    def test_lots_are_drawn_and_not_set(self) -> None:
        cup = opened(msgspec.structs.replace(MONRAD, system=PairingSystem.KNOCK_OUT), 4)
        given(*cup).when(options(options={"lots": "1,2"})).refused(RefusalCode.INVALID_PAYLOAD)
        given(*cup).when(options(options={"bracket": "lottery"})).then(
            were_set(options(options={"bracket": "lottery"}))
        )


class TestAcceleration:
    fast = options(acceleration="baku")
    events = (*opened(msgspec.structs.replace(DUTCH, rounds=9), 10), were_set(fast))

    def test_is_for_the_fide_dutch_system(self) -> None:
        given(*opened(DUTCH, 10)).when(self.fast).then(were_set(self.fast))
        given(*opened(MONRAD, 10)).when(self.fast).refused(RefusalCode.INVALID_PAYLOAD)

    def test_gives_the_first_half_virtual_points(self) -> None:
        points = {one.number: one.acceleration for one in asked(1, *self.events).contestants}
        size = baku.group_a_size(10)
        assert [number for number, own in points.items() if own == (2,)] == list(range(1, size + 1))

    def test_fixes_the_first_half_when_round_one_is_published(self) -> None:
        first = published(1, *((number, number + 5) for number in range(1, 6)))
        late = (*self.events, first, *(entered(number) for number in range(11, 19)))
        points = {one.number: one.acceleration for one in asked(2, *late).contestants}
        assert [number for number, own in points.items() if own == (2, 2)] == list(range(1, 7))

    def test_leaves_out_who_had_withdrawn_before_it(self) -> None:
        gone = (*self.events, withdrawn(1, 0), withdrawn(2, 0))
        points = {one.number: one.acceleration for one in asked(1, *gone).contestants}
        assert [number for number, own in points.items() if own == (2,)] == [1, 2, 3, 4, 5, 6]


def test_what_is_arranged_can_be_asked_for() -> None:
    events = (*FIVE, were_set(TWO_BYES), granted(1, 2), TestTwoWhoAreKeptApart.ban)
    found = room.arrangements(view_of(pairing, *events), SUMMER)
    assert found.bye_policy == TWO_BYES.byes
    assert found.byes == {2: (bye(1, ByeKind.HALF_POINT),)}
    assert [(ban.first, ban.second) for ban in found.forbidden] == [(p(1), p(3))]
    assert found.manual is None
