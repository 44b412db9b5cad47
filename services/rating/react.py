"""What rating does about events of others, and of its own: it brings the book up to date with them."""

import datetime as dt
from typing import Any, Final

from contracts.envelope import Fact
from contracts.ids import TournamentId
from contracts.messages import CommandData, EventData
from contracts.rating import (
    ForeignEventReported,
    RateTournament,
    RatingsAdjusted,
    RatingsCoordinated,
    RecalculateRatings,
    StartRatingSet,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
)
from contracts.registration import PlayersMerged, PlayersSplit
from contracts.results import CancellationDecided, ResultCorrected, Scope, TournamentCompleted
from services.rating.known import View, book_of
from services.rating.registers import names_of

REACTS_TO: Final[tuple[type[EventData], ...]] = (
    TournamentCompleted,
    ResultCorrected,
    CancellationDecided,
    StartRatingSet,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    RatingsAdjusted,
    RatingsCoordinated,
    ForeignEventReported,
    PlayersMerged,
    PlayersSplit,
)


def react(fact: Fact[Any], view: View) -> list[CommandData]:
    """
    Rate a tournament that is finished, and recalculate what a correction or a change of numbers or players reaches.

    A correction of the standings may change who won, and with it what the winner's rule gives (DSU 4.5.2.5).
    """
    match fact.data:
        case TournamentCompleted(tournament=tournament):
            return _rate(tournament, view)
        case ResultCorrected(tournament=tournament, scope=scope) if scope != (Scope.PAIRING,):
            return _rate(tournament, view)
        case CancellationDecided(tournament=tournament):
            return _rate(tournament, view)
        case ForeignEventReported(event=event):
            return _rate(event, view)
        case StartRatingSet(player=player):
            return _recalculate(fact, view, {player}, fact.data.day or fact.event.effectivedate)
        case RatingsAdjusted(day=day) | RatingsCoordinated(day=day):
            return [RecalculateRatings(cause=fact.event.id, since=day)]
        case TournamentWithdrawnFromRating(tournament=tournament) | TournamentRestoredToRating(tournament=tournament):
            book = book_of(view, tournament)
            ends = None if book is None else book.accounts[tournament].finished.ends
            return [] if ends is None else [RecalculateRatings(cause=fact.event.id, since=ends)]
        case PlayersMerged(player=player, into=into) | PlayersSplit(player=player, into=into):
            return _recalculate(fact, view, {player, into}, dt.date.min)
        case _:
            return []


def _rate(tournament: TournamentId, view: View) -> list[CommandData]:
    book = book_of(view, tournament)
    if book is None or book.accounts[tournament].problem is not None:
        return []
    return [RateTournament(tournament=tournament)]


def _recalculate(fact: Fact[Any], view: View, players: set[Any], since: dt.date) -> list[CommandData]:
    """Recalculate from the first point on at which the results of one of the players count."""
    days = [
        entry.order.day
        for ledger in view.registers.ledgers.values()
        for player in names_of(ledger, players)
        for entry in ledger.careers.get(player, ())
        if entry.sources and entry.order.day >= since.toordinal()
    ]
    return [RecalculateRatings(cause=fact.event.id, since=dt.date.fromordinal(min(days)))] if days else []
