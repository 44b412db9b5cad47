"""
Group commit: what waits is written together, so that many commands share one fsync and one turn of everybody's loops.

One group is on its way at a time. Up to `SINGLY` appends of one event each go as single messages sent in one go; more
go as one atomic batch, and so does a group with an append of several, which needs a batch anyway: its fixed price is
that of so many fsyncs. If a batch is refused, each append is tried alone, so that only the guilty one fails.

When a crowd has been answered, it is likely to come again: the next group waits for as many to gather, `GATHERING`
seconds at most. Those who wait behind a smaller group are others, and `ENOUGH` of them go at once. Who comes alone
waits for nobody.

No `Nats-Msg-Id` is sent: the fence already keeps an event from being written twice, for ever and not for a window.
"""

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any, Final

from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NatsTimeoutError

from contracts.ids import FederationId
from contracts.subjects import event_stream, unit_events
from services.runtime import ack
from services.runtime.bus import REQUEST_TIMEOUT, Bus
from services.runtime.clock import new_command_id
from services.runtime.log import MAX_RECORDS, Append, Conflict, NewRecord, Unavailable

SINGLY: Final = 7
"""Events that go one by one; a batch costs the server about as much as so many of them."""
CROWD: Final = 30
"""Appends that make a group a crowd: those who were in it come again, and go together."""
ENOUGH: Final = 4
"""Appends that make a group worth sending if there is no crowd to wait for."""
GATHERING: Final = 0.002
"""Seconds."""
_BATCH_ID: Final = 12
"""Characters of a batch's id: random enough among the few batches under way, and written in each message."""
_STRETCH: Final = 16
"""Messages of a long batch sent before the server gets what there is of it, and begins."""
_LONG: Final = 4 * _STRETCH
"""Messages from which on it pays: each stretch is a turn of everybody's loops."""
_UNCONFIRMED: Final = f"nats-server has not confirmed the events within {REQUEST_TIMEOUT:.0f} s; is its disk full?"
_WRONG_LAST_SEQUENCE: Final = frozenset({10071, 10164})
"""10164 is what a replicated stream says instead, now and then, to a writer that is alone."""

_Waiting = tuple[Append, asyncio.Future[int]]


class GroupCommit:
    """The appender of one stream."""

    def __init__(self, bus: Bus, federation: FederationId) -> None:
        self._bus = bus
        self._federation = federation
        self._is_ours = ack.from_stream(event_stream(federation))
        self._queue: list[_Waiting] = []
        self._busy = False
        self._expected = 0
        self._gathering: asyncio.TimerHandle | None = None
        self._group: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> int:
        """Write one append, alone or in company; raises `Conflict` or `Unavailable`."""
        if not self._busy:
            self._busy = True
            try:
                return await self._publish(append)
            finally:
                self._answered(1)
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.append((append, waiting))
        if self._gathering is not None and len(self._queue) >= self._expected:
            self._depart()
        return await waiting

    def _answered(self, count: int) -> None:
        """Go on after so many have been answered: gather those who wait and those who may come again."""
        if count == 1 and not self._queue:
            self._busy = False
            return
        if count < CROWD and len(self._queue) >= ENOUGH:
            self._depart()
            return
        self._expected = count + len(self._queue)
        self._gathering = asyncio.get_running_loop().call_later(GATHERING, self._depart)

    def _depart(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        if self._queue:
            self._group = asyncio.create_task(self._commit(self._take()), name="group commit")
        else:
            self._busy = False

    def _take(self) -> list[_Waiting]:
        sizes = itertools.accumulate(len(append.records) for append, _ in self._queue)
        count = max(1, sum(1 for size in sizes if size <= MAX_RECORDS))
        group, self._queue = self._queue[:count], self._queue[count:]
        return group

    async def _commit(self, group: list[_Waiting]) -> None:
        outcomes: Sequence[int | BaseException] = [Unavailable("the commit broke off")] * len(group)
        try:
            outcomes = await self._outcomes(group)
        finally:
            for (_, answer), outcome in zip(group, outcomes, strict=True):
                _settle(answer, outcome)
            self._answered(len(group))

    async def _outcomes(self, group: list[_Waiting]) -> list[int | BaseException]:
        appends = [append for append, _ in group]
        if _is_worth_a_batch(appends):
            try:
                last = await self._batched(appends)
            except Conflict:
                pass  # someone in the group is late: let each try alone
            except Unavailable as error:
                return [error] * len(group)
            else:
                first = last - _records(appends)
                return [first + size for size in itertools.accumulate(len(append.records) for append in appends)]
        return await asyncio.gather(*(self._publish(append) for append in appends), return_exceptions=True)

    async def _publish(self, append: Append) -> int:
        if len(append.records) > 1:
            return await self._batched([append])
        record = append.records[0]
        return await self._request(record, self._fence(append))

    async def _batched(self, appends: Sequence[Append]) -> int:
        batch = new_command_id()[-_BATCH_ID:]
        messages = [
            (record, self._fence(append) if first else {})
            for append in appends
            for first, record in zip(itertools.chain((True,), itertools.repeat(False)), append.records, strict=False)
        ]
        try:
            for number, (record, fence) in enumerate(messages[:-1], start=1):
                headers = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
                await self._bus.client.publish(record.subject, record.body, headers=fence | headers)
                if number % _STRETCH == 0 and len(messages) > _LONG:
                    await asyncio.sleep(0)
        except (NatsError, OSError) as error:
            raise Unavailable(str(error) or type(error).__name__) from error
        record, fence = messages[-1]
        commit = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(len(messages)), "Nats-Batch-Commit": "1"}
        return await self._request(record, fence | commit)

    def _fence(self, append: Append) -> dict[str, str]:
        return {
            "Nats-Expected-Last-Subject-Sequence": str(append.expected),
            "Nats-Expected-Last-Subject-Sequence-Subject": unit_events(self._federation, append.unit),
        }

    async def _request(self, record: NewRecord, headers: dict[str, Any]) -> int:
        try:
            reply = await self._bus.requests.request(
                record.subject, record.body, REQUEST_TIMEOUT, headers, self._is_ours
            )
        except NatsTimeoutError as error:
            raise Unavailable(_UNCONFIRMED) from error
        except (NatsError, OSError) as error:
            raise Unavailable(str(error) or type(error).__name__) from error
        answer = ack.read(reply.data)
        if answer.error is None:
            return answer.seq
        if answer.error.err_code in _WRONG_LAST_SEQUENCE:
            raise Conflict(answer.error.description)
        raise Unavailable(f"{answer.error.description} ({answer.error.err_code})")


def _records(appends: Sequence[Append]) -> int:
    return sum(len(append.records) for append in appends)


def _is_worth_a_batch(appends: Sequence[Append]) -> bool:
    events, alone = _records(appends), len(appends) == 1
    apart = len({append.unit for append in appends}) == len(appends)
    return not alone and apart and (events > SINGLY or events > len(appends))


def _settle(answer: asyncio.Future[int], outcome: int | BaseException) -> None:
    if answer.done():
        return
    if isinstance(outcome, BaseException):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
