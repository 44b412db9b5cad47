"""An event as it goes to FIDE, shared by the rules for rated and for unrated players."""

from fractions import Fraction
from typing import NamedTuple

from services.rules.event import Entrant, Event, Game


class Report(NamedTuple):
    """
    An event as it is reported: `own` are numbers, `seen` what a player is for his opponents (None: unrated).

    `average` is R(a) of an all-play-all, None for a Swiss.
    """

    event: Event
    entrants: tuple[Entrant, ...]
    games: list[Game]
    own: list[int | None]
    seen: list[int | None]
    average: Fraction | None
