"""What rating decides: start ratings, and what the book of ratings records."""

from contracts.messages import CommandData, EventData
from contracts.rating import (
    RateTournament,
    RatingsRecalculated,
    Recalculation,
    SetStartRating,
    StartRatingSet,
    TournamentRated,
)
from contracts.refusals import RefusalCode, Refused
from services.rating.differences import changes, recalculations
from services.rating.ledger import Account, rules_of
from services.rating.state import State
from services.rating.view import View, account_of


def decide(command: CommandData, state: State, known: View) -> list[EventData]:
    """Decide a command on the book of ratings; raises `Refused`."""
    match command:
        case SetStartRating():
            return set_start_rating(command, state, known)
        case RateTournament():
            return rate_tournament(command, state, known)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"rating does not decide {type(command).__name__}")


def set_start_rating(command: SetStartRating, state: State, known: View) -> list[EventData]:
    """
    Give a registered player his first rating.

    The same number again changes nothing. Under a rule set that has a floor, a number below it is refused.
    """
    if command.player not in known.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {command.player} is registered", player=command.player)
    has = state.starts.get(command.player)
    if has == command.rating:
        return []
    if has is not None:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.player} has the start rating {has} already, not {command.rating}",
            rating=has,
            offered=command.rating,
        )
    floor = rules_of(command.rules).steps.floor if command.rules else None
    if floor is not None and command.rating < floor.floor:
        raise Refused(
            RefusalCode.INVALID_RATING,
            f"{command.rating} lies below {floor.floor}, the lowest rating of {command.rules}",
            rule=floor.section,
            rating=command.rating,
            floor=floor.floor,
        )
    return [StartRatingSet(player=command.player, rating=command.rating, rules=command.rules)]


def rate_tournament(command: RateTournament, state: State, known: View) -> list[EventData]:
    """
    Record what a finished tournament did to its players, and what a change in it did to everybody since.

    The numbers are those replay gives now. A tournament that is new to the book is recorded whole; where numbers
    recorded before, of this tournament or a later one, have become others, each is recorded with what it was.
    """
    account = account_of(known, command.tournament)
    if account.problem is not None:
        why = account.problem
        raise Refused(why.code, f"{command.tournament} cannot be rated: {why.message}", rule=why.rule, **why.details)
    events: list[EventData] = []
    if state.recorded.get(command.tournament) is None:
        rules = rules_of(account.finished.rules)
        events.append(
            TournamentRated(
                tournament=command.tournament, rules=rules.id, digest=rules.digest, changes=changes(account)
            )
        )
    differ = _recalculated(account, state, known)
    return [*events, RatingsRecalculated(cause=command.tournament, changes=differ)] if differ else events


def _recalculated(first: Account, state: State, known: View) -> tuple[Recalculation, ...]:
    """Compare what the book says after a tournament and all later ones with what it should say."""
    accounts = known.ledger.accounts
    differ = [
        (account.order, was, account.recordable)
        for tournament, was in state.recorded.items()
        if (account := accounts.get(tournament)) is not None
        and account.recordable != was
        and account.order >= first.order
    ]
    differ.sort(key=lambda one: one[0])
    return tuple(one for order, was, now in differ for one in recalculations(order.tournament, was, now))
