"""The board a command is about."""

from typing import Protocol

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode, Refused
from services.chess.tournament import Game, Round, Tournament, game_key
from services.results.state import Completed, Running, State, Unannounced


class OfABoard(Protocol):
    """A command that names a board by its round, White and Black."""

    @property
    def round(self) -> int:
        """The round."""

    @property
    def white(self) -> PlayerId:
        """Who has White."""

    @property
    def black(self) -> PlayerId:
        """Who has Black."""


def known(state: State) -> Tournament:
    """Give the tournament; refuses one that is not announced."""
    match state:
        case Unannounced():
            raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, "no such tournament is announced")
        case Running(tournament) | Completed(tournament):
            return tournament


def board(tournament: Tournament, command: OfABoard) -> tuple[Round, Game]:
    """Give the round and the board; refuses by name a round that is not published and two who are not paired so."""
    played = tournament.round(command.round)
    if played is None:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {command.round} is not published",
            published=len(tournament.rounds),
        )
    game = played.games.get(game_key(command.white, command.black))
    if game is not None:
        return played, game
    if game_key(command.black, command.white) in played.games:
        raise Refused(
            RefusalCode.BOARD_NOT_PAIRED,
            f"round {command.round}: {command.black} has White against {command.white}, not Black",
            paired=(command.black, command.white),
        )
    raise Refused(
        RefusalCode.BOARD_NOT_PAIRED, f"round {command.round}: {command.white} and {command.black} are not paired"
    )
