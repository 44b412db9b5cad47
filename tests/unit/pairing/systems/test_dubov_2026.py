"""Dubov 2026: against another program given the same players, against the criteria tried one by one, random events."""

from collections.abc import Sequence
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, LOSS, WIN, ByeKind
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems import dubov_2026, dubov_2026_bracket
from services.pairing.systems.dubov_2026_bracket import Rules, clashes, upfloaters
from services.pairing.systems.dubov_2026_groups import shift_order
from services.pairing.systems.fide_players import FidePlayer, Float
from services.pairing.systems.interface import Contestant, PastRound, Proposal, Request, Unpairable
from tests.unit.pairing.systems import dubov_oracle, fide_events
from tests.unit.pairing.systems.fide_events import QUIET, Troubles
from tests.unit.pairing.systems.fide_players_at_will import player
from tests.unit.pairing.systems.simulate import check_round

Group = tuple[FidePlayer, ...]


def _bound(request: Request, white: int, black: int) -> None:
    for number, colour in ((white, "w"), (black, "b")):
        one = next(each for each in request.contestants if each.number == number)
        history = "".join(past.colour for past in one.past if past.played and past.colour) + colour
        assert abs(history.count("w") - history.count("b")) <= 3
        assert history[-3:] not in {"www", "bbb"} or abs(history.count("w") - history.count("b")) <= 1


def _several_float_up(proposal: Proposal) -> bool:
    """Tell whether a score group brought up more than one: there the oracle does not follow C6 (see there)."""
    return any("," in note.text.partition("Float up to it:")[2] for note in proposal.notes)


def _play(seed: int) -> int:
    players = 6 + seed * 7 % 30
    compared = 0
    for one in fide_events.play(
        dubov_2026.pair,
        players=players,
        rounds=min(3 + seed % 7, players // 2),
        seed=seed,
        troubles=QUIET if seed % 4 == 0 else Troubles(),
    ):
        if one.proposal is None:
            break
        check_round(one.request, one.proposal)
        assert dubov_2026.pair(one.request) == one.proposal
        for pair in one.proposal.pairs:
            _bound(one.request, pair.white, pair.black)
        if one.request.round == 1 and one.request.forbidden:
            continue
        ours = {(pair.white, pair.black) for pair in one.proposal.pairs}
        same = ours == dubov_oracle.pairs(one.request, one.proposal.bye)
        assert same or _several_float_up(one.proposal), one.request.round
        compared += same
    return compared


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_random_events_are_paired_as_by_the_other_program(first: int) -> None:
    assert sum(_play(seed) for seed in range(first, first + 10)) > 40


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30, 500))
def test_hundreds_of_random_events_are_paired_as_by_the_other_program(seed: int) -> None:
    _play(seed)


@st.composite
def _field(draw: st.DrawFn, largest: int = 8) -> Group:
    size = draw(st.integers(2, largest)) // 2 * 2
    met = draw(st.sets(st.sampled_from(list(combinations(range(1, size + 1), 2))), max_size=2 * size))
    scores = sorted(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)), reverse=True)
    colours = st.sampled_from(["w", "b", "wb", "bw", "ww", "bb", "wwb", "bbw"])
    return tuple(
        player(
            number,
            draw(colours),
            [high if low == number else low for low, high in met if number in {low, high}],
            score=scores[number - 1],
            upfloats=draw(st.integers(0, 4)),
            floats=(draw(st.sampled_from(list(Float))), Float.NONE),
        )
        for number in range(1, size + 1)
    )


def _tried(residents: Group, below: Group, rules: Rules) -> Group | None:
    """C5-C10 for every set in the order of 4.2; the first of the best."""
    best: tuple[tuple[object, ...], Group] | None = None
    for count in range(len(below) + 1):
        for chosen in combinations(below, count):
            rest = [one for one in below if one not in chosen]
            if not rules.completes((*residents, *chosen)) or not rules.completes(rest):
                continue
            if not _all_meet(residents, chosen, rules):
                continue
            most = [one for one in chosen if one.upfloats >= rules.most_upfloats]
            late = (0, 0, 0)
            if not rules.last_round:
                again = sum(one.floats[0] is Float.UP for one in chosen)
                late = (len(most), sum(one.upfloats for one in most), again)
            differences = sorted((residents[0].score - one.score for one in chosen), reverse=True)
            value = (count, differences, _clashes_across(residents, chosen, rules), *late)
            if best is None or value < best[0]:
                best = (value, chosen)
        if best is not None:
            return best[1]
    return None


def _all_meet(residents: Group, chosen: Group, rules: Rules) -> bool:
    return _clashes_across(residents, chosen, rules) is not None


def _clashes_across(residents: Group, chosen: Group, rules: Rules) -> int | None:
    """Count the clashes of the best pairing in which every upfloater meets a resident."""

    def fewest(left: Sequence[FidePlayer]) -> int | None:
        if not left:
            return 0
        first, others = left[0], left[1:]
        found = []
        for other in others:
            if not rules.legal(first, other) or (first in chosen and other in chosen):
                continue
            rest = fewest([one for one in others if one is not other])
            if rest is not None:
                found.append(rest + (first.wants is other.wants))
        return min(found, default=None)

    return fewest([*residents, *chosen])


@settings(max_examples=150, deadline=None)
@given(field=_field(), last=st.booleans(), rounds=st.integers(3, 11), at_first=st.sampled_from([1, 24]))
def test_upfloaters_are_the_first_of_the_best_sets(field: Group, last: bool, rounds: int, at_first: int) -> None:
    rules = Rules.of(field, frozenset(), last_round=last, rounds=rounds)
    residents = tuple(one for one in field if one.score == field[0].score)
    below = field[len(residents) :]
    if not rules.completes(field):
        return
    with patch.object(dubov_2026_bracket, "_AT_FIRST", at_first):
        assert upfloaters(residents, below, rules) == _tried(residents, below, rules)


@settings(max_examples=150, deadline=None)
@given(field=_field(largest=20), last=st.booleans())
def test_several_of_the_highest_scores_are_those_of_the_whole_field(field: Group, last: bool) -> None:
    rules = Rules.of(field, frozenset(), last_round=last, rounds=9)
    residents = tuple(one for one in field if one.score == field[0].score)
    below = field[len(residents) :]
    if not below or not rules.completes(field):
        return
    with patch.object(dubov_2026_bracket, "_AT_FIRST", 2):
        found = dubov_2026_bracket._several(residents, below, rules)
    assert found == dubov_2026_bracket._cheapest(residents, below, rules, alone=False)


@pytest.mark.parametrize(("met", "count"), [({1: [3], 3: [1]}, 0), ({1: [2, 4], 2: [1, 3], 3: [2, 4], 4: [1, 3]}, 2)])
def test_clashes_are_those_no_legal_pairing_avoids(met: dict[int, list[int]], count: int) -> None:
    field = tuple(player(number, "wb"[number % 2], met.get(number, ())) for number in (1, 2, 3, 4))
    assert clashes(field, Rules.of(field, frozenset(), last_round=False, rounds=5)) == count


@pytest.mark.parametrize(
    ("size", "order"), [(1, [1]), (2, [1, 2]), (3, [2, 1, 3]), (4, [2, 3, 1, 4]), (5, [3, 2, 4, 1, 5])]
)
def test_shifters_come_from_the_middle_outwards(size: int, order: list[int]) -> None:
    group = tuple(player(number) for number in range(1, size + 1))
    assert [one.number for one in shift_order(group, lambda one: (one.number,))] == order


def _contestant(number: int, *past: PastRound, rating: int = 2000) -> Contestant:
    return Contestant(number=number, rating=rating, past=past)


def _game(opponent: int, colour: Colour, points: int = 0) -> PastRound:
    return PastRound(opponent=opponent, colour=colour, points=points, played=True)  # type: ignore[arg-type]  # half points


def test_the_average_of_opponents_is_rounded_half_up() -> None:
    one = _contestant(1, _game(2, Colour.WHITE), _game(3, Colour.BLACK), PastRound(bye=ByeKind.HALF_POINT, points=DRAW))
    field = (one, _contestant(2, rating=2001), _contestant(3, rating=2000))
    request = Request(round=4, rounds=5, contestants=field)
    assert dubov_2026.average_rating(one, request) == 2001
    assert dubov_2026.average_rating(field[1], request) == 0


def test_round_one_pairs_the_halves_by_the_parity_of_the_upper() -> None:
    field = tuple(_contestant(number) for number in range(1, 7))
    proposal = dubov_2026.pair(Request(round=1, rounds=5, contestants=field))
    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(1, 4), (5, 2), (3, 6)]
    assert proposal.pairs[0].reasons[1].rule == "FIDE C.04.4.1 (2026) 5.2.1"


def test_the_bye_goes_to_the_lowest_score_then_the_most_games_then_the_largest_number() -> None:
    half = PastRound(bye=ByeKind.ZERO_POINT)
    field = (
        _contestant(1, _game(4, Colour.WHITE, 2)),
        _contestant(2, _game(5, Colour.WHITE, 2)),
        _contestant(3, PastRound(bye=ByeKind.PAIRING_ALLOCATED, points=WIN)),
        _contestant(4, _game(1, Colour.BLACK)),
        _contestant(5, _game(2, Colour.BLACK)),
        _contestant(6, half),
        _contestant(7, half),
    )
    proposal = dubov_2026.pair(Request(round=2, rounds=5, contestants=field))
    assert proposal.bye == 5


def test_a_player_without_a_rating_is_refused_by_number() -> None:
    with pytest.raises(Refused, match="2 has no rating") as refused:
        dubov_2026.pair(Request(round=1, rounds=5, contestants=(_contestant(1), _contestant(2, rating=0))))
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_more_players_than_it_is_meant_for_are_refused() -> None:
    field = tuple(_contestant(number) for number in range(1, 2003))
    with pytest.raises(Refused) as refused:
        dubov_2026.pair(Request(round=1, rounds=5, contestants=field))
    assert refused.value.refusal.code is RefusalCode.TOO_LARGE


def test_a_round_without_legal_pairing_says_so() -> None:
    field = (
        _contestant(1, _game(2, Colour.WHITE, LOSS)),
        _contestant(2, _game(1, Colour.BLACK, WIN)),
    )
    with pytest.raises(Unpairable, match="no legal pairing"):
        dubov_2026.pair(Request(round=2, rounds=5, contestants=field))
