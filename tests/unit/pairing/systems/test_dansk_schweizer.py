from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from contracts.refusals import Refused
from services.chess.colours import Colour
from services.pairing.systems import dansk_brackets, dansk_schweizer, due_colours
from services.pairing.systems.dansk_brackets import DOWN, UP, Round
from services.pairing.systems.due_colours import Strength
from services.pairing.systems.field import Reading, entrant
from services.pairing.systems.interface import Contestant, PastRound, Proposal, Request, Unpairable
from services.pairing.systems.matching import pairable
from tests.unit.pairing.systems import simulate


def game(opponent: int, colour: str, points: HalfPoints) -> PastRound:
    return PastRound(opponent=opponent, colour=Colour(colour), points=points, played=True)


def request_of(past: dict[int, list[PastRound]], **more: Any) -> Request:
    contestants = tuple(Contestant(number=number, past=tuple(rounds)) for number, rounds in past.items())
    number = len(next(iter(past.values()), [])) + 1
    return Request(**{"round": number, "rounds": number, "contestants": contestants, **more})


def fresh(players: int, **more: Any) -> Request:
    return request_of({number: [] for number in range(1, players + 1)}, **more)


def boards(proposal: Proposal) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in proposal.pairs]


def texts(proposal: Proposal) -> str:
    return "\n".join(reason.text for pair in proposal.pairs for reason in pair.reasons)


class TestEveryProposal:
    def test_is_labelled_as_a_reconstruction(self) -> None:
        label = dansk_schweizer.pair(fresh(4)).notes[0]
        assert label.rule == "Omkamp reconstruction of DSU 4.10.3"
        assert "not found" in label.text

    def test_refuses_any_option(self) -> None:
        with pytest.raises(Refused, match="none"):
            dansk_schweizer.pair(fresh(4, options={"seeding": "lot"}))

    def test_of_nobody_is_empty_and_of_one_is_a_bye(self) -> None:
        assert dansk_schweizer.pair(fresh(0)) == Proposal(pairs=())
        assert dansk_schweizer.pair(fresh(1)).bye == 1


class TestTheFirstRound:
    def test_pairs_the_halves_with_colours_alternating_from_the_lot(self) -> None:
        assert boards(dansk_schweizer.pair(fresh(8))) == [(1, 5), (6, 2), (3, 7), (8, 4)]
        black = fresh(8, initial_colour=Colour.BLACK)
        assert boards(dansk_schweizer.pair(black)) == [(5, 1), (2, 6), (7, 3), (4, 8)]

    def test_of_an_odd_field_gives_the_lowest_the_bye(self) -> None:
        assert dansk_schweizer.pair(fresh(5)).bye == 5


class TestTheBye:
    def test_passes_over_a_win_by_forfeit(self) -> None:
        past = {
            1: [game(2, "w", WIN)],
            2: [game(1, "b", LOSS)],
            3: [PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED)],
            4: [PastRound(opponent=5, colour=Colour.WHITE)],
            5: [PastRound(opponent=4, colour=Colour.BLACK, points=WIN)],
        }  # fmt: skip
        assert dansk_schweizer.pair(request_of({**past, 4: [PastRound(bye=ByeKind.HALF_POINT)]})).bye == 4
        beaten = {1: past[1], 2: past[2], 5: [PastRound(opponent=9, colour=Colour.BLACK, points=WIN)]}
        assert dansk_schweizer.pair(request_of({**beaten, 1: [game(9, "w", WIN)]})).bye == 2


class TestAColour:
    @staticmethod
    def of(colours: str) -> tuple[Colour | None, Strength]:
        past = tuple(game(9, colour, DRAW) for colour in colours)
        return due_colours.due(entrant(Contestant(number=1, past=past), Reading()))

    @pytest.mark.parametrize(
        ("colours", "colour", "strength"),
        [
            ("", None, Strength.NONE),
            ("w", Colour.BLACK, Strength.STRONG),
            ("wb", Colour.WHITE, Strength.MILD),
            ("wbb", Colour.WHITE, Strength.ABSOLUTE),
            ("wbw", Colour.BLACK, Strength.STRONG),
            ("wwbw", Colour.BLACK, Strength.ABSOLUTE),
        ],
    )
    def test_is_due_by_balance_then_by_alternation(
        self, colours: str, colour: Colour | None, strength: Strength
    ) -> None:
        assert self.of(colours) == (colour, strength)

    @pytest.mark.parametrize(
        ("upper", "lower", "expected"),
        [
            ("w", "b", Colour.BLACK),
            ("wbb", "wbwbb", Colour.WHITE),
            ("wb", "b", Colour.BLACK),
            ("b", "wb", Colour.WHITE),
            ("bwwb", "wbwb", Colour.BLACK),
            ("wb", "wb", Colour.WHITE),
        ],
    )
    def test_goes_by_strength_then_by_the_last_difference_then_by_rank(
        self, upper: str, lower: str, expected: Colour
    ) -> None:
        size = max(len(upper), len(lower))
        one, other = (
            entrant(
                Contestant(
                    number=number,
                    past=(PastRound(),) * (size - len(colours)) + tuple(game(9, colour, DRAW) for colour in colours),
                ),
                Reading(),
            )
            for number, colours in ((1, upper), (2, lower))
        )
        assert due_colours.colour_of(one, other, 1, Colour.WHITE)[0] is expected


def test_floats_are_told_latest_first() -> None:
    past = {
        1: (game(2, "w", WIN), game(3, "b", DRAW)),
        2: (game(1, "b", LOSS), PastRound(points=WIN, bye=ByeKind.PAIRING_ALLOCATED)),
        3: (PastRound(), game(1, "w", DRAW)),
    }  # fmt: skip
    told = dansk_schweizer.floats(Contestant(number=number, past=rounds) for number, rounds in past.items())
    assert told == {1: (DOWN, 0), 2: (DOWN, 0), 3: (UP, 0)}


def test_the_colour_limits_do_not_bind_a_leader_in_the_last_round() -> None:
    past = {
        1: [game(8, "w", WIN), game(7, "w", WIN)],
        2: [game(7, "w", WIN), game(8, "w", WIN)],
    }  # fmt: skip
    losing = {number: [msgspec.structs.replace(one, points=LOSS) for one in rounds] for number, rounds in past.items()}
    assert len(dansk_schweizer.pair(request_of(past)).notes) == 1
    assert "given up" in dansk_schweizer.pair(request_of(losing)).notes[1].text


def test_an_impossible_round_is_named() -> None:
    past = {1: [game(2, "w", WIN)], 2: [game(1, "b", LOSS)]}
    with pytest.raises(Unpairable, match="round 2 cannot be paired") as caught:
        dansk_schweizer.pair(request_of(past))
    assert "reconstruction" in caught.value.rule


def test_more_rounds_than_the_field_allows_are_noted() -> None:
    proposal = dansk_schweizer.pair(fresh(4, rounds=9))
    assert "not known whether all 8 rounds" in proposal.notes[-1].text


@st.composite
def brackets(draw: st.DrawFn) -> tuple[Round, list[int], list[int]]:
    size, under = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    total = size + under
    order, wishes, floats = [], [], []
    for place in range(total):
        standing = draw(st.integers(2, 3)) if place < size else 1
        past = (PastRound(points=HalfPoints(standing)),)
        order.append(entrant(Contestant(number=place + 1, past=past), Reading()))
    order.sort(key=lambda one: (-one.standing, one.number))
    for _ in range(total):
        wishes.append(draw(st.sampled_from([None, Colour.WHITE, Colour.BLACK])))
        floats.append(tuple(draw(st.lists(st.sampled_from([UP, DOWN, 0]), min_size=2, max_size=2))))
    adjacency = [0] * total
    limited = [0] * total
    for one, other in combinations(range(total), 2):
        kind = draw(st.integers(0, 9))
        for graph, most in ((adjacency, 7), (limited, 6)):
            if kind < most:
                graph[one] |= 1 << other
                graph[other] |= 1 << one
    this = Round(order=order, adjacency=adjacency, limited=limited, wishes=wishes, floats=floats)
    return this, list(range(size)), list(range(size, total))


def judged(this: Round, pairs: list[tuple[int, int]], floaters: list[int], below: list[int]) -> tuple[int, ...]:
    """The criteria of a bracket, the most significant first, as the rules list them."""
    following = this.order[below[0]].standing if below else 0
    ups = [other for one, other in pairs if this.order[one].standing > this.order[other].standing]

    def repeated(back: int) -> int:
        up = sum(this.floats[place][back] == UP for place in ups)
        return up + sum(this.floats[place][back] == DOWN for place in floaters)

    return (
        sum(not this.limited[one] >> other & 1 for one, other in pairs),
        len(floaters),
        sum(this.order[place].standing - following for place in floaters),
        sum(this.wishes[one] is not None and this.wishes[one] is this.wishes[other] for one, other in pairs),
        repeated(0),
        repeated(1),
    )


def downwards(this: Round, floaters: tuple[int, ...], below: list[int]) -> bool:
    """Whether the floaters can all be paired with players below, and those below who are left with one another."""
    apart = ~sum(1 << place for place in floaters)
    graph = [mask & apart if place in floaters else mask for place, mask in enumerate(this.adjacency)]
    return pairable(graph, sum(1 << place for place in (*floaters, *below)))


def everything(
    this: Round, group: list[int], below: list[int]
) -> Iterator[tuple[Any, list[tuple[int, int]], list[int]]]:
    """Every legal pairing of a bracket with its place in the search order."""
    for count in range(len(group) % 2, len(group) + 1, 2):
        for floaters in combinations(group, count):
            if not downwards(this, floaters, below):
                continue
            staying = [place for place in group if place not in floaters]
            middle = len(staying) // 2
            rank = tuple(place in floaters for place in group)
            for exchanged in range(middle + 1):
                for down in combinations(range(middle), exchanged):
                    for up in combinations(range(middle), exchanged):
                        strong = sorted({*range(middle)} - {*down} | {middle + one for one in up})
                        weak = [index for index in range(2 * middle) if index not in strong]
                        step = (exchanged, sum(up) - sum(down), tuple(-one for one in down[::-1]), up)
                        for columns in permutations(range(middle)):
                            pairs = [
                                (staying[one], staying[weak[column]])
                                for one, column in zip(strong, columns, strict=True)
                            ]
                            if all(this.adjacency[one] >> other & 1 for one, other in pairs):
                                pairs = [(min(pair), max(pair)) for pair in pairs]
                                key = (judged(this, pairs, list(floaters), below), rank, step, columns)
                                yield key, pairs, list(floaters)


@given(brackets())
@settings(max_examples=150, deadline=None)
def test_a_bracket_is_the_best_of_everything_in_the_search_order(bracket: tuple[Round, list[int], list[int]]) -> None:
    this, group, below = bracket
    if not pairable(this.adjacency, (1 << len(this.order)) - 1):
        return
    _, pairs, floaters = min(everything(this, group, below))
    found = dansk_brackets.pair(this, group, below)
    if len(floaters) == len(group):
        assert found is None
    else:
        assert found is not None
        assert (found.pairs, found.floaters) == (pairs, floaters)


@given(brackets())
@settings(max_examples=100, deadline=None)
def test_a_bracket_of_a_large_field_is_legal_or_merged(bracket: tuple[Round, list[int], list[int]]) -> None:
    this, group, below = bracket
    if not pairable(this.adjacency, (1 << len(this.order)) - 1):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dansk_brackets, "LARGEST_EXACT", 0)
        found = dansk_brackets.pair(this, group, below)
    if found is not None:
        seated = [place for pair in found.pairs for place in pair] + found.floaters
        assert sorted(seated) == group
        assert all(this.adjacency[one] >> other & 1 for one, other in found.pairs)
        assert pairable(this.adjacency, sum(1 << place for place in (*found.floaters, *below)))


def check_event(event: dict[str, Any], *, complete: bool) -> None:
    played = 0
    for one in simulate.play(dansk_schweizer.pair, **event, rated=True):
        assert one.proposal is not None or not complete
        if one.proposal is None:
            continue
        played += 1
        assert dansk_schweizer.pair(one.request) == one.proposal
        notes = " ".join(note.text for note in one.proposal.notes)
        assert not (complete and "not known" in notes)
        if "given up" not in notes:
            check_colours(one.request, one.proposal)
    assert played == event["rounds"] or not complete


def check_colours(request: Request, proposal: Proposal) -> None:
    """H2 and H3, but for the last round with somebody above half the points."""
    contestants = {one.number: entrant(one, Reading()) for one in request.contestants}
    for pair in proposal.pairs:
        both = (contestants[pair.white], contestants[pair.black])
        if request.round == request.rounds and any(one.standing > request.round - 1 for one in both):
            continue
        for one, colour in zip(both, (Colour.WHITE, Colour.BLACK), strict=True):
            colours = (*one.colours, colour)
            assert len(colours) < 3 or len(set(colours[-3:])) > 1 or too_far(one.colours)
            assert abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) <= 2 or too_far(one.colours)


def too_far(colours: tuple[Colour, ...]) -> bool:
    """Whether the limits had been given up for this player before, so that both may be out of his reach."""
    return abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) > 2 or any(
        len(set(colours[index : index + 3])) == 1 for index in range(len(colours) - 2)
    )


@st.composite
def undisturbed(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(2, 14))
    return {"players": players, "rounds": draw(st.integers(1, players - 1)), "seed": draw(st.integers(0, 10**6))}


@st.composite
def disturbed(draw: st.DrawFn) -> dict[str, Any]:
    rounds, seed = draw(st.integers(1, 9)), draw(st.integers(0, 10**6))
    return {"players": draw(st.integers(4, 20)), "rounds": rounds, "seed": seed, "troubles": simulate.ALL}


@given(undisturbed())
@settings(max_examples=40, deadline=None)
def test_a_field_larger_than_the_rounds_completes_the_tournament(event: dict[str, Any]) -> None:
    check_event(event, complete=True)


@given(disturbed())
@settings(max_examples=30, deadline=None)
def test_random_events_are_paired_legally_and_the_same_again(event: dict[str, Any]) -> None:
    check_event(event, complete=False)


@pytest.mark.long
@given(undisturbed())
@settings(max_examples=1500, deadline=None)
def test_a_thousand_fields_larger_than_the_rounds_complete(event: dict[str, Any]) -> None:
    check_event(event, complete=True)


@pytest.mark.long
@given(disturbed())
@settings(max_examples=1500, deadline=None)
def test_a_thousand_random_events_are_paired_legally(event: dict[str, Any]) -> None:
    check_event(event, complete=False)
