"""Changes of a register by decision: dated adjustments, and the yearly coordination with the FIDE list."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.rating.book import RatingCommandData
from contracts.registration import Rating


class AdjustRatings(RatingCommandData, frozen=True, kw_only=True):
    """Make a dated one-off change of a federation's whole register, by the id of the adjustment."""

    adjustment: str


class FideNumber(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's rating and number of rated games on the FIDE list."""

    player: PlayerId
    rating: Rating
    games: Annotated[int, Meta(ge=0)]


class CoordinateWithFide(RatingCommandData, frozen=True, kw_only=True):
    """
    Adjust the strongest players towards the FIDE list on a day (DSU 4.5.6).

    `players` are those of the FIDE list of `fide_list` that the federation knows. They are compared with their numbers
    of `own_list`: on the list published that day if there is one, else as replay has them.
    """

    rules: str
    day: dt.date
    own_list: dt.date
    fide_list: dt.date
    players: tuple[FideNumber, ...]


class RatingsAdjusted(EventData, frozen=True, kw_only=True):
    """A one-off change of a whole register was made on a day; events under way keep their start ratings."""

    adjustment: str
    digest: str
    federation: str
    day: dt.date


class NumberChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A number before and after a change."""

    player: PlayerId
    before: int
    after: int


class RatingsCoordinated(EventData, frozen=True, kw_only=True):
    """
    The yearly coordination with the FIDE list was made on a day.

    The means are exact fractions as text, over `compared` players; `n` is how much the highest move, `direction` +1 or
    -1; `players` are those it moves. `changes` are the numbers as they were and became when it was decided.
    """

    rules: str
    digest: str
    day: dt.date
    own_list: dt.date
    fide_list: dt.date
    mean_own: str
    mean_fide: str
    compared: int
    n: int
    direction: int
    players: tuple[PlayerId, ...]
    changes: tuple[NumberChanged, ...]
