"""
Standings and crosstable of a tournament, as its rounds stand.

Standings after a round come from that round and those before it, whatever was played later, and hold those who had a
place in them: a late entrant is in no earlier table, a player who withdrew stays in his. The order is points, Buchholz,
Sonneborn-Berger; in an all-play-all points and Sonneborn-Berger (DSU §24a). How unplayed rounds count is the edition's
matter, which follows from the day the tournament ends (`services.chess.tiebreaks`).

Reading a table after every result must be cheap: `Columns` keeps what a round gave until that round changes.
"""

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from contracts.reporting import Cell as ReportedCell
from contracts.reporting import Crosstable as ReportedCrosstable
from contracts.reporting import CrosstableRow, Standing, Standings
from services.chess import crosstable as chess
from services.chess.crosstable import Cell, Crosstable, Entrant, Row
from services.chess.scoring import PointSystem
from services.chess.tiebreaks import Edition, adjusted_scores, contributions, edition_of
from services.chess.tournament import Entry, Round, Tournament

Entries = dict[PlayerId, Entry]


class Columns:
    """What the rounds of one tournament gave, each computed once for as long as neither it nor the entries change."""

    def __init__(self) -> None:
        self._entries: Entries | None = None
        self._entrants: list[Entrant] = []
        self._columns: dict[int, tuple[Round, list[Cell]]] = {}

    def table(self, tournament: Tournament, rounds: int) -> Crosstable:
        """Give the crosstable of everybody entered, through so many rounds."""
        points = PointSystem(pairing_bye=tournament.announced.bye_points)
        if tournament.entries is not self._entries:
            self._entries, self._columns = tournament.entries, {}
            self._entrants = sorted((_entrant(one) for one in tournament.entries.values()), key=lambda one: one.number)
        columns = self._through(tournament.rounds[:rounds], points)
        cells = zip(*columns, strict=True) if columns else (() for _ in self._entrants)
        return Crosstable(
            rows=tuple(Row(entrant=one, cells=tuple(own)) for one, own in zip(self._entrants, cells, strict=True)),
            points=points,
            round_robin=tournament.announced.system is PairingSystem.BERGER,
        )

    def _through(self, rounds: tuple[Round, ...], points: PointSystem) -> list[list[Cell]]:
        """Give the columns of the rounds, made anew only where a round is not the one it was."""
        changed = {
            number: played
            for number, played in enumerate(rounds)
            if number not in self._columns or self._columns[number][0] is not played
        }
        table = chess.crosstable(self._entrants, [_chess_round(one) for one in changed.values()], points=points)
        for place, (number, played) in enumerate(changed.items()):
            self._columns[number] = (played, [row.cells[place] for row in table.rows])
        return [self._columns[number][1] for number in range(len(rounds))]


def standings(tournament: Tournament, after_round: int | None = None, columns: Columns | None = None) -> Standings:
    """Compute the standings after a round, or after the last published one; refuses a round that is not published."""
    published = len(tournament.rounds)
    number = published if after_round is None else after_round
    if number > published:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"round {number} is not published", published=published)
    edition = edition_of(tournament.announced.ends.isoformat())
    table = (columns or Columns()).table(tournament, number)
    return Standings(
        tournament=tournament.announced.tournament,
        name=tournament.announced.name,
        after_round=number,
        rounds=tournament.announced.rounds,
        provisional=any(tournament.open_games(one) for one in range(1, number + 1)),
        edition=edition.value,
        rows=_ranked(table, edition, _there(tournament, number)),
    )


def crosstable(tournament: Tournament, columns: Columns | None = None) -> ReportedCrosstable:
    """Give the crosstable of everybody entered, in start-list order."""
    table = (columns or Columns()).table(tournament, len(tournament.rounds))
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


def _there(tournament: Tournament, number: int) -> set[PlayerId]:
    """Name those who had a place in the rounds so far; before the first round everybody entered has one."""
    if not tournament.rounds:
        return set(tournament.entries)
    there: set[PlayerId] = set()
    for played in tournament.rounds[: max(number, 1)]:
        for game in played.games.values():
            there.add(game.white)
            there.add(game.black)
        there.update(bye.player for bye in played.byes)
    return there


def _ranked(table: Crosstable, edition: Edition, there: set[PlayerId]) -> tuple[Standing, ...]:
    """Rank by points and tie-breaks; equals share a rank and follow one another by start number."""
    adjusted = adjusted_scores(table, edition)
    lines = []
    for row in table.rows:
        if row.entrant.id not in there:
            continue
        found = contributions(row, table, edition, adjusted)
        buchholz = sum(one.score for one in found)
        sonneborn_berger = sum(one.score * one.own for one in found)
        first_tie_break = 0 if table.round_robin else buchholz
        lines.append(((row.points, first_tie_break, sonneborn_berger), buchholz, row))
    lines.sort(key=lambda line: line[0], reverse=True)
    rank, last, ranked = 0, None, []
    for place, (order, buchholz, row) in enumerate(lines, start=1):
        rank = rank if order == last else place
        last = order
        ranked.append(
            Standing(
                rank=rank,
                player=row.entrant.id,
                name=row.entrant.name,
                start_number=row.entrant.number,
                rating=row.entrant.rating or None,
                points=order[0],
                buchholz=buchholz,
                sonneborn_berger=order[2],
            )
        )
    return tuple(ranked)


def _chess_round(played: Round) -> chess.Round:
    return chess.Round(
        boards=tuple((game.white, game.black, game.result) for game in played.games.values()),
        byes=tuple((bye.player, bye.kind) for bye in played.byes),
    )


def _entrant(entry: Entry) -> Entrant:
    return Entrant(id=entry.player, number=entry.start_number, name=entry.name, rating=entry.rating or 0)


def _reported(cell: Cell, table: Crosstable) -> ReportedCell:
    opponent = None if cell.opponent is None else table.by_id[cell.opponent].entrant.number
    colour = "" if cell.colour is None else cell.colour.value
    return ReportedCell(opponent=opponent, colour=colour, points=cell.points, code=cell.code)
