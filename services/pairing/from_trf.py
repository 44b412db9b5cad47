"""
A tournament report file as the request of a round: any program's event can be paired, or checked, without a bus.

Pure. What a file says of the round to be paired (a cell F, H, U or Z, records 240 and XXZ) is an absence with that bye;
a `U` there is a bye already given, and nobody gets a second one.
"""

from typing import Final

from contracts.points import DRAW, LOSS, WIN, ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.chess.trf import PointSystem, Trf, TrfPlayer, TrfRound
from services.pairing.systems.interface import Contestant, PastRound, Request

_FORFEITS: Final = {"+": ByeKind.FULL_POINT, "-": ByeKind.ZERO_POINT}
_BYES: Final = {kind.value: kind for kind in ByeKind} | _FORFEITS


def next_round(trf: Trf) -> int:
    """Say which round the file is to be paired for: the one after the last in which two players meet."""
    met = [place for player in trf.players for place, cell in enumerate(player.rounds, start=1) if cell.opponent]
    return max(met, default=0) + 1


def request(trf: Trf, this_round: int | None = None, options: dict[str, str] | None = None) -> Request:
    """
    Make the request of `this_round`, or of the next one.

    Games of that round and later ones in the file are left out, so that a played round can be paired again and
    compared. Refused: a round after a gap or beyond the event (`UNKNOWN_ROUND`), a game without a result before it
    (`INCOMPLETE`), points other than 1, a half and 0 (`INVALID_PAYLOAD`), a bye of the pairing already given that would
    not be the only one (`INVALID_PAIRING`).
    """
    number = next_round(trf) if this_round is None else this_round
    if not 1 <= number <= min(trf.rounds, next_round(trf)):
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {number} cannot be paired: the file holds {next_round(trf) - 1} of {trf.rounds} rounds",
            round=number,
        )
    _refuse_points(trf.points)
    _refuse_open(trf, number)
    granted = {(one.number, one.round): one.code for one in trf.byes}
    virtual = {one.number: one.points[:number] for one in trf.acceleration}
    contestants = tuple(
        Contestant(
            number=player.number,
            rating=player.rating,
            title=player.title,
            past=tuple(_past(player, place, granted, trf.points) for place in range(1, number)),
            absent=_absent(player, number, granted, trf.absent),
            acceleration=_without_tail(virtual.get(player.number, ())),
        )
        for player in sorted(trf.players, key=lambda one: one.number)
    )
    _refuse_second_bye(contestants, number)
    return Request(
        round=number,
        rounds=trf.rounds,
        contestants=contestants,
        initial_colour=initial_colour(trf),
        forbidden=trf.forbidden_pairs(number),
        bye_points=trf.points.pairing_bye,
        options=options or {},
    )


def initial_colour(trf: Trf) -> Colour:
    """
    Say which colour the lot gave: as the file states it, else as round 1 shows it, else White.

    In round 1 the first of those who took part has an odd pairing number and so the initial colour.
    """
    if trf.initial_colour is not None:
        return trf.initial_colour
    taking_part = 0
    for player in sorted(trf.players, key=lambda one: one.number):
        first = player.rounds[0] if player.rounds else TrfRound()
        taking_part += first.opponent is not None or first.code == ByeKind.PAIRING_ALLOCATED
        if first.opponent is not None and first.colour is not None:
            return first.colour if taking_part % 2 else first.colour.other
    return Colour.WHITE


def _refuse_open(trf: Trf, number: int) -> None:
    games = {
        (place, min(player.number, cell.opponent), max(player.number, cell.opponent))
        for player in trf.players
        for place, cell in enumerate(player.rounds[: number - 1], start=1)
        if cell.opponent is not None and not cell.code
    }
    if games:
        said = ", ".join(f"{one} and {other} (round {place})" for place, one, other in sorted(games))
        raise Refused(RefusalCode.INCOMPLETE, f"games without a result yet: {said}", games=sorted(games))


def _past(player: TrfPlayer, place: int, granted: dict[tuple[int, int], str], points: PointSystem) -> PastRound:
    cell = player.rounds[place - 1]
    if cell.opponent is None:
        code = cell.code or granted.get((player.number, place), "")
        return PastRound(bye=_BYES.get(code), points=points.worth(code))
    return PastRound(
        opponent=cell.opponent,
        colour=cell.colour,
        points=points.worth(cell.code),
        played=cell.code not in _BYES,
    )


def _absent(
    player: TrfPlayer, place: int, granted: dict[tuple[int, int], str], absent: tuple[int, ...]
) -> ByeKind | None:
    cell = player.rounds[place - 1] if place <= len(player.rounds) else TrfRound()
    code = "" if cell.opponent is not None else cell.code
    code = code or granted.get((player.number, place), "")
    if code:
        return _BYES.get(code)
    return ByeKind.ZERO_POINT if player.number in absent else None


def _refuse_second_bye(contestants: tuple[Contestant, ...], number: int) -> None:
    """At most one pairing-allocated bye a round (FIDE C.04.1): where one is given, an even number must be left."""
    given = [one.number for one in contestants if one.absent is ByeKind.PAIRING_ALLOCATED]
    left = sum(one.absent is None for one in contestants)
    if given and len(given) + left % 2 > 1:
        raise Refused(
            RefusalCode.INVALID_PAIRING,
            f"round {number} has one pairing-allocated bye (U), which {' and '.join(map(str, given))} got beforehand, "
            f"and {left} players are left to be paired: give another kind of bye (H, F, Z), or none",
            rule="FIDE C.04.1",
            players=given,
            left=left,
        )


def _without_tail(points: tuple[HalfPoints, ...]) -> tuple[HalfPoints, ...]:
    """Leave out the zeros at the end: one event is one request, whichever records told it."""
    kept = len(points)
    while kept and not points[kept - 1]:
        kept -= 1
    return points[:kept]


def _refuse_points(points: PointSystem) -> None:
    if (points.win, points.draw, points.loss) != (WIN, DRAW, LOSS):
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            "only events that count 1, a half and 0 can be paired; this file counts otherwise (162, XXS or BB records)",
            win=points.win,
            draw=points.draw,
            loss=points.loss,
        )
