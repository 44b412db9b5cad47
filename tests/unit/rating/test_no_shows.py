"""Who stays away without an approved cancellation has lost, and under the Danish rules it is rated (4.5.4.2)."""

from typing import Any

import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating import Explain, RateTournament, TournamentChanges
from contracts.registration import PlayerWithdrawn
from contracts.results import CancellationDecided, TournamentCompleted
from services import rating
from services.rating import view as room
from services.rating.react import REACTS_TO, react
from tests.support.facts import fact, view_of
from tests.support.rated import DONE, PLAYED, REGISTERED, STARTS
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, SUMMER, reported


def world(result: str, *, rules: str = "dsu-2007", second: str = "1-0") -> tuple[EventData, ...]:
    """Anna and Carl were paired in round 1; Carl met Dora in round 2."""
    announced = msgspec.structs.replace(ANNOUNCED, rating_rules=rules)
    first = (announced, *ENTRIES, ROUND_1, reported(1, ANNA, CARL, result), reported(1, DORA, BO, "½-½"))
    return (*first, ROUND_2, reported(2, BO, ANNA, "0-1"), reported(2, CARL, DORA, second))


def decided(player: PlayerId = CARL, *, approved: bool = True, number: int = 1) -> CancellationDecided:
    return CancellationDecided(tournament=SUMMER, round=number, player=player, approved=approved, reason="ill")


def games(*events: EventData) -> dict[PlayerId, tuple[int, int]]:
    """Rated games and half points in them, by player."""
    view = view_of(rating, *REGISTERED, *STARTS, *events)
    return {one.player: (one.games, one.score) for one in room.answer(view, TournamentChanges(tournament=SUMMER))}


def told(player: PlayerId, *events: EventData) -> Any:
    view = view_of(rating, *REGISTERED, *STARTS, *events)
    (found,) = room.answer(view, Explain(player=player, tournament=SUMMER))
    return found


PLAYED_OUT = {ANNA: (2, 4), BO: (2, 1), CARL: (2, 2), DORA: (2, 1)}
NOT_RATED = {ANNA: (1, 2), BO: (2, 1), CARL: (1, 2), DORA: (2, 1)}


class TestANoShow:
    def test_without_an_approved_cancellation_is_rated_as_lost_and_as_won(self) -> None:
        assert games(*world("1-0F"), DONE) == PLAYED_OUT == games(*PLAYED, DONE)

    @pytest.mark.parametrize("late", [False, True], ids=["before the end", "after it"])
    def test_with_one_is_not_rated(self, late: bool) -> None:
        end = (DONE, decided()) if late else (decided(), DONE)
        assert games(*world("1-0F"), *end) == NOT_RATED

    def test_is_rated_again_when_the_approval_is_taken_back(self) -> None:
        assert games(*world("1-0F"), decided(), DONE, decided(approved=False)) == PLAYED_OUT

    def test_of_the_opponent_is_not_excused_by_it(self) -> None:
        assert games(*world("1-0F"), decided(ANNA), DONE) == PLAYED_OUT

    def test_of_both_is_rated_as_lost_by_both_unless_one_had_cancelled(self) -> None:
        assert games(*world("0-0F"), DONE) == {**PLAYED_OUT, ANNA: (2, 2)}
        assert games(*world("0-0F"), decided(ANNA), DONE) == NOT_RATED

    def test_of_one_who_had_withdrawn_before_is_not_rated(self) -> None:
        gone = PlayerWithdrawn(tournament=SUMMER, player=CARL, after_round=1, reason="moved away")
        forfeit = world("1-0", second="0-1F")
        assert games(*forfeit, DONE)[DORA] == (2, 3)
        assert games(*forfeit, gone, DONE)[DORA] == (1, 1)
        assert games(*forfeit, gone, decided(approved=False, number=2), DONE)[DORA] == (2, 3)

    def test_in_the_round_after_which_he_is_withdrawn_is_rated(self) -> None:
        gone = PlayerWithdrawn(tournament=SUMMER, player=CARL, after_round=2, reason="never came")
        assert games(*world("1-0", second="0-1F"), gone, DONE)[DORA] == (2, 3)

    def test_in_every_game_of_a_player_is_not_rated(self) -> None:
        assert games(*world("1-0F", second="0-1F"), DONE) == {ANNA: (1, 2), BO: (2, 1), DORA: (1, 1)}

    def test_against_a_player_without_a_number_is_not_rated(self) -> None:
        view = view_of(rating, *REGISTERED, *STARTS[:2], STARTS[3], *world("1-0F"), DONE)
        found = {one.player: one.games for one in room.answer(view, TournamentChanges(tournament=SUMMER))}
        assert found == {ANNA: 1, BO: 2, DORA: 1}

    @pytest.mark.parametrize("rules", ["ssf-2002", "fide-2024"])
    def test_is_never_rated_by_the_others(self, rules: str) -> None:
        assert games(*world("1-0F", rules=rules), DONE)[ANNA] == (1, 2)


class TestAnExplanation:
    def test_says_that_a_game_is_rated_that_was_not_played_and_by_which_section(self) -> None:
        step = told(ANNA, *world("1-0F"), DONE).steps[0]
        assert step.section == "4.5.4.2"
        assert step.what == "a game is rated that was not played: carl did not come, without an approved cancellation"
        assert step.inputs == {"round": "1", "opponent": CARL, "result": "1-0F"}
        assert step.value == "rated"

    def test_says_that_it_is_not_for_the_cancellation_was_approved_and_names_the_decision(self) -> None:
        found = told(ANNA, *world("1-0F"), decided(), DONE)
        assert found.steps[0].what == (
            "a game is not rated: carl did not come, by an approved cancellation or withdrawn"
        )
        assert (found.steps[0].section, found.steps[0].value) == ("4.5.4.2", "not rated")
        place = len((*REGISTERED, *STARTS, *world("1-0F"))) + 1
        assert f"command-{place}:0" in found.events

    def test_says_that_he_never_came(self) -> None:
        step = told(ANNA, *world("1-0F", second="0-1F"), DONE).steps[0]
        assert step.what == "a game is not rated: carl did not come, and not to any game"

    def test_of_other_rules_says_that_it_was_not_played(self) -> None:
        step = told(ANNA, *world("1-0F", rules="ssf-2002"), DONE).steps[0]
        assert step.what == "a game is not rated: it was not played"


def test_a_decision_after_the_end_rates_the_tournament_again() -> None:
    event = decided()
    assert isinstance(event, REACTS_TO)
    known = (*REGISTERED, *STARTS, *world("1-0F"))
    rate = [RateTournament(tournament=SUMMER)]
    assert react(fact(event), view_of(rating, *known, DONE, event)) == rate
    assert react(fact(event), view_of(rating, *known, event)) == []


@pytest.mark.parametrize("end", [(), (TournamentCompleted(tournament=SUMMER, rounds=2),)])
def test_a_decision_on_a_game_there_is_not_fits_nothing(end: tuple[EventData, ...]) -> None:
    stranger = decided(PlayerId("eva"))
    with pytest.raises(LookupError):
        view_of(rating, *REGISTERED, *STARTS, *PLAYED, *end, stranger)
