import pytest

from contracts.points import DRAW, LOSS, WIN, ByeKind
from services.chess.colours import Colour
from services.pairing.systems.fide_players import Edition, FidePlayer, Float, Strength, players, preference
from services.pairing.systems.interface import Contestant, PastRound, Request


@pytest.mark.parametrize(
    ("colours", "wants", "strength"),
    [
        ("", None, Strength.NONE),
        ("w", Colour.BLACK, Strength.STRONG),
        ("wb", Colour.WHITE, Strength.MILD),
        ("bw", Colour.BLACK, Strength.MILD),
        ("wbb", Colour.WHITE, Strength.ABSOLUTE),
        ("ww", Colour.BLACK, Strength.ABSOLUTE),
        ("bbww", Colour.BLACK, Strength.ABSOLUTE),
        ("wwwbb", Colour.WHITE, Strength.ABSOLUTE),
        ("wwwwbb", Colour.BLACK, Strength.ABSOLUTE),
        ("wbw", Colour.BLACK, Strength.STRONG),
    ],
)
def test_a_preference_is_absolute_strong_mild_or_none(colours: str, wants: Colour | None, strength: Strength) -> None:
    assert preference(colours) == (wants, strength)


def _after(*past: PastRound, edition: Edition = Edition.DUTCH_2026) -> FidePlayer:
    rest = tuple(PastRound() for _ in past)
    mirror = tuple(
        PastRound(opponent=1, colour=each.colour.other, points=LOSS, played=each.played)
        if each.opponent and each.colour
        else PastRound()
        for each in past
    )
    contestants = (
        Contestant(number=1, past=past),
        Contestant(number=2, past=mirror),
        Contestant(number=3, past=rest),
    )
    return players(Request(round=len(past) + 1, rounds=9, contestants=contestants), edition)[1]


FORFEIT_WIN = PastRound(opponent=2, colour=Colour.WHITE, points=WIN)
FORFEIT_LOSS = PastRound(opponent=2, colour=Colour.WHITE, points=LOSS)
FULL = PastRound(bye=ByeKind.FULL_POINT, points=WIN)
HALF = PastRound(bye=ByeKind.HALF_POINT, points=DRAW)
ZERO = PastRound(bye=ByeKind.ZERO_POINT)
ALLOCATED = PastRound(bye=ByeKind.PAIRING_ALLOCATED, points=WIN)


@pytest.mark.parametrize(
    ("past", "in_2026", "in_2017"),
    [
        (ALLOCATED, True, True),
        (PastRound(bye=ByeKind.PAIRING_ALLOCATED, points=DRAW), True, True),
        (FORFEIT_WIN, True, True),
        (FULL, True, False),
        (HALF, False, False),
        (ZERO, False, False),
        (FORFEIT_LOSS, False, False),
    ],
)
def test_who_won_without_play_gets_no_bye(past: PastRound, in_2026: bool, in_2017: bool) -> None:
    assert _after(past).bye_barred is in_2026
    assert _after(past, edition=Edition.DUTCH_2017).bye_barred is in_2017


@pytest.mark.parametrize(
    ("past", "in_2026"),
    [
        (ALLOCATED, Float.DOWN),
        (FORFEIT_WIN, Float.DOWN),
        (HALF, Float.DOWN),
        (ZERO, Float.NONE),
        (FORFEIT_LOSS, Float.NONE),
        (PastRound(), Float.NONE),
    ],
)
def test_an_unplayed_round_floats_down_since_2026_only_if_it_scored(past: PastRound, in_2026: Float) -> None:
    assert _after(past).floats == (in_2026, Float.NONE)
    assert _after(past, edition=Edition.DUTCH_2017).floats == (Float.DOWN, Float.NONE)


def test_a_forfeit_is_no_meeting_and_no_colour() -> None:
    player = _after(FORFEIT_WIN)
    assert (player.opponents, player.colours, player.unplayed) == (frozenset(), "", 1)


def test_an_unplayed_round_leaves_no_gap_between_colours() -> None:
    white = PastRound(opponent=2, colour=Colour.WHITE, points=WIN, played=True)
    assert _after(white, HALF).colours == "w"
    assert _after(white, HALF).wants is Colour.BLACK


def test_pairing_numbers_skip_who_never_took_part_and_keep_who_withdrew() -> None:
    game = PastRound(opponent=3, colour=Colour.WHITE, points=WIN, played=True)
    back = PastRound(opponent=1, colour=Colour.BLACK, played=True)
    contestants = (
        Contestant(number=1, past=(game,), absent=ByeKind.ZERO_POINT),
        Contestant(number=2, past=(PastRound(),), absent=ByeKind.ZERO_POINT),
        Contestant(number=3, past=(back,)),
        Contestant(number=9, past=(PastRound(),)),
    )
    read = players(Request(round=2, rounds=5, contestants=contestants), Edition.DUTCH_2026)
    assert {number: one.tpn for number, one in read.items()} == {1: 1, 2: 0, 3: 2, 9: 3}


def test_virtual_points_count_for_the_pairing_the_floats_and_not_the_table() -> None:
    game = PastRound(opponent=2, colour=Colour.WHITE, points=DRAW, played=True)
    back = PastRound(opponent=1, colour=Colour.BLACK, points=DRAW, played=True)
    contestants = (
        Contestant(number=1, past=(game,), acceleration=(WIN, DRAW)),
        Contestant(number=2, past=(back,)),
    )
    read = players(Request(round=2, rounds=3, contestants=contestants), Edition.DUTCH_2026)
    assert (read[1].score, read[1].pairing_score, read[1].floats[0]) == (1, 2, Float.DOWN)
    assert (read[2].pairing_score, read[2].floats[0], read[2].upfloats) == (1, Float.UP, 1)


def test_topscorers_are_above_half_of_the_points_before_the_last_round() -> None:
    def one(number: int, points: tuple[int, int]) -> Contestant:
        past = tuple(
            PastRound(bye=ByeKind.FULL_POINT if each == WIN else ByeKind.HALF_POINT, points=each)  # type: ignore[arg-type]  # half points
            for each in points
        )
        return Contestant(number=number, past=past)

    contestants = (one(1, (2, 1)), one(2, (1, 1)))
    last = players(Request(round=3, rounds=3, contestants=contestants), Edition.DUTCH_2026)
    before = players(Request(round=3, rounds=4, contestants=contestants), Edition.DUTCH_2026)
    assert [read.topscorer for read in last.values()] == [True, False]
    assert [read.topscorer for read in before.values()] == [False, False]
