import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from contracts.refusals import Refused
from services.chess.colours import Colour
from services.pairing.systems import nordic
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Proposal, Request, Unpairable
from tests.unit.pairing.systems import simulate, worked

EXAMPLE: dict[str, Any] = next(
    iter(json.loads((Path(__file__).parents[3] / "data/pairing/nordic_ssf.json").read_text()).values())
)


def game(opponent: int, colour: str, points: HalfPoints, **more: Any) -> PastRound:
    return PastRound(opponent=opponent, colour=Colour(colour), points=points, **{"played": True, **more})


def request_of(past: dict[int, list[PastRound]], **more: Any) -> Request:
    contestants = tuple(Contestant(number=number, past=tuple(rounds)) for number, rounds in past.items())
    number = len(next(iter(past.values()), [])) + 1
    return Request(**{"round": number, "rounds": 9, "contestants": contestants, **more})


def boards(proposal: Proposal) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in proposal.pairs]


def texts(proposal: Proposal, board: int) -> str:
    return "\n".join(f"{reason.rule}: {reason.text}" for reason in proposal.pairs[board].reasons)


def test_the_worked_example_gives_the_printed_games_and_points() -> None:
    proposals, final = worked.play(nordic.pair, EXAMPLE)
    assert [worked.games(one) for one in proposals] == EXAMPLE["games"]
    assert {str(number): points for number, points in final.items()} == EXAMPLE["final"]


def test_the_worked_example_names_the_rule_of_every_step() -> None:
    proposals, _ = worked.play(nordic.pair, EXAMPLE)
    assert "SSF §15B.2d: both have had White 0 times" in texts(proposals[0], 0)
    assert "SSF §15B.3e: odd, so 2 was brought up" in texts(proposals[1], 0)
    assert "SSF §15B.3d: 1 is alone at the top; 2 is the strongest" in texts(proposals[2], 0)
    assert "SSF §15B.3i: not pairable, so 7 and 8 were brought up" in texts(proposals[3], 2)
    assert "stronger has White in an even round" in texts(proposals[3], 0)


def test_a_rematch_changes_the_order_in_the_weaker_half_first() -> None:
    past = {number: [game(9 - number, "b" if number < 5 else "w", DRAW)] for number in range(1, 9)}
    past[1], past[5] = [game(5, "b", DRAW)], [game(1, "w", DRAW)]
    past[4], past[8] = [game(8, "b", DRAW)], [game(4, "w", DRAW)]
    proposal = nordic.pair(request_of(past))
    assert [{pair.white, pair.black} for pair in proposal.pairs] == [{1, 6}, {2, 5}, {3, 8}, {4, 7}]
    assert "SSF §15B.3h (2b given up)" in texts(proposal, 0)
    assert "1-5 and 4-8 would meet again" in texts(proposal, 0)


def test_halves_that_have_all_met_exchange_players() -> None:
    past = {
        1: [game(3, "w", DRAW), game(4, "b", DRAW)],
        2: [game(4, "w", DRAW), game(3, "b", DRAW)],
        3: [game(1, "b", DRAW), game(2, "w", DRAW)],
        4: [game(2, "b", DRAW), game(1, "w", DRAW)],
    }  # fmt: skip
    proposal = nordic.pair(request_of(past))
    assert boards(proposal) == [(2, 1), (4, 3)]
    assert "SSF §15B.3h (2a given up)" in texts(proposal, 0)


def test_a_single_leader_who_has_met_the_next_group_meets_the_group_below() -> None:
    past = {
        1: [game(2, "w", WIN), game(3, "b", WIN)],
        2: [game(1, "b", LOSS), game(4, "w", WIN)],
        3: [game(4, "w", WIN), game(1, "w", LOSS)],
        4: [game(3, "b", LOSS), game(2, "b", LOSS)],
    }  # fmt: skip
    assert {*boards(nordic.pair(request_of(past)))[0]} == {1, 4}


def test_a_lowest_group_that_cannot_be_paired_is_merged_with_the_one_above() -> None:
    past = {
        1: [game(3, "b", WIN)],
        2: [game(4, "b", WIN)],
        3: [game(1, "w", LOSS)],
        4: [game(2, "w", LOSS)],
    }  # fmt: skip
    proposal = nordic.pair(request_of(past, forbidden=frozenset({(3, 4)})))
    assert [{pair.white, pair.black} for pair in proposal.pairs] == [{1, 4}, {2, 3}]
    assert "merged with the group above (1 and 2)" in texts(proposal, 0)


def test_the_bye_goes_to_the_lowest_placed_once_and_counts_as_no_white() -> None:
    past = {
        1: [PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED)],
        2: [game(5, "b", WIN)],
        3: [game(4, "w", LOSS)],
        4: [game(3, "b", WIN)],
        5: [game(2, "w", LOSS)],
    }  # fmt: skip
    proposal = nordic.pair(request_of(past))
    assert (boards(proposal), proposal.bye) == ([(1, 4), (2, 3)], 5)


def test_unfinished_games_count_in_the_groups_as_in_monrad() -> None:
    past = {
        1: [game(3, "b", LOSS, unfinished=Adjournment.ADJOURNED)],
        2: [game(4, "b", WIN)],
        3: [game(1, "w", LOSS, unfinished=Adjournment.ADJOURNED)],
        4: [game(2, "w", LOSS)],
    }  # fmt: skip
    assert {*boards(nordic.pair(request_of(past)))[0]} == {1, 4}


def test_a_forfeited_game_may_be_paired_again_unless_it_counts_as_met() -> None:
    past = {
        1: [PastRound(opponent=2, colour=Colour.BLACK, points=WIN)],
        2: [PastRound(opponent=1, colour=Colour.WHITE)],
    }
    assert boards(nordic.pair(request_of(past))) == [(1, 2)]
    with pytest.raises(Unpairable):
        nordic.pair(request_of(past, options={"forfeit": "counts_as_met"}))


def test_an_impossible_round_is_named_and_an_unknown_option_refused() -> None:
    past = {1: [game(2, "b", WIN)], 2: [game(1, "w", LOSS)]}
    with pytest.raises(Unpairable, match="round 2 cannot be paired") as caught:
        nordic.pair(request_of(past))
    assert "3i" in caught.value.rule
    with pytest.raises(Refused, match="colour_limit"):
        nordic.pair(request_of({}, options={"colour_limit": "fide"}))


def test_one_player_has_the_bye_and_nobody_makes_an_empty_round() -> None:
    assert nordic.pair(request_of({1: []})).bye == 1
    assert nordic.pair(request_of({})) == Proposal(pairs=())


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "players": draw(st.integers(4, 20)),
        "rounds": draw(st.integers(1, 9)),
        "seed": draw(st.integers(0, 10**6)),
        "troubles": draw(st.sampled_from([simulate.NONE, simulate.ALL])),
    }


def check_event(event: dict[str, Any]) -> None:
    for played in simulate.play(nordic.pair, **event):
        if played.proposal is not None:
            assert nordic.pair(played.request) == played.proposal


@given(events())
@settings(max_examples=60, deadline=None)
def test_random_events_are_paired_legally_and_the_same_again(event: dict[str, Any]) -> None:
    check_event(event)


@pytest.mark.long
@given(events())
@settings(max_examples=3000, deadline=None)
def test_thousands_of_random_events_are_paired_legally(event: dict[str, Any]) -> None:
    check_event(event)


@given(st.integers(2, 24), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_an_undisturbed_event_is_completed_while_rounds_are_at_most_half_the_players(players: int, seed: int) -> None:
    rounds = (players + players % 2) // 2
    played = list(simulate.play(nordic.pair, players=players, rounds=rounds, seed=seed))
    assert len(played) == rounds
    assert all(one.proposal is not None for one in played)
