"""
Where nats-server puts a batch until it is whole: into memory, not onto the disk.

Until its last message has come a batch is nobody's; nats-server deletes what it finds of one when it starts. Only, it
makes a folder in the stream's own for each batch and syncs that five times, before it syncs the log once: two thirds of
what a batch costs. So that folder is made to lie in memory. What is acknowledged is in the log, synced, as ever.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.runtime.log import MAX_BODY, MAX_RECORDS

MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it, which nobody else may read
"""Where Linux keeps files in memory; elsewhere, and where it is small (in a container, say), batches go to the disk."""
ROOM: Final = MAX_RECORDS * MAX_BODY
"""Bytes: what the largest append there can be takes up."""
_PREFIX: Final = "omkamp-batches-"
_FOLDER: Final = "batches"


class Staging:
    """The batches of one nats-server's streams; `store` is the folder they are kept in."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._memory: Path | None = None

    def begin(self) -> None:
        """Find a place in memory, if there is one, and remove what one who was killed has left there."""
        self._unlink()
        with contextlib.suppress(OSError):
            if shutil.disk_usage(MEMORY).free >= ROOM:
                self._memory = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=MEMORY))

    def link(self) -> None:
        """Have the streams there are keep their batches in memory; one that has a batch under way is left for later."""
        if self._memory is None:
            return
        for stream in self._store.glob("jetstream/*/streams/*"):
            folder = stream / _FOLDER
            if folder.is_symlink():
                continue
            with contextlib.suppress(OSError):
                with contextlib.suppress(FileNotFoundError):
                    folder.rmdir()
                inside = self._memory / stream.name
                inside.mkdir(exist_ok=True)
                folder.symlink_to(inside)

    def end(self) -> None:
        """Leave nothing behind; the server has ended."""
        self._unlink()
        if self._memory is not None:
            shutil.rmtree(self._memory, ignore_errors=True)
            self._memory = None

    def _unlink(self) -> None:
        for link in self._links():
            inside = link.readlink()
            if inside.parent.parent == MEMORY and inside.parent.name.startswith(_PREFIX):
                shutil.rmtree(inside.parent, ignore_errors=True)
            link.unlink()

    def _links(self) -> Iterator[Path]:
        return (one for one in self._store.glob(f"jetstream/*/streams/*/{_FOLDER}") if one.is_symlink())
