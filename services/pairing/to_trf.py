"""
A tournament as a tournament report file: any round of it, so that another program can pair or check it.

Pure. What is arranged for the next round goes with it: byes asked for (240), players kept apart (260), virtual points
(250), the initial colour (152).
"""

from typing import Final

from contracts.ids import PlayerId
from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.chess.colours import Colour
from services.chess.crosstable import Cell, Crosstable, Entrant, Round, crosstable
from services.chess.scoring import PointSystem
from services.chess.tournament import Entry, Tournament
from services.chess.trf import Acceleration, Forbidden, Trf, TrfBye, TrfPlayer, TrfRound, column_name
from services.pairing.desk import Desk
from services.pairing.request import request

_TYPES: Final = {
    PairingSystem.BERGER: "Individual: Round-Robin",
    PairingSystem.KNOCK_OUT: "Individual: Knock-Out",
    PairingSystem.FIDE_DUTCH: "Individual: Swiss-System (FIDE Dutch)",
}
"""Record 092, in FIDE's own words where it has some."""
_ABSENT: Final = TrfRound(code=ByeKind.ZERO_POINT.value)


def report(tournament: Tournament, desk: Desk, after_round: int | None = None) -> Trf:
    """
    Give the file as after a round, or after the last published one.

    Of an encounter the result that counts for the pairing is written. Refused: a round that is not published
    (`UNKNOWN_ROUND`), a tournament without players (`INCOMPLETE`).
    """
    published = len(tournament.rounds)
    last = published if after_round is None else after_round
    if last > published:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"round {last} is not published", published=published)
    if not tournament.entries:
        raise Refused(
            RefusalCode.INCOMPLETE, f"{tournament.announced.tournament} has no players, and so no report file"
        )
    announced = tournament.announced
    points = PointSystem(pairing_bye=announced.bye_points)
    table = _table(tournament, last, points)
    numbers = {player: entry.start_number for player, entry in tournament.entries.items()}
    return Trf(
        name=announced.name,
        city=announced.city,
        start=announced.starts.isoformat(),
        end=announced.ends.isoformat(),
        type=_TYPES.get(announced.system, ""),
        time_control=announced.time_control,
        round_dates=tuple(day.isoformat() for day in announced.round_dates),
        declared_rounds=announced.rounds,
        initial_colour=_initial_colour(tournament, desk),
        points=points,
        byes=_byes(tournament, desk, last, numbers),
        acceleration=_acceleration(tournament, desk, last),
        forbidden=_forbidden(desk, numbers),
        players=tuple(
            _player(row.cells, tournament.entries[row.entrant.id], numbers, announced.rounds) for row in table.rows
        ),
    )


def _table(tournament: Tournament, last: int, points: PointSystem) -> Crosstable:
    entrants = [Entrant(id=one.player, number=one.start_number) for one in tournament.entries.values()]
    rounds = [
        Round(
            boards=tuple((game.white, game.black, game.pairing) for game in played.games.values()),
            byes=tuple((bye.player, bye.kind) for bye in played.byes),
        )
        for played in tournament.rounds[:last]
    ]
    return crosstable(entrants, rounds, points=points)


def _player(cells: tuple[Cell, ...], entry: Entry, numbers: dict[PlayerId, int], rounds: int) -> TrfPlayer:
    """Write one line, a long name cut to its column: rounds before he came and after he left are zero-point byes."""
    shown = [
        TrfRound(opponent=None if cell.opponent is None else numbers[cell.opponent], colour=cell.colour, code=cell.code)
        if cell != Cell()
        else _ABSENT
        for cell in cells
    ]
    if _has_left(entry, len(shown)):
        shown += [_ABSENT] * (rounds - len(shown))
    return TrfPlayer(
        number=entry.start_number,
        name=column_name(entry.name),
        title=entry.title.value,
        rating=entry.rating or 0,
        federation=entry.federation,
        rounds=tuple(shown),
    )


def _has_left(entry: Entry, last: int) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after <= last


def _initial_colour(tournament: Tournament, desk: Desk) -> Colour | None:
    """Give the colour that was drawn, or that round 1 shows; nothing before either."""
    if desk.initial_colour is not None or tournament.rounds:
        return request(tournament, 2, desk).initial_colour
    return None


def _byes(tournament: Tournament, desk: Desk, last: int, numbers: dict[PlayerId, int]) -> tuple[TrfBye, ...]:
    """Name the byes of the rounds to come, by round and number."""
    return tuple(
        TrfBye(number=numbers[player], round=number, code=kind.value)
        for number in sorted(desk.byes)
        if last < number <= tournament.announced.rounds
        for player, kind in sorted(desk.byes[number].items(), key=lambda one: numbers.get(one[0], 0))
        if player in numbers and not _has_left(tournament.entries[player], last)
    )


def _acceleration(tournament: Tournament, desk: Desk, last: int) -> tuple[Acceleration, ...]:
    """Give the virtual points of every round up to the next; none where nobody has any."""
    if not desk.acceleration:
        return ()
    asked = request(tournament, last + 1, desk)
    return tuple(
        Acceleration(number=one.number, points=points)
        for one in asked.contestants
        if (points := one.acceleration[: sum(1 for given in one.acceleration if given)])
    )


def _forbidden(desk: Desk, numbers: dict[PlayerId, int]) -> tuple[Forbidden, ...]:
    return tuple(
        Forbidden(
            numbers=tuple(sorted((numbers[ban.first], numbers[ban.second]))),
            first=ban.first_round,
            last=ban.last_round,
        )
        for ban in desk.forbidden
        if ban.first in numbers and ban.second in numbers
    )
