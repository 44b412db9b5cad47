"""
Who leaves an all-play-all before its end, and what his games count then (DSU §16; the same in SSF §11.1a, FIDE C.05).

| DSU | | where |
|---|---|---|
| §16a fewer than half of his games completed: no points by him or against him count | done | `counted` |
| §16a his results stay in the table | done | `completed` leaves them |
| §16b at least half: the results count; each game left is 0 for him and 1 for his opponent | done | `completed` |
| §16c-d other systems | not here | he is paired no more; his opponent of an odd field has the bye of the pairing |
| §16e rating | not here | games played are rated, whoever left |

Readings (RULES §13.4): exactly half counts as completed; completed is what was finished by play, no forfeit, no free
round. It counts from his leaving on, in every table after it, not in those before. Two who have both left have no game
to be given. A game left is known by the bye it gave his opponent (`Bye.against`); a round that was typed without it
gives none.
"""

from collections.abc import Mapping

from contracts.ids import PlayerId
from contracts.points import WIN
from services.chess.crosstable import Cell, Crosstable, Row
from services.chess.tournament import Tournament


def completed(table: Crosstable, tournament: Tournament, after_round: int) -> Crosstable:
    """Give the games that are left to the opponents of those who left after at least half of theirs (§16b)."""
    enough = _left(tournament, after_round) if table.round_robin else {}
    given = {player: number for player, number in enough.items() if has_completed_half(tournament, player)}
    if not given:
        return table
    cells: dict[PlayerId, dict[int, Cell]] = {}
    for index, played in enumerate(tournament.rounds[: table.rounds]):
        for bye in played.byes:
            gone = bye.against
            if gone is not None and given.get(gone, index + 1) <= index:
                cells.setdefault(bye.player, {})[index] = Cell(opponent=gone, code="+", points=WIN)
                cells.setdefault(gone, {})[index] = Cell(opponent=bye.player, code="-")
    return _with(table, cells) if cells else table


def counted(table: Crosstable, tournament: Tournament, after_round: int) -> Crosstable:
    """Take away every point by and against those who left before half of their games (§16a); `table` as `completed`."""
    left = _left(tournament, after_round) if table.round_robin else {}
    void = {player for player in left if not has_completed_half(tournament, player)}
    if not void:
        return table
    return _with(
        table,
        {
            row.entrant.id: {
                index: Cell() for index, cell in enumerate(row.cells) if row.entrant.id in void or cell.opponent in void
            }
            for row in table.rows
        },
    )


def has_completed_half(tournament: Tournament, player: PlayerId) -> bool:
    """Whether a player has finished at least half of his games by play (§16)."""
    played = sum(
        game.result is not None and game.result.played and player in (game.white, game.black)
        for one in tournament.rounds
        for game in one.games.values()
    )
    players, rounds = len(tournament.entries), tournament.announced.rounds
    cycles = 2 if rounds > players - 1 + players % 2 else 1
    return 2 * played >= min((players - 1) * cycles, rounds)


def _left(tournament: Tournament, after_round: int) -> Mapping[PlayerId, int]:
    """Name who had left by the end of a round, and after which; who is withdrawn with the last round has stayed."""
    return {
        one.player: one.withdrawn_after
        for one in tournament.entries.values()
        if one.withdrawn_after is not None
        and one.withdrawn_after < tournament.announced.rounds
        and one.withdrawn_after <= after_round
    }


def _with(table: Crosstable, cells: Mapping[PlayerId, Mapping[int, Cell]]) -> Crosstable:
    rows = tuple(
        Row(
            entrant=row.entrant,
            cells=tuple(cells.get(row.entrant.id, {}).get(index, cell) for index, cell in enumerate(row.cells)),
        )
        for row in table.rows
    )
    return Crosstable(rows=rows, points=table.points, round_robin=table.round_robin)
