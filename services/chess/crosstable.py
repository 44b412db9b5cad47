"""
The crosstable of an individual event: what standings, tie-breaks, rating and TRF writing read.

It is built from rounds by `crosstable`, or from a TRF file by `from_trf`, and knows nothing of events or services.
A cell holds its outcome as the TRF code, and its points come from one `PointSystem`, so a total is the sum of cells.
"""

import itertools
from collections.abc import Container, Mapping, Sequence
from functools import cached_property

import msgspec

from contracts.ids import PlayerId
from contracts.points import ByeKind, HalfPoints, Result
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.chess.scoring import PointSystem
from services.chess.trf import Trf, board_codes, boards, byes
from services.chess.trf.codes import BYE_CODES, PLAYED_CODES


class Cell(msgspec.Struct, frozen=True, gc=False):
    """
    One round of one player.

    A game: `opponent`, `colour`, and `code` one of `1 = 0 W D L`, or empty while it has no result. A forfeit: the
    scheduled `opponent` and `colour`, `+` or `-`. A bye: no opponent, `U F H Z`. All empty: not there, not paired.
    """

    opponent: PlayerId | None = None
    colour: Colour | None = None
    code: str = ""
    points: HalfPoints = HalfPoints(0)

    @property
    def played(self) -> bool:
        """Whether a game was played to a result, be it of less than one move."""
        return self.code in PLAYED_CODES

    @property
    def rated(self) -> bool:
        """Whether a game was played that is rated under ordinary rules."""
        return self.code in _RATED_CODES

    @property
    def forfeit(self) -> bool:
        """Whether the game was decided without play."""
        return self.code in _FORFEIT_CODES

    @property
    def bye(self) -> ByeKind | None:
        """The kind of bye, None if there was none."""
        return ByeKind(self.code) if self.code in BYE_CODES else None

    @property
    def unfinished(self) -> bool:
        """Whether the player is paired and the game has no result yet."""
        return self.opponent is not None and not self.code

    @property
    def voluntarily_unplayed(self) -> bool:
        """Whether this is a VUR (FIDE C.07 art. 16.1): a requested bye or absence, or a forfeit loss."""
        return self.code in _VUR_CODES and not self.unfinished


_RATED_CODES = frozenset("1=0")
_FORFEIT_CODES = frozenset("+-")
_VUR_CODES = frozenset({"-", "H", "Z", ""})
NOT_THERE = Cell()
"""The cell of a player whom a round does not mention."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Who takes part: `number` is the start number, which orders what nothing else does; `rating` 0 is unrated."""

    id: PlayerId
    number: int
    name: str = ""
    rating: int = 0


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round: boards as (White, Black, result; None while there is none), and byes as (player, kind)."""

    boards: tuple[tuple[PlayerId, PlayerId, Result | None], ...] = ()
    byes: tuple[tuple[PlayerId, ByeKind], ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A player and his rounds, as many for every row. What follows from them is computed once."""

    entrant: Entrant
    cells: tuple[Cell, ...]

    @cached_property
    def points(self) -> HalfPoints:
        """Half points: the sum of the cells, nothing else."""
        return HalfPoints(sum(cell.points for cell in self.cells))

    @cached_property
    def there(self) -> bool:
        """Whether the player had a place in any round."""
        return any(cell != NOT_THERE for cell in self.cells)

    @cached_property
    def absent_since(self) -> tuple[Cell, ...]:
        """The last cells, if the player has left: those of byes and absences after which nothing was played."""
        trailing = itertools.takewhile(lambda cell: cell.voluntarily_unplayed, reversed(self.cells))
        return tuple(cell for cell in trailing if cell.opponent is None)


class Crosstable(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    Rows by start number. `round_robin` is true for an all-play-all, where forfeits count as games in tie-breaks.

    A table of an event under way holds the rounds so far; make it with `through` for standings after a round.
    """

    rows: tuple[Row, ...]
    points: PointSystem = PointSystem()
    round_robin: bool = False

    @cached_property
    def by_id(self) -> dict[PlayerId, Row]:
        """The rows by player."""
        return {row.entrant.id: row for row in self.rows}

    @property
    def rounds(self) -> int:
        """How many rounds the table holds."""
        return len(self.rows[0].cells) if self.rows else 0

    @property
    def provisional(self) -> bool:
        """Whether a game in the table has no result yet; what is shown of it must say so."""
        return any(cell.unfinished for row in self.rows for cell in row.cells)

    def through(self, rounds: int) -> "Crosstable":
        """Return the table as it stood after so many rounds."""
        rows = tuple(Row(entrant=row.entrant, cells=row.cells[:rounds]) for row in self.rows)
        return Crosstable(rows=rows, points=self.points, round_robin=self.round_robin)


def crosstable(
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    *,
    points: PointSystem | None = None,
    round_robin: bool = False,
) -> Crosstable:
    """
    Build the crosstable of an event from its rounds.

    A player whom a round does not mention was not there. Refuses as INVALID_PAYLOAD an id or start number that stands
    twice, as NOT_ENTERED a player who is no entrant, as INVALID_PAIRING a player who has two places in one round.
    """
    system = points or PointSystem()
    ordered = sorted(entrants, key=lambda entrant: entrant.number)
    for values in ([one.id for one in ordered], [one.number for one in ordered]):
        if len(set(values)) != len(values):
            raise Refused(RefusalCode.INVALID_PAYLOAD, "two entrants have the same id or start number")
    known = {entrant.id for entrant in ordered}
    columns = [column(one, number, known, system) for number, one in enumerate(rounds, start=1)]
    rows = tuple(
        Row(entrant=entrant, cells=tuple(cells.get(entrant.id, NOT_THERE) for cells in columns)) for entrant in ordered
    )
    return Crosstable(rows=rows, points=system, round_robin=round_robin)


def column(one: Round, number: int, known: Container[PlayerId], points: PointSystem) -> dict[PlayerId, Cell]:
    """
    Build the cells of those whom a round mentions.

    Refuses as NOT_ENTERED a player who is not `known`, as INVALID_PAIRING one who has two places.
    """
    cells: dict[PlayerId, Cell] = {}
    for white, black, result in one.boards:
        codes = board_codes(result)
        _place(cells, white, Cell(black, Colour.WHITE, codes[0], points.worth(codes[0])), number, known)
        _place(cells, black, Cell(white, Colour.BLACK, codes[1], points.worth(codes[1])), number, known)
    for player, kind in one.byes:
        _place(cells, player, Cell(code=kind.value, points=points.worth(kind.value)), number, known)
    return cells


def _place(cells: dict[PlayerId, Cell], player: PlayerId, cell: Cell, number: int, known: Container[PlayerId]) -> None:
    if player not in known:
        raise Refused(RefusalCode.NOT_ENTERED, f"round {number} names {player}, who is no entrant", player=player)
    if cells.setdefault(player, cell) is not cell:
        raise Refused(RefusalCode.INVALID_PAIRING, f"{player} has two places in round {number}", player=player)


def from_trf(
    trf: Trf,
    *,
    ids: Mapping[int, PlayerId] | None = None,
    points: PointSystem | None = None,
    rounds: int | None = None,
    round_robin: bool = False,
) -> Crosstable:
    """
    Build the crosstable of a TRF event.

    A player's id is `ids[start number]`, or the start number itself. `points` replaces the file's own point system.
    `rounds` defaults to the last round in which anybody is paired: byes already granted for later rounds are left out.
    """
    named: dict[int, PlayerId] = {one.number: PlayerId(str(one.number)) for one in trf.players} | dict(ids or {})
    paired = [
        index for player in trf.players for index, one in enumerate(player.rounds, start=1) if one.opponent is not None
    ]
    last = max(paired, default=0) if rounds is None else rounds
    entrants = [
        Entrant(id=named[one.number], number=one.number, name=one.name, rating=one.rating) for one in trf.players
    ]
    columns = [
        Round(
            boards=tuple((named[white], named[black], result) for white, black, result in boards(trf, number)),
            byes=tuple((named[player], kind) for player, kind in byes(trf, number)),
        )
        for number in range(1, last + 1)
    ]
    return crosstable(entrants, columns, points=points or trf.points, round_robin=round_robin)
