"""A thinking time as an announcement states it, the same for both players."""

import msgspec

SIXTY_MOVES = 60
"""The length of game by which an increment is reckoned."""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Minutes for so many moves; 0 moves: for the rest of the game."""

    minutes: int
    moves: int = 0


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """Stages in order, and the increment in seconds a move from the first move."""

    stages: tuple[Stage, ...]
    increment: int = 0

    @property
    def minutes(self) -> int:
        """Whole minutes of one player in a game of 60 moves."""
        return sum(stage.minutes for stage in self.stages) + SIXTY_MOVES * self.increment // 60


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why a thinking time does not make games rated: the section and a sentence."""

    section: str
    text: str
