"""
What every pairing system is given and gives back.

A system is a pure function `pair(request) -> Proposal`: no clock, no chance (lots come in as the numbers and the
initial colour), integers only. It raises `Unpairable` where its rules allow no pairing, and says what an arbiter
can do.
"""

import enum
from collections.abc import Callable

import msgspec

from contracts.points import ByeKind, HalfPoints
from services.chess.colours import Colour


class Adjournment(enum.StrEnum):
    """A game of an earlier round without a final result, for ordering and pairing only (SSF §15A.2, DSU §11)."""

    ADJOURNED = "adjourned"
    POSTPONED = "postponed"


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """
    One earlier round of one contestant.

    A game: `opponent` and `colour` set, `played` true. A forfeit: `opponent` and the scheduled `colour` set, `played`
    false. A bye or an absence: `opponent` None and `bye` its kind (None before a late entrant came).
    `points` are the half points the round counted; for an unfinished game they are 0 and `unfinished` says which.
    """

    opponent: int | None = None
    colour: Colour | None = None
    points: HalfPoints = HalfPoints(0)
    played: bool = False
    bye: ByeKind | None = None
    unfinished: Adjournment | None = None


class Contestant(msgspec.Struct, frozen=True, kw_only=True):
    """
    A contestant as a pairing system sees him.

    `number` is the start number (the lot, or the rank by strength; 1 is first) and his identity here. `rating` 0 is
    unrated. `past` has one entry for each earlier round. `absent` is set when he is not to be paired in this round:
    the bye asked for or given beforehand, ZERO_POINT for an absentee or one who has withdrawn.
    `acceleration` are the virtual half points of (each earlier round, ..., this round) under an accelerated system.
    """

    number: int
    rating: int = 0
    title: str = ""
    past: tuple[PastRound, ...] = ()
    absent: ByeKind | None = None
    group: str = ""
    acceleration: tuple[HalfPoints, ...] = ()

    @property
    def score(self) -> HalfPoints:
        """Half points so far, as the table counts them."""
        return HalfPoints(sum(one.points for one in self.past))


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """
    Everything a system may know when it pairs `round` of `rounds`.

    `initial_colour` is the colour drawn by lot for the first pairing number. `forbidden` are pairs (lower number first)
    that may not meet. `bye_points` is what a pairing-allocated bye is worth, in half points. `options` are the
    system's own, by name; a system refuses an option it does not know.
    """

    round: int
    rounds: int
    contestants: tuple[Contestant, ...]
    initial_colour: Colour = Colour.WHITE
    forbidden: frozenset[tuple[int, int]] = frozenset()
    bye_points: HalfPoints = HalfPoints(2)
    options: dict[str, str] = {}


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an explanation: the rule (document and section) and what it did here, in a sentence."""

    rule: str
    text: str


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """One board: the numbers of White and Black, and why these two with these colours."""

    white: int
    black: int
    reasons: tuple[Reason, ...] = ()


class Free(msgspec.Struct, frozen=True, kw_only=True):
    """
    A contestant left without an opponent by the table or the bracket, and why.

    `against` is whom the table of an all-play-all gives him and who is absent.
    """

    number: int
    reasons: tuple[Reason, ...] = ()
    against: int | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """
    A proposed round: `pairs` in board order, the pairing-allocated `bye`, and notes on the whole.

    `free` are those who get no opponent but no pairing-allocated bye either: the opponents of a withdrawn player in an
    all-play-all table, and the byes of a knock-out bracket. Swiss systems leave it empty.
    """

    pairs: tuple[Pair, ...]
    bye: int | None = None
    bye_reasons: tuple[Reason, ...] = ()
    free: tuple[Free, ...] = ()
    notes: tuple[Reason, ...] = ()


class Unpairable(Exception):  # noqa: N818  the regulations' own word
    """The system's rules allow no pairing of this round. `advice` says what an arbiter can do."""

    def __init__(self, message: str, *, rule: str, advice: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.advice = advice

    @property
    def sentence(self) -> str:
        """What is wrong, and what an arbiter can do."""
        advice = self.advice.rstrip(".")
        return f"{self}; {advice[0].lower()}{advice[1:]}" if advice[1:2].islower() else f"{self}; {advice}"


System = Callable[[Request], Proposal]
