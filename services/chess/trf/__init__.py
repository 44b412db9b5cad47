"""
FIDE's Tournament Report File, read tolerantly and written strictly.

`read(text)` and `write(trf)` are exact inverses on what `read` returns; `boards` and `byes` give a round of it.
"""

from services.chess.scoring import PointSystem
from services.chess.trf.codes import board_codes, board_result
from services.chess.trf.model import (
    Acceleration,
    Forbidden,
    Trf,
    TrfBye,
    TrfPlayer,
    TrfRound,
    TrfTeam,
)
from services.chess.trf.players import column_name
from services.chess.trf.reader import read
from services.chess.trf.rounds import boards, byes, mismatches, pairing_bye_worth, summed_points
from services.chess.trf.writer import Dialect, write

__all__ = [
    "Acceleration",
    "Dialect",
    "Forbidden",
    "PointSystem",
    "Trf",
    "TrfBye",
    "TrfPlayer",
    "TrfRound",
    "TrfTeam",
    "board_codes",
    "board_result",
    "boards",
    "byes",
    "column_name",
    "mismatches",
    "pairing_bye_worth",
    "read",
    "summed_points",
    "write",
]
