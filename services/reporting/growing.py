"""
The table of one tournament as it grows: after a result only what the result touches is computed again.

A row stays the same object until a round changes it, with all it has worked out (`services.chess.crosstable.Row`). A
score changes with the own row and with what the opponents are worth, so a result reaches the two who played and those
whom they have met; a new round, which is worth something to everybody, reaches all.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from contracts.ids import PlayerId
from contracts.points import HalfPoints
from contracts.registration import PairingSystem, TournamentAnnounced
from services.chess import crosstable as chess
from services.chess.crosstable import NOT_THERE, Cell, Crosstable, Entrant, Row
from services.chess.scoring import PointSystem
from services.chess.tiebreaks import Edition, adjusted_score, adjusted_scores, edition_of, sums
from services.chess.tournament import Entry, Round, Tournament


class Score(NamedTuple):
    """What a player is ranked by: half points, Buchholz in half points, Sonneborn-Berger in quarter points."""

    points: HalfPoints
    buchholz: int
    sonneborn_berger: int


Scores = Mapping[PlayerId, Score]


def scores(table: Crosstable, edition: Edition) -> dict[PlayerId, Score]:
    """Work out everybody's score from nothing."""
    adjusted = adjusted_scores(table, edition)
    return {row.entrant.id: Score(row.points, *sums(row, table, edition, adjusted)) for row in table.rows}


def edition(tournament: Tournament) -> Edition:
    """Return the edition its tie-breaks follow: that of the day it ends."""
    return edition_of(tournament.announced.ends.isoformat())


class Growing:
    """A tournament's crosstable and scores, brought up to date when they are asked for."""

    def __init__(self) -> None:
        self._announced: TournamentAnnounced | None = None
        self._entries: dict[PlayerId, Entry] = {}
        self._rounds: tuple[Round, ...] = ()
        self._rows: dict[PlayerId, Row] = {}
        self._adjusted: dict[PlayerId, int] = {}
        self._scores: dict[PlayerId, Score] = {}
        self._stale: set[PlayerId] | None = None
        """Whose rows have changed since the scores were worked out; None if the scores are to be made anew."""

    def table(self, tournament: Tournament) -> Crosstable:
        """Give the crosstable of everybody entered, in start-list order, through all published rounds."""
        announced = tournament.announced
        points = PointSystem(pairing_bye=announced.bye_points)
        earlier = len(tournament.rounds) < len(self._rounds)
        if earlier or announced is not self._announced or tournament.entries is not self._entries:
            entrants = sorted((_entrant(one) for one in tournament.entries.values()), key=lambda one: one.number)
            self._announced, self._entries, self._rounds, self._stale = announced, tournament.entries, (), None
            self._rows = {one.id: Row(entrant=one, cells=()) for one in entrants}
        for index, played in enumerate(tournament.rounds):
            known = self._rounds[index] if index < len(self._rounds) else None
            if played is not known:
                self._take(index, known, played, points)
        if len(tournament.rounds) != len(self._rounds):
            self._stale = None
        self._rounds = tournament.rounds
        return Crosstable(
            rows=tuple(self._rows.values()),
            points=points,
            round_robin=announced.system is PairingSystem.BERGER,
        )

    def scored(self, tournament: Tournament, rules: Edition) -> tuple[Crosstable, Scores]:
        """Give the crosstable, as `table` does, and everybody's score after all published rounds."""
        table = self.table(tournament)
        if self._stale is None:
            self._adjusted = adjusted_scores(table, rules)
            self._scores = scores(table, rules)
        else:
            self._score(self._worth(table, rules), table, rules)
        self._stale = set()
        return table, self._scores

    def _take(self, index: int, known: Round | None, played: Round, points: PointSystem) -> None:
        whole = known is None or known.byes != played.byes or known.games.keys() != played.games.keys()
        games = [
            (game.white, game.black, game.result)
            for key, game in played.games.items()
            if whole or known is None or known.games[key] is not game
        ]
        byes = [(bye.player, bye.kind) for bye in played.byes] if whole else []
        column = chess.column(chess.Round(boards=tuple(games), byes=tuple(byes)), index + 1, self._rows, points)
        for player in self._rows if whole else column:
            cell, row = column.get(player, NOT_THERE), self._rows[player]
            if index >= len(row.cells) or row.cells[index] != cell:
                self._rows[player] = _with_cell(row, index, cell)
                if self._stale is not None:
                    self._stale.add(player)

    def _worth(self, table: Crosstable, rules: Edition) -> set[PlayerId]:
        """Bring up to date what players are worth to opponents, and name those whose own sums must be made anew."""
        anew = set(self._stale or ())
        for player in self._stale or ():
            row = self._rows[player]
            worth = adjusted_score(row, table, rules)
            more = worth - self._adjusted[player]
            if more:
                self._adjusted[player] = worth
                anew |= self._pass_on(row, more)
        return anew

    def _pass_on(self, row: Row, more: int) -> set[PlayerId]:
        """Add to the opponents' sums what a player is worth more; names those who did not play the game with him."""
        apart = set[PlayerId]()
        for index, cell in enumerate(row.cells):
            if cell.opponent is None or cell.unfinished:
                continue
            if cell.played:
                was, own = self._scores[cell.opponent], self._rows[cell.opponent].cells[index].points
                self._scores[cell.opponent] = Score(was.points, was.buchholz + more, was.sonneborn_berger + more * own)
            else:
                apart.add(cell.opponent)
        return apart

    def _score(self, players: Iterable[PlayerId], table: Crosstable, rules: Edition) -> None:
        for player in players:
            row = self._rows[player]
            self._scores[player] = Score(row.points, *sums(row, table, rules, self._adjusted))


def _with_cell(row: Row, index: int, cell: Cell) -> Row:
    return Row(entrant=row.entrant, cells=(*row.cells[:index], cell, *row.cells[index + 1 :]))


def _entrant(entry: Entry) -> Entrant:
    return Entrant(id=entry.player, number=entry.start_number, name=entry.name, rating=entry.rating or 0)
