"""The 1998 rules: `best` against the text's own walk through the candidates, then whole rounds and random events."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems import fide_1998, fide_1998_group
from services.pairing.systems.fide_1998_group import (
    Bracket,
    Split,
    Work,
    _price,
    best,
    clash,
    floats_again,
    unavoidable,
    violations,
)
from services.pairing.systems.fide_1998_round import Searcher
from services.pairing.systems.fide_players import FidePlayer, Float, Strength
from services.pairing.systems.interface import Contestant, PastRound, Request, Unpairable
from tests.unit.pairing.systems import fide_events
from tests.unit.pairing.systems.fide_events import QUIET, Troubles
from tests.unit.pairing.systems.fide_players_at_will import player
from tests.unit.pairing.systems.simulate import check_round

Group = Sequence[FidePlayer]


def _may_meet(one: FidePlayer, other: FidePlayer) -> bool:
    return fide_1998._may_meet(one, other, frozenset())


@st.composite
def _group(draw: st.DrawFn, most: int = 7, scores: Sequence[int] = (2,)) -> tuple[FidePlayer, ...]:
    size = draw(st.integers(2, most))
    met = draw(st.sets(st.sampled_from(list(combinations(range(1, size + 1), 2))), max_size=size))
    ranks = sorted(draw(st.lists(st.sampled_from(scores), min_size=size, max_size=size)), reverse=True)
    colours = st.sampled_from(["", "w", "b", "wb", "bw", "ww", "bb", "wwb", "bbw"])
    floats = st.sampled_from(list(Float))
    return tuple(
        player(
            number,
            draw(colours),
            [high if low == number else low for low, high in met if number in {low, high}],
            score=ranks[number - 1],
            floats=(draw(floats), draw(floats)),
            bye_barred=draw(st.integers(0, 3)) == 0,
        )
        for number in range(1, size + 1)
    )


def _exchanges(group: Group, pairs: int) -> Iterator[tuple[Group, Group]]:
    """D2 as the text says it: no exchange, then one player each, then two; the closest numbers, the lowest of S1."""
    upper, lower = list(group[:pairs]), list(group[pairs:])
    for count in range(min(len(upper), len(lower)) + 1):
        swaps = [(out, into) for out in combinations(upper, count) for into in combinations(lower, count)]
        swaps.sort(
            key=lambda swap: (
                sum(one.number for one in swap[1]) - sum(one.number for one in swap[0]),
                sorted(-one.number for one in swap[0]),
                sorted(one.number for one in swap[1]),
            )
        )
        for out, into in swaps:
            yield (
                sorted([one for one in upper if one not in out] + list(into), key=lambda one: one.number),
                sorted([one for one in lower if one not in into] + list(out), key=lambda one: one.number),
            )


def _walk(group: Group, pairs: int, least: int, most: int, *, lowest: bool) -> Split | None:
    """C3-C9 and C11, candidate after candidate."""
    for x in range(least, most + 1):
        for dropped in range(3):
            for upper, lower in _exchanges(group, pairs):
                for order in permutations(lower):
                    chosen = tuple(zip(upper, order, strict=False))
                    left = order[pairs:]
                    if not all(_may_meet(*pair) for pair in chosen) or violations(chosen) > x:
                        continue
                    if any(floats_again(one, Float.DOWN, dropped) or (lowest and one.bye_barred) for one in left):
                        continue
                    return Split(pairs=chosen, left=tuple(sorted(left, key=lambda one: one.number)), x=x)
    return None


def _seen(split: Split | None) -> object:
    if split is None:
        return None
    return {frozenset((one.number, other.number)) for one, other in split.pairs}, {one.number for one in split.left}


@settings(max_examples=150, deadline=None)
@given(group=_group(), lowest=st.booleans(), fewer=st.integers(0, 1))
def test_the_cheapest_matching_is_the_first_candidate_of_the_text(
    group: tuple[FidePlayer, ...], lowest: bool, fewer: int
) -> None:
    pairs = max(1, len(group) // 2 - fewer)
    least = max(0, unavoidable(group) - (len(group) // 2 - pairs))
    bracket = Bracket(players=group, may_meet=_may_meet, lowest=lowest, work=Work())
    assert _seen(best(bracket, pairs, least, pairs)) == _seen(_walk(group, pairs, least, pairs, lowest=lowest))


def _walk_down(down: Group, rest: Group, *, lowest: bool) -> Split | None:
    """C6, C7, C10, C11 of a heterogeneous bracket, candidate after candidate."""
    pairs = (len(rest) - len(down)) // 2
    for allowance in range(len(down) + pairs + 1):
        limit = unavoidable((*down, *rest)) + allowance
        for dropped in range(3):
            for chosen in permutations(rest, len(down)):
                front = tuple(zip(down, chosen, strict=True))
                if not all(_may_meet(*pair) for pair in front) or violations(front) > limit:
                    continue
                if any(floats_again(one, Float.UP, dropped) for one in chosen):
                    continue
                behind = [one for one in rest if one not in chosen]
                least = unavoidable(behind)
                remainder = _walk(behind, pairs, least, least + allowance, lowest=lowest)
                if remainder is not None:
                    return Split(pairs=(*front, *remainder.pairs), left=remainder.left)
    return None


@settings(max_examples=80, deadline=None)
@given(group=_group(most=7, scores=(4, 2, 2)), lowest=st.booleans())
def test_the_moved_down_are_paired_first_as_the_text_walks(group: tuple[FidePlayer, ...], lowest: bool) -> None:
    down = tuple(one for one in group if one.score == 4)
    rest = tuple(one for one in group if one.score == 2)
    if 2 * len(down) >= len(group) or not down:
        return
    found = Searcher(_may_meet)._full(down, rest, lowest=lowest)
    assert _seen(found) == _seen(_walk_down(down, rest, lowest=lowest))


def test_exchanges_come_in_the_order_of_the_matrices() -> None:
    group = [player(number) for number in range(1, 9)]
    singles = [
        (min({1, 2, 3, 4} - {one.number for one in upper}), max(one.number for one in upper))
        for upper, _ in islice(_exchanges(group, 4), 1, 17)
    ]
    inner = [swap for swap in singles if 1 not in swap and 8 not in swap]
    assert inner == [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)]


@pytest.mark.parametrize(
    ("last", "before", "barred"),
    [
        (Float.NONE, Float.NONE, (False, False, False)),
        (Float.DOWN, Float.NONE, (True, True, False)),
        (Float.NONE, Float.DOWN, (True, False, False)),
        (Float.DOWN, Float.DOWN, (True, True, False)),
        (Float.UP, Float.UP, (False, False, False)),
    ],
)
def test_b6_is_dropped_before_b5(last: Float, before: Float, barred: tuple[bool, bool, bool]) -> None:
    one = player(1, floats=(last, before))
    assert tuple(floats_again(one, Float.DOWN, dropped) for dropped in range(3)) == barred
    assert not floats_again(player(1, floats=(last, before), topscorer=True), Float.DOWN, 0)


def _run(*groups: Group) -> set[frozenset[int]]:
    levels = Searcher(_may_meet).run([tuple(group) for group in groups])
    assert levels is not None
    return {frozenset((one.number, other.number)) for level in levels for one, other in level.split.pairs}


def _pairs(*pairs: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


TOP = [player(number, score=4) for number in (1, 2)]
MIDDLE = [player(number, score=2) for number in (4, 5, 6)]
LOW = [player(number, score=0) for number in (7, 8)]


def test_the_odd_one_of_a_bracket_moves_down_and_is_paired_first() -> None:
    top = [*TOP, player(3, score=4)]
    assert _run(top, MIDDLE, LOW) == _pairs((1, 2), (3, 4), (5, 6), (7, 8))


def test_another_player_moves_down_if_the_first_can_meet_nobody_there() -> None:
    """C12: 3 has met all of the bracket below, so 2 moves down instead."""
    top = [*TOP, player(3, met=[4, 5, 6], score=4)]
    middle = [player(number, met=[3], score=2) for number in (4, 5, 6)]
    assert _run(top, middle, LOW) == _pairs((1, 3), (2, 4), (5, 6), (7, 8))


def test_another_player_moves_down_if_the_first_leaves_the_bracket_a_pair_short() -> None:
    """C12: after 3-4, which is all that 3 can have, 5 and 6 have met; 2 can take 5 or 6."""
    top = [*TOP, player(3, met=[5, 6], score=4)]
    middle = [player(4, score=2), player(5, met=[3, 6], score=2), player(6, met=[3, 5], score=2)]
    assert _run(top, middle, LOW) == _pairs((1, 3), (2, 5), (4, 6), (7, 8))


def test_a_float_twice_running_is_avoided_where_another_can_float() -> None:
    """B5: 3 floated down in the last round, so the exchange that lets 2 float comes first."""
    top = [*TOP, player(3, score=4, floats=(Float.DOWN, Float.NONE))]
    assert _run(top, MIDDLE, LOW) == _pairs((1, 3), (2, 4), (5, 6), (7, 8))


def test_the_lowest_bracket_changes_the_one_above_it() -> None:
    """C13: 7 and 8 have met, so the pairs of the bracket above are given up until both find somebody."""
    low = [player(7, met=[8], score=0), player(8, met=[7], score=0)]
    middle = [player(4, score=2), player(5, score=2)]
    assert _run(middle, low) == _pairs((4, 7), (5, 8))


def test_the_bracket_above_gives_up_a_pair_before_the_two_are_joined() -> None:
    """C13: 5 may not get the bye, so the four above are paired 1-2 only, and 3 and 4 move down to him."""
    upper = [player(number, score=4) for number in (1, 2, 3, 4)]
    assert _run(upper, [player(5, score=2, bye_barred=True)]) == _pairs((1, 2), (3, 5))


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_prices_order_all_pairings_as_the_text_comes_to_them(size: int) -> None:
    group = [player(number) for number in range(1, size + 1)]
    pairs = size // 2
    sequence = (
        frozenset(
            (min(one.number, other.number), max(one.number, other.number)) for one, other in zip(*way, strict=False)
        )
        for upper, lower in _exchanges(group, pairs)
        for way in ((upper, order) for order in permutations(lower))
    )
    reached = list(dict.fromkeys(sequence))
    prices = [sum(_price(low - 1, high - 1, pairs, size, clash=False) for low, high in each) for each in reached]
    assert len(reached) == {5: 15, 6: 15, 7: 105, 8: 105}[size]
    assert prices == sorted(prices)
    assert len(set(prices)) == len(prices)


@pytest.mark.parametrize(
    ("wishes", "x"), [("wwww", 2), ("wwwb", 1), ("wwbb", 0), ("wwwww", 2), ("wwwwb", 1), ("ww---", 0), ("", 0)]
)
def test_x_counts_who_cannot_get_his_colour_however_they_are_paired(wishes: str, x: int) -> None:
    colours = {"w": "b", "b": "w", "-": ""}
    assert unavoidable([player(number, colours[wish]) for number, wish in enumerate(wishes, start=1)]) == x


def test_round_one_pairs_the_halves_and_alternates_the_colour_of_the_lot() -> None:
    contestants = tuple(Contestant(number=number) for number in range(1, 8))
    proposal = fide_1998.pair(Request(round=1, rounds=5, contestants=contestants, initial_colour=Colour.BLACK))
    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(4, 1), (2, 5), (6, 3)]
    assert proposal.bye == 7
    assert [reason.rule for reason in proposal.bye_reasons] == [
        "FIDE Swiss rules (1998) A5",
        "FIDE Swiss rules (1998) B1b",
    ]


def test_a_second_round_by_hand() -> None:
    """After 1-4 and 3-6 won by White and 2-5 drawn: 1-3, then 2 (5 is met) down to 4, and 5 down to 6."""

    def game(opponent: int, colour: Colour, points: int) -> tuple[PastRound, ...]:
        return (PastRound(opponent=opponent, colour=colour, points=points, played=True),)  # type: ignore[arg-type]  # half points

    contestants = (
        Contestant(number=1, past=game(4, Colour.WHITE, 2)),
        Contestant(number=2, past=game(5, Colour.BLACK, 1)),
        Contestant(number=3, past=game(6, Colour.WHITE, 2)),
        Contestant(number=4, past=game(1, Colour.BLACK, 0)),
        Contestant(number=5, past=game(2, Colour.WHITE, 1)),
        Contestant(number=6, past=game(3, Colour.BLACK, 0)),
    )
    proposal = fide_1998.pair(Request(round=2, rounds=5, contestants=contestants))
    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(3, 1), (2, 4), (6, 5)]
    assert [reason.text for reason in proposal.pairs[0].reasons] == [
        "1 and 3 stand in the bracket of 1.",
        "Equal histories: the preference of 1, ranked above 3, is granted.",
    ]


def _bound(request: Request, white: int, black: int) -> None:
    for number, colour in ((white, "w"), (black, "b")):
        one = next(each for each in request.contestants if each.number == number)
        history = "".join(past.colour for past in one.past if past.played and past.colour) + colour
        top = request.round == request.rounds and one.score > request.rounds - 1
        assert top or abs(history.count("w") - history.count("b")) <= 2
        assert top or history[-3:] not in {"www", "bbb"}


def _play(seed: int) -> None:
    players = 6 + seed * 7 % 30
    for one in fide_events.play(
        fide_1998.pair,
        players=players,
        rounds=min(3 + seed % 7, players // 2),
        seed=seed,
        troubles=QUIET if seed % 4 == 0 else Troubles(),
    ):
        assert one.proposal is None or fide_1998.pair(one.request) == one.proposal
        if one.proposal is not None:
            check_round(one.request, one.proposal)
            loose = one.request.round == one.request.rounds
            for pair in one.proposal.pairs if not loose else ():
                _bound(one.request, pair.white, pair.black)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_events_keep_the_absolute_rules(seed: int) -> None:
    _play(seed)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_thousands_of_random_events_keep_the_absolute_rules(seed: int) -> None:
    _play(seed)


@pytest.mark.long
@settings(max_examples=3000, deadline=None)
@given(group=_group(), lowest=st.booleans(), fewer=st.integers(0, 1))
def test_thousands_of_brackets_are_the_first_candidate_of_the_text(
    group: tuple[FidePlayer, ...], lowest: bool, fewer: int
) -> None:
    pairs = max(1, len(group) // 2 - fewer)
    least = max(0, unavoidable(group) - (len(group) // 2 - pairs))
    bracket = Bracket(players=group, may_meet=_may_meet, lowest=lowest, work=Work())
    assert _seen(best(bracket, pairs, least, pairs)) == _seen(_walk(group, pairs, least, pairs, lowest=lowest))


@settings(max_examples=60, deadline=None)
@given(group=_group(most=8, scores=(0, 1, 2, 3)))
def test_a_round_is_paired_whenever_any_pairing_is_legal(group: tuple[FidePlayer, ...]) -> None:
    levels = Searcher(_may_meet).run(fide_1998._groups({one.number: one for one in group}))
    assert (levels is not None) == _any_legal(group)


def _any_legal(group: Group) -> bool:
    if len(group) <= 1:
        return not group or not group[0].bye_barred
    first, rest = group[0], group[1:]
    if len(group) % 2 and not first.bye_barred and _any_legal(rest):
        return True
    return any(_may_meet(first, other) and _any_legal([one for one in rest if one is not other]) for other in rest)


def test_a_round_without_legal_pairing_says_so() -> None:
    contestants = tuple(Contestant(number=number) for number in (1, 2))
    with pytest.raises(Unpairable) as unpairable:
        fide_1998.pair(Request(round=1, rounds=5, contestants=contestants, forbidden=frozenset({(1, 2)})))
    assert "by hand" in unpairable.value.advice


def test_a_search_without_end_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fide_1998_group, "BUDGET", 100)
    work = Work()
    work.spend(10, 10)
    with pytest.raises(Refused) as refused:
        work.spend(1, 1)
    assert refused.value.refusal.code is RefusalCode.TOO_LARGE


def test_more_players_than_it_is_meant_for_are_refused() -> None:
    contestants = tuple(Contestant(number=number) for number in range(1, 2003))
    with pytest.raises(Refused) as refused:
        fide_1998.pair(Request(round=1, rounds=5, contestants=contestants))
    assert refused.value.refusal.details == {"players": 2002, "limit": 2000}


def test_a_clash_needs_two_equal_wishes() -> None:
    white, black, none = player(1, "b"), player(2, "w"), player(3)
    assert clash(white, white)
    assert not clash(white, black)
    assert not clash(none, none)
    assert none.strength is Strength.NONE


def test_a_full_point_bye_bars_from_the_bye() -> None:
    past = (PastRound(bye=ByeKind.FULL_POINT, points=2),)  # type: ignore[arg-type]  # half points
    contestants = tuple(Contestant(number=number, past=past if number == 3 else (PastRound(),)) for number in (1, 2, 3))
    assert fide_1998.pair(Request(round=2, rounds=5, contestants=contestants)).bye != 3
