"""
Commands, events and queries of rating.

Ratings are integers, expected scores hundredths of a point, gains hundredths of a rating point. A federation's ratings
are its register; `federation` names it as the rule sets do ("dsu", "fide", "ssf").
"""

import datetime as dt
import enum
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.envelope import Event
from contracts.ids import MEMBER_PATTERN, EventId, PlayerId, TournamentId, UnitId
from contracts.messages import CommandData, EventData, QueryData
from contracts.points import LOSS, WIN, HalfPoints
from contracts.registration import Name, Rating
from contracts.units import LISTS, RATINGS

ListId = Annotated[str, Meta(pattern=MEMBER_PATTERN, description="letters, digits, _ and -; 1 to 48 of them")]
Score = Annotated[HalfPoints, Meta(ge=LOSS, le=WIN)]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]


class Basis(enum.StrEnum):
    """Why a player is given a number: his first, or a new one after a pause (DSU 4.5.5.1), or a judged one (SSF)."""

    FIRST = "first"
    PROPOSED_ANEW = "proposed_anew"
    """After 1½ years without rated events, because it is badly wrong (DSU 4.5.5.1 item 6)."""
    AFRESH = "afresh"
    """After more than 5 years (DSU 4.5.5.1 item 5)."""
    ASSESSED = "assessed"
    """Judged by the office, as after a long pause (SSF Passivitetsavdrag)."""


class RatingCommandData(CommandData, frozen=True, kw_only=True):
    """What commands on the book of ratings share."""

    @property
    def unit(self) -> UnitId:
        """The book of ratings."""
        return RATINGS


class SetStartRating(RatingCommandData, frozen=True, kw_only=True):
    """
    Give a player a number, as an approval or an imported list states it; his first one only once.

    It counts from `day` on (default: the command's effective date): for tournaments that end that day or later. With
    `rules` it is in that rule set's register and must keep its floor; with `proposed_by` (and `approved_by`) also what
    the rules say about who may give which number. Without `rules` it is a number from elsewhere, taken as it stands,
    and counts in every register. Another basis than the first needs `rules` and `day`.
    """

    player: PlayerId
    rating: Rating
    rules: str = ""
    day: dt.date | None = None
    basis: Basis = Basis.FIRST
    proposed_by: str = ""
    approved_by: str = ""


class RateTournament(RatingCommandData, frozen=True, kw_only=True):
    """
    Bring the book of ratings up to date with a finished tournament.

    Rates it if it has not been rated, and recalculates every number that a correction has changed, in this tournament
    and in all later ones.
    """

    tournament: TournamentId


class RecalculateRatings(RatingCommandData, frozen=True, kw_only=True):
    """Bring the book of ratings up to date from a day on; `cause` is the event that made it necessary."""

    cause: str
    since: dt.date


class WithdrawFromRating(RatingCommandData, frozen=True, kw_only=True):
    """Take a finished tournament's results out of the ratings for good; its table stands."""

    tournament: TournamentId
    reason: Reason


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


class ForeignGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of a foreign event: the opponent's rating (an estimate if he has none), and the player's half points."""

    opponent: Rating
    score: Score


class ReportForeignEvent(RatingCommandData, frozen=True, kw_only=True):
    """
    Report what a player did in an event abroad; it is rated for him alone (DSU 4.5.3, 4.5.5.2 item 4).

    It counts on the day it is `reported`, with the number he has then (DSU 4.5.4.1).
    """

    event: TournamentId
    player: PlayerId
    name: Name
    starts: dt.date
    ends: dt.date
    reported: dt.date
    rules: str
    games: Annotated[tuple[ForeignGame, ...], Meta(min_length=1, max_length=99)]


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


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """
    What a tournament did to one player's rating.

    `before` and `after` are the numbers in the register: at once those around the tournament, on a list those around
    all of the period's results (None: unrated). `gain` is this tournament's, in hundredths of a rating point; `score`
    in half points, `expected` in hundredths of a point.
    """

    player: PlayerId
    before: int | None
    after: int | None
    games: int
    score: int
    expected: int
    gain: int


class Recalculation(msgspec.Struct, frozen=True, kw_only=True):
    """
    A number of a register that was `was` and is now `now`; None: none.

    It is the one after `tournament`, or the one that the event `change` gave or changed, or without either that of the
    list of the day.
    """

    player: PlayerId
    federation: str
    day: dt.date
    tournament: TournamentId | None
    was: int | None
    now: int | None
    change: EventId | None = None


class RulesUsed(msgspec.Struct, frozen=True, kw_only=True):
    """A rule set by its id, and the SHA-256 of its resolved text."""

    rules: str
    digest: str


class StartRatingSet(EventData, frozen=True, kw_only=True):
    """A player is given a number, from `day` on (None: from the event's effective date on)."""

    player: PlayerId
    rating: int
    rules: str = ""
    day: dt.date | None = None
    basis: Basis = Basis.FIRST
    proposed_by: str = ""
    approved_by: str = ""


class TournamentRated(EventData, frozen=True, kw_only=True):
    """
    A tournament was rated under the rule set `rules`, whose resolved text has the SHA-256 `digest`.

    `listed` is the day of the list on which its results count; None: they count at once.
    """

    tournament: TournamentId
    federation: str
    rules: str
    digest: str
    listed: dt.date | None
    changes: tuple[RatingChange, ...]


class RatingsRecalculated(EventData, frozen=True, kw_only=True):
    """
    A change reached ratings already recorded: every before and after, in chronological order.

    `cause` is a tournament, or the event that made it necessary. What is too much for one event is continued in the
    next.
    """

    cause: str
    rules: tuple[RulesUsed, ...]
    changes: tuple[Recalculation, ...]


class TournamentWithdrawnFromRating(EventData, frozen=True, kw_only=True):
    """A tournament's results do not count for ratings."""

    tournament: TournamentId
    reason: str


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


class ForeignEventReported(EventData, frozen=True, kw_only=True):
    """A player's games in an event abroad are rated for him."""

    event: TournamentId
    player: PlayerId
    name: str
    starts: dt.date
    ends: dt.date
    reported: dt.date
    rules: str
    games: tuple[ForeignGame, ...]


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
    highest first, the parts one after another. The last part holds the extracts and what has changed since the list
    before (`since`). A list rests on what was known when it was decided: the log up to some event shortly before it.
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


class Ratings(QueryData, frozen=True, kw_only=True):
    """
    Ask for the ratings as replay has them, highest first: after everything, or effective on a day.

    `federation` names the register; it may be left out where there is one only.
    """

    federation: str = ""
    effective: dt.date | None = None


class TournamentChanges(QueryData, frozen=True, kw_only=True):
    """Ask for what a tournament did to its players' ratings."""

    tournament: TournamentId


class Explain(QueryData, frozen=True, kw_only=True):
    """Ask why a player's rating is what it is; with a tournament, only what happened there."""

    player: PlayerId
    tournament: TournamentId | None = None
    federation: str = ""


class WhatIf(QueryData, frozen=True, kw_only=True):
    """Ask which rating numbers events that are not written would change (of a command answered with `Proposed`)."""

    events: tuple[Event, ...]


class PublishedLists(QueryData, frozen=True, kw_only=True):
    """Ask which lists have been published, by day."""


class PublishedList(QueryData, frozen=True, kw_only=True):
    """Ask for a part of a published list."""

    list: ListId
    part: Annotated[int, Meta(ge=1)] = 1


class RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the rating list as of now."""

    player: PlayerId
    name: str
    rating: int
    games: int


class ListHeader(msgspec.Struct, frozen=True, kw_only=True):
    """A published list at a glance."""

    list: str
    federation: str
    day: dt.date
    rules: str
    players: int
    parts: int


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
    """
    Why a rating changed as it did: every step, and the events it rests on.

    Of a tournament, or without one of a number given or a change made on the day `effective`.
    """

    player: PlayerId
    tournament: TournamentId | None
    effective: dt.date
    rules: str
    before: int | None
    after: int | None
    steps: tuple[Step, ...]
    events: tuple[str, ...]


RatingCommand = (
    SetStartRating
    | RateTournament
    | RecalculateRatings
    | WithdrawFromRating
    | AdjustRatings
    | CoordinateWithFide
    | ReportForeignEvent
    | PublishList
)
RatingEvent = (
    StartRatingSet
    | TournamentRated
    | RatingsRecalculated
    | TournamentWithdrawnFromRating
    | RatingsAdjusted
    | RatingsCoordinated
    | ForeignEventReported
    | ListPublished
)
RatingQuery = Ratings | TournamentChanges | Explain | WhatIf | PublishedLists | PublishedList
