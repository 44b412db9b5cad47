"""
Encoding and decoding: JSON in, JSON out, in two steps for events.

A `FactDecoder` reads the envelope first and the payload only if its reader is interested in that type. A type nobody
knows is skipped, never fatal; a body that cannot be read raises `Poison` with the reason, and so does one that stands
under the name of another unit, where its own unit's fence has not guarded it.
"""

import datetime as dt
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec

from contracts.belonging import belonging, place
from contracts.envelope import Event, Fact
from contracts.ids import ActorId, CommandId, UnitId, event_id
from contracts.messages import EventData, context_of, type_of
from contracts.registry import EVENTS
from contracts.upcasts import UPCASTS, Payload, Upcasts, current_payload, current_type

_ENCODER: Final = msgspec.json.Encoder()
_ENVELOPE: Final = msgspec.json.Decoder(Event)
_PAYLOAD: Final = msgspec.json.Decoder(Payload)


_CONTROL: Final = re.compile(
    rb"(?<!\\)(?:\\\\)*\\(?:[bfnrt]|u00(?:[01][0-9a-fA-F]|7[fF]|[89][0-9a-fA-F])|u202[89])"
    rb"|\x7f|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]"
)


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """
    What all events of one command have in common. `time` must state its zone; raises `ValueError`.

    `content` is a digest of what the command says and to whom.
    """

    federation: str
    unit: UnitId
    command: CommandId
    actor: ActorId
    correlation: str
    causation: str
    time: dt.datetime
    effective: dt.date
    content: str = ""

    def __post_init__(self) -> None:
        if self.time.tzinfo is None:
            raise ValueError("an event's time without a zone could not be read back")


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
        id=event_id(cause.command, index, cause.content),
        source=f"/omkamp/{cause.federation}/{context_of(type(data))}",
        type=type_,
        subject=cause.unit,
        time=cause.time,
        dataschema=_schema_of(type_),
        correlationid=cause.correlation,
        causationid=cause.causation,
        commandid=cause.command,
        actor=cause.actor,
        effectivedate=cause.effective,
        data=msgspec.Raw(_ENCODER.encode(data)),
    )


@cache
def _schema_of(type_: str) -> str:
    return f"urn:{type_.replace('.', ':')}"


def encode(value: object) -> bytes:
    """Encode any message of ours as JSON."""
    return _ENCODER.encode(value)


def holds_control(json: bytes) -> bool:
    """
    Whether a text in a JSON document holds a control character or a line break, escaped or not.

    What people type is one line: it is shown on terminals, and written into files of one record a line.
    """
    plain = b"\\" not in json and json.isascii() and b"\x7f" not in json
    return not plain and _CONTROL.search(json) is not None


class FactDecoder:
    """
    Decodes the facts one reader is interested in; the others come back as None.

    An event of an older version is brought to the current one by `upcasts`; its envelope keeps the type it was
    written with.
    """

    def __init__(self, interests: Iterable[type[EventData]] = EVENTS.values(), *, upcasts: Upcasts = UPCASTS) -> None:
        self._payloads: dict[str, msgspec.json.Decoder[Any]] = {
            type_of(event): msgspec.json.Decoder(event) for event in interests
        }
        self._upcasts = upcasts
        self._old = {old: now for old in upcasts if (now := current_type(old, upcasts)) in self._payloads}

    def decode(self, sequence: int, body: bytes, subject: str = "") -> Fact[EventData] | None:
        """Read one message of the log, and its subject if it is given; raises `Poison` if it is no event of ours."""
        try:
            event = _ENVELOPE.decode(body)
            decoder = self._payloads.get(event.type)
            if decoder is not None:
                fact = Fact(sequence=sequence, event=event, data=decoder.decode(event.data))
            elif event.type in self._old:
                fact = self._upcast(sequence, event)
            else:
                return None
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Poison(sequence, str(error)) from error
        if subject:
            _check_place(fact, subject)
        return fact

    def _upcast(self, sequence: int, event: Event) -> Fact[EventData]:
        old = _PAYLOAD.decode(event.data)
        try:
            payload = current_payload(event.type, old, self._upcasts)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            # The upcasts trust that a payload has its version's fields; this one has not.
            raise Poison(sequence, f"{event.type} cannot be upcast: {error!r}") from error
        decoder = self._payloads[self._old[event.type]]
        return Fact(sequence=sequence, event=event, data=decoder.decode(_ENCODER.encode(payload)))


def _check_place(fact: Fact[EventData], subject: str) -> None:
    unit, event = belonging(type(fact.data))(fact.data), fact.event
    if event.subject == unit and subject.endswith(f".{unit}{place(event.type)}"):
        return
    raise Poison(fact.sequence, f"it is a {event.type} of {unit}, but says {event.subject} and stands under {subject}")
