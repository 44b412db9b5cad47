import msgspec
import pytest

from contracts.arrangements import Reason
from contracts.messages import EventData
from contracts.pairing import Board, Bye, Difference, MakeRound, ProposeRound, PublishRound, RoundPublished
from contracts.points import ByeKind
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem
from services import pairing
from services.pairing import compare
from services.pairing import view as room
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNOUNCED, SUMMER
from tests.unit.pairing.swiss import DUTCH, bye, opened, p, published, reported

given = Service(pairing).given

FIVE = opened(DUTCH, 5)
ROUND_1 = published(1, (1, 3), (4, 2), byes=[bye(5)])
PLAYED = (*FIVE, ROUND_1, reported(1, 1, 3, "1-0"), reported(1, 4, 2, "0-1"))
NOTHING = Difference(boards_added=(), boards_dropped=(), byes_added=(), byes_dropped=())


def offer(
    number: int, *pairs: tuple[int, int], byes: tuple[Bye, ...] = (), force: str = "", elsewhere: str = ""
) -> PublishRound:
    boards = published(number, *pairs).boards
    return PublishRound(tournament=SUMMER, round=number, boards=boards, byes=byes, force=force, elsewhere=elsewhere)


def decided(command: PublishRound, *events: EventData) -> RoundPublished:
    (found,) = given(*events).decided(command)
    assert isinstance(found, RoundPublished)
    return found


def board(number: int, white: int, black: int) -> Board:
    return Board(number=number, white=p(white), black=p(black))


class TestWhatDiffersFromTheSystemsPairing:
    def test_is_nothing_where_it_makes_the_same(self) -> None:
        found = decided(offer(1, (4, 2), (1, 3), byes=(bye(5),)), *FIVE)
        assert found.difference == NOTHING, "the order of boards is no difference"
        assert not found.overridden

    def test_is_kept_with_the_round(self) -> None:
        found = decided(offer(1, (1, 3), (2, 5), byes=(bye(4),)), *FIVE)
        assert found.difference == Difference(
            boards_added=(board(2, 2, 5),),
            boards_dropped=(board(2, 4, 2),),
            byes_added=(bye(4),),
            byes_dropped=(bye(5),),
        )

    def test_is_why_the_system_makes_nothing(self) -> None:
        unrated = (msgspec.structs.replace(DUTCH, system=PairingSystem.DUBOV_2026), *FIVE[1:-1])
        last = msgspec.structs.replace(FIVE[-1], rating=None)
        found = decided(offer(1, (1, 3), (4, 2), byes=(bye(5),)), *unrated, last)
        assert found.difference is not None
        assert "5 has no rating" in found.difference.fault
        assert found.difference.boards_added == found.boards

    def test_is_nothing_anybody_knows_of_an_event_paired_elsewhere(self) -> None:
        assert decided(offer(1, (1, 3), (4, 2)), *opened(ANNOUNCED, 4)).difference is None

    def test_is_seen_in_the_pairing_list(self) -> None:
        found = decided(offer(1, (1, 3), (2, 5), byes=(bye(4),)), *FIVE)
        shown = room.pairings(view_of(pairing, *FIVE, found), SUMMER, 1)
        assert shown.difference == found.difference

    def test_costs_no_second_pairing_where_the_round_is_proposed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        (proposed,) = given(*FIVE).decided(ProposeRound(tournament=SUMMER, round=1))
        monkeypatch.setattr(compare, "propose", None)
        assert decided(offer(1, (1, 3), (4, 2), byes=(bye(5),)), *FIVE, proposed).difference == NOTHING

    def test_is_compared_with_what_the_system_makes_of_it_now(self) -> None:
        (proposed,) = given(*FIVE[:-1]).decided(ProposeRound(tournament=SUMMER, round=1))
        assert decided(offer(1, (1, 3), (4, 2), byes=(bye(5),)), *FIVE[:-1], proposed, FIVE[-1]).difference == NOTHING


class TestWhatTheRulesForbid:
    def test_is_refused_with_every_fault(self) -> None:
        refusal = given(*PLAYED).when(offer(2, (3, 1), (2, 4), byes=(bye(5),))).refused(RefusalCode.INVALID_PAIRING)
        assert [one.text for one in refusal.details["faults"]] == [
            "p3 and p1 have met in round 1",
            "p2 and p4 have met in round 1",
            "p5 had a point without playing in round 1",
        ]

    def test_a_third_colour_running_too(self) -> None:
        twice = (*PLAYED, published(2, (1, 2), (5, 4), byes=[bye(3)]), reported(2, 1, 2, "1-0"))
        third = offer(3, (1, 5), (2, 3), byes=(bye(4),))
        refusal = given(*twice).when(third).refused(RefusalCode.INVALID_PAIRING)
        assert refusal.message == "p1 may not have White after WW"

    def test_is_recorded_where_it_is_forced_with_a_reason(self) -> None:
        found = decided(offer(2, (3, 1), (2, 5), byes=(bye(4),), force="nobody else is here"), *PLAYED)
        assert found.forced == "nobody else is here"
        assert found.overridden == (Reason(rule="FIDE C.04.1", text="p3 and p1 have met in round 1"),)
        assert found.difference is not None
        assert (found.difference.boards_added, found.difference.fault) == (found.boards, "")

    def test_is_not_a_reason_where_nothing_is_forced(self) -> None:
        assert not decided(offer(1, (1, 3), (4, 2), byes=(bye(5),), force="just in case"), *FIVE).forced

    def test_is_also_points_for_a_bye_nobody_asked_for(self) -> None:
        half = Bye(player=p(5), kind=ByeKind.HALF_POINT)
        given(*FIVE).when(offer(1, (1, 3), (4, 2), byes=(half,))).refused(RefusalCode.INVALID_PAIRING)
        assert decided(offer(1, (1, 3), (4, 2), byes=(half,)), ANNOUNCED, *FIVE[1:]).byes == (half,)

    def test_a_player_left_out_is_never_forced(self) -> None:
        given(*FIVE).when(offer(1, (1, 3), (4, 2), force="he is late")).refused(RefusalCode.INCOMPLETE)


class TestARoundThatIsHistory:
    """An import: another program paired it, and it was played."""

    FILE = "a report file"

    def test_is_taken_as_it_is_and_not_compared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compare, "propose", None)
        half = Bye(player=p(4), kind=ByeKind.HALF_POINT)
        found = decided(offer(1, (1, 2), (3, 5), byes=(half,), elsewhere=self.FILE), *FIVE)
        assert (found.elsewhere, found.difference, found.overridden) == (self.FILE, None, ())

    def test_keeps_what_the_rules_have_against_it(self) -> None:
        found = decided(offer(2, (3, 1), (2, 5), byes=(bye(4),), elsewhere=self.FILE), *PLAYED)
        assert [one.text for one in found.overridden] == ["p3 and p1 have met in round 1"]
        assert not found.forced

    def test_is_paired_on_from_by_the_system(self) -> None:
        found = decided(offer(1, (1, 2), (3, 5), byes=(bye(4),), elsewhere=self.FILE), *FIVE)
        events = (*FIVE, found, reported(1, 1, 2, "1-0"), reported(1, 3, 5, "1-0"))
        assert given(*events).decided(MakeRound(tournament=SUMMER, round=2))
