"""
Standings and crosstable of a tournament, as its rounds stand.

Standings after a round come from that round and those before it, whatever was played later, and hold those who had a
place in them: a late entrant is in no earlier table, a player who withdrew stays in his. The order is points, Buchholz,
Sonneborn-Berger; in an all-play-all points and Sonneborn-Berger (DSU §24a), where what those count who left it is §16's
matter (`services.chess.leaving`). How unplayed rounds count is the edition's, which follows from the day the tournament
ends (`services.chess.tiebreaks`).

Reading a table after every result must be cheap: `Growing` works out again only what the result touches.
"""

import operator

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode, Refused
from contracts.reporting import Cell as ReportedCell
from contracts.reporting import Crosstable as ReportedCrosstable
from contracts.reporting import CrosstableRow, Standing, Standings
from services.chess import leaving
from services.chess.crosstable import Cell, Crosstable
from services.chess.tournament import Tournament
from services.reporting.growing import Growing, Scores, edition, scores


def standings(tournament: Tournament, after_round: int | None = None, growing: Growing | None = None) -> Standings:
    """Compute the standings after a round, or after the last published one; refuses a round that is not published."""
    published = len(tournament.rounds)
    number = published if after_round is None else after_round
    if number > published:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"round {number} is not published", published=published)
    growing, rules = growing or Growing(), edition(tournament)
    if number == published:
        table, found = growing.scored(tournament, rules)
    else:
        table = growing.table(tournament).through(number)
        found = scores(table, rules)
    final = leaving.counted(leaving.completed(table, tournament, number), tournament, number)
    if final is not table:
        found = scores(final, rules)
    return Standings(
        tournament=tournament.announced.tournament,
        name=tournament.announced.name,
        after_round=number,
        rounds=tournament.announced.rounds,
        provisional=tournament.open(number),
        edition=rules.value,
        rows=_ranked(table, found, _there(tournament, number, table)),
    )


def crosstable(tournament: Tournament, growing: Growing | None = None) -> ReportedCrosstable:
    """Give the crosstable of everybody entered, in start-list order."""
    table = leaving.completed((growing or Growing()).table(tournament), tournament, len(tournament.rounds))
    return ReportedCrosstable(
        tournament=tournament.announced.tournament,
        name=tournament.announced.name,
        rounds=tournament.announced.rounds,
        rows=tuple(
            CrosstableRow(
                start_number=row.entrant.number,
                player=row.entrant.id,
                name=row.entrant.name,
                rating=row.entrant.rating or None,
                points=row.points,
                cells=tuple(_reported(cell, table) for cell in row.cells),
            )
            for row in table.rows
        ),
    )


def _there(tournament: Tournament, number: int, table: Crosstable) -> set[PlayerId]:
    """Name those who had a place in the rounds so far; before the first round everybody entered has one."""
    if not tournament.rounds:
        return set(tournament.entries)
    if number == 0:
        first = tournament.rounds[0]
        games = {player for game in first.games.values() for player in (game.white, game.black)}
        return games | {bye.player for bye in first.byes}
    return {row.entrant.id for row in table.rows if row.there}


def _ranked(table: Crosstable, found: Scores, there: set[PlayerId]) -> tuple[Standing, ...]:
    """Rank by points and tie-breaks; equals share a rank and follow one another by start number."""
    lines = []
    for row in table.rows:
        if row.entrant.id in there:
            score = found[row.entrant.id]
            first_tie_break = 0 if table.round_robin else score.buchholz
            lines.append(((score.points, first_tie_break, score.sonneborn_berger), score, row.entrant))
    lines.sort(key=operator.itemgetter(0), reverse=True)
    rank, last, ranked = 0, None, []
    for place, (order, score, entrant) in enumerate(lines, start=1):
        rank = rank if order == last else place
        last = order
        ranked.append(
            Standing(
                rank=rank,
                player=entrant.id,
                name=entrant.name,
                start_number=entrant.number,
                rating=entrant.rating or None,
                points=score.points,
                buchholz=score.buchholz,
                sonneborn_berger=score.sonneborn_berger,
            )
        )
    return tuple(ranked)


def _reported(cell: Cell, table: Crosstable) -> ReportedCell:
    opponent = None if cell.opponent is None else table.by_id[cell.opponent].entrant.number
    colour = "" if cell.colour is None else cell.colour.value
    return ReportedCell(opponent=opponent, colour=colour, points=cell.points, code=cell.code)
