"""
The bases every message of ours has, and the names derived from them.

The name of a message is its class's name in kebab case, its context the module or package of `contracts` it stands in:
`contracts.results.GameReported` is the event `omkamp.results.game-reported.v1`. The tag of the union is the envelope's
`type` (events) or the subject (commands and queries); it is not repeated in the payload.
"""

import re
from functools import cache
from typing import ClassVar

import msgspec

from contracts.ids import UnitId

_HUMP = re.compile(r"(?<!^)(?=[A-Z])")


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What all payloads share: frozen, keyword-only, and a field nobody knows is refused."""


class CommandData(Message, frozen=True, kw_only=True):
    """The payload of a command. `unit` says which consistency unit it is about."""

    @property
    def unit(self) -> UnitId:
        """The consistency unit this command is about."""
        raise AssertionError(f"{type(self).__name__} names no unit")


class EventData(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The payload of an event. A field that is not known is skipped: an older reader survives a newer writer."""

    VERSION: ClassVar[int] = 1


class QueryData(Message, frozen=True, kw_only=True):
    """The parameters of a query."""


@cache
def context_of(message: type[msgspec.Struct]) -> str:
    """Name the context a message belongs to: the module or package of `contracts` it stands in."""
    return message.__module__.removeprefix("contracts.").partition(".")[0]


@cache
def name_of(message: type[msgspec.Struct]) -> str:
    """Name a message as subjects do, in kebab case."""
    return _HUMP.sub("-", message.__name__).lower()


@cache
def type_of(event: type[EventData]) -> str:
    """Name an event as envelopes do, with its version."""
    return f"omkamp.{context_of(event)}.{name_of(event)}.v{event.VERSION}"
