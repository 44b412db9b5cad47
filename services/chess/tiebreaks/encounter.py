"""
Direct encounter (FIDE C.07 art. 6).

| section | |
|---|---|
| 6.1 the tied players' games against each other; several meetings count with their average | `_meetings` |
| 6.2 all have met: ranked by these points, and again among those still tied | `_by_points` |
| 6.3 not all have met: who is ahead whatever the missing games had brought is ranked, the rest start again | `_ahead` |
| forfeits: left out in a Swiss, games in an all-play-all; a switch | `count_forfeits` |
| local rule "all must have met, else skip" | `all_met` |
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from contracts.ids import PlayerId
from services.chess.crosstable import Crosstable

Groups = list[list[PlayerId]]


class Encounter(msgspec.Struct, frozen=True, kw_only=True):
    """The order direct encounter gives: groups from first to last, and what each scored (half points) in how many."""

    groups: tuple[tuple[PlayerId, ...], ...]
    scores: dict[PlayerId, tuple[Fraction, int]]


def direct_encounter(
    table: Crosstable, tied: Sequence[PlayerId], *, count_forfeits: bool, all_met: bool = False
) -> Encounter:
    """
    Rank tied players by their games against each other.

    Players who stay in one group are still tied. `scores` are those among all the tied, before any is set apart:
    (half points, opponents met); two games with one opponent count as their average.
    """
    if all_met and not _all_met(table, tied, count_forfeits=count_forfeits):
        groups: Groups = [list(tied)]
    else:
        groups = _resolved(table, list(tied), count_forfeits=count_forfeits)
    scores = {player: _score(_meetings(table, player, tied, count_forfeits=count_forfeits)) for player in tied}
    return Encounter(groups=tuple(tuple(group) for group in groups), scores=scores)


def _meetings(
    table: Crosstable, player: PlayerId, tied: Sequence[PlayerId], *, count_forfeits: bool
) -> dict[PlayerId, Fraction]:
    """Return the average half points against each tied opponent met."""
    points: dict[PlayerId, list[int]] = {}
    others = set(tied)
    for cell in table.by_id[player].cells:
        counts = cell.played or (count_forfeits and cell.forfeit)
        if counts and cell.opponent is not None and cell.opponent in others:
            points.setdefault(cell.opponent, []).append(cell.points)
    return {opponent: Fraction(sum(games), len(games)) for opponent, games in points.items()}


def _score(meetings: dict[PlayerId, Fraction]) -> tuple[Fraction, int]:
    return sum(meetings.values(), Fraction(0)), len(meetings)


def _all_met(table: Crosstable, tied: Sequence[PlayerId], *, count_forfeits: bool) -> bool:
    return all(len(_meetings(table, one, tied, count_forfeits=count_forfeits)) == len(tied) - 1 for one in tied)


def _resolved(table: Crosstable, tied: list[PlayerId], *, count_forfeits: bool) -> Groups:
    """Apply 6.2 or 6.3 and start again with every smaller group, until nothing changes."""
    if len(tied) == 1:
        return [tied]
    met = {one: _score(_meetings(table, one, tied, count_forfeits=count_forfeits)) for one in tied}
    everybody = table.round_robin or all(games == len(tied) - 1 for _, games in met.values())
    points = {one: score for one, (score, _) in met.items()}
    if everybody:
        groups = _by_points(points)
    else:
        missing = {one: table.points.win * (len(tied) - 1 - games) for one, (_, games) in met.items()}
        groups = _ahead(points, {one: points[one] + missing[one] for one in tied})
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in _resolved(table, group, count_forfeits=count_forfeits)]


def _by_points(points: dict[PlayerId, Fraction]) -> Groups:
    groups: dict[Fraction, list[PlayerId]] = {}
    for one, score in points.items():
        groups.setdefault(score, []).append(one)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _ahead(points: dict[PlayerId, Fraction], most: dict[PlayerId, Fraction]) -> Groups:
    """Set apart, from the top, everybody whose points are more than any later player could have."""
    order = sorted(points, key=lambda one: (-points[one], most[one]))
    groups: Groups = []
    while len(order) > 1 and points[order[0]] > max(most[other] for other in order[1:]):
        groups.append([order.pop(0)])
    return [*groups, order]
