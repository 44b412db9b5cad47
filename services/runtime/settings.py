"""Settings: from the environment (`OMKAMP_URL`, ...), checked once at the start."""

import os
from collections.abc import Mapping

import msgspec

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused

_PREFIX = "OMKAMP_"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    What a process must know before it starts.

    `url` of the nats-server; `federation` served; `credentials` a file for it, if it wants one; `log_level`;
    `http_port` for /health and /metrics (0: none); `state` a folder for snapshots and segments, so that a restart
    replays only what came since, and a rebuild reads the disk (empty: none are kept).
    """

    url: str = "nats://127.0.0.1:4222"
    federation: FederationId = FederationId("dsu")
    credentials: str = ""
    log_level: str = "info"
    http_port: int = 0
    state: str = ""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; refuses a variable of ours that is not known or has no sensible value."""
    given = {
        name.removeprefix(_PREFIX).lower(): value for name, value in environment.items() if name.startswith(_PREFIX)
    }
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"settings ({_PREFIX}…): {error}", given=sorted(given)) from error
