"""`view_of(service, events)`: what a service's view holds after some events of the log."""

import datetime as dt
from types import ModuleType
from typing import Any

from contracts.codec import Cause, envelope
from contracts.envelope import Fact
from contracts.ids import ActorId, CommandId, UnitId
from contracts.messages import EventData

NOON = dt.datetime(2018, 4, 1, 12, tzinfo=dt.UTC)
TODAY = NOON.date()


def fact(data: EventData, sequence: int = 1, *, command: str = "", effective: dt.date = TODAY) -> Fact[EventData]:
    command = CommandId(command or f"command-{sequence}")
    cause = Cause(
        federation="den",
        unit=UnitId("unit"),
        command=command,
        actor=ActorId("desk"),
        correlation=command,
        causation=command,
        time=NOON,
        effective=effective,
    )
    return Fact(sequence=sequence, event=envelope(data, 0, cause), data=data)


def view_of(service: ModuleType, *events: EventData) -> Any:
    view = service.view.empty()
    for sequence, event in enumerate(events, start=1):
        if isinstance(event, service.view.INTERESTS):
            view = service.view.apply(view, fact(event, sequence))
    return view
