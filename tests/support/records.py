"""Writing events straight into a log, as some earlier command would have."""

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import groupby

from contracts.belonging import unit_of
from contracts.codec import Cause, encode, envelope
from contracts.ids import ActorId, UnitId
from contracts.messages import EventData, context_of, name_of
from contracts.subjects import event_subject
from services.runtime.clock import new_command_id, now
from services.runtime.log import Append, EventLog, NewRecord


async def appended(
    log: EventLog,
    unit: UnitId,
    events: Sequence[EventData],
    *raw: bytes,
    effective: dt.date | None = None,
    after: int | None = None,
) -> int:
    """Append events of a unit, whose last one so far is `after`, and bodies as they are; return the last sequence."""
    command = new_command_id()
    cause = Cause(
        federation=log.federation,
        unit=unit,
        command=command,
        actor=ActorId("test"),
        correlation=command,
        causation=command,
        time=now(),
        effective=effective or now().date(),
    )
    records = [
        NewRecord(
            event_subject(log.federation, unit, context_of(type(data)), name_of(type(data))),
            encode(envelope(data, index, cause)),
        )
        for index, data in enumerate(events)
    ]
    records += [NewRecord(event_subject(log.federation, unit, "results", "game-reported"), body) for body in raw]
    before = await log.unit(unit) if after is None else ()
    version = after or (before[-1].sequence if before else 0)
    return await log.append(Append(unit=unit, expected=version, records=tuple(records)))


async def recorded(log: EventLog, events: Iterable[EventData]) -> None:
    """Append events in their order, each to its own unit."""
    for unit, together in groupby(events, unit_of):
        await appended(log, unit, list(together))
