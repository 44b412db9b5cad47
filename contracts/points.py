"""
Points and results: integers only.

A point is counted in half points (a win is 2), money in minor units (øre). FIDE Laws of Chess and the rating
regulations know more outcomes than three; `Result` names all that may stand on a score sheet.
"""

import enum
from typing import NewType

HalfPoints = NewType("HalfPoints", int)
"""A score in half points: 1½ points are 3."""

MinorUnits = NewType("MinorUnits", int)
"""Money in the smallest unit of its currency (øre, cent)."""

WIN = HalfPoints(2)
DRAW = HalfPoints(1)
LOSS = HalfPoints(0)


class Result(enum.StrEnum):
    """
    The result of one board, White's side first.

    `F` is a forfeit (not played, not rated, no colour); `U` a game of less than one move (not rated). Without a
    letter the game was played and is rated. A double forfeit (`0-0F`) is not a played game that both lost (`0-0`).
    """

    WHITE_WINS = "1-0"
    DRAW = "½-½"
    BLACK_WINS = "0-1"
    BOTH_LOSE = "0-0"
    WHITE_DRAWS_BLACK_LOSES = "½-0"
    WHITE_LOSES_BLACK_DRAWS = "0-½"
    WHITE_WINS_FORFEIT = "1-0F"
    BLACK_WINS_FORFEIT = "0-1F"
    DOUBLE_FORFEIT = "0-0F"
    WHITE_WINS_UNRATED = "1-0U"
    DRAW_UNRATED = "½-½U"
    BLACK_WINS_UNRATED = "0-1U"

    @property
    def points(self) -> tuple[HalfPoints, HalfPoints]:
        """Half points of (White, Black)."""
        return _POINTS_OF[self]

    @property
    def played(self) -> bool:
        """Whether the game was played: it gives a colour, and the two may not be paired again."""
        return self not in _FORFEITS

    @property
    def rated(self) -> bool:
        """Whether the game is rated under ordinary rules: played, and at least one move each."""
        return not self.value.endswith(("F", "U"))

    def swapped(self) -> "Result":
        """Return the same outcome with the two sides exchanged."""
        body = self.value.rstrip("FU")
        white, black = body.split("-")
        return Result(f"{black}-{white}{self.value[len(body) :]}")


_POINTS = {"1": WIN, "½": DRAW, "0": LOSS}
_POINTS_OF = {
    one: (_POINTS[white], _POINTS[black]) for one in Result for white, black in [one.value.rstrip("FU").split("-")]
}
"""Read once: every table and every pairing asks for them game by game."""
_FORFEITS = frozenset(one for one in Result if one.value.endswith("F"))


class ByeKind(enum.StrEnum):
    """
    Why a player has no opponent in a round, by the letter of TRF.

    Only the pairing-allocated and the full-point bye bar a later pairing-allocated bye (FIDE C.04.1, 2026).
    """

    PAIRING_ALLOCATED = "U"
    FULL_POINT = "F"
    HALF_POINT = "H"
    ZERO_POINT = "Z"


def points_text(half_points: int) -> str:
    """
    Write a score the way a table prints it.

    >>> points_text(7), points_text(1), points_text(4)
    ('3½', '½', '2')
    """
    whole, half = divmod(half_points, 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"
