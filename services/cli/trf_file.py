"""Reading a tournament report file from disk, with a refusal for everything that can be wrong with it."""

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.trf import Trf
from services.runtime import files

_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_trf(path: Path) -> Trf:
    """Read a file as UTF-8, or as Windows-1252 as older programs write; refuses by name what cannot be read."""
    raw = files.whole(path)
    if raw.startswith(_UTF_16):
        raise Refused(RefusalCode.MALFORMED_FILE, f"{path} is UTF-16; save it as UTF-8")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        with about(path):
            return trf.read(text)
    raise Refused(RefusalCode.MALFORMED_FILE, f"{path}: neither UTF-8 nor Windows-1252")


@contextmanager
def about(path: Path) -> Iterator[None]:
    """Let a refusal say which file it is about."""
    try:
        yield
    except Refused as refused:
        refusal = refused.refusal
        raise Refused(refusal.code, f"{path}: {refusal.message}", rule=refusal.rule, **refusal.details) from refused
