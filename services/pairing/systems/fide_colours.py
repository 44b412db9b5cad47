"""
Colour allocation of the FIDE (Dutch) System: E.1-E.5 of 2017, articles 5.2.1-5.2.5 of 2026 (RULES §5.6).

The two editions say the same in five steps; `colour_rule` names the step that decided.
"""

from services.chess.colours import Colour
from services.pairing.systems.fide_players import FidePlayer, Strength


def allocate(one: FidePlayer, other: FidePlayer, initial: Colour) -> tuple[int, int, int]:
    """Give (the number of White, the number of Black, the step 1-5 that decided)."""
    first, second = ranked(one, other)
    step, colour = _decide(first, second, initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return white.number, black.number, step


def ranked(one: FidePlayer, other: FidePlayer) -> tuple[FidePlayer, FidePlayer]:
    """Put the higher-ranked of two first: higher score (with virtual points), then smaller pairing number."""
    ahead = (one.pairing_score, -one.number) > (other.pairing_score, -other.number)
    return (one, other) if ahead else (other, one)


def _decide(first: FidePlayer, second: FidePlayer, initial: Colour) -> tuple[int, Colour]:
    """Walk the five steps; the colour is that of the higher-ranked."""
    if first.wants is not second.wants:
        if first.wants is not None:
            return 1, first.wants
        if second.wants is not None:
            return 1, second.wants.other
    elif first.wants is not None:
        stronger = _stronger(first, second)
        if stronger is not None:
            return 2, stronger
        alternated = _alternate(first, second)
        return (3, alternated) if alternated is not None else (4, first.wants)
    return 5, initial if first.tpn % 2 else initial.other


def _stronger(first: FidePlayer, second: FidePlayer) -> Colour | None:
    """Step 2: the stronger preference; of two absolute ones the wider colour difference."""
    wants = first.wants
    if wants is None:
        return None
    if first.strength is not second.strength:
        return wants if first.strength > second.strength else wants.other
    wider = abs(first.difference), abs(second.difference)
    if first.strength is Strength.ABSOLUTE and wider[0] != wider[1]:
        return wants if wider[0] > wider[1] else wants.other
    return None


def _alternate(first: FidePlayer, second: FidePlayer) -> Colour | None:
    """Step 3: swap the colours of the most recent round in which one had White and the other Black."""
    for mine, theirs in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if mine != theirs:
            return Colour(mine).other
    return None
