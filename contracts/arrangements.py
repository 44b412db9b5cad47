"""
What an arbiter arranges about a pairing, as values: lots, byes on request, changes by hand, and reasons.

The messages of pairing are made of these; they stand in `contracts.pairing`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId
from contracts.points import ByeKind

Place = Annotated[int, Meta(ge=1, le=9999)]
"""A place in the start list."""
ColourLetter = Literal["w", "b"]
"""White or Black."""


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """The start number a player has drawn, or has by his rank."""

    player: PlayerId
    number: Place


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an explanation: the rule (document and section), and what it did here. Players are start numbers."""

    rule: str
    text: str


class Floated(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is paired outside his score group: `down` by one with fewer points (or none), `up` with more."""

    player: PlayerId
    direction: Literal["down", "up"]


class ByePolicy(msgspec.Struct, frozen=True, kw_only=True):
    """
    What the regulations of a tournament say of byes on request.

    At most `limit` that give points a player; none that gives points in the last `not_in_last` rounds; asked for before
    round `before_round` is published (0: before the round itself). Nothing is set: none that gives points.
    """

    limit: Annotated[int, Meta(ge=0, le=99)] = 0
    not_in_last: Annotated[int, Meta(ge=0, le=99)] = 0
    before_round: Annotated[int, Meta(ge=0, le=99)] = 0


class ExchangePlayers(msgspec.Struct, frozen=True, kw_only=True, tag="exchange", tag_field="change"):
    """Two players change places, on boards or without an opponent; the colours stay with the places."""

    first: PlayerId
    second: PlayerId


class ReverseColours(msgspec.Struct, frozen=True, kw_only=True, tag="reverse", tag_field="change"):
    """The two on a board change colours; `white` has White so far."""

    white: PlayerId
    black: PlayerId


class PairPlayers(msgspec.Struct, frozen=True, kw_only=True, tag="pair", tag_field="change"):
    """The two are paired; whoever they were paired with is left to be paired."""

    white: PlayerId
    black: PlayerId


class FreePlayer(msgspec.Struct, frozen=True, kw_only=True, tag="free", tag_field="change"):
    """A player is left without an opponent; whoever he was paired with is left to be paired."""

    player: PlayerId
    kind: ByeKind


Change = ExchangePlayers | ReverseColours | PairPlayers | FreePlayer
"""One change of a pairing by hand."""
