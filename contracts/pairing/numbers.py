"""Start numbers and lots: drawn, or ranked by strength, once each and recorded."""

from contracts.arrangements import ColourLetter, Lot
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing.boards import Round
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
