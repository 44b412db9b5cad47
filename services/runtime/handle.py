"""
Handling commands: one queue a unit; decide, append with the fence, answer.

What waits for a unit is decided one after another in memory and appended as one. On a conflict, or when it is not
known whether an append happened, the unit's tail is read: our own events there mean success, others' mean deciding
again. Correctness never depends on what is kept in memory.

A command is remembered by its events. One that caused none (there was nothing to do, or it was refused) is not: sent
again under its id, it is decided on what the unit is by then, and takes effect once if now there is something to do.
Nobody who has his answer sends it again; a late copy that overtakes somebody else's change is as if it came only now.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Any, Final

from contracts.codec import FactDecoder, Poison
from contracts.envelope import Reply
from contracts.ids import UnitId
from contracts.refusals import Refusal, RefusalCode, Refused
from services.runtime.draft import Answered, DecideModule, Draft, Request, StateModule, answered, internal
from services.runtime.log import MAX_RECORDS, Append, Conflict, EventLog, Record, Unavailable
from services.runtime.logs import logger
from services.runtime.metrics import CONFLICTS
from services.runtime.projection import Projection, unfit

ATTEMPTS: Final = 8
"""Times a command is decided before it is refused because others keep writing."""
PATIENCE: Final = 4.0
"""Seconds after which a command is refused because the log does not answer: its sender still listens then."""
_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 1.0
_GROUP: Final = 200
"""Commands of one unit that are decided and appended together."""
_UNITS: Final = 5000
"""Units kept in memory; the one that was idle longest is forgotten first."""
KNOWN_WITHIN: Final = 10.0
"""Seconds a command or query waits for the view to know what its sender has seen."""


class Handler:
    """
    The command side of one service: all its units.

    With `aside` decisions are made there, one at a time, and the loop goes on meanwhile: for a service whose decisions
    may take minutes and do not read the view.
    """

    def __init__(  # noqa: PLR0913  what a service consists of
        self,
        context: str,
        state: StateModule,
        decide: DecideModule,
        log: EventLog,
        projection: Projection,
        *,
        aside: Executor | None = None,
    ) -> None:
        self.context = context
        self.state = state
        self.decide = decide
        self.log = log
        self.projection = projection
        self.decoder = FactDecoder()
        self._aside = aside
        self._units: OrderedDict[UnitId, _Unit] = OrderedDict()

    async def handle(self, request: Request) -> Reply:
        """Carry out a command, or refuse it."""
        if request.unit != request.data.unit:
            return Refusal(
                code=RefusalCode.WRONG_UNIT,
                message=f"the command is about {request.data.unit}, but was sent to {request.unit}",
            )
        after = request.command.after
        if not self.projection.knows(after) and not await self.projection.reached(after, KNOWN_WITHIN):
            return Refusal(
                code=RefusalCode.UNAVAILABLE,
                message=f"event {after} is not known here yet",
                details={"position": self.projection.position},
            )
        unit = self._units.get(request.unit)
        if unit is None:
            unit = self._units[request.unit] = _Unit(self, request.unit)
            self._forget_the_idle()
        self._units.move_to_end(request.unit)
        return await unit.submit(request)

    async def draft(self, draft: Draft, request: Request) -> None:
        """Decide one command of a draft, here or aside."""
        if self._aside is None:
            draft.decide(request)
        else:
            await asyncio.get_running_loop().run_in_executor(self._aside, draft.decide, request)

    def _forget_the_idle(self) -> None:
        while len(self._units) > _UNITS:
            idle = next((name for name, unit in self._units.items() if not unit.busy), None)
            if idle is None:
                return
            del self._units[idle]


class _Unit:
    """One consistency unit: its state, its version, the answers it has given, and what waits for it."""

    def __init__(self, handler: Handler, unit: UnitId) -> None:
        self._handler = handler
        self._unit = unit
        self._waiting: list[tuple[Request, asyncio.Future[Reply]]] = []
        self._working = False
        self._worker: asyncio.Task[None] | None = None
        self._state: Any = handler.state.initial()
        self._version = 0
        self._answered: Answered = {}
        self._stale = True
        self._trouble: Refusal | None = None

    @property
    def busy(self) -> bool:
        return self._working

    async def submit(self, request: Request) -> Reply:
        if self._working:
            answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            self._waiting.append((request, answer))
            return await answer
        # Who finds the unit idle does his own work at once; what comes meanwhile is done by a task afterwards.
        self._working = True
        try:
            return (await self._answers([request]))[0]
        finally:
            self._next()

    def _next(self) -> None:
        trouble, self._trouble = self._trouble, None
        if trouble is not None:
            # They are told now, while they still listen; each would be told the same after waiting as long again.
            for _, answer in self._waiting:
                if not answer.done():
                    answer.set_result(trouble)
            self._waiting = []
        self._working = bool(self._waiting)
        if self._waiting:
            self._worker = asyncio.create_task(self._work(), name=f"unit {self._unit}")

    async def _work(self) -> None:
        group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
        try:
            replies = await self._answers([request for request, _ in group])
            for (_, answer), reply in zip(group, replies, strict=True):
                if not answer.done():
                    answer.set_result(reply)
            if len(group) > 1:
                # Those who have just been answered may come again at once: one turn, and they go together.
                await asyncio.sleep(0)
        finally:
            self._next()

    async def _answers(self, requests: list[Request]) -> list[Reply]:
        try:
            return await self._carry_out(requests)
        except Poison as poison:
            self._forget()
            return [_unreadable(poison)] * len(requests)
        except Exception:  # noqa: BLE001  a fault in one unit must not end the service
            logger.exception("a group of commands failed", unit=self._unit, commands=[one.ids for one in requests])
            self._forget()
            return [internal()] * len(requests)

    async def _carry_out(self, requests: list[Request]) -> list[Reply]:
        clock = asyncio.get_running_loop().time
        began, conflicts, pause = clock(), 0, _PAUSE
        while conflicts < ATTEMPTS:
            try:
                read = await self._catch_up()
                draft = Draft(self._handler, self._unit, self._state, self._version, self._answered)
                for request in requests:
                    await self._handler.draft(draft, request)
                if len(draft.records) > MAX_RECORDS:
                    half = len(requests) // 2
                    return await self._carry_out(requests[:half]) + await self._carry_out(requests[half:])
                if draft.records:
                    last = await self._handler.log.append(
                        Append(unit=self._unit, expected=self._version, records=tuple(draft.records))
                    )
                    self._state, self._version = draft.state, last
                elif draft.unconfirmed and not read:
                    # No fence has confirmed what these answers rest on: another service may have written since.
                    self._stale = True
                    continue
                return draft.replies(self._version)
            except Conflict:
                CONFLICTS.labels(self._handler.context).inc()
                self._stale = True
                conflicts += 1
            except Unavailable as error:
                self._stale = True
                if clock() - began > PATIENCE:
                    return await self._given_up(requests, error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE)
        contended = Refusal(code=RefusalCode.CONCURRENT_CHANGE, message=f"{self._unit} kept changing; send it again")
        return [contended] * len(requests)

    async def _given_up(self, requests: list[Request], error: Unavailable) -> list[Reply]:
        """Say that the log does not answer, except to those whose events turn out to be there."""
        trouble = Refusal(code=RefusalCode.UNAVAILABLE, message=f"the log does not answer: {error}")
        self._trouble = trouble
        try:
            await self._catch_up()
        except Unavailable:
            return [trouble] * len(requests)
        return [self._given(request) or trouble for request in requests]

    def _given(self, request: Request) -> Reply | None:
        try:
            return answered(request, self._answered)
        except Refused as refused:
            return refused.refusal

    async def _catch_up(self) -> bool:
        """Read the unit's tail if it may have one, and tell whether it was read."""
        if not self._stale:
            return False
        for record in await self._handler.log.unit(self._unit, self._version):
            self._take(record)
        self._stale = False
        return True

    def _take(self, record: Record) -> None:
        fact = self._handler.decoder.decode(record.sequence, record.body, record.subject)
        if fact is not None:
            try:
                self._state = self._handler.state.evolve(self._state, fact.data)
            except Exception as error:
                raise unfit(record, error) from error
            command, caused = fact.event.commandid, (record.sequence, fact.event.id)
            self._answered[command] = (*self._answered.get(command, ()), caused)
        self._version = record.sequence

    def _forget(self) -> None:
        self._state = self._handler.state.initial()
        self._version = 0
        self._answered = {}
        self._stale = True


def _unreadable(poison: Poison) -> Refusal:
    return Refusal(
        code=RefusalCode.INTERNAL,
        message=f"the history of this unit cannot be read, so nothing can be decided: {poison}",
        details={"sequence": poison.sequence, "reason": poison.reason},
    )
