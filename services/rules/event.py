"""
What is rated and what comes out: the values every federation's rules share.

Units: a score is in half points; an expected score, a bonus and a gain in hundredths (of a point, of a rating
point); a rating is a whole number. An exact value that hundredths cannot hold is a numerator and a denominator.
"""

import enum
from datetime import date
from fractions import Fraction
from functools import cached_property

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.rules.games import Game, Games, by_columns, check_all_play_all, check_games

RATING_LIMIT = 4000
"""No federation has numbered a player so high; above it a number is a typing error."""


class Event(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    A finished event: what stays the same however often it is rated anew.

    `size` is the number of entrants. `games` stand in the order they were played. `all_play_all`: a group where each
    meets each (a double round: twice); every pair must then be listed, unplayed games with their status. `team`: the
    division tournament and rated team events. `winners` are the places of all who share the first place. `options` are
    those a rule set leaves to a district or an organiser. `checked`: it has been, and is not again.
    Refuses impossible dates, games of nobody, games against oneself, impossible scores, a gap in an all-play-all.
    """

    size: int
    games: tuple[Game, ...] | Games
    start: date
    end: date
    all_play_all: bool = False
    team: bool = False
    match: bool = False
    winners: frozenset[int] = frozenset()
    options: frozenset[str] = frozenset()
    checked: bool = False

    @property
    def cycles(self) -> int:
        """How often each meets each in an all-play-all."""
        return 2 * len(self.games) // (self.size * (self.size - 1)) if self.size > 1 else 1

    @cached_property
    def columns(self) -> Games:
        """The games by columns."""
        return by_columns(self.size, self.games)

    def __post_init__(self) -> None:
        """Refuse an event that cannot have happened; done once, however often it is rated."""
        if self.checked:
            return
        if self.end < self.start:
            raise Refused(RefusalCode.INVALID_DATES, f"an event cannot end on {self.end} that began on {self.start}")
        check_games(self.size, self.games)
        if any(not 0 <= one < self.size for one in self.winners):
            raise Refused(RefusalCode.NOT_ENTERED, f"a winner is none of the {self.size} entrants")
        if self.all_play_all:
            check_all_play_all(self.columns)


class Entrant(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    A participant as the rules see him before the event.

    `rating` is the start rating (None: unrated). `games` are the rated games completed before, `peak` the highest
    rating ever published (his own if higher), `birth_year` 0 when unknown: what a coefficient may ask.
    `running` is the rating after the latest game in hundredths, where a federation keeps one inside a period (SSF).
    `unrated_then`: he has been rated since, but for his opponents he counts as unrated (FIDE 8.2.4). `waits`: he has no
    number and none is made of his results, for one has to be given to him first (DSU 4.5.5.1).
    """

    rating: int | None = None
    games: int = 0
    peak: int = 0
    birth_year: int = 0
    running: int | None = None
    unrated_then: bool = False
    waits: bool = False

    def __post_init__(self) -> None:
        """Refuse a number that is no rating."""
        if self.rating is not None and not 0 < self.rating <= RATING_LIMIT:
            raise Refused(
                RefusalCode.INVALID_RATING,
                f"{self.rating} is no rating: it must lie in 1..{RATING_LIMIT}",
                rating=self.rating,
            )


class Method(enum.StrEnum):
    """How a participant was rated."""

    AVERAGE = "average"
    DIFFERENCE = "difference"
    PERFORMANCE = "performance"
    OPPONENTS_AVERAGE = "opponents_average"
    PER_GAME = "per_game"
    FIRST_RATING = "first_rating"
    UNRESOLVED = "unresolved"
    NOT_RATED = "not_rated"


class Performance(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    What an unrated player brings towards a first rating from one event.

    `games` and `score` (half points) against the opponents that count; `opponents` the sum of their ratings; the
    performance itself is `numerator`/`denominator`; `counts` is false, and `why` says the rule, where the event gives
    nothing. `on` is the event's last day.
    """

    on: date
    games: int
    score: int
    opponents: int
    numerator: int = 0
    denominator: int = 1
    counts: bool = True
    why: str = ""

    @property
    def value(self) -> Fraction:
        """The performance, exact."""
        return Fraction(self.numerator, self.denominator)


class Rated(msgspec.Struct, frozen=True, gc=False):
    """
    What an event gave one participant.

    `start` is the number he was rated from. `games` and `score` (half points) are those that were rated; `expected` is
    the expected score after its rounding and `expected_raw` before, `bonus` the bonus, all in hundredths. `raw` is
    start + K*(W - We + B) and `gain` the change that goes into the register, both in hundredths of a rating point and
    before what the settlement does (limits, floor, rounding). `final` and `published` are those of this event alone,
    settled on `start`. An unrated player has a `performance` and no numbers.
    """

    method: Method
    start: int | None = None
    games: int = 0
    score: int = 0
    expected: int = 0
    expected_raw: int = 0
    k: int = 0
    bonus: int = 0
    raw: int = 0
    gain: int = 0
    final_numerator: int = 0
    final_denominator: int = 1
    published: int | None = None
    performance: Performance | None = None

    @property
    def final(self) -> Fraction:
        """The exact number before the last rounding."""
        return Fraction(self.final_numerator, self.final_denominator)

    @property
    def change(self) -> int:
        """Whole rating points gained, as they would be printed for this event alone."""
        return 0 if self.published is None or self.start is None else self.published - self.start

    @property
    def surplus(self) -> int:
        """W - We in hundredths of a point."""
        return 50 * self.score - self.expected


class EventRating(msgspec.Struct, frozen=True, kw_only=True):
    """A rated event: one `Rated` for each entrant, in their order, and the rules it was done under."""

    rule_set: str
    digest: str
    rated: tuple[Rated, ...]


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """
    A new number in the register: `published` is None where the rules show the player as unrated.

    `numerator`/`denominator` is the exact number before the last rounding, `k` the coefficient used where it is settled
    only now (0: it was settled by event).
    """

    published: int | None
    numerator: int
    denominator: int = 1
    k: int = 0
    games: int = 0
    why: str = ""

    @property
    def exact(self) -> Fraction:
        """The number before the last rounding."""
        return Fraction(self.numerator, self.denominator)


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    One step of an explanation.

    `section` names the paragraph, `what` the step, `inputs` its values by name, `row` the table row used, `rounding`
    the rounding done and `value` the outcome; numbers are exact decimals or fractions as text.
    """

    section: str
    what: str
    value: str
    inputs: dict[str, str] = {}
    row: str = ""
    rounding: str = ""


Trace = list[Step] | None
"""Where a rule writes its steps when it is asked to explain; None costs nothing."""
