"""What results lets others read: the boards that wait for a result."""

from typing import Any, Final

import msgspec

from contracts.envelope import Fact
from contracts.ids import TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import Board
from contracts.refusals import RefusalCode, Refused
from contracts.results import OpenBoards
from services.chess.folding import EVENTS, fold
from services.chess.tournament import Tournament

VERSION: Final = 2
INTERESTS: Final = EVENTS


class View(msgspec.Struct):
    """Every tournament, by id. Owned by one projection, which alone changes it."""

    tournaments: dict[TournamentId, Tournament] = {}


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    data: Any = fact.data
    tournament = fold(view.tournaments.get(data.tournament), data)
    if tournament is not None:
        view.tournaments[data.tournament] = tournament
    return view


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case OpenBoards(tournament=tournament):
            return open_boards(view, tournament)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"results does not answer {type(query).__name__}")


def open_boards(view: View, tournament: TournamentId) -> dict[int, list[Board]]:
    """List the boards that wait for a result, or for another game of their encounter, by round."""
    known = view.tournaments.get(tournament)
    if known is None:
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
    return {
        number: [Board(number=game.board, white=game.white, black=game.black) for game in waiting]
        for number in range(1, len(known.rounds) + 1)
        if (waiting := known.open_games(number))
    }
