"""
The tie-break criteria by FIDE's codes (C.07, RULES §8.1 to §8.3), in integer units.

| code | section | unit | |
|---|---|---|---|
| PTS | points | half points | done; always the first criterion |
| DE | 6 | place among the tied, 0: the tie stands | done (`encounter`) |
| WIN, WON | 7.1, 7.2 | rounds | done |
| BPG, BWG | 7.3, 7.4 | games | done |
| PS, PS-Cn | 7.5 | half points | done |
| REP, STD, TPN | 7.6 to 7.8 | | not yet: nothing of ours asks for them |
| BH, BH-Cn, BH-Mn | 8.1, 14.1, 14.2 | half points | done |
| AOB, FB | 8.2, 8.3 | | not yet |
| SB | 9.1 | quarter points | done; its cut is not: checker and text differ on what is cut |
| KS | 9.2 | half points | done, threshold half the maximum |
| ARO, TPR, PTP, APRO, APPO, RTNG | 10 | | not yet |
| teams | 11 to 13 | | not yet |
| KORR, KORR-Cn | DSU §24b, SSF kvalitetspoäng | half points | done (R: how many are cut is not in the sources) |
"""

import enum
import re
from collections.abc import Callable, Mapping

import msgspec

from contracts.ids import PlayerId
from contracts.points import points_text
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.chess.crosstable import Crosstable, Row
from services.chess.tiebreaks.editions import Edition
from services.chess.tiebreaks.unplayed import adjusted_scores, contributions, kept


class Unit(enum.StrEnum):
    """What one of a criterion's integers is."""

    HALF_POINTS = "half points"
    QUARTER_POINTS = "quarter points"
    COUNT = "count"
    PLACE = "place"


class Criterion(msgspec.Struct, frozen=True, kw_only=True):
    """
    One criterion with its modifiers.

    `cut_low` and `cut_high` are how many scores are cut. Direct encounter only: `forfeits` says whether they count
    (None: as the system has it, in an all-play-all yes, in a Swiss no); `all_met` is the local rule that it counts
    only if all tied have met.
    """

    code: str
    cut_low: int = 0
    cut_high: int = 0
    forfeits: bool | None = None
    all_met: bool = False

    @property
    def label(self) -> str:
        """The exact variant, as it must stand over its column."""
        cut = f"-M{self.cut_high}" if self.cut_high else f"-C{self.cut_low}" if self.cut_low else ""
        forfeits = {None: "", True: "-P", False: "-PLAYED"}[self.forfeits]
        return self.code + cut + forfeits + ("-ALLMET" if self.all_met else "")

    @property
    def unit(self) -> Unit:
        """The unit of this criterion's values."""
        return Unit.PLACE if self.code == "DE" else _UNITS[self.code]


_FORM = re.compile(r"([A-Z]+)(?:-([CM])([1-9]))?(-P|-PLAYED)?(-ALLMET)?")
_MOST_CUT = {"BH": {"C": 9, "M": 9}, "PS": {"C": 9}, "KORR": {"C": 2}}


def criterion(text: str) -> Criterion:
    """
    Read a criterion by its code and modifiers.

    `BH`, `BH-C1`, `BH/M1`, `PS-C1`, `KORR-C2`, `DE`, `DE-P` (forfeits count), `DE-PLAYED` (they do not), `DE-ALLMET`.
    Refuses as INVALID_PAYLOAD a code that is not done, or a modifier its code does not have.
    """
    match = _FORM.fullmatch(text.strip().upper().replace("/", "-").replace(":", "-"))
    code, kind, cut, forfeits, all_met = match.groups() if match else ("", None, None, None, None)
    known = code == "DE" or code in _UNITS
    cuts = int(cut) if cut else 0
    if not known or cuts > _MOST_CUT.get(code, {}).get(kind or "C", 0) or ((forfeits or all_met) and code != "DE"):
        codes = ", ".join(("DE", *_UNITS))
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{text!r} is no tie-break we compute; there are {codes}, with -C1 or -M1 where a cut is defined",
            rule="FIDE C.07 art. 5 and 14",
        )
    return Criterion(
        code=code,
        cut_low=cuts,
        cut_high=cuts if kind == "M" else 0,
        forfeits=None if forfeits is None else forfeits == "-P",
        all_met=bool(all_met),
    )


def value_text(value: int, unit: Unit) -> str:
    """
    Write a value the way a table prints it.

    >>> value_text(149, Unit.QUARTER_POINTS), value_text(101, Unit.HALF_POINTS), value_text(0, Unit.PLACE)
    ('37¼', '50½', '=')
    """
    if unit is Unit.QUARTER_POINTS:
        whole, quarter = divmod(value, 4)
        return f"{whole if whole or not quarter else ''}{('', '¼', '½', '¾')[quarter]}"
    if unit is Unit.HALF_POINTS:
        return points_text(value)
    return "=" if unit is Unit.PLACE and not value else str(value)


def values(table: Crosstable, wanted: Criterion, edition: Edition) -> dict[PlayerId, int]:
    """Compute a criterion for every player, in its unit; direct encounter has no value outside a tie."""
    adjusted = adjusted_scores(table, edition)
    compute = _COMPUTE[wanted.code]
    return {row.entrant.id: compute(row, _Given(table, wanted, edition, adjusted)) for row in table.rows}


class _Given(msgspec.Struct, frozen=True):
    """What a computation may look at besides the row."""

    table: Crosstable
    criterion: Criterion
    edition: Edition
    adjusted: Mapping[PlayerId, int]


def _points(row: Row, _: _Given) -> int:
    return row.points


def _wins(row: Row, given: _Given) -> int:
    """Count the rounds that brought as many points as a win, played or not (7.1)."""
    return sum(cell.points == given.table.points.win and bool(cell.code) for cell in row.cells)


def _games_won(row: Row, given: _Given) -> int:
    """Count the games won over the board (7.2)."""
    return sum(cell.played and cell.points == given.table.points.win for cell in row.cells)


def _games_with_black(row: Row, _: _Given) -> int:
    """Count the games played with Black (7.3)."""
    return sum(cell.played and cell.colour is Colour.BLACK for cell in row.cells)


def _won_with_black(row: Row, given: _Given) -> int:
    """Count the games won over the board with Black (7.4)."""
    won = (cell for cell in row.cells if cell.played and cell.points == given.table.points.win)
    return sum(cell.colour is Colour.BLACK for cell in won)


def _progressive(row: Row, given: _Given) -> int:
    """Sum of the scores after each round (7.5); the cut leaves out the first rounds' scores (14.4)."""
    running, total = 0, 0
    for number, cell in enumerate(row.cells, start=1):
        running += cell.points
        total += running if number > given.criterion.cut_low else 0
    return total


def _buchholz(row: Row, given: _Given) -> int:
    """Sum of the opponents' adjusted scores (8.1), less the cut ones (14.1, 14.2, 16.5)."""
    found = contributions(row, given.table, given.edition, given.adjusted)
    left = kept(found, low=given.criterion.cut_low, high=given.criterion.cut_high, vur_first=True)
    return sum(one.score for one in left)


def _korrektion(row: Row, given: _Given) -> int:
    """
    Almindelig korrektion (DSU §24b, RULES §8.1): the opponents' points, without the `cut_low` lowest.

    R: the seeds name it and do not define it; `cut_low` 0 is our reading, 1 is SSF's kvalitetspoäng of 2022, 2 that
    of a club. No round is cut before another for being unplayed.
    """
    found = contributions(row, given.table, given.edition, given.adjusted)
    return sum(one.score for one in kept(found, low=given.criterion.cut_low, high=0, vur_first=False))


def _sonneborn_berger(row: Row, given: _Given) -> int:
    """Sum of own points times the opponent's adjusted score (9.1; DSU §24a): half times half are quarter points."""
    found = contributions(row, given.table, given.edition, given.adjusted)
    return sum(one.score * one.own for one in found)


def _koya(row: Row, given: _Given) -> int:
    """
    Points against opponents with at least half of the maximum (9.2); who met nobody has none.

    The maximum is a win a round; in an all-play-all a win a game, so that free rounds and players who never came
    leave the threshold fair.
    """
    table = given.table
    games = max(sum(cell.opponent is not None for cell in one.cells) for one in table.rows)
    maximum = table.points.win * (games if table.round_robin else table.rounds)
    strong = {one.entrant.id for one in table.rows if 2 * one.points >= maximum}
    return sum(cell.points for cell in row.cells if cell.opponent in strong)


_UNITS = {
    "PTS": Unit.HALF_POINTS,
    "BH": Unit.HALF_POINTS,
    "KORR": Unit.HALF_POINTS,
    "SB": Unit.QUARTER_POINTS,
    "PS": Unit.HALF_POINTS,
    "KS": Unit.HALF_POINTS,
    "WIN": Unit.COUNT,
    "WON": Unit.COUNT,
    "BPG": Unit.COUNT,
    "BWG": Unit.COUNT,
}
_COMPUTE: dict[str, Callable[[Row, _Given], int]] = {
    "PTS": _points,
    "BH": _buchholz,
    "KORR": _korrektion,
    "SB": _sonneborn_berger,
    "PS": _progressive,
    "KS": _koya,
    "WIN": _wins,
    "WON": _games_won,
    "BPG": _games_with_black,
    "BWG": _won_with_black,
}
