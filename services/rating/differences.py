"""What a tournament did to ratings, and how two states of them differ."""

from collections.abc import Mapping

from contracts.ids import PlayerId, TournamentId
from contracts.rating import RatingChange, Recalculation
from services.rating.ledger import Account, outcome, rules_of


def changes(account: Account) -> tuple[RatingChange, ...]:
    """Give what a tournament did to everybody who had a rated game in it, in start-list order."""
    if account.problem is not None:
        return ()
    rated = outcome(rules_of(account.finished.rules), account)
    numbers = zip(account.finished.players, account.before, account.after, rated, strict=True)
    return tuple(
        RatingChange(
            player=player,
            before=before.rating,
            after=after.rating,
            games=one.games,
            score=one.score,
            expected=one.expected,
        )
        for player, before, after, one in numbers
        if player in account.recordable and before is not None and after is not None
    )


def recalculations(
    tournament: TournamentId, was: Mapping[PlayerId, int], now: Mapping[PlayerId, int]
) -> list[Recalculation]:
    """Give every number after a tournament that differs: those that are there now, then those that no longer are."""
    return [
        Recalculation(player=player, tournament=tournament, was=was.get(player), now=now.get(player))
        for player in {**now, **was}
        if was.get(player) != now.get(player)
    ]
