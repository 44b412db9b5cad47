"""
The order of boards in a FIDE Swiss (C.04.2; C.04.1 in the 2026 edition of the basic rules; RULES §5.2).

The score of the pair's higher-ranked player, then the sum of both scores, then the smaller pairing number of the
higher-ranked player. Scores are those of the table: virtual points order the pairing, not the boards.
"""

from collections.abc import Iterable

from services.pairing.systems.fide_players import FidePlayer


def board_key(one: FidePlayer, other: FidePlayer) -> tuple[int, int, int]:
    """Sort key of a pair: the smallest is board 1."""
    top = min(one, other, key=lambda each: (-each.score, each.number))
    return (-top.score, -(one.score + other.score), top.number)


def in_board_order(pairs: Iterable[tuple[int, int]], known: dict[int, FidePlayer]) -> list[tuple[int, int]]:
    """Sort pairs of (White, Black) into board order."""
    return sorted(pairs, key=lambda pair: board_key(known[pair[0]], known[pair[1]]))
