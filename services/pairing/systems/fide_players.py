"""
What every FIDE Swiss system reads out of the rounds played: scores, colours, floats, who may get the bye.

| C.04.1 (2026) / C.04.3 | where |
|---|---|
| C.04.1: no second bye, nor one for a win without play | `FidePlayer.bye_barred` |
| C.04.1: only played games are a colour history | `FidePlayer.colours` |
| C.04.2: a player who has not taken part has no pairing number | `FidePlayer.tpn` |
| C.04.3 1.4 floats | `_float` (2026), with the older reading in `Edition.DUTCH_2017` |
| C.04.3 1.6, 1.7 colour difference and preference | `preference` |
| C.04.3 1.8 topscorers | `FidePlayer.topscorer` |
| C.04.7 virtual points | `FidePlayer.pairing_score` |
"""

import enum
from itertools import accumulate

import msgspec

from contracts.points import WIN, ByeKind
from services.chess.colours import Colour
from services.pairing.systems.interface import Contestant, PastRound, Request


class Edition(enum.StrEnum):
    """Which text says what a float is and who may get a bye."""

    RATING_1998 = "1998"
    DUTCH_2017 = "2017"
    DUTCH_2026 = "2026"


class Float(enum.IntEnum):
    """What the pairing of a round made of a player."""

    NONE = 0
    DOWN = 1
    UP = 2


class Strength(enum.IntEnum):
    """How much a player wants his colour (C.04.3 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class FidePlayer(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    A contestant through the eyes of a FIDE system.

    `score` counts half points, `pairing_score` the virtual points too. `tpn` is the tournament pairing number, 0 for
    one who has not taken part. `colours` are the colours of played games, oldest first, one letter each (`wb`).
    `floats` are those of (the last round, the one before). `unplayed` counts rounds without a played game.
    """

    number: int
    tpn: int
    rating: int
    score: int
    pairing_score: int
    colours: str
    difference: int
    wants: Colour | None
    strength: Strength
    opponents: frozenset[int]
    floats: tuple[Float, Float]
    upfloats: int
    topscorer: bool
    bye_barred: bool
    unplayed: int
    active: bool


def players(request: Request, edition: Edition) -> dict[int, FidePlayer]:
    """Read every contestant, by his number, in ascending order of numbers."""
    before = {one.number: _scores_before(one, request.round) for one in request.contestants}
    read: dict[int, FidePlayer] = {}
    tpn = 0
    for one in sorted(request.contestants, key=lambda each: each.number):
        takes_part = one.absent is None or any(_took_part(past) for past in one.past)
        tpn += takes_part
        read[one.number] = _player(one, request, edition, before, tpn if takes_part else 0)
    return read


def preference(colours: str) -> tuple[Colour | None, Strength]:
    """
    Say which colour a player wants after `colours`, and how much (C.04.3 1.7).

    A difference of two or more decides before two equal colours running do; both make an absolute preference.
    """
    if not colours:
        return None, Strength.NONE
    difference = colours.count("w") - colours.count("b")
    twice = len(colours) > 1 and colours[-1] == colours[-2]
    if difference > 1 or difference < -1:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.ABSOLUTE
    if twice:
        return Colour(colours[-1]).other, Strength.ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.STRONG
    return Colour(colours[-1]).other, Strength.MILD


def _player(
    one: Contestant, request: Request, edition: Edition, before: dict[int, tuple[int, ...]], tpn: int
) -> FidePlayer:
    colours, opponents, floats = "", set(), []
    score = unplayed = upfloats = 0
    barred = False
    for index, past in enumerate(one.past):
        score += past.points
        if past.played:
            if past.colour is not None:
                colours += past.colour
            if past.opponent is not None:
                opponents.add(past.opponent)
        else:
            unplayed += 1
            barred = barred or bars_bye(past, edition)
        way = _float(one.number, index, past, edition, before)
        upfloats += way is Float.UP
        floats.append(way)
    wants, strength = preference(colours)
    recent = (Float.NONE, Float.NONE, *floats[-2:])
    pairing_score = before[one.number][request.round - 1]
    return FidePlayer(
        number=one.number,
        tpn=tpn,
        rating=one.rating,
        score=score,
        pairing_score=pairing_score,
        colours=colours,
        difference=2 * colours.count("w") - len(colours),
        wants=wants,
        strength=strength,
        opponents=frozenset(opponents),
        floats=(recent[-1], recent[-2]),
        upfloats=upfloats,
        topscorer=request.round == request.rounds and 2 * pairing_score > WIN * (request.rounds - 1),
        bye_barred=barred,
        unplayed=unplayed,
        active=one.absent is None,
    )


def _scores_before(one: Contestant, rounds: int) -> tuple[int, ...]:
    """Half points with virtual points before round 1, ..., before this round."""
    totals = list(accumulate((past.points for past in one.past[: rounds - 1]), initial=0))
    totals += totals[-1:] * (rounds - len(totals))
    if one.acceleration:
        virtual = (*one.acceleration, *[0] * rounds)
        totals = [total + more for total, more in zip(totals, virtual, strict=False)]
    return tuple(totals)


def _took_part(past: PastRound) -> bool:
    return past.opponent is not None or past.bye is ByeKind.PAIRING_ALLOCATED


def _float(number: int, index: int, past: PastRound, edition: Edition, before: dict[int, tuple[int, ...]]) -> Float:
    """
    Tell the float of a round (C.04.3 1.4).

    1998: of the unplayed rounds only the bye is a downfloat. 2017: whoever does not play floats down. 2026: only who
    scores without playing more than a loss gives.
    """
    if past.played and past.opponent is not None:
        own, other = before[number][index], before[past.opponent][index]
        return Float.DOWN if own > other else Float.UP if own < other else Float.NONE
    if edition is Edition.DUTCH_2017:
        return Float.DOWN
    bye = past.bye is ByeKind.PAIRING_ALLOCATED
    scored = past.points > 0 and edition is Edition.DUTCH_2026
    return Float.DOWN if bye or scored else Float.NONE


def bars_bye(past: PastRound, edition: Edition) -> bool:
    """
    Tell whether a round bars its player from the pairing-allocated bye (C.04.1).

    A bye before, or a win by forfeit; in 1998 and since 2026 any round that gave a win's worth without play.
    """
    if past.played:
        return False
    if past.bye is ByeKind.PAIRING_ALLOCATED:
        return True
    won = past.points >= WIN
    return won and (edition is not Edition.DUTCH_2017 or past.opponent is not None)
