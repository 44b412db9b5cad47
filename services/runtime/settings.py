"""Settings: from the environment (`OMKAMP_URL`, ...), checked once at the start."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from services.runtime import files

_PREFIX: Final = "OMKAMP_"
_SEED: Final = re.compile(r"\bSU[A-Z2-7]{56}\b")
_USER: Final = re.compile(r"//[^/,]*@")

LogLevel = Literal["debug", "info", "warning", "error", "critical"]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]


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
    log_level: LogLevel = "info"
    http_port: Port = 0
    state: str = ""


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; refuses a variable of ours that is not known or has no sensible value."""
    given = {
        name.removeprefix(_PREFIX).lower(): value for name, value in environment.items() if name.startswith(_PREFIX)
    }
    read = {name: _value(name, value) for name, value in given.items()}
    settings = Settings(**read)
    if settings.credentials:
        _check_credentials(Path(settings.credentials))
    return settings


def variable(name: str) -> str:
    """Name the environment variable of a setting."""
    return f"{_PREFIX}{name.upper()}"


def without_secrets(url: str) -> str:
    """
    Write a server's address for people to read: without the user, password or token it may hold.

    >>> without_secrets("nats://office:secret@hub:4222,nats://venue:4222")
    'nats://hub:4222,nats://venue:4222'
    """
    return _USER.sub("//", url)


def _value(name: str, text: str) -> Any:  # noqa: ANN401  each setting has its own type
    if name not in _TYPES:
        raise _refused(name, f"is no setting; there are {', '.join(map(variable, _TYPES))}")
    try:
        return msgspec.convert(text.lower() if name == "log_level" else text, _TYPES[name], strict=False)
    except msgspec.ValidationError as error:
        known = f"; there are {', '.join(get_args(LogLevel))}" if name == "log_level" else ""
        raise _refused(name, f"is {text!r}: {error}{known}") from error


def _check_credentials(file: Path) -> None:
    """Refuse a file nats-py would stumble over, without telling what it holds."""
    try:
        text = files.whole(file).decode()
    except (Refused, UnicodeDecodeError) as error:
        raise _refused("credentials", f"names {file.name}, a file that cannot be read") from error
    if "NATS USER JWT" not in text or not _SEED.search(text):
        raise _refused("credentials", f"names {file.name}, which holds no user JWT with its NKEY seed")


def _refused(name: str, why: str) -> Refused:
    return Refused(RefusalCode.INVALID_PAYLOAD, f"{variable(name)} {why}", setting=variable(name))
