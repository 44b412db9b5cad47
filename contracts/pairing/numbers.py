"""Start numbers and lots: drawn, or ranked by strength, once each and recorded; corrected where they may be."""

from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.arrangements import ColourLetter, Lot, Place
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing.boards import Round, Words
from contracts.registration import Title
from contracts.units import TournamentCommand


class DrawLots(TournamentCommand, frozen=True, kw_only=True):
    """
    Record lots that have been drawn, each once and before its round is published; who draws them is the sender.

    `numbers` are start numbers, one for everybody entered. `initial_colour` is the colour of the first pairing number.
    `order` is who was drawn first, second, … for the `round` of a knock-out by lot.
    """

    numbers: tuple[Lot, ...] = ()
    initial_colour: ColourLetter | None = None
    order: tuple[PlayerId, ...] = ()
    round: Round = 1


class RankEntries(TournamentCommand, frozen=True, kw_only=True):
    """Number the start list by strength before round 1: rating, title, name (FIDE C.04.2)."""


class CorrectedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong about a player in the start list: `rating` (0: unrated) and `title`; None leaves it as it is."""

    player: PlayerId
    rating: Annotated[int, Meta(ge=0, le=4000)] | None = None
    title: Title | None = None


class Renumbered(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose start number was `before` and is now `number`."""

    player: PlayerId
    before: Place
    number: Place


class CorrectStartList(TournamentCommand, frozen=True, kw_only=True):
    """
    Correct the ratings and titles the start list was made by, and number it anew (FIDE C.04.2).

    The data may be corrected at any time; numbers until round 4 is paired, in the systems that rank by strength:
    those of `numbers` as given, or everybody's `by_strength` as in `RankEntries`.
    """

    entries: tuple[CorrectedEntry, ...] = ()
    numbers: tuple[Lot, ...] = ()
    by_strength: bool = False
    reason: Words


class LotsDrawn(EventData, frozen=True, kw_only=True):
    """Lots were drawn, as `DrawLots` says: a fact, and nobody draws again."""

    tournament: TournamentId
    numbers: tuple[Lot, ...]
    initial_colour: ColourLetter | None
    order: tuple[PlayerId, ...]
    round: int


class EntriesRanked(EventData, frozen=True, kw_only=True):
    """The start list is numbered by strength."""

    tournament: TournamentId
    numbers: tuple[Lot, ...]


class StartListCorrected(EventData, frozen=True, kw_only=True):
    """
    The start list was wrong and is corrected: the data of `entries`, and who is now numbered otherwise.

    What is published stands, under the new numbers; `warnings` name a round that the arbiter may pair again.
    """

    tournament: TournamentId
    entries: tuple[CorrectedEntry, ...]
    numbers: tuple[Renumbered, ...]
    reason: str
    warnings: tuple[str, ...]
