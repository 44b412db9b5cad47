"""Published lists: what they say stands for ever."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import MEMBER_PATTERN, PlayerId, UnitId
from contracts.messages import CommandData, EventData
from contracts.units import LISTS

ListId = Annotated[str, Meta(pattern=MEMBER_PATTERN, description="letters, digits, _ and -; 1 to 48 of them")]


class PublishList(CommandData, frozen=True, kw_only=True):
    """
    Publish a federation's rating list of a day, with its extracts (DSU § 4).

    `juniors` and `women` say how many of each stand in the extracts; who is a woman or has a candidate result the
    office names, for the register does not hold it.
    """

    list: ListId
    federation: str
    day: dt.date
    juniors: Annotated[int, Meta(ge=0)] = 0
    women: Annotated[int, Meta(ge=0)] = 0
    women_among: tuple[PlayerId, ...] = ()
    candidates: tuple[PlayerId, ...] = ()

    @property
    def unit(self) -> UnitId:
        """The book of lists."""
        return LISTS


class ListLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's number on a list; no name, for names may have to be forgotten and a list stands."""

    player: PlayerId
    rating: int
    games: int
    inactive: bool = False


class Revised(msgspec.Struct, frozen=True, kw_only=True):
    """A number of the list before as it was printed, and what replay says today of that day; None: not listed."""

    player: PlayerId
    was: int | None
    now: int | None


class ListExtract(msgspec.Struct, frozen=True, kw_only=True):
    """The players of an extract, highest first."""

    name: str
    players: tuple[PlayerId, ...]


class ListPublished(EventData, frozen=True, kw_only=True):
    """
    A part of a published list: what it says stands for ever.

    `rules` and `digest` are the rules in force on its day, `sha256` that of all its lines. `lines` are in order, the
    highest first, the parts one after another. After the lines come what has changed since the list before (`since`),
    the extracts, and whom the office named; what is too much for one part goes on in the next, under the same name. A
    list rests on what was known when it was decided: the log up to some event shortly before it.
    """

    list: str
    federation: str
    day: dt.date
    rules: str
    digest: str
    sha256: str
    part: int
    parts: int
    lines: tuple[ListLine, ...]
    extracts: tuple[ListExtract, ...] = ()
    since: str = ""
    revised: tuple[Revised, ...] = ()
    juniors: int = 0
    women: int = 0
    women_among: tuple[PlayerId, ...] = ()
    candidates: tuple[PlayerId, ...] = ()
