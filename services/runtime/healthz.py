"""
What nats-server says of its own health, over HTTP on loopback: whether it still takes what is written.

After a write that failed (a full disk, say) a stream takes nothing more until the server is restarted, and does not
answer who writes into it; only here it says why.
"""

import asyncio
from typing import Final

import msgspec

_WITHIN: Final = 5.0
_REQUEST: Final = b"GET /healthz HTTP/1.0\r\n\r\n"
_WRITE_ERROR: Final = "write error"


class _Said(msgspec.Struct, frozen=True):
    error: str = ""


async def write_error(port: int) -> str:
    """Ask a server for what keeps it from writing; empty if nothing does, or if it does not answer."""
    try:
        async with asyncio.timeout(_WITHIN):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(_REQUEST)
                answer = await reader.read()
            finally:
                writer.close()
                await writer.wait_closed()
        said = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2], type=_Said).error
    except (OSError, TimeoutError, msgspec.MsgspecError, UnicodeDecodeError):
        return ""
    return said if _WRITE_ERROR in said else ""
