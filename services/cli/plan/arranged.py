"""What a file arranges for the pairing: the lot of the first colour, who is kept apart, and virtual points."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from contracts.ids import PlayerId
from contracts.pairing import DrawLots, ForbidPairing, SetPairingOptions
from contracts.registration import PairingSystem
from services.chess.colours import Colour
from services.chess.trf import Trf
from services.cli.plan.model import Planned, Wanted
from services.cli.plan.rounds import published
from services.pairing.from_trf import initial_colour
from services.pairing.systems import baku

KEEP_NOBODY_APART: Final = frozenset({PairingSystem.BERGER, PairingSystem.KNOCK_OUT})
"""They pair by a table or a bracket."""
_WHY: Final = "kept apart in the imported file (260, XXP)"


def settings(event: Trf, wanted: Wanted) -> tuple[Planned[DrawLots | SetPairingOptions], ...]:
    """Make what must be settled before round 1 is published."""
    found: list[Planned[DrawLots | SetPairingOptions]] = []
    if event.initial_colour is not None and event.initial_colour is not _shown_colour(event):
        found.append(Planned(DrawLots(tournament=wanted.tournament, initial_colour=event.initial_colour.value)))
    if takes_acceleration(event, wanted):
        found.append(Planned(SetPairingOptions(tournament=wanted.tournament, acceleration="baku")))
    return tuple(found)


def _shown_colour(event: Trf) -> Colour | None:
    """Give the first colour that round 1 shows: where it is played, nobody needs to be told."""
    return initial_colour(structs.replace(event, initial_colour=None)) if published(event) else None


def takes_acceleration(event: Trf, wanted: Wanted) -> bool:
    """Whether the virtual points (250, XXA) are those our system gives again: Baku's (FIDE C.04.7)."""
    return bool(event.acceleration) and wanted.system is PairingSystem.FIDE_DUTCH and _is_baku(event)


def _is_baku(event: Trf) -> bool:
    """Compare the rounds the file speaks of, up to the next one at least: later ones need not be in it."""
    given = {one.number: one.points for one in event.acceleration}
    told = max(len(points) for points in given.values())
    shown = min(max(told, published(event) + 1), event.rounds)
    usual = baku.virtual_points([one.number for one in event.players], event.rounds)
    return told <= event.rounds and all(
        (*given.get(number, ()), *[0] * shown)[:shown] == points[:shown] for number, points in usual.items()
    )


def kept_apart(event: Trf, wanted: Wanted, ids: Mapping[int, PlayerId]) -> tuple[Planned[ForbidPairing], ...]:
    """Keep apart every two of each group; rounds that have been played are not judged by it."""
    if wanted.system in KEEP_NOBODY_APART:
        return ()
    return tuple(
        Planned(
            ForbidPairing(
                tournament=wanted.tournament,
                first=ids[one],
                second=ids[other],
                first_round=group.first,
                last_round=group.last,
                reason=_WHY,
            )
        )
        for group in event.forbidden
        for numbers in [sorted(set(group.numbers))]
        for place, one in enumerate(numbers)
        for other in numbers[place + 1 :]
    )
