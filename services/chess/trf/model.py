"""The event a TRF file describes, as frozen values; what a record's columns are stands in `reader` and `writer`."""

import msgspec

from contracts.points import HalfPoints
from services.chess.colours import Colour
from services.chess.scoring import PointSystem


class TrfRound(msgspec.Struct, frozen=True, gc=False):
    """
    One round of one player.

    `code` is one of `1 = 0 W D L + - U F H Z`, upper-case, or empty: with an opponent the game has no result yet,
    without one nothing is known of the round (before a late entry, or still to be paired).
    """

    opponent: int | None = None
    colour: Colour | None = None
    code: str = ""


BLANK = TrfRound()


class TrfPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """
    A player (record 001).

    `rating` 0 is unrated; `sex` is `m`, `w` or empty; `title` a FIDE title (`GM`) or a national one as given (`1N`);
    `birth` is `YYYY/MM/DD` or `YYYY` where the text can be read so, else as given; `points` half points as printed.
    """

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: HalfPoints | None = None
    rank: int | None = None
    rounds: tuple[TrfRound, ...] = ()


class TrfTeam(msgspec.Struct, frozen=True, kw_only=True):
    """A team and its members' start numbers (record 013)."""

    name: str
    players: tuple[int, ...]


class TrfBye(msgspec.Struct, frozen=True, kw_only=True):
    """A bye granted in advance (record 240): `code` is F, H or Z."""

    number: int
    round: int
    code: str


class Acceleration(msgspec.Struct, frozen=True, kw_only=True):
    """Virtual half points of one player in rounds 1, 2, … (records XXA and 250); rounds after the last have none."""

    number: int
    points: tuple[HalfPoints, ...]


class Forbidden(msgspec.Struct, frozen=True, kw_only=True):
    """Players who may not meet each other from round `first` to `last`; None is the end (records XXP and 260)."""

    numbers: tuple[int, ...]
    first: int = 1
    last: int | None = None


class Trf(msgspec.Struct, frozen=True, kw_only=True):
    """
    A whole file. The same event written in TRF16 with the engines' extensions or in TRF26 is the same value.

    Dates are ISO (`2026-03-01`). `declared_rounds` is what the file says (142, XXR); `rounds` falls back on its
    columns. `unknown` keeps records nobody here reads, as they stood.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: str | None = None
    end: str | None = None
    rated: int | None = None
    declared_teams: int | None = None
    type: str = ""
    chief_arbiters: tuple[str, ...] = ()
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str | None, ...] = ()
    declared_rounds: int | None = None
    initial_colour: Colour | None = None
    points: PointSystem = PointSystem()
    encoded_type: str = ""
    tie_breaks: str = ""
    ranking: str = ""
    absent: tuple[int, ...] = ()
    byes: tuple[TrfBye, ...] = ()
    acceleration: tuple[Acceleration, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    teams: tuple[TrfTeam, ...] = ()
    comments: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    players: tuple[TrfPlayer, ...] = ()

    @property
    def columns(self) -> int:
        """How many rounds the players' records show; every player has as many."""
        return len(self.players[0].rounds) if self.players else 0

    @property
    def rounds(self) -> int:
        """How many rounds the event has: as declared, else as many as are shown."""
        return self.columns if self.declared_rounds is None else self.declared_rounds

    def forbidden_pairs(self, round_: int) -> frozenset[tuple[int, int]]:
        """Return the pairs that may not meet in a round, lower number first."""
        return frozenset(
            (min(one, other), max(one, other))
            for group in self.forbidden
            if group.first <= round_ and (group.last is None or round_ <= group.last)
            for place, one in enumerate(group.numbers)
            for other in group.numbers[place + 1 :]
        )
