"""Files that are whole or not there: written aside, synced, renamed."""

import contextlib
import fcntl
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from contracts.refusals import RefusalCode, Refused

ASIDE: Final = ".part"
"""The suffix of what is being written; what has it is no file yet."""


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
