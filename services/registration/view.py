"""What registration lets others read: players and tournaments. It knows quarantines and events abroad as well."""

from typing import Any, Final

import msgspec

from contracts.discipline import QuarantineImposed
from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import RoundPublished
from contracts.rating import ForeignEventReported
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    EntryCancelled,
    PlayerEntered,
    PlayerRegistered,
    Players,
    PlayersMerged,
    PlayersSplit,
    PlayerWithdrawn,
    RegisteredPlayer,
    TournamentAnnounced,
    TournamentOverview,
    Tournaments,
)
from contracts.results import TournamentCompleted
from services.chess.folding import fold
from services.chess.tournament import Tournament

VERSION: Final = 4
INTERESTS: Final = (
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    QuarantineImposed,
    TournamentAnnounced,
    PlayerEntered,
    PlayerWithdrawn,
    EntryCancelled,
    RoundPublished,
    TournamentCompleted,
    ForeignEventReported,
)
"""Not the results: who plays does not depend on how he plays."""


class View(msgspec.Struct):
    """
    Players, tournaments and quarantines, by id, whom a merged player is, and the ids of events abroad.

    Owned by one projection, which alone changes it.
    """

    players: dict[PlayerId, PlayerRegistered] = {}
    tournaments: dict[TournamentId, Tournament] = {}
    quarantines: dict[PlayerId, list[QuarantineImposed]] = {}
    merged: dict[PlayerId, PlayerId] = {}
    abroad: set[TournamentId] = set()


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    data: Any = fact.data
    match data:
        case PlayerRegistered():
            view.players[data.player] = data
        case PlayersMerged():
            view.merged[data.player] = data.into
        case PlayersSplit():
            view.merged.pop(data.player, None)
        case QuarantineImposed():
            view.quarantines.setdefault(data.player, []).append(data)
        case ForeignEventReported():
            view.abroad.add(data.event)
        case _:
            tournament = fold(view.tournaments.get(data.tournament), data)
            if tournament is not None:
                view.tournaments[data.tournament] = tournament
    return view


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Players():
            return players(view, query)
        case Tournaments():
            return tournaments(view)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"registration does not answer {type(query).__name__}")


def names_of(view: View, player: PlayerId) -> list[PlayerId]:
    """Name a player and, if he is merged, the one who is kept."""
    return [player] if player not in view.merged else [player, view.merged[player]]


def quarantines_of(view: View, player: PlayerId) -> list[QuarantineImposed]:
    """Give the quarantines of a player and of those who are merged into him."""
    merged = [other for other, kept in view.merged.items() if kept == player]
    return [one for name in (player, *merged) for one in view.quarantines.get(name, ())]


def players(view: View, wanted: Players) -> list[RegisteredPlayer]:
    """List the registered players, or those that are wanted, by id."""
    ids, fide_ids = set(wanted.players), set(wanted.fide_ids)
    everybody = not ids and not fide_ids
    return [
        RegisteredPlayer(
            player=one.player,
            name=one.name,
            federation=one.federation,
            title=one.title,
            born=one.born,
            fide_id=one.fide_id,
            merged_into=view.merged.get(one.player),
        )
        for _, one in sorted(view.players.items())
        if everybody or one.player in ids or one.fide_id in fide_ids
    ]


def tournaments(view: View) -> list[TournamentOverview]:
    """List the announced tournaments, by their first day; those of one day by id."""
    overviews = [_overview(one) for one in view.tournaments.values()]
    return sorted(overviews, key=lambda one: (one.starts, one.tournament))


def _overview(tournament: Tournament) -> TournamentOverview:
    announced = tournament.announced
    return TournamentOverview(
        tournament=announced.tournament,
        name=announced.name,
        city=announced.city,
        system=announced.system,
        rounds=announced.rounds,
        starts=announced.starts,
        ends=announced.ends,
        entered=len(tournament.entries),
        published=len(tournament.rounds),
        completed=tournament.completed,
    )
