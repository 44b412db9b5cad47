"""A player of a FIDE system with whatever history a test wants."""

from collections.abc import Sequence

from services.pairing.systems.fide_players import FidePlayer, Float, preference


def player(number: int, colours: str = "", met: Sequence[int] = (), score: int = 2, **changes: object) -> FidePlayer:
    wants, strength = preference(colours)
    fields = {
        "number": number,
        "tpn": number,
        "rating": 0,
        "score": score,
        "pairing_score": score,
        "colours": colours,
        "difference": colours.count("w") - colours.count("b"),
        "wants": wants,
        "strength": strength,
        "opponents": frozenset(met),
        "floats": (Float.NONE, Float.NONE),
        "upfloats": 0,
        "topscorer": False,
        "bye_barred": False,
        "unplayed": 0,
        "active": True,
    }
    return FidePlayer(**(fields | changes))  # type: ignore[arg-type]  # fields by name
