"""What a round is made of, and the words the messages of pairing share."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId
from contracts.points import ByeKind

Round = Annotated[int, Meta(ge=1, le=99)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
"""Why an arbiter does something, for the record."""
Acceleration = Literal["", "baku"]
"""FIDE C.04.7: virtual points for the first half of the ranking in the first rounds; empty is none."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One game to be played. The game is identified by round, White and Black; `number` is for display only."""

    number: Annotated[int, Meta(ge=1)]
    white: PlayerId
    black: PlayerId


class Bye(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A player without an opponent in a round, and why.

    `against` is whom the table of an all-play-all gives him and who is not there (DSU §16).
    """

    player: PlayerId
    kind: ByeKind
    against: PlayerId | None = None
