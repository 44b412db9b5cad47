"""What is given and not played for: start ratings with their approvals, and games in events abroad."""

import datetime as dt
import enum
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.points import LOSS, WIN, HalfPoints
from contracts.rating.book import RatingCommandData
from contracts.registration import Name, Rating

Score = Annotated[HalfPoints, Meta(ge=LOSS, le=WIN)]


class Basis(enum.StrEnum):
    """Why a player is given a number: his first, or a new one after a pause (DSU 4.5.5.1), or a judged one (SSF)."""

    FIRST = "first"
    BEGINNER = "beginner"
    """His first, and by his age (SSF Startrating)."""
    PROPOSED_ANEW = "proposed_anew"
    """After 1½ years without rated events, because it is badly wrong (DSU 4.5.5.1 item 6)."""
    AFRESH = "afresh"
    """After more than 5 years (DSU 4.5.5.1 item 5)."""
    ASSESSED = "assessed"
    """Judged by the office, as after a long pause (SSF Passivitetsavdrag)."""

    @property
    def anew(self) -> bool:
        """Whether the number takes the place of one he has."""
        return self not in {Basis.FIRST, Basis.BEGINNER}


class SetStartRating(RatingCommandData, frozen=True, kw_only=True):
    """
    Give a player a number, as an approval or an imported list states it; his first one only once.

    It counts from `day` on (default: the command's effective date): for tournaments that end that day or later. With
    `rules` it is in that rule set's register and must keep its floor; with `proposed_by` (and `approved_by`) also what
    the rules say about who may give which number. Without `rules` it is a number from elsewhere, taken as it stands,
    and counts in every register. Another basis than `first` needs `rules` and `day`, and that of a beginner
    the year of his birth. `games` are the rated games behind it, as the list says that it comes from: FIDE's
    coefficients ask for them.
    """

    player: PlayerId
    rating: Rating
    rules: str = ""
    day: dt.date | None = None
    basis: Basis = Basis.FIRST
    proposed_by: str = ""
    approved_by: str = ""
    games: Annotated[int, Meta(ge=0, le=99999)] = 0


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


class StartRatingSet(EventData, frozen=True, kw_only=True):
    """A player is given a number from `day` on (None: the event's effective date), with `games` games behind it."""

    player: PlayerId
    rating: int
    rules: str = ""
    day: dt.date | None = None
    basis: Basis = Basis.FIRST
    proposed_by: str = ""
    approved_by: str = ""
    games: int = 0


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
