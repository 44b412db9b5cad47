"""
Older event versions → the current one, pure.

An upcast takes the payload of one version as plain data and gives the next version's. The log is never rewritten: an
old event is read through its upcasts, one after another, until its type is one of today's.
"""

from collections.abc import Callable
from typing import Any, Final

Payload = dict[str, Any]
Upcast = tuple[str, Callable[[Payload], Payload]]

UPCASTS: Final[dict[str, Upcast]] = {}
"""Old type → (the next version's type, how its payload is made). Empty while every event is at its first version."""


def current(type_: str, payload: Payload, upcasts: dict[str, Upcast] = UPCASTS) -> tuple[str, Payload]:
    """Bring a payload of any version to today's: the type it has now, and its fields."""
    while type_ in upcasts:
        type_, cast = upcasts[type_]
        payload = cast(payload)
    return type_, payload
