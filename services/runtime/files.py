"""Files that are whole or not there: written aside, synced, renamed; and read only where reading ends."""

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from contracts.refusals import RefusalCode, Refused

ASIDE: Final = ".part"
"""The suffix of what is being written; what has it is no file yet."""
LARGEST: Final = 64_000_000
"""Bytes of a file that is read as one: a report of thousands of players is a hundredth of it."""


def opened(path: Path) -> BinaryIO:
    """Open a file to read it; refuses by name what is not there, cannot be read, or is no file and may never end."""
    try:
        # A pipe that nobody writes into would keep whoever opens it waiting.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    what = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device; save what it gives as a file"
    raise _unreadable(path, f"it is no file, but {what}")


def whole(path: Path) -> bytes:
    """Read a file as one; refuses by name what `opened` refuses, and one of more than `LARGEST` bytes."""
    with opened(path) as file:
        try:
            content = file.read(LARGEST + 1)
        except OSError as error:
            raise _unreadable(path, error.strerror or str(error)) from error
    if len(content) > LARGEST:
        raise _unreadable(path, f"it has more than {LARGEST:,} bytes")
    return content


def _unreadable(path: Path, why: str) -> Refused:
    return Refused(RefusalCode.MALFORMED_FILE, f"{path}: {why}")


def write(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file whole: whoever looks sees all of it or, after a crash at any moment, what was there before."""
    aside = path.with_name(f"{path.name}.{os.getpid()}{ASIDE}")
    with aside.open("wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
    sync(path.parent)


def sync(folder: Path) -> None:
    """Make what was renamed in a folder, or deleted from it, survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one that writes into a folder; refuses while another process is."""
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refused(RefusalCode.UNAVAILABLE, f"{folder} is being written by another process; try again") from None
    else:
        yield
    finally:
        os.close(descriptor)
