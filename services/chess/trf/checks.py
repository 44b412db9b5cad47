"""What makes a file damaged although every line of it can be read: players and pairs that disagree."""

from collections.abc import Mapping

from msgspec import structs

from contracts.refusals import Refused
from services.chess.trf.codes import GAME_CODES, PLAYED_CODES, board_result
from services.chess.trf.fields import malformed
from services.chess.trf.model import Trf, TrfPlayer, TrfRound
from services.chess.trf.players import same_width

Lines = Mapping[int, int]
"""The line of each start number, for the message; 0 where there is no file."""


def completed(players: tuple[TrfPlayer, ...], lines: Lines) -> tuple[TrfPlayer, ...]:
    """Return the players with rounds of one width and every missing colour taken from the opponent's record."""
    by_number = {player.number: player for player in players}
    return same_width(
        tuple(
            structs.replace(
                player,
                rounds=tuple(
                    _agreed(player, index, one, by_number, lines.get(player.number, 0))
                    for index, one in enumerate(player.rounds)
                ),
            )
            for player in players
        )
    )


def _agreed(player: TrfPlayer, index: int, one: TrfRound, by_number: Mapping[int, TrfPlayer], line: int) -> TrfRound:
    """Check one game against the opponent's record of it, and return it with its colour."""
    if one.opponent is None:
        return one
    what = f"round {index + 1} of player {player.number}"
    if one.opponent == player.number:
        malformed(line, f"{what} is against himself")
    opponent = by_number.get(one.opponent)
    if opponent is None:
        malformed(line, f"{what} is against {one.opponent}, who does not exist")
    other = opponent.rounds[index] if index < len(opponent.rounds) else TrfRound()
    if other.opponent != player.number:
        whom = other.opponent or "nobody"
        malformed(line, f"{what} is against {one.opponent}, whose record has {whom} there")
    if one.colour is not None and one.colour is other.colour:
        malformed(line, f"{what}: both have the colour {one.colour.value}")
    if bool(one.code) != bool(other.code):
        malformed(line, f"{what} has the result {one.code or 'none'}, {one.opponent} has {other.code or 'none'}")
    if one.code:
        _check_result(one.code, other.code, what, line)
    colour = other.colour.other if one.colour is None and other.colour is not None else one.colour
    if colour is None and one.code not in GAME_CODES - PLAYED_CODES:
        malformed(line, f"{what} has no colour")
    return structs.replace(one, colour=colour)


def _check_result(code: str, other: str, what: str, line: int) -> None:
    try:
        board_result(code, other)
    except Refused as refused:
        malformed(line, f"{what}: the two records disagree on the result ({code} and {other}): {refused}")


def check(trf: Trf, lines: Lines) -> None:
    """Refuse records that speak of players or rounds that do not exist, or that grant a bye to one who played."""
    existing = {player.number for player in trf.players}
    mentioned = {
        "XXZ": set(trf.absent),
        "240": {bye.number for bye in trf.byes},
        "250 or XXA": {one.number for one in trf.acceleration},
        "260 or XXP": {one for group in trf.forbidden for one in group.numbers},
        "013": {one for team in trf.teams for one in team.players},
    }
    for tag, numbers in mentioned.items():
        if numbers - existing:
            malformed(0, f"record {tag} names player {min(numbers - existing)}, who does not exist")
    if trf.declared_rounds is not None and trf.columns > trf.declared_rounds:
        malformed(0, f"{trf.columns} rounds are shown, {trf.declared_rounds} declared")
    _check_byes(trf, lines)


def _check_byes(trf: Trf, lines: Lines) -> None:
    players = {player.number: player for player in trf.players}
    for bye in trf.byes:
        rounds = players[bye.number].rounds
        one = rounds[bye.round - 1] if bye.round <= len(rounds) else TrfRound()
        if one.opponent is not None or one.code not in {"", bye.code}:
            line = lines.get(bye.number, 0)
            malformed(line, f"record 240 gives player {bye.number} {bye.code} in round {bye.round}; his record differs")
