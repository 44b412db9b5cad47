"""Foreigners without a Danish number: Elo, else a national one, else their performance (DSU 4.5.5.2)."""

from typing import Any

import msgspec
import pytest

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.rating import Explain, Ratings, TournamentChanges
from contracts.registration import PlayerEntered
from services import rating
from services.rating import view as room
from tests.support.facts import view_of
from tests.support.rated import AUTUMN, DONE, PLAYED, REGISTERED, STARTS, match
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, DORA, ENTRIES, ROUND_1, ROUND_2, SUMMER, reported

DANES = STARTS[:3]
"""Everybody has a number but Dora, who met Bo and Carl."""


def world(*starts: EventData, elo: int | None = None, code: str = "SWE", who: PlayerId = DORA) -> tuple[EventData, ...]:
    """Somebody is entered from elsewhere, with that number."""
    entered = [
        msgspec.structs.replace(one, federation=code, rating=elo)
        if isinstance(one, PlayerEntered) and one.player == who
        else one
        for one in PLAYED
    ]
    return (*REGISTERED, *starts, *entered, DONE)


def changes(
    *events: EventData, tournament: TournamentId = SUMMER
) -> dict[PlayerId, tuple[int | None, int | None, int]]:
    found = room.answer(view_of(rating, *events), TournamentChanges(tournament=tournament))
    return {one.player: (one.before, one.after, one.games) for one in found}


def told(*events: EventData, player: PlayerId = DORA) -> Any:
    (found,) = room.answer(view_of(rating, *events), Explain(player=player, tournament=SUMMER))
    return found


def test_a_foreigner_counts_with_the_elo_he_was_entered_with_and_comes_into_the_register() -> None:
    with_elo = changes(*world(*DANES, elo=1600))
    as_started = changes(*world(*STARTS))
    assert with_elo == {**as_started, DORA: (None, as_started[DORA][1], 2)}
    ratings = {one.player: one.rating for one in room.answer(view_of(rating, *world(*DANES, elo=1600)), Ratings())}
    assert ratings[DORA] == as_started[DORA][1]


def test_a_foreigner_without_any_number_counts_with_his_performance() -> None:
    # 1/2 of 2 against 1800 and 1700: 25 % is 193 below their mean
    found = changes(*world(*DANES))
    assert found[DORA] == (None, 1557, 2)
    assert [games for _, _, games in found.values()] == [2, 2, 2, 2]


def test_several_foreigners_are_measured_by_each_other_until_it_is_stable() -> None:
    draws = (reported(1, ANNA, CARL, "½-½"), reported(1, DORA, BO, "½-½"))
    second = (ROUND_2, reported(2, BO, ANNA, "½-½"), reported(2, CARL, DORA, "½-½"))
    swedes = [msgspec.structs.replace(one, federation="SWE", rating=None) for one in ENTRIES]
    events = (*REGISTERED, STARTS[0], STARTS[1], ANNOUNCED, *swedes, ROUND_1, *draws, *second, DONE)
    # Carl is the mean of Anna's 1900 and Dora, Dora that of Bo's 1800 and Carl
    found = changes(*events)
    assert [found[one][:2] for one in (CARL, DORA)] == [(None, 1867), (None, 1833)]


def test_who_scored_nothing_is_measured_by_nothing_and_no_game_with_him_is_rated() -> None:
    lost = (ANNOUNCED, *ENTRIES, ROUND_1, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "0-1"))
    events = [
        msgspec.structs.replace(one, federation="SWE", rating=None)
        if isinstance(one, PlayerEntered) and one.player == DORA
        else one
        for one in (*lost, ROUND_2, reported(2, BO, ANNA, "0-1"), reported(2, CARL, DORA, "1-0"))
    ]
    all_ = (*REGISTERED, *DANES, *events, DONE)
    assert {player: games for player, (_, _, games) in changes(*all_).items()} == {ANNA: 2, BO: 1, CARL: 1}
    (step,) = told(*all_).steps
    assert (step.section, step.value) == ("4.5.5.2", "not rated")
    assert "with 0 or 100 %" in step.what


@pytest.mark.parametrize("code", ["DEN", "FID", ""])
def test_a_dane_is_measured_by_nothing_he_waits_for_his_start_rating(code: str) -> None:
    found = changes(*world(*DANES, elo=1600, code=code))
    assert {player: games for player, (_, _, games) in found.items()} == {ANNA: 2, BO: 1, CARL: 1}


def test_a_foreigner_who_is_in_the_register_counts_with_his_number_there() -> None:
    assert changes(*world(*STARTS, elo=2200)) == changes(*world(*STARTS))


def test_the_next_event_is_rated_from_the_number_he_has_come_in_with() -> None:
    events = world(*DANES, elo=1600)
    after = changes(*events)[DORA][1]
    assert changes(*events, *match(ANNA, DORA, "1-0"), tournament=AUTUMN)[DORA][0] == after


def test_other_rules_know_no_such_numbers() -> None:
    events = tuple(
        msgspec.structs.replace(one, rating_rules="fide-2024") if one == ANNOUNCED else one for one in world(*DANES)
    )
    assert changes(*events)[DORA][:2] == (None, None)


class TestAnExplanation:
    def test_gives_the_elo_with_its_section_and_that_he_comes_into_the_register(self) -> None:
        found = told(*world(*DANES, elo=1600))
        first, last = found.steps[0], found.steps[-1]
        assert (first.section, first.value) == ("4.5.5.2", "1600")
        assert "the one he was entered with" in first.what
        assert (last.section, last.what) == ("4.5.5.2", "he comes into the register with this number")
        assert last.value == str(found.after)

    def test_gives_the_performance_with_its_inputs(self) -> None:
        steps = {one.what: one for one in told(*world(*DANES)).steps}
        step = steps["performance rating Rp = Rc + D(P)"]
        assert (step.section, step.value) == ("4.5.5.2", "1557")
        assert step.inputs == {"Rc": "1750", "P": "0.25", "D": "-193"}

    def test_of_his_opponents_reckons_with_it(self) -> None:
        (step,) = [one for one in told(*world(*DANES), player=BO).steps if one.inputs.get("opponent") == DORA]
        assert (step.what, step.inputs["Ri"]) == ("P(Ro - Ri)", "1557")
