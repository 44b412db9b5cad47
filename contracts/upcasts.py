"""
Older event versions → the current one, pure.

An upcast takes the payload of one version as plain data and gives the next version's. The log is never rewritten: an
old event is read through its upcasts, one after another, until its type is one of today's.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

Payload = dict[str, Any]
Upcast = tuple[str, Callable[[Payload], Payload]]
Upcasts = Mapping[str, Upcast]

UPCASTS: Final[Upcasts] = {}
"""Old type → (the next version's type, how its payload is made). Empty while every event is at its first version."""


def current_type(type_: str, upcasts: Upcasts = UPCASTS) -> str:
    """Name the type an event of any version has today; a type without an upcast is its own."""
    while type_ in upcasts:
        type_, _ = upcasts[type_]
    return type_


def current_payload(type_: str, payload: Payload, upcasts: Upcasts = UPCASTS) -> Payload:
    """Bring a payload of any version to today's fields."""
    while type_ in upcasts:
        type_, cast = upcasts[type_]
        payload = cast(payload)
    return payload
