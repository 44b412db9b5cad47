"""What decoding an event checks today: whatever was made of decoded events is made anew where that is another."""

import functools
import hashlib

import msgspec

from contracts.envelope import Event
from contracts.registry import EVENTS
from contracts.upcasts import UPCASTS


@functools.cache
def checks() -> str:
    """Give the digest of everything `FactDecoder` checks."""
    _, components = msgspec.json.schema_components([Event, *EVENTS.values()])
    what = (sorted(EVENTS), sorted(UPCASTS), components, msgspec.__version__, "each event under its own unit")
    return hashlib.sha256(msgspec.json.encode(what, order="deterministic")).hexdigest()
