"""
Unplayed rounds (FIDE C.07 art. 16, RULES §8.2 and §8.4): what a player is worth to his opponents and to himself.

| section | |
|---|---|
| 16.1 voluntarily unplayed rounds (VUR) | `Cell.voluntarily_unplayed` |
| 16.2, 16.3 for the opponents: categories 1-4 as awarded, 5 as draws | `adjusted_scores` |
| 16.4 for himself: the dummy opponent, with the caps of 2026 | `contributions`, `sums` |
| 16.5 the cut takes a VUR first | `kept` |
| all-play-all: forfeits are games | `adjusted_scores`, `contributions` |
| before 2023: the virtual opponent (B) | `_draws_for_opponents`, `_virtual_opponent` |
"""

from collections.abc import Mapping, Sequence

import msgspec

from contracts.ids import PlayerId
from services.chess.crosstable import Crosstable, Row
from services.chess.tiebreaks.editions import Edition

Scores = Mapping[PlayerId, int]
_FIDE_ART_16 = frozenset({Edition.FIDE_2024, Edition.FIDE_2026})
_AS_SCORED = frozenset({Edition.SEEDS_OWN, Edition.SEEDS_ZERO})


class Contribution(msgspec.Struct, frozen=True, gc=False):
    """What one round adds: the opponent's (or dummy's) score and the own points in it, both in half points."""

    round: int
    score: int
    own: int
    vur: bool = False


def adjusted_scores(table: Crosstable, edition: Edition) -> dict[PlayerId, int]:
    """Return the half points each player counts for his opponents."""
    return {row.entrant.id: adjusted_score(row, table, edition) for row in table.rows}


def adjusted_score(row: Row, table: Crosstable, edition: Edition) -> int:
    """Return the half points a player counts for his opponents."""
    if table.round_robin or edition in _AS_SCORED:
        return row.points
    return _trailing_as_draws(row, table) if edition in _FIDE_ART_16 else _draws_for_opponents(row, table)


def _trailing_as_draws(row: Row, table: Crosstable) -> int:
    """
    Count byes and absences after the last round that was not voluntarily unplayed as draws (16.2.5, 16.3.2).

    Every other round counts as awarded: pairing and full-point byes, forfeits, requested byes that were followed by a
    round elected to play (16.2.1 to 16.2.4, 16.3.1).
    """
    return row.points + sum(table.points.draw - cell.points for cell in row.absent_since)


def _draws_for_opponents(row: Row, table: Crosstable) -> int:
    """Count every unplayed round as a draw (before 2023); a game without a result yet counts nothing."""
    return sum(cell.points if cell.played or cell.unfinished else table.points.draw for cell in row.cells)


def contributions(row: Row, table: Crosstable, edition: Edition, adjusted: Scores) -> list[Contribution]:
    """
    Return what each round adds to a player's Buchholz and Sonneborn-Berger, by round.

    A game without a result yet adds nothing. In an all-play-all a forfeit adds its opponent, a free round nothing.
    """
    rounds = range(1, len(row.cells) + 1)
    found = (_contribution(row, number, table, edition, adjusted) for number in rounds)
    return [one for one in found if one is not None]


def sums(row: Row, table: Crosstable, edition: Edition, adjusted: Scores) -> tuple[int, int]:
    """Return a player's Buchholz (half points) and Sonneborn-Berger (quarter points): his contributions added up."""
    buchholz = sonneborn_berger = 0
    for number, cell in enumerate(row.cells, start=1):
        if cell.opponent is not None and cell.played:
            score = adjusted[cell.opponent]
        elif (found := _contribution(row, number, table, edition, adjusted)) is not None:
            score = found.score
        else:
            continue
        buchholz += score
        sonneborn_berger += score * cell.points
    return buchholz, sonneborn_berger


def _contribution(row: Row, number: int, table: Crosstable, edition: Edition, adjusted: Scores) -> Contribution | None:
    cell = row.cells[number - 1]
    if cell.unfinished or (table.round_robin and cell.opponent is None):
        return None
    if cell.opponent is not None and (cell.played or table.round_robin):
        return Contribution(number, adjusted[cell.opponent], cell.points)
    score = _dummy(row, number, table, edition, adjusted)
    return Contribution(number, score, cell.points, cell.voluntarily_unplayed and edition in _FIDE_ART_16)


def _dummy(row: Row, number: int, table: Crosstable, edition: Edition, adjusted: Scores) -> int:
    """Return the half points of the opponent that stands in for an unplayed round (16.4, or the edition's own)."""
    cell = row.cells[number - 1]
    if edition is Edition.SEEDS_ZERO:
        return 0
    if edition is Edition.FIDE_VIRTUAL:
        return _virtual_opponent(row, number, table)
    if edition is not Edition.FIDE_2026:
        return row.points
    if cell.opponent is not None:
        return min(row.points, adjusted[cell.opponent])
    return min(row.points, table.points.draw * table.rounds)


def _virtual_opponent(row: Row, number: int, table: Crosstable) -> int:
    """Score before the round, plus what the player did not get in it, plus draws in all later rounds (RULES §8.2)."""
    before = sum(one.points for one in row.cells[: number - 1])
    return before + table.points.win - row.cells[number - 1].points + table.points.draw * (table.rounds - number)


def kept(found: Sequence[Contribution], *, low: int, high: int, vur_first: bool) -> list[Contribution]:
    """
    Return the contributions left after cutting the `low` least and the `high` greatest scores (art. 14, 16.5).

    With `vur_first` the cut of the least takes the lowest VUR if there is one: it cannot be lower than the least of
    all, which is all that 16.5 asks of it. The cut of the greatest knows no such exception.
    """
    left = sorted(found, key=lambda one: one.score)
    for _ in range(min(low, len(left))):
        voluntary = next((one for one in left if one.vur), None) if vur_first else None
        left.remove(voluntary or left[0])
    return left[: len(left) - min(high, len(left))]
