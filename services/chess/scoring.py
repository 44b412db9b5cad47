"""What each outcome of a round is worth: the one value source of every table."""

import msgspec

from contracts.points import DRAW, LOSS, WIN, HalfPoints


class PointSystem(msgspec.Struct, frozen=True, kw_only=True):
    """
    What each outcome is worth, in half points; without arguments the ordinary 1, ½, 0.

    An outcome is named by the code TRF has for it. `undecided` is symbol X of record 162; no cell has that code.
    """

    win: HalfPoints = WIN
    draw: HalfPoints = DRAW
    loss: HalfPoints = LOSS
    absent: HalfPoints = LOSS
    pairing_bye: HalfPoints = WIN
    full_bye: HalfPoints = WIN
    half_bye: HalfPoints = DRAW
    forfeit_win: HalfPoints = WIN
    forfeit_loss: HalfPoints = LOSS
    undecided: HalfPoints = DRAW

    def worth(self, code: str) -> HalfPoints:
        """Half points of one round by its TRF code; a blank round and an unfinished game are worth nothing."""
        field = _FIELD_OF.get(code)
        return LOSS if field is None else HalfPoints(getattr(self, field))


_FIELD_OF = {
    "1": "win",
    "W": "win",
    "=": "draw",
    "D": "draw",
    "0": "loss",
    "L": "loss",
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "U": "pairing_bye",
    "F": "full_bye",
    "H": "half_bye",
    "Z": "absent",
}
