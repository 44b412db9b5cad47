"""The clock and the dice: the only place that reads either."""

import datetime as dt
import os
import time
import uuid

from contracts.ids import CommandId


def now() -> dt.datetime:
    """Return the time, in UTC."""
    return dt.datetime.now(dt.UTC)


def new_command_id() -> CommandId:
    """Make a UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    bits = (milliseconds << 80) | int.from_bytes(os.urandom(10), "big")
    bits = (bits & ~(0xF << 76)) | (0x7 << 76)
    bits = (bits & ~(0x3 << 62)) | (0x2 << 62)
    return CommandId(str(uuid.UUID(int=bits)))
