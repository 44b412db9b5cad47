"""A subscriber like any other: it follows the log, and keeps the boards of the round and the table for the screen."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec

from contracts.codec import FactDecoder
from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.pairing import RoundPublished
from contracts.points import Result
from contracts.rating import RatingsRecalculated, TournamentRated
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerEntered
from contracts.reporting import Standings
from contracts.results import GameReported, ResultCorrected, RoundCompleted
from services.runtime.log import EventLog

_WITHIN: Final = 30.0
_STANDINGS: Final = msgspec.json.Decoder(Standings)


class Line(msgspec.Struct):
    """A board as the wall screen shows it."""

    number: int
    white: str
    black: str
    result: Result | None = None


class Scoreboard:
    """What has been seen of one tournament since a position of the log."""

    def __init__(self, log: EventLog, tournament: TournamentId, after: int) -> None:
        self.after = after
        self.round = 0
        self.reported = 0
        self.lines: dict[tuple[PlayerId, PlayerId], Line] = {}
        self.facts: list[Fact[Any]] = []
        self.table: bytes = b""
        self._log = log
        self._tournament = tournament
        self._names: dict[PlayerId, str] = {}
        self._news = asyncio.Event()
        self._decoder = FactDecoder(
            (
                PlayerEntered,
                RoundPublished,
                GameReported,
                ResultCorrected,
                RoundCompleted,
                TournamentRated,
                RatingsRecalculated,
            )
        )

    @property
    def standings(self) -> Standings | None:
        """The table as it was last answered."""
        return _STANDINGS.decode(self.table) if self.table else None

    def show(self, table: bytes) -> None:
        """Take the table as somebody was answered."""
        self.table = table

    async def run(self) -> None:
        """Follow the log until cancelled."""
        async for batch in self._log.follow(self.after):
            for record in batch:
                fact = self._decoder.decode(record.sequence, record.body, record.subject)
                if fact is not None:
                    self._see(fact)
            self._news.set()

    async def until(self, what: str, wanted: Callable[[Fact[Any]], bool]) -> Fact[Any]:
        """Wait for an event; refuses by name if it does not come."""
        try:
            async with asyncio.timeout(_WITHIN):
                while True:
                    found = next((fact for fact in self.facts if wanted(fact)), None)
                    if found is not None:
                        return found
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise Refused(RefusalCode.UNAVAILABLE, f"{what} did not come within {_WITHIN:.0f} s") from None

    def count(self, kind: type) -> int:
        """Count the events of a kind that this tournament has seen."""
        return sum(isinstance(fact.data, kind) for fact in self.facts)

    def _see(self, fact: Fact[Any]) -> None:
        data = fact.data
        if getattr(data, "tournament", getattr(data, "cause", None)) != self._tournament:
            return
        self.facts.append(fact)
        match data:
            case PlayerEntered(player=player, name=name):
                self._names[player] = name
            case RoundPublished():
                self._open(data)
            case GameReported(white=white, black=black) if data.round == self.round:
                self.lines[white, black].result = data.result
                self.reported += 1

    def _open(self, published: RoundPublished) -> None:
        self.round, self.reported = published.round, 0
        self.lines = {
            (board.white, board.black): Line(board.number, self._names[board.white], self._names[board.black])
            for board in published.boards
        }
