"""What pairing lets others read: the published rounds, with the names of their players."""

from typing import Any, Final

import msgspec

from contracts.envelope import Fact
from contracts.ids import TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import FreeSeat, PairedBoard, PairingList, Pairings, RoundPublished, Seat
from contracts.refusals import RefusalCode, Refused
from contracts.registration import EntryCancelled, PlayerEntered, PlayerWithdrawn, TournamentAnnounced
from services.chess.tournament import Entry, Tournament, fold

VERSION: Final = 1
INTERESTS: Final = (TournamentAnnounced, PlayerEntered, PlayerWithdrawn, EntryCancelled, RoundPublished)
"""Not the results: a pairing list has none."""


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
        case Pairings(tournament=tournament, round=number):
            return pairings(view, tournament, number)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"pairing does not answer {type(query).__name__}")


def pairings(view: View, tournament: TournamentId, number: int) -> PairingList:
    """List the boards and byes of a published round."""
    known = view.tournaments.get(tournament)
    if known is None:
        raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")
    published = known.round(number)
    if published is None:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"round {number} is not published", published=len(known.rounds))
    seats = {player: _seat(entry) for player, entry in known.entries.items()}
    return PairingList(
        tournament=tournament,
        name=known.announced.name,
        round=number,
        boards=tuple(
            PairedBoard(number=game.board, white=seats[game.white], black=seats[game.black])
            for game in published.games.values()
        ),
        byes=tuple(FreeSeat(seat=seats[bye.player], kind=bye.kind) for bye in published.byes),
    )


def _seat(entry: Entry) -> Seat:
    return Seat(player=entry.player, name=entry.name, start_number=entry.start_number, rating=entry.rating)
