"""An event as it goes to FIDE, shared by the rules for rated and for unrated players."""

from fractions import Fraction
from typing import NamedTuple

from services.rules.event import Entrant, Event


class Report(NamedTuple):
    """
    An event as it is reported.

    `games` by player as (opponent's place, half points); `own` are the players' numbers, `seen` what they are for their
    opponents (None: unrated). `average` is R(a) of an all-play-all, None for a Swiss.
    """

    event: Event
    entrants: tuple[Entrant, ...]
    games: list[list[tuple[int, int]]]
    own: list[int | None]
    seen: list[int | None]
    average: Fraction | None
