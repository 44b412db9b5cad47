import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems import monrad
from services.pairing.systems.field import entrant
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Proposal, Request, System, Unpairable
from tests.unit.pairing.systems import simulate, worked

EXAMPLES: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data/pairing/monrad_ssf.json").read_text())
Past = Mapping[int, tuple[PastRound, ...]]
BOTH = pytest.mark.parametrize("system", [monrad.pair_ssf, monrad.pair_dsu])


def game(opponent: int, colour: str, points: HalfPoints, **more: Any) -> PastRound:
    return PastRound(opponent=opponent, colour=Colour(colour), points=points, **{"played": True, **more})


def request_of(past: Past, **more: Any) -> Request:
    contestants = tuple(Contestant(number=number, past=rounds) for number, rounds in past.items())
    number = len(next(iter(past.values()), ())) + 1
    return Request(**{"round": number, "rounds": 9, "contestants": contestants, **more})


def fresh(players: int, **more: Any) -> Request:
    return request_of(dict.fromkeys(range(1, players + 1), ()), **more)


def boards(proposal: Proposal) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in proposal.pairs]


def texts(proposal: Proposal, board: int) -> str:
    return "\n".join(reason.text for reason in proposal.pairs[board].reasons)


class TestTheWorkedExamples:
    @pytest.mark.parametrize("name", EXAMPLES)
    def test_give_the_printed_games_byes_and_points(self, name: str) -> None:
        proposals, final = worked.play(monrad.pair_ssf, EXAMPLES[name])
        assert [worked.games(one) for one in proposals] == EXAMPLES[name]["games"]
        assert [one.bye for one in proposals] == EXAMPLES[name]["byes"]
        assert {str(number): points for number, points in final.items()} == EXAMPLES[name]["final"]

    def test_say_how_they_were_found_move_by_move(self) -> None:
        proposals, _ = worked.play(monrad.pair_ssf, EXAMPLES["six players, five rounds, the lower number wins"])
        assert "3 has White: lower placed, and both have had it 0 times" in texts(proposals[1], 0)
        assert "5 has White: he has had it fewer times (0) than 2 (1)" in texts(proposals[1], 1)
        assert "4 is the nearest player 1 may meet (2 and 3 met)" in texts(proposals[2], 0)
        assert "2 and 3 undone: it leaves 5 and 6, who have met" in texts(proposals[2], 1)
        assert "2 and 3 undone: it leaves 4 and 6, who have met" in texts(proposals[3], 1)
        assert "4 has White: he has had it fewer times (1) than 2 (2)" in texts(proposals[3], 1)

    def test_say_who_gets_the_bye_and_who_had_one(self) -> None:
        name = "seven players, four rounds, the first game of round 1 drawn"
        proposals, _ = worked.play(monrad.pair_ssf, EXAMPLES[name])
        assert proposals[3].bye_reasons[0].text == "5 is the lowest placed without a bye (7 had one)"
        assert proposals[3].bye_reasons[0].rule == "SSF §15A.2 par. 4"


class TestTheFirstRound:
    @BOTH
    def test_gives_the_even_number_white_against_the_odd_number_below(self, system: System) -> None:
        assert boards(system(fresh(6))) == [(2, 1), (4, 3), (6, 5)]

    def test_of_an_odd_field_gives_the_highest_number_the_bye(self) -> None:
        proposal = monrad.pair_ssf(fresh(5))
        assert (boards(proposal), proposal.bye) == ([(2, 1), (4, 3)], 5)

    def test_closes_the_gap_of_an_absent_player(self) -> None:
        contestants = tuple(
            Contestant(number=number, absent=ByeKind.HALF_POINT if number == 2 else None) for number in range(1, 6)
        )
        assert boards(monrad.pair_ssf(Request(round=1, rounds=5, contestants=contestants))) == [(3, 1), (5, 4)]

    def test_keeps_a_forbidden_pair_apart(self) -> None:
        proposal = monrad.pair_ssf(fresh(4, forbidden=frozenset({(1, 2)})))
        assert boards(proposal) == [(3, 1), (4, 2)]
        assert "(2 not allowed)" in texts(proposal, 0)


class TestTheOrder:
    PAST: ClassVar[Past] = {
        1: (game(2, "b", LOSS, unfinished=Adjournment.ADJOURNED),),
        2: (game(1, "w", LOSS, unfinished=Adjournment.ADJOURNED),),
        3: (game(4, "b", LOSS, unfinished=Adjournment.POSTPONED, played=False),),
        4: (game(3, "w", LOSS, unfinished=Adjournment.POSTPONED, played=False),),
        5: (game(6, "b", WIN),),
        6: (game(5, "w", LOSS),),
    }  # fmt: skip

    def test_of_ssf_counts_an_adjourned_game_as_won_by_both_and_a_postponed_one_as_drawn(self) -> None:
        assert boards(monrad.pair_ssf(request_of(self.PAST))) == [(5, 1), (3, 2), (6, 4)]

    def test_of_dsu_counts_both_as_drawn(self) -> None:
        assert boards(monrad.pair_dsu(request_of(self.PAST))) == [(1, 5), (3, 2), (6, 4)]

    def test_an_unfinished_game_is_a_meeting(self) -> None:
        one = entrant(Contestant(number=3, past=self.PAST[3]), monrad.SSF.reading)
        assert one.met == {4}

    def test_within_equal_points_is_the_start_number_or_the_previous_order(self) -> None:
        past = {
            1: (game(2, "b", LOSS), game(3, "w", WIN)),
            2: (game(1, "w", WIN), game(4, "b", LOSS)),
            3: (game(4, "b", LOSS), game(1, "b", LOSS)),
            4: (game(3, "w", WIN), game(2, "w", WIN)),
            5: (game(6, "b", LOSS), game(7, "w", WIN)),
            6: (game(5, "w", WIN), game(8, "b", LOSS)),
            7: (game(8, "b", LOSS), game(5, "b", LOSS)),
            8: (game(7, "w", WIN), game(6, "w", WIN)),
        }  # fmt: skip
        by_number = monrad.pair_ssf(request_of(past))
        by_previous = monrad.pair_ssf(request_of(past, options={"points_order": "previous_order"}))
        assert [set(pair) for pair in boards(by_number)] == [{4, 8}, {1, 5}, {2, 6}, {3, 7}]
        assert [set(pair) for pair in boards(by_previous)] == [{4, 8}, {2, 6}, {1, 5}, {3, 7}]


class TestAForfeit:
    PAST: ClassVar[Past] = {
        1: (PastRound(opponent=2, colour=Colour.BLACK, points=WIN),),
        2: (PastRound(opponent=1, colour=Colour.WHITE),),
        3: (game(4, "b", WIN),),
        4: (game(3, "w", LOSS),),
    }  # fmt: skip

    def test_is_no_meeting_and_gives_no_colour(self) -> None:
        past = {
            **self.PAST,
            3: (game(4, "b", LOSS),),
            4: (game(3, "w", LOSS),),
            5: (game(6, "w", LOSS),),
            6: (game(5, "b", LOSS),),
        }
        assert boards(monrad.pair_ssf(request_of(past)))[0] == (2, 1)

    def test_is_a_meeting_where_the_option_says_so(self) -> None:
        past = {**self.PAST, 3: (game(4, "b", LOSS),)}
        proposal = monrad.pair_ssf(request_of(past, options={"forfeit": "counts_as_met"}))
        assert set(boards(proposal)[0]) == {1, 3}


class TestTheBye:
    def test_counts_as_white_in_ssf_and_not_in_dsu(self) -> None:
        past = {
            1: (PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED),),
            2: (game(3, "b", WIN),),
            3: (game(2, "w", LOSS),),
            4: (game(5, "b", LOSS),),
            5: (game(4, "w", LOSS),),
        }  # fmt: skip
        even = {number: rounds for number, rounds in past.items() if number != 5}
        assert boards(monrad.pair_ssf(request_of(even)))[0] == (2, 1)
        swapped = {
            **even,
            1: (game(9, "b", WIN),),
            2: (PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED),),
        }
        assert boards(monrad.pair_ssf(request_of(swapped)))[0] == (1, 2)
        assert boards(monrad.pair_dsu(request_of(swapped)))[0] == (2, 1)

    def test_goes_to_the_next_lowest_when_the_first_leaves_the_round_unpairable(self) -> None:
        past = {1: (game(2, "b", WIN),), 2: (game(1, "w", LOSS),), 3: (PastRound(),)}
        proposal = monrad.pair_ssf(request_of(past))
        assert (proposal.bye, boards(proposal)) == (2, [(3, 1)])
        assert "3 cannot sit out" in proposal.bye_reasons[1].text

    def test_is_not_given_twice(self) -> None:
        past = {number: (PastRound(points=WIN, bye=ByeKind.FULL_POINT),) for number in (1, 2, 3)}
        with pytest.raises(Unpairable, match="have had a bye") as caught:
            monrad.pair_ssf(request_of(past))
        assert caught.value.rule == "SSF §15A.2 par. 4"
        assert "second bye" in caught.value.advice

    def test_half_point_byes_do_not_bar_it(self) -> None:
        past = {number: (PastRound(points=DRAW, bye=ByeKind.HALF_POINT),) for number in (1, 2, 3)}
        assert monrad.pair_ssf(request_of(past)).bye == 3

    def test_is_the_round_of_a_single_player_and_nobody_makes_an_empty_round(self) -> None:
        assert monrad.pair_ssf(fresh(1)).bye == 1
        assert monrad.pair_ssf(fresh(0)) == Proposal(pairs=())


class TestAnUnpairableRound:
    def test_is_named_with_rule_and_advice(self) -> None:
        past = {1: (game(2, "b", WIN),), 2: (game(1, "w", LOSS),)}
        with pytest.raises(Unpairable, match="round 2 cannot be paired") as caught:
            monrad.pair_ssf(request_of(past))
        assert caught.value.rule == "SSF §15A.2 par. 2"
        assert "by hand" in caught.value.advice


class TestTheColourLimit:
    PAST: ClassVar[Past] = {
        1: (game(9, "w", WIN), game(8, "w", WIN)),
        2: (game(7, "w", WIN), game(6, "w", WIN)),
        3: (game(5, "b", LOSS), game(9, "b", LOSS)),
        4: (game(8, "b", LOSS), game(7, "b", LOSS)),
    }  # fmt: skip

    def test_is_off_by_default(self) -> None:
        assert boards(monrad.pair_dsu(request_of(self.PAST))) == [(2, 1), (4, 3)]

    def test_keeps_two_who_must_have_the_same_colour_apart(self) -> None:
        proposal = monrad.pair_dsu(request_of(self.PAST, options={"colour_limit": "fide"}))
        assert boards(proposal) == [(3, 1), (4, 2)]
        assert "1 must have Black by the colour limit" in texts(proposal, 0)

    def test_is_not_known_to_ssf(self) -> None:
        with pytest.raises(Refused, match="colour_limit") as caught:
            monrad.pair_ssf(request_of(self.PAST, options={"colour_limit": "fide"}))
        assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_the_dsu_profile_says_that_it_is_a_profile() -> None:
    assert "not available" in monrad.pair_dsu(fresh(4)).notes[0].text


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        (Request(round=0, rounds=1, contestants=()), "round"),
        (Request(round=1, rounds=1, contestants=(Contestant(number=1), Contestant(number=1))), "1 is given twice"),
        (Request(round=2, rounds=2, contestants=(Contestant(number=1),)), "0 past rounds before round 2"),
        (Request(round=1, rounds=1, contestants=(), forbidden=frozenset({(2, 1)})), "lower number first"),
    ],
)
def test_a_request_that_contradicts_itself_is_refused(request_: Request, named: str) -> None:
    with pytest.raises(Refused, match=named):
        monrad.pair_ssf(request_)


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "players": draw(st.integers(4, 20)),
        "rounds": draw(st.integers(1, 9)),
        "seed": draw(st.integers(0, 10**6)),
        "troubles": draw(st.sampled_from([simulate.NONE, simulate.ALL])),
    }


def _check_events(event: dict[str, Any]) -> None:
    for system, options in (
        (monrad.pair_ssf, {}),
        (monrad.pair_ssf, {"points_order": "previous_order", "forfeit": "counts_as_met"}),
        (monrad.pair_dsu, {"colour_limit": "fide"}),
    ):
        for played in simulate.play(system, **event, options=options):
            if played.proposal is None:
                continue
            assert system(played.request) == played.proposal
            backwards = played.request.contestants[::-1]
            assert system(Request(**{**_fields(played.request), "contestants": backwards})) == played.proposal
            if options.get("colour_limit"):
                _check_colours(played.request, played.proposal)


def _fields(request: Request) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.__struct_fields__}


def _check_colours(request: Request, proposal: Proposal) -> None:
    contestants = {one.number: entrant(one, monrad.DSU.reading) for one in request.contestants}
    for pair in proposal.pairs:
        for number, colour in ((pair.white, Colour.WHITE), (pair.black, Colour.BLACK)):
            colours = (*contestants[number].colours, colour)
            assert len(set(colours[-3:])) > 1 or len(colours) < 3
            assert abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) <= 2


@given(events())
@settings(max_examples=60, deadline=None)
def test_random_events_are_paired_legally_and_the_same_again(event: dict[str, Any]) -> None:
    _check_events(event)


@pytest.mark.long
@given(events())
@settings(max_examples=3000, deadline=None)
def test_thousands_of_random_events_are_paired_legally(event: dict[str, Any]) -> None:
    _check_events(event)


@given(st.integers(2, 24), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_an_undisturbed_event_is_completed_while_rounds_are_at_most_half_the_players(players: int, seed: int) -> None:
    rounds = (players + players % 2) // 2
    played = list(simulate.play(monrad.pair_ssf, players=players, rounds=rounds, seed=seed))
    assert len(played) == rounds
    assert all(one.proposal is not None for one in played)
