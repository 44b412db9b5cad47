"""What holds for every event under every rule set."""

from datetime import date
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.refusals import RefusalCode, Refused
from services.rules.event import RATING_LIMIT, Entrant, Event, Method, Rated
from services.rules.games import Game, GameStatus
from services.rules.loader import load
from services.rules.rating import explain, first_rating, rate_event, settle
from services.rules.rounding import exact_text
from services.rules.ruleset import RuleSet

_ALL = [load(one) for one in ("dsu-2007", "ssf-2002", "fide-2000", "fide-2024")]
_DSU, _SSF, _OLD, _NEW = _ALL
_DAY = date(2025, 11, 1)

_RATINGS = st.integers(min_value=800, max_value=2900)
_STATUS = st.sampled_from([GameStatus.PLAYED] * 6 + [GameStatus.UNPLAYED, GameStatus.NO_SHOW, GameStatus.EXCLUDED])


@st.composite
def _events(draw: st.DrawFn) -> Event:
    size = draw(st.integers(min_value=2, max_value=7))
    group = draw(st.booleans())
    pairs = list(combinations(range(size), 2))
    if not group:
        pairs = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=20))
    games = []
    for first, second in pairs:
        status = draw(_STATUS)
        points = draw(st.integers(min_value=0, max_value=2))
        if status is GameStatus.NO_SHOW:
            points = draw(st.sampled_from([0, 2]))
        games.append(Game(first, second, points, 2 - points, status))
    winners = draw(st.frozensets(st.integers(min_value=0, max_value=size - 1), max_size=2))
    return Event(size=size, games=tuple(games), start=_DAY, end=_DAY, all_play_all=group, winners=winners)


@st.composite
def _cases(draw: st.DrawFn, *, unrated: bool) -> tuple[Event, list[Entrant]]:
    event = draw(_events())
    numbers = st.one_of(st.none(), _RATINGS) if unrated else _RATINGS
    entrants = [
        Entrant(
            rating=draw(numbers),
            games=draw(st.sampled_from([0, 29, 30, 300])),
            birth_year=draw(st.sampled_from([0, 1990, 2010])),
        )
        for _ in range(event.size)
    ]
    return event, entrants


def _rated(rules: RuleSet, event: Event, entrants: list[Entrant]) -> tuple[Rated, ...] | None:
    """None where the regulation cannot rate the event, and says so."""
    try:
        return rate_event(rules, event, entrants).rated
    except Refused as refused:
        if not refused.refusal.rule:
            raise
        return None


def _check_explanations(rules: RuleSet, event: Event, entrants: list[Entrant]) -> None:
    rated = _rated(rules, event, entrants)
    for who, one in enumerate(rated or ()):
        steps = explain(rules, event, entrants, who)
        if one.performance is not None and one.performance.counts:
            value = exact_text(one.performance.numerator, one.performance.denominator)
        else:
            value = "unrated" if one.published is None else str(one.published)
        assert steps[-1].value == value
        assert all(step.section and step.what for step in steps)


def _check_bounds(rules: RuleSet, event: Event, entrants: list[Entrant]) -> None:
    for one in _rated(rules, event, entrants) or ():
        most = 100 * one.games
        if rules is _DSU:
            assert abs(one.gain) <= one.k * (most + one.bonus)
            assert one.bonus <= most
        elif rules is _SSF:
            assert abs(one.gain) <= 31 * most
        else:
            assert abs(one.gain) <= one.k * most
        if rules is _NEW:
            assert one.k * one.games <= 700


def _check_same_games_for_both(rules: RuleSet, event: Event, entrants: list[Entrant]) -> None:
    """Two rated players: each game is rated for one exactly if for the other, and the scores agree."""
    rated = _rated(rules, event, entrants)
    if rated is not None:
        assert sum(one.games for one in rated) % 2 == 0
        assert sum(one.score for one in rated) == sum(one.games for one in rated)
        for pair in combinations(range(event.size), 2):
            alone = Event(
                size=event.size,
                games=tuple(game for game in event.games if {game.first, game.second} == set(pair)),
                start=_DAY,
                end=_DAY,
            )
            both = _rated(rules, alone, entrants)
            assert both is not None
            assert both[pair[0]].games == both[pair[1]].games


_CHECKS = (_check_explanations, _check_bounds)
_RULES = pytest.mark.parametrize("rules", _ALL, ids=lambda one: one.id)


@_RULES
@settings(max_examples=40, deadline=None)
@given(case=_cases(unrated=False))
def test_explanations_bounds_and_both_sides_agree_among_rated_players(
    rules: RuleSet, case: tuple[Event, list[Entrant]]
) -> None:
    for check in (*_CHECKS, _check_same_games_for_both):
        check(rules, *case)


@pytest.mark.parametrize("rules", [_DSU, _OLD, _NEW], ids=lambda one: one.id)
@settings(max_examples=40, deadline=None)
@given(case=_cases(unrated=True))
def test_explanations_and_bounds_hold_with_unrated_players(rules: RuleSet, case: tuple[Event, list[Entrant]]) -> None:
    for check in _CHECKS:
        check(rules, *case)


@pytest.mark.long
@_RULES
@settings(max_examples=3000, deadline=None)
@given(case=_cases(unrated=False))
def test_thousands_of_events_agree(rules: RuleSet, case: tuple[Event, list[Entrant]]) -> None:
    for check in (*_CHECKS, _check_same_games_for_both):
        check(rules, *case)


@pytest.mark.parametrize("rules", [_DSU, _OLD, _NEW], ids=lambda one: one.id)
def test_the_expected_scores_of_the_two_sides_add_up_to_one(rules: RuleSet) -> None:
    at = rules.steps.expected.table.at  # type: ignore[union-attr]  # the three that have one
    assert all(at[d] + at[-d] == 100 for d in range(1, RATING_LIMIT + 1))
    assert at[0] == 50


@_RULES
@given(numbers=st.lists(_RATINGS, min_size=3, max_size=3), results=st.lists(st.integers(0, 2), min_size=3, max_size=3))
def test_the_order_of_the_entrants_does_not_matter(rules: RuleSet, numbers: list[int], results: list[int]) -> None:
    pairs = list(combinations(range(3), 2))

    def changes(order: tuple[int, ...]) -> dict[int, int]:
        place = {who: where for where, who in enumerate(order)}
        games = tuple(
            Game(place[one], place[other], points, 2 - points)
            for (one, other), points in zip(pairs, results, strict=True)
        )
        event = Event(size=3, games=games, start=_DAY, end=_DAY, all_play_all=True)
        rated = rate_event(rules, event, [Entrant(rating=numbers[who], games=99) for who in order]).rated
        return {who: rated[place[who]].gain for who in order}

    assert changes((0, 1, 2)) == changes((2, 0, 1))


@given(start=st.integers(1000, 2600), gains=st.lists(st.integers(-40000, 40000), max_size=6))
def test_the_changes_add_up_to_new_minus_old_for_every_prefix(start: int, gains: list[int]) -> None:
    number, total = start, 0
    for gain in gains:
        new = settle(_DSU, Entrant(rating=number), [Rated(method=Method.DIFFERENCE, gain=gain)]).published
        assert new is not None
        assert new >= 1000
        total += new - number
        number = new
        assert total == number - start


@given(registered=st.integers(1000, 2600), gain=st.integers(-80000, 80000))
def test_a_gain_never_moves_a_danish_number_the_other_way(registered: int, gain: int) -> None:
    new = settle(_DSU, Entrant(rating=registered), [Rated(method=Method.DIFFERENCE, gain=gain)]).exact
    assert (new >= registered) if gain >= 0 else (new <= registered)


@given(
    games=st.integers(1, 12),
    share=st.integers(0, 12),
    ratings=st.lists(st.integers(1400, 2600), min_size=12, max_size=12),
)
def test_a_first_rating_lies_between_1400_and_2200_or_is_not_published(
    games: int, share: int, ratings: list[int]
) -> None:
    won = min(share, games)
    event = Event(
        size=games + 1,
        games=tuple(Game(0, place, *((2, 0) if place <= won else (0, 2))) for place in range(1, games + 1)),
        start=_DAY,
        end=_DAY,
    )
    found = rate_event(_NEW, event, [Entrant(), *(Entrant(rating=one) for one in ratings[:games])]).rated[0].performance
    assert found is not None
    new = first_rating(_NEW, [found], on=date(2025, 12, 1))
    assert new.published is None or 1400 <= new.published <= 2200
    assert (new.published is None) == bool(new.why)


def test_the_rating_of_an_event_names_its_rules_and_their_digest() -> None:
    event = Event(size=2, games=(Game(0, 1, 2, 0),), start=_DAY, end=_DAY)
    found = rate_event(_DSU, event, [Entrant(rating=1700)] * 2)
    assert (found.rule_set, found.digest) == ("dsu-2007", _DSU.digest)


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (Game(0, 2, 2, 0), RefusalCode.NOT_ENTERED),
        (Game(-1, 1, 2, 0), RefusalCode.NOT_ENTERED),
        (Game(1, 1, 2, 0), RefusalCode.INVALID_PAYLOAD),
        (Game(0, 1, 2, 1), RefusalCode.INVALID_PAYLOAD),
        (Game(0, 1, 3, -1), RefusalCode.INVALID_PAYLOAD),
        (Game(0, 1, 1, 1, GameStatus.NO_SHOW), RefusalCode.INVALID_PAYLOAD),
    ],
)
def test_a_game_that_cannot_be_is_refused(game: Game, code: RefusalCode) -> None:
    with pytest.raises(Refused) as refused:
        Event(size=2, games=(Game(0, 1, 2, 0), game), start=_DAY, end=_DAY)
    assert refused.value.refusal.code is code
    assert refused.value.refusal.details["game"] == 2


def test_an_event_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        Event(size=2, games=(), start=_DAY, end=date(2025, 10, 31))
    assert refused.value.refusal.code is RefusalCode.INVALID_DATES


def test_a_winner_must_be_entered() -> None:
    with pytest.raises(Refused) as refused:
        Event(size=2, games=(), start=_DAY, end=_DAY, winners=frozenset({2}))
    assert refused.value.refusal.code is RefusalCode.NOT_ENTERED


@pytest.mark.parametrize("rating", [0, -5, RATING_LIMIT + 1])
def test_a_number_that_is_no_rating_is_refused(rating: int) -> None:
    with pytest.raises(Refused) as refused:
        Entrant(rating=rating)
    assert refused.value.refusal.code is RefusalCode.INVALID_RATING


def test_an_explanation_of_nobody_is_refused() -> None:
    event = Event(size=2, games=(Game(0, 1, 2, 0),), start=_DAY, end=_DAY)
    with pytest.raises(Refused) as refused:
        explain(_DSU, event, [Entrant(rating=1700)] * 2, 2)
    assert refused.value.refusal.code is RefusalCode.NOT_ENTERED


@pytest.mark.parametrize("rules", [_DSU, _OLD, _NEW], ids=lambda one: one.id)
def test_a_districts_option_is_refused_where_there_is_none(rules: RuleSet) -> None:
    event = Event(size=2, games=(), start=_DAY, end=_DAY, options=frozenset({"bonus"}))
    with pytest.raises(Refused, match="knows no option bonus"):
        rate_event(rules, event, [Entrant(rating=1700)] * 2)
