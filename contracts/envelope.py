"""
Envelopes: an event as CloudEvents 1.0 in structured JSON, a command, a query, and the answers to both.

Decoding takes two steps: the envelope with `data` raw, then the payload by its type, only for the types a reader is
interested in.
"""

import datetime as dt
from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from contracts.ids import ActorId, CommandId, EventId, UnitId
from contracts.messages import EventData
from contracts.refusals import Refusal

D_co = TypeVar("D_co", bound=EventData, covariant=True)


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    One event: self-contained, so that a message body alone can be archived, exported and replayed.

    `subject` is the consistency unit; `time` when it was recorded; `effectivedate` when it happened; `commandid`
    the command that caused it; `causationid` the event or command before that; `correlationid` the whole story.
    """

    specversion: Literal["1.0"] = "1.0"
    id: EventId
    source: str
    type: str
    subject: UnitId
    time: Annotated[dt.datetime, Meta(tz=True)]
    datacontenttype: Literal["application/json"] = "application/json"
    dataschema: str
    correlationid: str
    causationid: str
    commandid: CommandId
    actor: ActorId
    effectivedate: dt.date
    data: msgspec.Raw


class Fact(msgspec.Struct, Generic[D_co], frozen=True, kw_only=True, gc=False):
    """An event as a reader gets it: its place in the log, its envelope, its payload."""

    sequence: int
    event: Event
    data: D_co


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A command on its way. The actor, the unit and the name stand in the subject.

    `effectivedate` is when it happened (default: the day it is recorded). `after` is the last sequence the sender has
    seen: the service decides knowing at least that. With `whatif` nothing is written and the events come back.
    """

    id: CommandId
    data: msgspec.Raw
    effectivedate: dt.date | None = None
    correlationid: str | None = None
    causationid: str | None = None
    after: int = 0
    whatif: bool = False


class Accepted(msgspec.Struct, frozen=True, kw_only=True, tag="accepted", tag_field="answer"):
    """
    A command was carried out. `sequence` is the unit's version now, to be waited for by a query.

    `events` are the ids of the events it caused, in order; none if everything was already as the command wants it.
    """

    sequence: int
    events: tuple[EventId, ...]


class Proposed(msgspec.Struct, frozen=True, kw_only=True, tag="proposed", tag_field="answer"):
    """The answer to a what-if: the events the command would cause, and the version it was decided at."""

    sequence: int
    events: tuple[Event, ...]


Reply = Accepted | Proposed | Refusal


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A query on its way. The answer knows at least the event `after`."""

    data: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    after: int = 0


class Found(msgspec.Struct, frozen=True, kw_only=True, tag="found", tag_field="answer"):
    """The answer to a query: `data` by the query's own type, as the view stood at `position`."""

    position: int
    data: msgspec.Raw


Answer = Found | Refusal
