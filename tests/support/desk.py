"""A results service on a log in memory whose answers may be lost."""

from typing import Any

import msgspec

from contracts.codec import encode
from contracts.envelope import Command, Reply
from contracts.ids import ActorId, CommandId, TournamentId
from contracts.messages import CommandData, EventData
from contracts.points import Result
from contracts.results import ReportResult
from services.results import decide, state, view
from services.runtime.clock import new_command_id
from services.runtime.draft import Request
from services.runtime.handle import Handler
from services.runtime.log import Append, Unavailable
from services.runtime.memory import MemoryLog
from services.runtime.projection import Projection
from tests.support.summer import ANNA, BO, CARL, DORA, STARTED, SUMMER

WINTER = TournamentId("winter")
VENUE = ActorId("venue")


class FlakyLog(MemoryLog):
    """A log whose next answers are lost: the append happens, or not, and the caller does not learn it."""

    lost_after: int = 0
    lost_before: int = 0

    async def append(self, append: Append) -> int:
        if self.lost_before:
            self.lost_before -= 1
            raise Unavailable("the request was lost")
        last = await super().append(append)
        if self.lost_after:
            self.lost_after -= 1
            raise Unavailable("the acknowledgement was lost")
        return last


class Desk:
    """A results service on a log in memory."""

    def __init__(self, log: MemoryLog) -> None:
        self.log = log
        self.projection = Projection("results", view, log)
        self.handler = Handler("results", state, decide, log, self.projection)

    async def send(self, data: CommandData, command: CommandId | None = None, **fields: Any) -> Reply:
        envelope = Command(id=command or new_command_id(), data=msgspec.Raw(encode(data)), **fields)
        return await self.handler.handle(Request(VENUE, data.unit, envelope, data))


def report(result: Result = Result.WHITE_WINS) -> ReportResult:
    return ReportResult(tournament=SUMMER, round=1, white=ANNA, black=CARL, result=result)


BOARD: dict[str, Any] = {"tournament": SUMMER, "round": 1, "white": ANNA, "black": CARL}
OTHER_BOARD = ReportResult(tournament=SUMMER, round=1, white=DORA, black=BO, result=Result.DRAW)
START = len(STARTED)


def as_of_winter(event: Any) -> EventData:
    winter: EventData = msgspec.structs.replace(event, tournament=WINTER)
    return winter
