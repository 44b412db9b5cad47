"""What rating does about events of others, and of its own: it brings the book up to date with them."""

from typing import Any, Final

from contracts.envelope import Fact
from contracts.ids import TournamentId
from contracts.messages import CommandData, EventData
from contracts.rating import RateTournament, StartRatingSet
from contracts.results import ResultCorrected, Scope, TournamentCompleted
from services.rating.view import View

REACTS_TO: Final[tuple[type[EventData], ...]] = (TournamentCompleted, ResultCorrected, StartRatingSet)


def react(fact: Fact[Any], view: View) -> list[CommandData]:
    """
    Rate a tournament that is finished, or corrected afterwards, or whose player got his start rating only now.

    A correction of the standings may change who won, and with it what the winner's rule gives (DSU 4.5.2.5).
    """
    match fact.data:
        case TournamentCompleted(tournament=tournament):
            return _rate(tournament, view)
        case ResultCorrected(tournament=tournament, scope=scope) if scope != (Scope.PAIRING,):
            return _rate(tournament, view)
        case StartRatingSet(player=player):
            day = fact.event.effectivedate.toordinal()
            first = next((one for one in view.ledger.careers.get(player, ()) if one.ends >= day), None)
            return [] if first is None else _rate(first.tournament, view)
        case _:
            return []


def _rate(tournament: TournamentId, view: View) -> list[CommandData]:
    account = view.ledger.accounts.get(tournament)
    return [] if account is None or account.problem is not None else [RateTournament(tournament=tournament)]
