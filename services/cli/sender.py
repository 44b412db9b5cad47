"""Sending planned commands: many at once where their order allows it, never more than the server is glad of."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from contracts.envelope import Accepted
from contracts.ids import UnitId
from contracts.operations import Health, HealthReport
from contracts.refusals import Refusal, RefusalCode, Refused
from services.cli.plan import Plan, Planned
from services.runtime.client import Client

AT_ONCE: Final = 64


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was there already, and is kept as it was: not an error of an import."""

    unit: UnitId
    message: str


class Sent(msgspec.Struct, kw_only=True):
    """What became of the commands: `new` wrote events, `unchanged` found everything as they want it."""

    commands: int = 0
    new: int = 0
    unchanged: int = 0
    kept: list[Kept] = []


class Sender:
    """Sends a plan. `done` is called after every command, for a progress bar."""

    def __init__(self, client: Client, head: int, done: Callable[[], None]) -> None:
        self.sent = Sent()
        self._client = client
        self._head = head
        self._done = done
        self._room = asyncio.Semaphore(AT_ONCE)

    async def send(self, plan: Plan) -> Sent:
        """
        Send everything, stage after stage; raises the first `Refused` that is not an `already there`.

        It says how much stands already.
        """
        try:
            await self._send(plan)
        except Refused as refused:
            if not self.sent.new:
                raise
            why = refused.refusal
            stands = (
                f"{self.sent.new} of {plan.size} commands were carried out before; sent again, it goes on from there"
            )
            raise Refused(why.code, f"{why.message}; {stands}", rule=why.rule, **why.details) from refused
        return self.sent

    async def _send(self, plan: Plan) -> None:
        await self.stage([plan.announce])
        await self.stage(plan.players, may_exist=True)
        await self.stage(plan.ratings, may_exist=True)
        await self.stage(plan.entries)
        await self.stage(plan.settings)
        for one in plan.rounds:
            await self.stage([one.publish])
            await self.stage(one.results)
        await self.stage((*plan.byes, *plan.apart))
        await self.stage([plan.complete] if plan.complete is not None else [])

    async def stage(self, commands: Iterable[Planned[Any]], *, may_exist: bool = False) -> None:
        """Send the commands of one stage at once, as many as there is room for; the first that fails ends it."""
        sending = [asyncio.create_task(self._one(command, may_exist=may_exist)) for command in commands]
        if not sending:
            return
        try:
            await asyncio.wait(sending, return_when=asyncio.FIRST_EXCEPTION)
            failed = next((one for one in sending if one.done() and one.exception() is not None), None)
        finally:
            for one in sending:
                one.cancel()
            await asyncio.gather(*sending, return_exceptions=True)
        if failed is not None:
            failed.result()

    async def _one(self, planned: Planned[Any], *, may_exist: bool) -> None:
        async with self._room:
            reply = await self._client.send(planned.data, id=planned.id, effective=planned.effective)
        self.sent.commands += 1
        self._done()
        match reply:
            case Accepted(sequence=sequence, events=events) if events and sequence > self._head:
                self.sent.new += 1
            case Refusal(code=RefusalCode.ALREADY_EXISTS) if may_exist:
                self.sent.kept.append(Kept(unit=planned.data.unit, message=reply.message))
            case Refusal():
                raise Refused(reply.code, reply.message, rule=reply.rule, **reply.details)
            case _:
                self.sent.unchanged += 1


async def head_of(client: Client) -> int:
    """Ask how far the log reaches now: what a later answer names beyond it is new."""
    health = await client.ask(Health(), HealthReport, "results")
    return health.position + health.lag
