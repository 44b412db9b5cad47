"""Three desks that post results at once over their own lines: with duplicates, and with one contradiction."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from contracts.envelope import Accepted
from contracts.ids import CommandId, TournamentId
from contracts.points import Result
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.reporting import CurrentStandings
from contracts.results import ReportResult
from services.runtime.client import Client
from services.runtime.clock import new_command_id

NAMES: Final = ("venue-north", "venue-south", "venue-west")
_TWICE: Final = 2
"""Boards of each venue that the next venue reports as well, in every round."""
CONTRADICTED_ROUND: Final = 3


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """Two venues reported the same board differently: what the second one was told."""

    venue: str
    round: int
    refusal: Refusal


class Posted(msgspec.Struct, kw_only=True):
    """What the desks have done. `seconds` from sending a result to the table that shows it, each."""

    duplicates: int = 0
    same: int = 0
    seconds: list[float] = []
    contradictions: list[Contradiction] = []


class Desks:
    """The venues' desks, each with a line of its own. `shown` is called with every table; `pause` paces a show."""

    def __init__(
        self, clients: Sequence[Client], tournament: TournamentId, shown: Callable[[bytes], None], pause: float
    ) -> None:
        self.posted = Posted()
        self._clients = clients
        self._tournament = tournament
        self._shown = shown
        self._pause = pause

    async def post(self, number: int, reports: Sequence[ReportResult]) -> None:
        """Post a round: every board by its own venue, some by the next venue too, one of them twice, all at once."""
        shares = [reports[place :: len(self._clients)] for place in range(len(self._clients))]
        if number == CONTRADICTED_ROUND:
            await self._contradict(number, shares[0][0])
            shares[0] = shares[0][1:]
        await asyncio.gather(
            *(
                self._desk(client, shares[place], shares[place - 1][:_TWICE])
                for place, client in enumerate(self._clients)
            )
        )

    async def _desk(self, client: Client, own: Sequence[ReportResult], others: Sequence[ReportResult]) -> None:
        for report in others:
            await self._report(client, report)
        for report in own[:-1]:
            await self._report(client, report)
            if self._pause:
                await asyncio.sleep(self._pause)
        for report in own[-1:]:
            await self._again(client, report)
        self.posted.duplicates += len(others) + len(own[-1:])

    async def _report(self, client: Client, report: ReportResult, command: CommandId | None = None) -> Accepted:
        started = time.perf_counter()
        reply = await client.send(report, id=command)
        _, table = await client.ask_raw(CurrentStandings(tournament=self._tournament))
        self.posted.seconds.append(time.perf_counter() - started)
        self._shown(table)
        if not isinstance(reply, Accepted):
            raise _failed(report, reply)
        self.posted.same += not reply.events
        return reply

    async def _again(self, client: Client, report: ReportResult) -> None:
        """Report a board, and send the same command again as if the answer had been lost: it is answered as before."""
        command = new_command_id()
        first = await self._report(client, report, command)
        second = await client.send(report, id=command)
        self.posted.same += first == second

    async def _contradict(self, number: int, report: ReportResult) -> None:
        """Let another venue report another result of a board that has one."""
        await self._report(self._clients[0], report)
        other = msgspec.structs.replace(report, result=_other(report.result))
        reply = await self._clients[1].send(other)
        if isinstance(reply, Refusal) and reply.code is RefusalCode.RESULT_CONFLICT:
            self.posted.contradictions.append(Contradiction(venue=NAMES[1], round=number, refusal=reply))


def _other(result: Result) -> Result:
    return Result.WHITE_WINS if result is result.swapped() else result.swapped()


def _failed(report: ReportResult, reply: object) -> Refused:
    if isinstance(reply, Refusal):
        return Refused(reply.code, reply.message, rule=reply.rule, **reply.details)
    return Refused(RefusalCode.INTERNAL, f"{report.white}-{report.black} was answered with {type(reply).__name__}")
