"""Standings: points first, then the criteria one by one on those still tied."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from contracts.ids import PlayerId
from contracts.points import HalfPoints, points_text
from services.chess.crosstable import Crosstable
from services.chess.tiebreaks.criteria import Criterion, criterion, values
from services.chess.tiebreaks.editions import Edition
from services.chess.tiebreaks.encounter import direct_encounter

Groups = list[list[PlayerId]]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """
    One line of the standings.

    `rank` is shared by those whom no criterion parts; they follow one another by start number. `values` has one integer
    for each criterion, in its unit; for direct encounter the place among the tied, 0 where it parted nobody. `notes`
    says, for direct encounter, what was scored in how many games (`1½/2`), else nothing.
    """

    rank: int
    player: PlayerId
    points: HalfPoints
    values: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def standings(table: Crosstable, criteria: Sequence[str | Criterion], edition: Edition) -> tuple[Standing, ...]:
    """
    Rank the players of a table by points and then by the criteria, in order.

    A table with games that have no result is ranked as it stands; `table.provisional` says so. Refuses a criterion
    we do not compute (see `criterion`).
    """
    wanted = [criterion(one) if isinstance(one, str) else one for one in criteria]
    players = [row.entrant.id for row in table.rows]
    groups = _parted([players], {row.entrant.id: row.points for row in table.rows})
    shown: list[dict[PlayerId, tuple[int, str]]] = []
    for one in wanted:
        if one.code == "DE":
            groups, column = _encounters(table, groups, one)
        else:
            found = values(table, one, edition)
            groups, column = _parted(groups, found), {player: (value, "") for player, value in found.items()}
        shown.append(column)
    return tuple(
        Standing(
            rank=rank,
            player=player,
            points=table.by_id[player].points,
            values=tuple(column[player][0] for column in shown),
            notes=tuple(column[player][1] for column in shown),
        )
        for rank, player in _ranked(table, groups)
    )


def _parted(groups: Groups, found: dict[PlayerId, int] | dict[PlayerId, HalfPoints]) -> Groups:
    """Split each group by value, the greatest first."""
    return [
        [player for player in group if found[player] == value]
        for group in groups
        for value in sorted({found[player] for player in group}, reverse=True)
    ]


def _encounters(table: Crosstable, groups: Groups, wanted: Criterion) -> tuple[Groups, dict[PlayerId, tuple[int, str]]]:
    forfeits = table.round_robin if wanted.forfeits is None else wanted.forfeits
    parted: Groups = []
    column: dict[PlayerId, tuple[int, str]] = {}
    for group in groups:
        if len(group) == 1:
            parted.append(group)
            column[group[0]] = (0, "")
            continue
        met = direct_encounter(table, group, count_forfeits=forfeits, all_met=wanted.all_met)
        place = 1
        for part in met.groups:
            parted.append(list(part))
            for player in part:
                column[player] = (place if len(met.groups) > 1 else 0, _score_text(*met.scores[player]))
            place += len(part)
    return parted, column


def _score_text(score: Fraction, games: int) -> str:
    """Write half points of direct encounter; an average of several games may be no whole number of them."""
    written = points_text(score.numerator) if score.denominator == 1 else f"{score.numerator}:{2 * score.denominator}"
    return f"{written}/{games}"


def _ranked(table: Crosstable, groups: Groups) -> list[tuple[int, PlayerId]]:
    ranked: list[tuple[int, PlayerId]] = []
    for group in groups:
        rank = len(ranked) + 1
        ranked += [(rank, player) for player in sorted(group, key=lambda one: table.by_id[one].entrant.number)]
    return ranked
