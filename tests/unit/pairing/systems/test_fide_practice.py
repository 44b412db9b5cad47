"""Cases from practice that any program for FIDE's Swiss must get right, for every one of our FIDE systems."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.points import DRAW, WIN, ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.colours import Colour
from services.pairing.from_trf import request
from services.pairing.systems import catalogue, dubov, dubov_2026, fide_1998, fide_dutch, fide_dutch_2017
from services.pairing.systems.interface import Contestant, PastRound, Proposal, Request, System
from tests.unit.pairing.systems import fide_events
from tests.unit.pairing.systems.fide_events import QUIET, Troubles
from tests.unit.pairing.systems.simulate import check_round

DUTCH = pytest.mark.parametrize("pair", [fide_dutch.pair, fide_dutch_2017.pair])
FIDE = pytest.mark.parametrize(
    "pair", [fide_dutch.pair, fide_dutch_2017.pair, fide_1998.pair, dubov.pair, dubov_2026.pair]
)
HISTORIES: Mapping[str, tuple[int, float, str]] = {
    "A": (2070, 4.0, "BWBW"),
    "B": (1961, 4.0, "BWWB"),
    "C": (2046, 3.5, "BWBW"),
    "D": (2039, 3.5, "BWWB"),
    "E": (2038, 3.5, "BWBW"),
    "F": (2000, 3.5, "BWBW"),
    "G": (1990, 3.5, "WBWB"),
    "H": (1926, 3.5, "WBBW"),
    "I": (1891, 3.5, "-BBW"),
}


def _nine_leaders() -> tuple[Request, dict[str, int]]:
    """
    The top nine before round 5; only D and E have met. Everybody else they met is out of the round.

    Their opponents are made up, one for each game, with the same score before it.
    """
    order = sorted(HISTORIES, key=lambda name: -HISTORIES[name][0])
    number = {name: place for place, name in enumerate(order, start=1)}
    past: dict[int, list[PastRound]] = {place: [] for place in number.values()}
    strangers = len(number)
    for name, (_, score, colours) in HISTORIES.items():
        lost = [0] * 8 if score == 4.0 else [1, *[0] * 7]
        for round_, letter in enumerate(colours):
            points = HalfPoints(WIN - lost[round_])
            if letter == "-":
                past[number[name]].append(PastRound(bye=ByeKind.HALF_POINT, points=DRAW))
                continue
            colour = Colour.WHITE if letter == "W" else Colour.BLACK
            strangers += 1
            past[number[name]].append(PastRound(opponent=strangers, colour=colour, points=points, played=True))
            before = past[number[name]][:-1]
            mirror = [PastRound(bye=ByeKind.FULL_POINT, points=one.points) for one in before]
            mirror.append(
                PastRound(opponent=number[name], colour=colour.other, points=HalfPoints(WIN - points), played=True)
            )
            past[strangers] = mirror + [PastRound()] * (len(colours) - len(mirror))
    field = tuple(
        Contestant(number=place, past=tuple(rounds), absent=None if place <= 9 else ByeKind.ZERO_POINT)
        for place, rounds in past.items()
    )
    together = frozenset({(min(number["D"], number["E"]), max(number["D"], number["E"]))})
    return Request(round=5, rounds=7, contestants=field, forbidden=together), number


@DUTCH
def test_the_two_leaders_meet_and_the_one_due_white_has_it(pair: System) -> None:
    asked, number = _nine_leaders()
    boards = [(board.white, board.black) for board in pair(asked).pairs]
    assert boards[0] == (number["B"], number["A"])


@pytest.mark.parametrize("pair", [fide_dutch.pair, fide_1998.pair, dubov.pair, dubov_2026.pair])
def test_a_full_point_given_before_bars_from_the_bye_except_under_the_rules_of_2017(pair: System) -> None:
    full = PastRound(bye=ByeKind.FULL_POINT, points=WIN)
    nothing = PastRound(bye=ByeKind.ZERO_POINT)
    field = tuple(
        Contestant(number=number, rating=2500 - number, past=(full if number == 5 else nothing,))
        for number in range(1, 6)
    )
    assert pair(Request(round=2, rounds=5, contestants=field)).bye in {1, 2, 3, 4}


def test_the_bye_is_written_as_one_of_the_pairing() -> None:
    for one in fide_events.play(fide_dutch.pair, players=7, rounds=2, seed=1):
        assert one.proposal is not None
        number = one.proposal.bye
        again = trf.read(trf.write(one.after))
        cell = next(player for player in again.players if player.number == number).rounds[-1]
        assert (cell.opponent, cell.code) == (None, "U")
    twice = request(again, 2)
    assert [each.past[0].bye for each in twice.contestants].count(ByeKind.PAIRING_ALLOCATED) == 1


@pytest.mark.parametrize("pair", [fide_1998.pair, dubov.pair])
def test_virtual_points_are_refused_where_the_text_knows_none(pair: System) -> None:
    field = tuple(
        Contestant(number=number, rating=2000, acceleration=(WIN if number == 1 else HalfPoints(0),))
        for number in (1, 2)
    )
    with pytest.raises(Refused, match="1 has virtual points") as refused:
        pair(Request(round=1, rounds=5, contestants=field))
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD


def test_seven_rounds_of_eight_players_are_warned_of() -> None:
    assert "may not come to an end" in catalogue.warnings("fide-dutch", 8, 7)[0].text


@DUTCH
def test_unrated_players_and_byes_do_not_reorder_round_one(pair: System) -> None:
    rated = tuple(Contestant(number=number, rating=2500 - number) for number in range(1, 8))
    unrated = tuple(Contestant(number=number) for number in range(1, 8))
    one, other = (pair(Request(round=1, rounds=5, contestants=field)) for field in (rated, (*rated[:5], *unrated[5:])))
    assert _boards(one) == _boards(other)
    assert one.bye == other.bye == 7


@DUTCH
def test_boards_follow_the_higher_score_of_a_pair_then_the_sum_then_the_number(pair: System) -> None:
    path = Path(__file__).parents[3] / "data" / "pairings" / "dutch" / "248_byes_n60_r9of9.json"
    asked = request(trf.read(json.loads(path.read_text())["trf"]))
    scores = {one.number: one.score for one in asked.contestants}
    keys = []
    for board in pair(asked).pairs:
        high, low = sorted((board.white, board.black), key=lambda number: (-scores[number], number))
        keys.append((-scores[high], -(scores[high] + scores[low]), high))
    assert keys == sorted(keys)


@FIDE
def test_a_late_entrant_after_round_four_keeps_everybody_elses_number(pair: System) -> None:
    rounds = list(fide_events.play(fide_dutch.pair, players=8, rounds=4, seed=3))
    event = rounds[-1].after
    asked = request(event, 4)
    late = Contestant(number=9, rating=2400, past=(PastRound(bye=ByeKind.ZERO_POINT),) * 3)
    more = (*asked.contestants, late)
    proposal = pair(Request(round=4, rounds=5, contestants=more, initial_colour=asked.initial_colour))
    assert sorted([n for board in _boards(proposal) for n in board] + [proposal.bye or 0]) == list(range(1, 10))


def _boards(proposal: Proposal) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in proposal.pairs]


def _bounds(request_: Request, proposal: Proposal) -> None:
    """Assert a difference of two and no colour three times running, topscorers of the last round apart."""
    by_number = {one.number: one for one in request_.contestants}
    for board in proposal.pairs:
        scores = [by_number[number].score for number in (board.white, board.black)]
        if request_.round == request_.rounds and max(scores) > request_.rounds - 1:
            continue
        for number, colour in ((board.white, "w"), (board.black, "b")):
            played = "".join(past.colour for past in by_number[number].past if past.played and past.colour) + colour
            wide = abs(played.count("w") - played.count("b"))
            assert wide <= 2 or len(set(played[-2:])) > 1, (number, played)


def _play(pair: System, seed: int) -> None:
    size = 6 + seed * 7 % 25
    troubles = QUIET if seed % 4 == 0 else Troubles(full_point=pair is fide_dutch.pair)
    rounds = list(
        fide_events.play(
            pair, players=size, rounds=min(3 + seed % 7, size // 2), seed=seed, troubles=troubles, baku=seed % 3 == 0
        )
    )
    for one in rounds:
        if one.proposal is None:
            continue
        check_round(one.request, one.proposal)
        if not any(each.acceleration for each in one.request.contestants):
            _bounds(one.request, one.proposal)
        assert pair(one.request) == one.proposal


@DUTCH
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_events_are_paired_within_the_rules_and_twice_alike(pair: System, seed: int) -> None:
    _play(pair, seed)


@pytest.mark.long
@DUTCH
@settings(max_examples=400, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_hundreds_of_random_events_are_paired_within_the_rules(pair: System, seed: int) -> None:
    _play(pair, seed)


@FIDE
@settings(max_examples=10, deadline=None, derandomize=True)
@given(size=st.integers(4, 20), seed=st.integers(0, 1000))
def test_half_as_many_rounds_as_players_come_to_their_end(pair: System, size: int, seed: int) -> None:
    """Nobody has met half of the others then; colours might still stand in the way, so the events are fixed."""
    rounds = list(fide_events.play(pair, players=size, rounds=max(1, size // 2 - 1), seed=seed))
    assert all(one.proposal is not None for one in rounds)
