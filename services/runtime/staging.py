"""
Where nats-server puts a batch until it is in the log: into memory, not onto the disk.

It makes a folder in the stream's own for each batch and syncs that five times, before it syncs the log once: two thirds
of what a batch costs. So that folder is made to lie in memory. What is acknowledged is in the log, synced, as ever.

A server that is killed while it writes a batch into the log finishes it from that folder when it starts again. So what
one who was killed has left is kept for the next; where the memory is gone too, the half batch, which nobody has been
told of, is taken back (`services.runtime.uncommitted`). Whose a folder in memory is, is known by a lock on it.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from services.runtime.log import MAX_BODY, MAX_RECORDS
from services.runtime.uncommitted import take_back

MEMORY: Final = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it, which nobody else may read
"""Where Linux keeps files in memory; elsewhere, and where it is small (in a container, say), batches go to the disk."""
ROOM: Final = MAX_RECORDS * MAX_BODY
"""Bytes: what the largest append there can be takes up."""
_FULL: Final = ROOM // 50
"""Bytes: with less, batches go to the disk even if one is under way; it would find no room."""
_UNDER_WAY: Final = 15.0
"""Seconds; nats-server gives a batch up after 10."""
_PREFIX: Final = "omkamp-staged-"
_FOLDER: Final = "batches"


class Staging:
    """The batches of one nats-server's streams; `store` is the folder they are kept in."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._memory: Path | None = None
        self._lock = -1

    def begin(self) -> None:
        """
        Before the server starts: keep what it will finish, take back what it cannot, remove what others left.

        The link goes last: as long as it is there, whoever is killed in between is followed by one who begins again.
        """
        for stream in self._streams():
            link = stream / _FOLDER
            if link.is_symlink() and not (link.exists() and self._held(link.readlink().parent)):
                take_back(stream)
                link.unlink()
        for folder in MEMORY.glob(f"{_PREFIX}*"):
            if folder != self._memory and (lock := _locked(folder)) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)

    def link(self) -> None:
        """
        While the server runs: have its streams keep their batches in memory if there is room, else on the disk.

        A stream that has a batch under way is left for later.
        """
        with contextlib.suppress(OSError):
            room = _room()
            if self._memory is not None and not self._memory.is_dir():
                self._release()  # whoever cleans up there (systemd, when a user logs out) knows nothing of us
            if self._memory is None and room >= ROOM:
                self._make()
            for stream in self._streams():
                with contextlib.suppress(OSError):
                    _onto_disk(stream / _FOLDER, room)
                    if room >= ROOM and self._memory is not None:
                        _into_memory(stream / _FOLDER, self._memory / stream.name)

    def end(self) -> None:
        """Leave nothing behind; the server has ended."""
        for stream in self._streams():
            link = stream / _FOLDER
            if link.is_symlink():
                if not link.exists() or any(link.iterdir()):
                    take_back(stream)
                link.unlink()
        if self._memory is not None:
            shutil.rmtree(self._memory, ignore_errors=True)
        self._release()

    def _streams(self) -> Iterator[Path]:
        return self._store.glob("jetstream/*/streams/*")

    def _held(self, folder: Path) -> bool:
        if self._memory is None and folder.parent == MEMORY and folder.name.startswith(_PREFIX):
            lock = _locked(folder)
            if lock is not None:
                self._memory, self._lock = folder, lock
        return folder == self._memory

    def _make(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=MEMORY))
        lock = _locked(folder)
        if lock is not None:
            self._memory, self._lock = folder, lock

    def _release(self) -> None:
        if self._memory is not None:
            os.close(self._lock)
            self._memory = None


def _room() -> int:
    try:
        return shutil.disk_usage(MEMORY).free
    except OSError:
        return 0


def _onto_disk(link: Path, room: int) -> None:
    """Take away a link that leads nowhere, or into a memory that others have filled."""
    if link.is_symlink() and (not link.exists() or room < _FULL or (room < ROOM and not _under_way(link))):
        inside = link.readlink()
        link.unlink()
        shutil.rmtree(inside, ignore_errors=True)


def _into_memory(link: Path, inside: Path) -> None:
    if not link.is_symlink():
        with contextlib.suppress(FileNotFoundError):
            link.rmdir()
        shutil.rmtree(inside, ignore_errors=True)
        inside.mkdir()
        link.symlink_to(inside)


def _under_way(folder: Path) -> bool:
    return any(time.time() - one.stat().st_mtime < _UNDER_WAY for one in folder.iterdir())


def _locked(folder: Path) -> int | None:
    """Lock a folder of our own in memory; None if it is another's, in use, or gone."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held, there = os.fstat(lock), folder.stat()
        if held.st_uid == os.geteuid() and held.st_ino == there.st_ino:
            return lock
    os.close(lock)
    return None
