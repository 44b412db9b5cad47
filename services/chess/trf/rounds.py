"""A round of a TRF file as boards and byes, and its totals."""

from contracts.points import ByeKind, HalfPoints, Result
from contracts.refusals import RefusalCode, Refused
from services.chess.colours import Colour
from services.chess.scoring import PointSystem
from services.chess.trf.codes import board_result
from services.chess.trf.model import BLANK, Trf, TrfPlayer, TrfRound


def boards(trf: Trf, round_: int) -> list[tuple[int, int, Result | None]]:
    """
    Return the round's boards as (White, Black, result); None is a game without a result yet.

    TRF keeps no board numbers. The order is that of FIDE C.04.2: the score before the round of the pair's
    higher-ranked player, then the sum of both scores, both falling, then his start number (higher-ranked: the higher
    score, then the lower number). A forfeit whose records give no colours has the lower start number as White.
    """
    players = {player.number: player for player in trf.players}
    scores = {player.number: _score_before(player, round_, trf.points) for player in trf.players}
    found: list[tuple[tuple[int, int, int], tuple[int, int, Result | None]]] = []
    for player in trf.players:
        one = _cell(player, round_, trf)
        if one.opponent is None or not _is_white(player.number, one):
            continue
        theirs = _cell(players[one.opponent], round_, trf)
        result = board_result(one.code, theirs.code) if one.code else None
        ranked = sorted((-scores[number], number) for number in (player.number, one.opponent))
        key = (ranked[0][0], ranked[0][0] + ranked[1][0], ranked[0][1])
        found.append((key, (player.number, one.opponent, result)))
    return [board for _, board in sorted(found, key=lambda entry: entry[0])]


def byes(trf: Trf, round_: int) -> list[tuple[int, ByeKind]]:
    """
    Return who has no opponent in the round, and why, by start number; byes granted in record 240 included.

    A blank round is no bye: the player was not there yet, or is still to be paired.
    """
    granted = {bye.number: bye.code for bye in trf.byes if bye.round == round_}
    cells = ((player.number, _cell(player, round_, trf)) for player in trf.players)
    codes = ((number, one.code or granted.get(number, "")) for number, one in cells if one.opponent is None)
    return [(number, ByeKind(code)) for number, code in codes if code]


def summed_points(player: TrfPlayer, points: PointSystem) -> HalfPoints:
    """Return the half points of a player's rounds under a point system."""
    return HalfPoints(sum(points.worth(one.code) for one in player.rounds))


def mismatches(trf: Trf, points: PointSystem | None = None) -> list[tuple[int, HalfPoints, HalfPoints]]:
    """Return (number, printed, summed half points) of everybody whose printed points are not the sum of his rounds."""
    system = points or trf.points
    rows = ((player.number, player.points, summed_points(player, system)) for player in trf.players)
    return [(number, printed, summed) for number, printed, summed in rows if printed is not None and printed != summed]


def pairing_bye_worth(trf: Trf) -> HalfPoints | None:
    """
    Derive from the printed points what a pairing-allocated bye (U) is worth; None if no one value explains them.

    Files exist whose `U` was worth half a point without a record that says so.
    """
    plain = trf.points
    had = [(player, sum(one.code == "U" for one in player.rounds)) for player in trf.players]
    worths: set[HalfPoints] = set()
    for player, count in had:
        if count and player.points is not None:
            rest = player.points - summed_points(player, plain) + count * plain.pairing_bye
            if rest % count:
                return None
            worths.add(HalfPoints(rest // count))
    return worths.pop() if len(worths) == 1 else None


def _is_white(number: int, one: TrfRound) -> bool:
    if one.colour is None:
        return one.opponent is not None and number < one.opponent
    return one.colour is Colour.WHITE


def _score_before(player: TrfPlayer, round_: int, points: PointSystem) -> int:
    return sum(points.worth(one.code) for one in player.rounds[: round_ - 1])


def _cell(player: TrfPlayer, round_: int, trf: Trf) -> TrfRound:
    if not 1 <= round_ <= max(trf.rounds, trf.columns):
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"the event has no round {round_}", rounds=trf.rounds)
    return player.rounds[round_ - 1] if round_ <= len(player.rounds) else BLANK
