"""
Encoding and decoding: JSON in, JSON out, in two steps for events.

A `FactDecoder` reads the envelope first and the payload only if its reader is interested in that type. A type nobody
knows is skipped, never fatal; a body that cannot be read raises `Poison` with the reason.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from contracts.envelope import Event, Fact
from contracts.ids import ActorId, CommandId, EventId, UnitId, event_id
from contracts.messages import EventData, context_of, type_of
from contracts.registry import EVENTS
from contracts.upcasts import UPCASTS, current

_ENCODER: Final = msgspec.json.Encoder()
_ENVELOPE: Final = msgspec.json.Decoder(Event)


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """What all events of one command have in common."""

    federation: str
    unit: UnitId
    command: CommandId
    actor: ActorId
    correlation: str
    causation: str
    time: dt.datetime
    effective: dt.date


class Poison(Exception):  # noqa: N818  the operators' own word for it
    """A message in the log that cannot be read: its sequence and why."""

    def __init__(self, sequence: int, reason: str) -> None:
        super().__init__(f"event {sequence}: {reason}")
        self.sequence = sequence
        self.reason = reason


def envelope(data: EventData, index: int, cause: Cause) -> Event:
    """Put the event number `index` of a command into its envelope."""
    type_ = type_of(type(data))
    return Event(
        id=event_id(cause.command, index),
        source=f"/omkamp/{cause.federation}/{context_of(type(data))}",
        type=type_,
        subject=cause.unit,
        time=cause.time,
        dataschema=f"urn:{type_.replace('.', ':')}",
        correlationid=cause.correlation,
        causationid=cause.causation,
        commandid=cause.command,
        actor=cause.actor,
        effectivedate=cause.effective,
        data=msgspec.Raw(_ENCODER.encode(data)),
    )


def encode(value: object) -> bytes:
    """Encode any message of ours as JSON."""
    return _ENCODER.encode(value)


class FactDecoder:
    """Decodes the facts one reader is interested in; the others come back as None."""

    def __init__(self, interests: Iterable[type[EventData]] = EVENTS.values()) -> None:
        self._payloads: dict[str, msgspec.json.Decoder[Any]] = {
            type_of(event): msgspec.json.Decoder(event) for event in interests
        }
        self._old = frozenset(UPCASTS)

    def decode(self, sequence: int, body: bytes) -> Fact[EventData] | None:
        """Read one message of the log; raises `Poison` if it is not an event of ours."""
        try:
            event = _ENVELOPE.decode(body)
            decoder = self._payloads.get(event.type)
            if decoder is not None:
                return Fact(sequence=sequence, event=event, data=decoder.decode(event.data))
            return self._upcast(sequence, event) if event.type in self._old else None
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Poison(sequence, str(error)) from error

    def _upcast(self, sequence: int, event: Event) -> Fact[EventData] | None:
        type_, payload = current(event.type, msgspec.json.decode(event.data))
        if type_ not in self._payloads:
            return None
        return Fact(sequence=sequence, event=event, data=msgspec.convert(payload, EVENTS[type_]))


def owner(event: EventId) -> CommandId:
    """Name the command that caused an event."""
    return CommandId(event.rsplit(":", 1)[0])
