"""
Which colour a player is due, how strongly, and who gets it (RULES §4.6-8, of the Dansk Schweizer reconstruction).

Absolute: the other colour would be the third running or make the difference larger than two. Strong: one colour has
been had more often. Mild: the other colour than last time. None: no game yet.
"""

import enum

from services.chess.colours import Colour
from services.pairing.systems.colour_limit import must_have
from services.pairing.systems.field import Entrant, is_game


class Strength(enum.IntEnum):
    """How strongly a colour is due."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


def due(one: Entrant) -> tuple[Colour | None, Strength]:
    """Return the colour a player is due, and how strongly."""
    must = must_have(one)
    if must is not None:
        return must, Strength.ABSOLUTE
    excess = 2 * one.colours.count(Colour.WHITE) - len(one.colours)
    if excess:
        return (Colour.BLACK if excess > 0 else Colour.WHITE), Strength.STRONG
    if one.colours:
        return one.colours[-1].other, Strength.MILD
    return None, Strength.NONE


def colour_of(upper: Entrant, lower: Entrant, board: int, initial: Colour) -> tuple[Colour, str]:
    """
    Return the colour of the higher ranked of a pair, and why (RULES §4.3 and §4.8).

    `board` counts from 1: where neither is due a colour, `initial` goes to the higher ranked on the odd boards.
    """
    (wish, strength), (other_wish, other_strength) = due(upper), due(lower)
    if wish is None and other_wish is None:
        return (
            initial if board % 2 else initial.other
        ), "neither has had a colour: by lot, alternating down the boards"
    if wish is None or other_wish is None or wish is not other_wish:
        colour = wish if wish is not None else (other_wish or initial).other
        return colour, "both get the colour they are due"
    if strength != other_strength:
        stronger = upper if strength > other_strength else lower
        word = max(strength, other_strength).name.lower()
        colour = wish if stronger is upper else wish.other
        return colour, f"both are due {_word(wish)}; it is {word} for {stronger.number}"
    for mine, theirs in zip(reversed(upper.past), reversed(lower.past), strict=True):
        if is_game(mine) and is_game(theirs) and mine.colour is not None and mine.colour is not theirs.colour:
            return (
                mine.colour.other,
                "both are due the same: opposite to the last round in which their colours differed",
            )
    return wish, f"both are due {_word(wish)}, and the higher ranked gets it"


def _word(colour: Colour) -> str:
    return colour.name.title()
