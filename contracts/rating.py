"""Commands, events and queries of rating. Ratings are integers; expected scores are hundredths."""

import datetime as dt

import msgspec

from contracts.envelope import Event
from contracts.ids import PlayerId, TournamentId, UnitId
from contracts.messages import CommandData, EventData, QueryData
from contracts.registration import Rating
from contracts.units import RATINGS


class SetStartRating(CommandData, frozen=True, kw_only=True):
    """
    Give a player his first rating, as an approval or an imported list states it; refused if he has one.

    It counts from the command's effective date on: for tournaments that end that day or later. With `rules` it must
    keep that rule set's floor; without, it is a number from elsewhere, taken as it stands.
    """

    player: PlayerId
    rating: Rating
    rules: str = ""

    @property
    def unit(self) -> UnitId:
        """The book of ratings."""
        return RATINGS


class RateTournament(CommandData, frozen=True, kw_only=True):
    """
    Bring the book of ratings up to date with a finished tournament.

    Rates it if it has not been rated, and recalculates every number that a correction has changed, in this tournament
    and in all later ones.
    """

    tournament: TournamentId

    @property
    def unit(self) -> UnitId:
        """The book of ratings."""
        return RATINGS


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament did to one player's rating. `score` in half points, `expected` in hundredths of a point."""

    player: PlayerId
    before: int
    after: int
    games: int
    score: int
    expected: int


class Recalculation(msgspec.Struct, frozen=True, kw_only=True):
    """A number that was recorded as `was` after a tournament and is now `now`; None: not rated there."""

    player: PlayerId
    tournament: TournamentId
    was: int | None
    now: int | None


class StartRatingSet(EventData, frozen=True, kw_only=True):
    """A player has his first rating, from the event's effective date on."""

    player: PlayerId
    rating: int
    rules: str = ""


class TournamentRated(EventData, frozen=True, kw_only=True):
    """A tournament was rated under the rule set `rules`, whose resolved text has the SHA-256 `digest`."""

    tournament: TournamentId
    rules: str
    digest: str
    changes: tuple[RatingChange, ...]


class RatingsRecalculated(EventData, frozen=True, kw_only=True):
    """A correction reached ratings already recorded: every before and after, in chronological order."""

    cause: TournamentId
    changes: tuple[Recalculation, ...]


class Ratings(QueryData, frozen=True, kw_only=True):
    """Ask for the ratings as replay has them now, highest first."""


class TournamentChanges(QueryData, frozen=True, kw_only=True):
    """Ask for what a tournament did to its players' ratings."""

    tournament: TournamentId


class Explain(QueryData, frozen=True, kw_only=True):
    """Ask why a player's rating is what it is; with a tournament, only what happened there."""

    player: PlayerId
    tournament: TournamentId | None = None


class WhatIf(QueryData, frozen=True, kw_only=True):
    """Ask which rating numbers events that are not written would change (of a command answered with `Proposed`)."""

    events: tuple[Event, ...]


class RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the rating list as of now."""

    player: PlayerId
    name: str
    rating: int
    games: int


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    One step of an explanation: the section, what was done, the value it gave, and the inputs by name.

    `row` is the table row used and `rounding` the rounding done, where there was one.
    """

    section: str
    what: str
    value: str
    inputs: dict[str, str] = {}
    row: str = ""
    rounding: str = ""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why a tournament changed a rating as it did: every step, and the events it rests on."""

    player: PlayerId
    tournament: TournamentId | None
    effective: dt.date
    rules: str
    before: int | None
    after: int | None
    steps: tuple[Step, ...]
    events: tuple[str, ...]


RatingCommand = SetStartRating | RateTournament
RatingEvent = StartRatingSet | TournamentRated | RatingsRecalculated
RatingQuery = Ratings | TournamentChanges | Explain | WhatIf
