"""
Games that a player does not come to.

| section | what | here |
|---|---|---|
| DSU §14 | staying away without a valid cancellation or reason | no: discipline knows no such report yet |
| DSU 4.5.4.2 | an approved cancellation | `decide_cancellation`, by who reports results (R: the text names nobody) |
"""

from contracts.messages import EventData
from contracts.refusals import RefusalCode, Refused
from contracts.results import CancellationDecided, DecideCancellation
from services.chess.tournament import Game, Tournament, cancellation_key
from services.results.board import known
from services.results.state import State


def decide_cancellation(command: DecideCancellation, state: State) -> list[EventData]:
    """
    4.5.4.2: record that a cancellation is approved or not, also after the end; the same again changes nothing.

    Refuses a round that is not published, a player who has no board in it, and a game that was played.
    """
    tournament = known(state)
    game = _game(tournament, command)
    if game.rating is not None and game.rating.played:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {command.round}, {game.white} - {game.black} was played: {game.rating}",
            rule="DSU 4.5.4.2",
            reported=game.rating,
        )
    if tournament.cancellations.get(cancellation_key(command.round, command.player)) is command.approved:
        return []
    return [
        CancellationDecided(
            tournament=command.tournament,
            round=command.round,
            player=command.player,
            approved=command.approved,
            reason=command.reason,
        )
    ]


def _game(tournament: Tournament, command: DecideCancellation) -> Game:
    played = tournament.round(command.round)
    if played is None:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"round {command.round} is not published", published=len(tournament.rounds)
        )
    for game in played.games.values():
        if command.player in {game.white, game.black}:
            return game
    raise Refused(
        RefusalCode.BOARD_NOT_PAIRED, f"round {command.round}: {command.player} has no board", player=command.player
    )
