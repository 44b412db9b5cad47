"""The limit on colours that FIDE's Swiss systems have and a profile may adopt (FIDE C.04.1: never three in a row)."""

from services.chess.colours import Colour
from services.pairing.systems.field import Entrant

LONGEST_RUN = 2
LARGEST_DIFFERENCE = 2


def must_have(one: Entrant) -> Colour | None:
    """
    Return the one colour a player may still get, if there is only one.

    The other would be his third running, or make the difference of Whites and Blacks larger than two. Only played
    games count. A run decides before the difference; together they never ask for both colours.
    """
    run = one.colours[-LONGEST_RUN:]
    if len(run) == LONGEST_RUN and len(set(run)) == 1:
        return run[0].other
    excess = 2 * one.colours.count(Colour.WHITE) - len(one.colours)
    if abs(excess) >= LARGEST_DIFFERENCE:
        return Colour.BLACK if excess > 0 else Colour.WHITE
    return None


def forbid(order: list[Entrant], adjacency: list[int]) -> None:
    """Take out of the graph the pairs whose two players may both get the same colour only."""
    for colour in Colour:
        places = [place for place, one in enumerate(order) if must_have(one) is colour]
        mask = sum(1 << place for place in places)
        for place in places:
            adjacency[place] &= ~mask
