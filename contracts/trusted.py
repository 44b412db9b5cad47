"""
Decoding many events at once that have been checked before: the same fields, without checking each identifier again.

Whoever uses this knows that every body has passed `codec.FactDecoder` as it is today (see `checks`), and takes from an
event what its fields say, whatever class holds them.
"""

import datetime as dt
import functools
import hashlib
import operator
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from contracts.envelope import Event
from contracts.messages import EventData, type_of
from contracts.registry import EVENTS
from contracts.upcasts import UPCASTS


class Trusted(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="omkamp.unknown"):
    """An event: its id, when it happened, and its payload. Its own type says which event it is."""

    id: str
    effectivedate: dt.date
    data: Any


class Skipped(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="omkamp.skipped"):
    """An event its reader is not interested in."""


class TrustedDecoder:
    """Decodes bodies, one a line, for a reader that is interested in some events."""

    def __init__(self, interests: Iterable[type[EventData]]) -> None:
        wanted = set(interests)
        self.shapes: dict[type[EventData], type] = {event: _envelope(event) for event in wanted}
        """What stands for each event among the decoded ones."""
        skipped = [
            msgspec.defstruct("Skipped", [], bases=(Skipped,), tag=name, tag_field="type", frozen=True, gc=False)
            for name, event in EVENTS.items()
            if event not in wanted
        ]
        shapes = (*self.shapes.values(), *skipped)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(functools.reduce(operator.or_, shapes))

    def decode(self, lines: bytes) -> list[Any]:
        """Decode all lines; raises `msgspec.MsgspecError` if there is one of a type that is not of today."""
        return self._decoder.decode_lines(lines)


@functools.cache
def checks() -> str:
    """Give the digest of what `FactDecoder` checks today: where it is another, what was checked is checked again."""
    _, components = msgspec.json.schema_components([Event, *EVENTS.values()])
    what = (sorted(EVENTS), sorted(UPCASTS), components, msgspec.__version__, "each event under its own unit")
    return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()


def _envelope(event: type[EventData]) -> type:
    return msgspec.defstruct(
        event.__name__,
        [("id", str), ("effectivedate", dt.date), ("data", _plain(event))],
        tag=type_of(event),
        tag_field="type",
        frozen=True,
        gc=False,
    )


@functools.cache
def _plain(shape: Any) -> Any:  # noqa: ANN401  any type a payload's field may have
    """Give a type without the constraints on its strings and numbers."""
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        hints = typing.get_type_hints(shape)
        fields: list[Any] = []
        for one in msgspec.structs.fields(shape):
            if one.required:
                fields.append((one.name, _plain(hints[one.name])))
            elif one.default is not msgspec.NODEFAULT:
                fields.append((one.name, _plain(hints[one.name]), one.default))
            else:
                fields.append((one.name, _plain(hints[one.name]), msgspec.field(default_factory=one.default_factory)))
        array_like = shape.__struct_config__.array_like
        return msgspec.defstruct(shape.__name__, fields, frozen=True, kw_only=True, gc=False, array_like=array_like)
    if isinstance(shape, typing.NewType):
        return shape.__supertype__
    origin, arguments = typing.get_origin(shape), typing.get_args(shape)
    if origin is tuple:
        return tuple[tuple(one if one is Ellipsis else _plain(one) for one in arguments)]  # type: ignore[misc]  # made here
    if origin is not None and type(None) in arguments:
        return functools.reduce(operator.or_, (_plain(one) for one in arguments))
    return shape
