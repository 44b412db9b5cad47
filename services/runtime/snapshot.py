"""
Snapshots: a service's view in a local file, so that a restart replays only what came since. Never the truth.

    {"format":"omkamp-snapshot-1","context":…,"federation":…,"version":…,"rules":…,"position":…,"event":…,…,"sha256":…}
    <the view, as MessagePack>

A snapshot is what the first `position` events of the log make, and holds whatever comes after: events are only ever
added at the end, and one that is dated back changes the view when it is applied, snapshot or not. So a back-dated event
invalidates none; what does is another log, other code (`version`, the view's shape), other rules (`rules`), or damage.
Whatever does not fit is left aside with a logged reason, and the view is rebuilt: that is never an error.
"""

import hashlib
import threading
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from contracts.ids import FederationId
from contracts.operations import Parked
from services.runtime import files
from services.runtime.log import Record
from services.runtime.logs import logger

SUFFIX: Final = ".snapshot"


class Heading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    The first line of a snapshot.

    `version` and `rules` are the view's and the rules' own; `event` is the digest of the last event taken in; `parked`
    are the events that could not be. `sha256` is the digest of the line with an empty `sha256`, and the view.
    """

    format: Literal["omkamp-snapshot-1"] = "omkamp-snapshot-1"
    context: str
    federation: FederationId
    version: int
    rules: str
    position: int
    event: str
    parked: tuple[Parked, ...]
    sha256: str = ""


class Snapshot(msgspec.Struct, frozen=True):
    """A view as it was at a position."""

    heading: Heading
    view: Any


class Unfit(Exception):  # noqa: N818  what the file is
    """A snapshot that cannot be begun with, and why."""


class Shelf:
    """Where one service of one federation keeps its snapshot; `version` and `rules` must be those of the code now."""

    def __init__(self, folder: Path, context: str, federation: FederationId, version: int, rules: str) -> None:
        self.path = folder / federation / f"{context}{SUFFIX}"
        self._context = context
        self._federation = federation
        self._version = version
        self._rules = rules
        self._writing = threading.Lock()

    def encoded(self, view: object, last: Record, parked: list[Parked]) -> tuple[bytes, bytes]:
        """Encode a view that has taken in everything up to the record `last`: what `write` writes."""
        body = msgspec.msgpack.encode(view)
        heading = Heading(
            context=self._context,
            federation=self._federation,
            version=self._version,
            rules=self._rules,
            position=last.sequence,
            event=event_digest(last),
            parked=tuple(parked),
        )
        return msgspec.json.encode(msgspec.structs.replace(heading, sha256=_digest(heading, body))) + b"\n", body

    def write(self, parts: tuple[bytes, bytes]) -> None:
        """Put an encoded snapshot in the place of the last one."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._writing:
            files.write(self.path, parts)

    def load(self, shape: type) -> Snapshot | None:
        """Read the snapshot of a view of this type; None, and a line in the log, if there is none that fits."""
        try:
            return self._read(shape)
        except FileNotFoundError:
            return None
        except (Unfit, OSError) as error:
            logger.warning("a snapshot is left aside; the view is rebuilt", file=str(self.path), reason=str(error))
            return None

    def _read(self, shape: type) -> Snapshot:
        line, _, body = self.path.read_bytes().partition(b"\n")
        try:
            heading = msgspec.json.decode(line, type=Heading)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Unfit(f"it is damaged: {error}") from error
        if heading.sha256 != _digest(heading, body):
            raise Unfit("it is damaged: its content is not what its digest says")
        for name in ("context", "federation", "version", "rules"):
            found, wanted = getattr(heading, name), getattr(self, f"_{name}")
            if found != wanted:
                raise Unfit(f"its {name} is {found!r}, not {wanted!r}")
        try:
            return Snapshot(heading, msgspec.msgpack.decode(body, type=shape))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Unfit(f"it is of another shape: {error}") from error


def event_digest(record: Record) -> str:
    """Return what identifies an event of the log: the digest of its body."""
    return hashlib.sha256(record.body).hexdigest()


def _digest(heading: Heading, body: bytes) -> str:
    digest = hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(heading, sha256="")) + b"\n")
    digest.update(body)
    return digest.hexdigest()
