"""The chain of a store: which segments were sealed, with their digests; a file beside them, whole or not there."""

import hashlib
from pathlib import Path
from typing import Final, Literal

import msgspec

from contracts.ids import FederationId
from contracts.refusals import RefusalCode, Refused
from services.runtime import files, segment
from services.runtime.segment import Damaged, Header

NAME: Final = "chain.json"
SUFFIX: Final = ".segment"


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed segment: its sequences and its digest."""

    first: int
    last: int
    sha256: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.first:012d}-{self.last:012d}{SUFFIX}"


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """All sealed segments of a federation's log, in order. `sha256` is the digest of the rest."""

    format: Literal["omkamp-chain-1"] = "omkamp-chain-1"
    federation: FederationId
    links: tuple[Link, ...] = ()
    sha256: str = ""

    @property
    def last(self) -> int:
        """The last sealed sequence, 0 if there is none."""
        return self.links[-1].last if self.links else 0

    def previous(self, place: int) -> str:
        """Return the digest that the segment at a place must name."""
        return self.links[place - 1].sha256 if place else ""

    def with_link(self, header: Header) -> "Chain":
        """Return the chain with a segment more."""
        return Chain(federation=self.federation, links=(*self.links, link_of(header)))


def link_of(header: Header) -> Link:
    """Return the link a segment is."""
    return Link(first=header.first, last=header.last, sha256=header.sha256)


def store(folder: Path, chain: Chain) -> None:
    """Write the chain beside its segments."""
    files.write(folder / NAME, (msgspec.json.encode(msgspec.structs.replace(chain, sha256=_digest(chain))), b"\n"))


def load(folder: Path) -> Chain | None:
    """Read the chain, None if there is none; raises `Damaged`."""
    path = folder / NAME
    segment.check_is_file(path)
    try:
        content = path.read_bytes()
        chain = msgspec.json.decode(content, type=Chain)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(f"it cannot be read: {error}") from error
    if _digest(chain) != chain.sha256 or msgspec.json.encode(chain) + b"\n" != content:
        raise Damaged("its content is not what its digest says")
    return chain


def rebuilt(folder: Path) -> Chain | None:
    """
    Make the chain anew from the segments, None if there are none.

    A segment's digest is what the next one says it is, and only of the last one what it says itself; refuses where
    neither can be read.
    """
    found: list[tuple[Path, Header | None]] = [(path, _header(path)) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    federations = {header.federation for _, header in found if header is not None}
    if not found:
        return None
    links: list[Link] = []
    for place, (path, header) in enumerate(found):
        following = found[place + 1][1] if place + 1 < len(found) else None
        sha256 = following.previous if following else header.sha256 if header else ""
        first, last = path.stem.split("-")
        if not sha256 or int(first) != (links[-1].last + 1 if links else 1) or len(federations) != 1:
            raise Refused(
                RefusalCode.MALFORMED_FILE,
                f"the chain of {folder} is lost and cannot be made anew at {path.name}; copy the log into a new folder",
                segment=path.name,
            )
        links.append(Link(first=int(first), last=int(last), sha256=sha256))
    return Chain(federation=federations.pop(), links=tuple(links))


def _header(path: Path) -> Header | None:
    try:
        segment.check_is_file(path)
        with path.open("rb") as file:
            found = segment.read(file)
    except (Damaged, OSError):
        return None
    return found.header if found is not None else None


def _digest(chain: Chain) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(chain, sha256=""))).hexdigest()
