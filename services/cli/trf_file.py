"""Reading a tournament report file from disk, with a refusal for everything that can be wrong with it."""

from pathlib import Path

from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.trf import Trf


def read_trf(path: Path) -> Trf:
    """Read a file as UTF-8, or as Windows-1252 as older programs write; refuses by name what cannot be read."""
    raw = read_bytes(path)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        return _read(path, text)
    raise Refused(RefusalCode.MALFORMED_FILE, f"{path}: neither UTF-8 nor Windows-1252")


def read_bytes(path: Path) -> bytes:
    """Read a file whole; refuses by name one that is not there or not to be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{path}: {error.strerror or error}") from error


def _read(path: Path, text: str) -> Trf:
    try:
        return trf.read(text)
    except Refused as refused:
        refusal = refused.refusal
        raise Refused(refusal.code, f"{path}: {refusal.message}", rule=refusal.rule) from refused
