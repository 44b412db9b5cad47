"""Dubov 1997: section by section, the rows against the text's own walk, and random events."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import LOSS, WIN, ByeKind
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.pairing.systems import dubov
from services.pairing.systems.dubov_group import Field, _alternating, _bring_up, _evened, halves, paired, rows
from services.pairing.systems.fide_players import Edition, FidePlayer, Float, players
from services.pairing.systems.interface import Contestant, PastRound, Request, Unpairable
from tests.unit.pairing.systems import fide_events
from tests.unit.pairing.systems.fide_events import QUIET, Troubles
from tests.unit.pairing.systems.fide_players_at_will import player
from tests.unit.pairing.systems.simulate import check_round

Group = tuple[FidePlayer, ...]


def _field(aro: dict[int, int] | None = None, *, last: bool = False, rounds: int = 9) -> Field:
    averages = {number: Fraction((aro or {}).get(number, 0)) for number in range(1, 60)}
    return Field(forbidden=frozenset(), aro=averages, last_round=last, rounds=rounds)


def _white(number: int, rating: int = 2000, **changes: object) -> FidePlayer:
    return player(number, "b", rating=rating, **changes)  # type: ignore[arg-type]  # fields by name


def _black(number: int, rating: int = 2000, **changes: object) -> FidePlayer:
    return player(number, "w", rating=rating, **changes)  # type: ignore[arg-type]  # fields by name


def _numbers(boards: Sequence[object]) -> list[tuple[int, int]]:
    return [(board.white.number, board.black.number) for board in boards]  # type: ignore[attr-defined]  # one of two kinds of boards


def test_round_one_pairs_the_halves_row_by_row_and_alternates_from_the_lot() -> None:
    field = tuple(Contestant(number=number, rating=2500 - number) for number in range(1, 8))
    proposal = dubov.pair(Request(round=1, rounds=5, contestants=field, initial_colour=Colour.BLACK))
    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(4, 1), (2, 5), (6, 3)]
    assert proposal.bye == 7
    assert "lowest rating" in proposal.bye_reasons[0].text


def test_white_stands_by_average_of_opponents_and_black_by_rating() -> None:
    white = (_white(1, 2400), _white(2, 2300), _white(3, 2200))
    black = (_black(4, 2000), _black(5, 2500), _black(6, 2100))
    boards, left = rows(white, black, _field({1: 2300, 2: 2100, 3: 2100}))
    assert _numbers(boards) == [(3, 5), (2, 6), (1, 4)]
    assert left == ()


def test_a_rematch_takes_the_next_black_below_and_else_the_row_above_changes() -> None:
    white = (_white(1), _white(2, met=[5]), _white(3, met=[6]))
    black = (_black(4, 2300), _black(5, 2200), _black(6, 2100))
    boards, _ = rows(white, black, _field({1: 1, 2: 2, 3: 3}))
    assert _numbers(boards) == [(1, 4), (2, 6), (3, 5)]
    last = (_white(1), _white(2), _white(3, met=[6]))
    boards, _ = rows(last, black, _field({1: 1, 2: 2, 3: 3}))
    assert _numbers(boards) == [(1, 4), (2, 6), (3, 5)]


def _walk(upper: Sequence[FidePlayer], lower: Sequence[FidePlayer], field: Field) -> list[tuple[int, int]] | None:
    """6 as the text walks it: the next Black below, and where there is none the row above is changed."""
    if not upper:
        return []
    for other in lower:
        if field.legal(upper[0], other) and field.seats(upper[0], other):
            rest = _walk(upper[1:], [each for each in lower if each is not other], field)
            if rest is not None:
                return [(upper[0].number, other.number), *rest]
    return None


@settings(max_examples=150, deadline=None)
@given(
    size=st.integers(1, 5),
    met=st.sets(st.tuples(st.integers(1, 5), st.integers(6, 10)), max_size=14),
    average=st.lists(st.integers(1, 3), min_size=5, max_size=5),
    rating=st.lists(st.integers(1, 3), min_size=10, max_size=10),
)
def test_the_rows_are_those_of_the_walk(
    size: int, met: set[tuple[int, int]], average: list[int], rating: list[int]
) -> None:
    field = _field({number: average[number - 1] for number in range(1, 6)})
    white = [_white(n, rating[n - 1], met=[b for a, b in met if a == n]) for n in range(1, size + 1)]
    black = [_black(n, rating[n - 1], met=[a for a, b in met if b == n]) for n in range(6, 6 + size)]
    upper = sorted(white, key=lambda one: (field.aro[one.number], one.rating, one.number))
    lower = sorted(black, key=lambda one: (-one.rating, one.number))
    walked = _walk(upper, lower, field)
    boards, left = rows(tuple(white), tuple(black), field)
    if walked is None:
        assert left
    else:
        assert _numbers(boards) == walked


def test_who_has_no_due_colour_joins_the_smaller_half() -> None:
    white, black = halves([_white(1), _white(2), player(3), player(4), player(5)])
    assert ([one.number for one in white], [one.number for one in black]) == ([1, 2, 5], [3, 4])


def test_a_surplus_of_white_moves_the_lowest_averages_and_one_of_black_the_highest() -> None:
    field = _field({1: 2300, 2: 2100, 3: 2200, 4: 2100})
    white, black = _evened((_white(1), _white(2, 2000), _white(3), _white(4, 2500)), (), field)
    assert [one.number for one in black] == [4, 2]
    assert [one.number for one in white] == [1, 3]
    white, black = _evened((), (_black(1), _black(2), _black(3), _black(4)), field)
    assert [one.number for one in white] == [1, 3]
    assert [one.number for one in black] == [2, 4]


def test_nobody_changes_his_half_against_the_colour_limits() -> None:
    field = _field({1: 1, 2: 2, 3: 3, 4: 4})
    bound = player(1, "wbb", rating=2000)
    _, black = _evened((bound, _white(2), _white(3), _white(4)), (), field)
    assert [one.number for one in black] == [2, 3]


def test_an_odd_group_brings_up_the_highest_rating_due_the_other_colour() -> None:
    below = (_black(4, 2100), _black(5, 2300), _black(6, 2300), _white(7, 2500))
    outcome = paired((), (_white(1), _white(2), _black(3)), below, _field({5: 2200, 6: 2100}))
    assert [one.number for one in outcome.brought] == [6]
    assert outcome.left == ()


@pytest.mark.parametrize(
    ("floats", "upfloats", "rounds", "last", "allowed"),
    [
        (Float.UP, 1, 9, False, False),
        (Float.UP, 1, 9, True, True),
        (Float.NONE, 2, 9, False, True),
        (Float.NONE, 3, 9, False, False),
        (Float.NONE, 3, 10, False, True),
        (Float.NONE, 4, 10, False, False),
    ],
)
def test_nobody_goes_up_twice_running_or_too_often(
    floats: Float, upfloats: int, rounds: int, last: bool, allowed: bool
) -> None:
    one = _white(1, floats=(floats, Float.NONE), upfloats=upfloats)
    brought = _bring_up([one], _field(last=last, rounds=rounds), due=Colour.WHITE)
    assert (brought is one) is allowed


def test_who_has_met_his_whole_group_gets_somebody_from_the_next() -> None:
    group = (_white(1, met=[2]), _black(2, met=[1]))
    outcome = paired((), group, (_black(3, 2100), _white(4, 2200), _black(5, 2000)), _field())
    assert _numbers(outcome.boards) in ([(1, 3), (4, 2)], [(4, 2), (1, 3)])
    assert {one.number for one in outcome.brought} == {3, 4}


def test_floaters_are_paired_first_in_turn_with_the_highest_rated_due_the_other_colour() -> None:
    floaters = (_white(1, 2400, score=4), _white(2, 2300, score=4), _black(3, 2200, score=4))
    assert [one.number for one in _alternating(floaters)] == [1, 3, 2]
    residents = (_black(4, 2100), _black(5, 2150), _white(6, 2000), _white(7, 1900), _black(8, 1800))
    outcome = paired(floaters, residents, (), _field())
    assert _numbers(outcome.boards)[:3] == [(1, 5), (6, 3), (2, 4)]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (_black(1), _white(2), "less often"),
        (player(1, "wb"), player(2, "bw"), "alternate"),
        (player(1, "wb"), player(2, "wb"), "average"),
        (player(1, "wb", rating=2100), player(3, "wb", rating=2000), "rating is lower"),
        (player(1, "bww"), player(2, "w"), "keep the limits"),
    ],
)
def test_colours_follow_the_four_steps_within_the_limits(one: FidePlayer, other: FidePlayer, why: str) -> None:
    white, black, reason = _field({1: 2000, 2: 2100, 3: 2000}).white_of(one, other)
    assert why in reason
    assert {white.number, black.number} == {one.number, other.number}
    expected = {"less often": 2, "alternate": 1, "average": 2, "rating is lower": 3, "keep the limits": 2}
    assert white.number == expected[why]


def test_the_bye_goes_to_the_lowest_rating_of_the_lowest_group_that_may_have_it() -> None:
    def game(opponent: int, colour: Colour, points: int) -> tuple[PastRound, ...]:
        return (PastRound(opponent=opponent, colour=colour, points=points, played=True),)  # type: ignore[arg-type]  # half points

    field = (
        Contestant(number=1, rating=2400, past=game(3, Colour.WHITE, 2)),
        Contestant(number=2, rating=2300, past=game(4, Colour.BLACK, 2)),
        Contestant(number=3, rating=2200, past=game(1, Colour.BLACK, 0)),
        Contestant(number=4, rating=2100, past=game(2, Colour.WHITE, 0)),
        Contestant(number=5, rating=2000, past=(PastRound(bye=ByeKind.PAIRING_ALLOCATED, points=WIN),)),
    )
    proposal = dubov.pair(Request(round=2, rounds=5, contestants=field))
    assert proposal.bye == 4


def test_a_player_without_a_rating_is_refused_by_number() -> None:
    with pytest.raises(Refused, match="1 has no rating") as refused:
        dubov.pair(Request(round=1, rounds=5, contestants=(Contestant(number=1), Contestant(number=2, rating=1))))
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_more_players_than_it_is_meant_for_are_refused() -> None:
    field = tuple(Contestant(number=number, rating=2000) for number in range(1, 2003))
    with pytest.raises(Refused) as refused:
        dubov.pair(Request(round=1, rounds=5, contestants=field))
    assert refused.value.refusal.code is RefusalCode.TOO_LARGE


def test_a_round_without_legal_pairing_says_so() -> None:
    field = tuple(
        Contestant(
            number=number,
            rating=2000,
            past=(PastRound(opponent=3 - number, colour=colour, points=LOSS, played=True),),
        )
        for number, colour in ((1, Colour.WHITE), (2, Colour.BLACK))
    )
    with pytest.raises(Unpairable, match="limits of section 2"):
        dubov.pair(Request(round=2, rounds=5, contestants=field))


def _possible(request: Request) -> bool:
    """Tell whether any round within the hard limits exists."""
    known = players(request, Edition.RATING_1998)
    active = [one for one in known.values() if one.active]
    field = Field.of(request, known)
    if len(active) % 2 == 0:
        return field.completes(active)
    return any(not one.bye_barred and field.completes([each for each in active if each is not one]) for one in active)


def _play(seed: int, most: int) -> None:
    size = 6 + seed * 7 % most
    for one in fide_events.play(
        dubov.pair,
        players=size,
        rounds=min(3 + seed % 7, size // 2 + 1),
        seed=seed,
        troubles=QUIET if seed % 4 == 0 else Troubles(),
    ):
        if one.proposal is None:
            assert not _possible(one.request)
            return
        check_round(one.request, one.proposal)
        assert dubov.pair(one.request) == one.proposal
        field = Field.of(one.request, players(one.request, Edition.RATING_1998))
        known = players(one.request, Edition.RATING_1998)
        for pair in one.proposal.pairs:
            assert field.seats(known[pair.white], known[pair.black])


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_events_keep_the_hard_limits_and_find_a_round_where_there_is_one(seed: int) -> None:
    _play(seed, most=20)


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_thousands_of_random_events_keep_the_hard_limits(seed: int) -> None:
    _play(seed, most=40)


def test_every_pair_of_one_group_is_legal_both_ways() -> None:
    field = _field()
    for one, other in combinations([_white(1), _black(2), player(3), player(4, "ww"), player(5, "bb")], 2):
        assert field.legal(one, other) == field.legal(other, one)
