"""What a reader has gathered of a file before it is checked as a whole."""

from typing import NamedTuple

from contracts.points import HalfPoints
from services.chess.trf.fields import malformed
from services.chess.trf.model import Forbidden, TrfBye, TrfPlayer, TrfTeam
from services.chess.trf.scoring import Worths


class Run(NamedTuple):
    """Virtual points of a range of players in a range of rounds, as one record 250 says it."""

    value: HalfPoints
    first: int
    last: int
    lowest: int
    highest: int
    line: int


class Draft:
    """What has been read so far; a file's records come in any order."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self.chief: list[str] = []
        self.deputies: list[str] = []
        self.dates: tuple[str | None, ...] = ()
        self.worths: Worths = {}
        self.absent: list[int] = []
        self.byes: list[TrfBye] = []
        self.virtual: dict[int, dict[int, HalfPoints]] = {}
        self.runs: list[Run] = []
        self.forbidden: list[Forbidden] = []
        self.teams: list[TrfTeam] = []
        self.comments: list[str] = []
        self.unknown: list[str] = []
        self.players: list[TrfPlayer] = []
        self.lines: dict[int, int] = {}
        self.length = 0

    def say(self, field: str, value: object, line: int) -> None:
        """Set a value that a file may state once, or twice alike."""
        if self.values.setdefault(field, value) != value:
            malformed(line, f"{field.replace('_', ' ')} is {value}, an earlier record says {self.values[field]}")
