from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from contracts.refusals import Refused
from services.chess.colours import Colour
from services.pairing.systems import knock_out
from services.pairing.systems.interface import Contestant, PastRound, Proposal, Request, Unpairable


def start(players: int) -> tuple[Contestant, ...]:
    return tuple(Contestant(number=number, rating=2600 - 10 * number) for number in range(1, players + 1))


def propose(contestants: tuple[Contestant, ...], **options: str) -> Proposal:
    return knock_out.pair(
        Request(round=len(contestants[0].past) + 1, rounds=9, contestants=contestants, options=options)
    )


def after(contestants: tuple[Contestant, ...], proposal: Proposal, **scores: HalfPoints) -> tuple[Contestant, ...]:
    """Play a round: the lower number wins, unless `scores` (n1=...) gives somebody's half points."""
    rounds: dict[int, PastRound] = {}
    for pair in proposal.pairs:
        for number, opponent, colour in (
            (pair.white, pair.black, Colour.WHITE),
            (pair.black, pair.white, Colour.BLACK),
        ):
            default = WIN if number < opponent else LOSS
            points = scores.get(f"n{number}", default)
            rounds[number] = PastRound(opponent=opponent, colour=colour, points=points, played=True)
    for one in proposal.free:
        rounds[one.number] = PastRound(points=WIN, bye=ByeKind.FULL_POINT)
    if proposal.bye is not None:
        rounds[proposal.bye] = PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED)
    nothing = PastRound(bye=ByeKind.ZERO_POINT)
    return tuple(msgspec.structs.replace(one, past=(*one.past, rounds.get(one.number, nothing))) for one in contestants)


def without(contestants: tuple[Contestant, ...], *numbers: int) -> tuple[Contestant, ...]:
    return tuple(
        msgspec.structs.replace(one, absent=ByeKind.ZERO_POINT) if one.number in numbers else one for one in contestants
    )


def boards(proposal: Proposal) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in proposal.pairs]


def free(proposal: Proposal) -> list[int]:
    return sorted(one.number for one in proposal.free)


class TestTheSeededBracket:
    def test_pairs_the_first_with_the_last_and_gives_the_lower_seed_white(self) -> None:
        assert boards(propose(start(8))) == [(8, 1), (7, 2), (6, 3), (5, 4)]

    def test_gives_the_byes_to_the_highest_ranks(self) -> None:
        proposal = propose(start(11))
        assert free(proposal) == [1, 2, 3, 4, 5]
        assert boards(proposal) == [(11, 6), (10, 7), (9, 8)]

    def test_goes_on_to_the_final(self) -> None:
        field = start(8)
        for expected in ([(8, 1), (7, 2), (6, 3), (5, 4)], [(4, 1), (3, 2)], [(2, 1)]):
            proposal = propose(field)
            assert boards(proposal) == expected
            field = after(field, proposal)
        with pytest.raises(Unpairable, match="1 has won"):
            propose(field)
        assert knock_out.placing(field) == ((1,), (2,), (3, 4), (5, 6, 7, 8))

    def test_keeps_the_halves_when_the_favourite_loses(self) -> None:
        field = start(8)
        field = after(field, propose(field), n1=LOSS, n8=WIN)
        assert boards(propose(field)) == [(3, 2), (8, 4)]

    def test_lets_the_opponent_of_an_absent_player_go_on(self) -> None:
        field = start(8)
        field = without(after(field, propose(field)), 4)
        proposal = propose(field)
        assert boards(proposal) == [(3, 2)]
        assert free(proposal) == [1]
        assert "is out" in proposal.free[0].reasons[0].text

    def test_knows_no_survivor_of_a_double_forfeit(self) -> None:
        field = start(8)
        field = after(field, propose(field), n4=LOSS, n5=LOSS)
        assert free(propose(field)) == [1]


class TestADraw:
    def test_that_was_not_played_off_is_named(self) -> None:
        field = start(4)
        field = after(field, propose(field), n1=DRAW, n4=DRAW)
        with pytest.raises(Unpairable, match="between 1 and 4 is not decided") as caught:
            propose(field)
        assert "who won the encounter" in caught.value.advice

    def test_sends_the_lower_rated_on_where_the_policy_says_so(self) -> None:
        field = start(4)
        field = after(field, propose(field), n1=DRAW, n4=DRAW)
        assert boards(propose(field, draw="lower_rated_advances")) == [(4, 2)]


class TestTheLottery:
    def test_gives_the_first_drawn_white(self) -> None:
        assert boards(propose(start(4), bracket="lottery", lots="3,1,4,2")) == [(3, 1), (4, 2)]

    def test_draws_anew_each_round_among_the_survivors(self) -> None:
        field = start(4)
        field = after(field, propose(field, bracket="lottery", lots="3,1,4,2"))
        assert boards(propose(field, bracket="lottery", lots="2,1")) == [(2, 1)]

    def test_leaves_the_byes_to_the_highest_ranks(self) -> None:
        proposal = propose(start(5), bracket="lottery", lots="5,4")
        assert (boards(proposal), free(proposal)) == ([(5, 4)], [1, 2, 3])

    @pytest.mark.parametrize("lots", ["", "3,1,4", "3,1,4,4", "3,1,4,5", "a,b,c,d"])
    def test_refuses_lots_that_do_not_name_everybody_once(self, lots: str) -> None:
        with pytest.raises(Refused, match="1, 2, 3 and 4") as caught:
            propose(start(4), bracket="lottery", lots=lots)
        assert caught.value.refusal.details["field"] == "options.lots"

    def test_leaves_the_last_drawn_free_when_a_withdrawal_made_the_number_odd(self) -> None:
        field = start(8)
        field = without(after(field, propose(field)), 4)
        proposal = propose(field, bracket="lottery", lots="3,1,2")
        assert (boards(proposal), free(proposal)) == ([(3, 1)], [2])


class TestTheLosers:
    def test_of_the_semi_finals_play_for_third_place_beside_the_final(self) -> None:
        field = start(4)
        field = after(field, propose(field))
        proposal = propose(field, third_place="yes")
        assert boards(proposal) == [(2, 1), (4, 3)]
        assert knock_out.placing(after(field, proposal)) == ((1,), (2,), (3,), (4,))

    def test_play_on_among_themselves_in_a_consolation(self) -> None:
        field = start(8)
        field = after(field, propose(field, losers="consolation"))
        proposal = propose(field, losers="consolation")
        assert boards(proposal) == [(4, 1), (3, 2), (6, 5), (8, 7)]
        assert len(proposal.notes) == 2

    def test_of_an_odd_number_have_a_bye_in_the_consolation(self) -> None:
        field = start(7)
        field = after(field, propose(field, losers="consolation"))
        assert propose(field, losers="consolation").bye == 7


def test_a_late_entrant_and_a_forbidden_pair_have_no_place_in_a_bracket() -> None:
    field = start(4)
    late = (*after(field, propose(field)), Contestant(number=5, past=(PastRound(),)))
    with pytest.raises(Unpairable, match="5 came after round 1"):
        propose(late)
    with pytest.raises(Refused, match="cannot keep 1 and 2 apart"):
        knock_out.pair(Request(round=1, rounds=2, contestants=field, forbidden=frozenset({(1, 2)})))


def test_one_player_goes_on_nobody_makes_an_empty_round_and_unknown_options_are_refused() -> None:
    assert free(propose(start(1))) == [1]
    assert propose(without(start(4), 1, 2, 3, 4)) == Proposal(pairs=())
    with pytest.raises(Refused, match="best_of"):
        propose(start(4), best_of="3")


@given(st.integers(2, 40), st.integers(0, 10**6), st.sampled_from(["seeded", "lottery"]))
@settings(max_examples=60, deadline=None)
def test_every_knock_out_ends_with_one_winner_after_the_rounds_of_its_bracket(
    players: int, seed: int, bracket: str
) -> None:
    chance = Random(seed)  # noqa: S311  a reproducible event, not a secret
    field = start(players)
    for index in range((players - 1).bit_length()):
        inside = (
            {number for tier in knock_out.placing(field)[:1] for number in tier} if index else range(1, players + 1)
        )
        byes = (1 << (players - 1).bit_length()) - players if index == 0 else 0
        lots = sorted(inside)[byes:]
        chance.shuffle(lots)
        options = {"bracket": bracket, "lots": ",".join(map(str, lots))}
        proposal = propose(field, **options)
        assert propose(field, **options) == proposal
        seated = [number for board in boards(proposal) for number in board] + free(proposal)
        assert sorted(seated) == sorted(inside)
        scores: dict[str, HalfPoints] = {}
        for white, black in boards(proposal):
            won = chance.choice([white, black])
            scores |= {f"n{white}": WIN if won == white else LOSS, f"n{black}": WIN if won == black else LOSS}
        field = after(field, proposal, **scores)
    places = knock_out.placing(field)
    assert len(places[0]) == 1
    assert sorted(number for tier in places for number in tier) == list(range(1, players + 1))
