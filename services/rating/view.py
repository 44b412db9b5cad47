"""What rating lets others read: every rating as replay has it now, what made it, and what a change would do."""

from typing import Any, Final

import msgspec

from contracts.codec import FactDecoder, Poison, encode
from contracts.envelope import Event, Fact
from contracts.ids import EventId, PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.rating import (
    Explain,
    Explanation,
    RatedPlayer,
    RatingChange,
    Ratings,
    Recalculation,
    StartRatingSet,
    TournamentChanges,
    WhatIf,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerEntered, PlayerRegistered
from contracts.results import GameReported, ResultCorrected, TournamentCompleted
from services.chess.tournament import EVENTS, Tournament, fold
from services.rating import explain, ledger
from services.rating.differences import changes, recalculations
from services.rating.finished import finish, origin_key
from services.rating.ledger import Account, Ledger

VERSION: Final = 1
INTERESTS: Final[tuple[type[EventData], ...]] = (*EVENTS, PlayerRegistered, StartRatingSet)


class Running(msgspec.Struct, frozen=True):
    """A tournament that is not finished, and the events that gave its games their results (see `Origins`)."""

    tournament: Tournament
    origins: dict[str, tuple[EventId, ...]] = {}


class View(msgspec.Struct):
    """
    Names, tournaments under way, the ledger, and the finished tournaments that were announced as not rated.

    Owned by one projection, which alone changes it. What its containers hold is immutable but for the ledger.
    """

    names: dict[PlayerId, str] = {}
    running: dict[TournamentId, Running] = {}
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    unrated: set[TournamentId] = set()


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    match fact.data:
        case PlayerRegistered(player=player, name=name):
            view.names[player] = name
        case StartRatingSet(player=player, rating=rating):
            ledger.set_start(view.ledger, player, rating, fact.event.effectivedate.toordinal(), fact.event.id)
        case ResultCorrected(tournament=tournament) as correction if tournament in view.ledger.accounts:
            ledger.amend(view.ledger, correction, fact.event.id)
        case data:
            _under_way(view, fact, data)
    return view


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Ratings():
            return ratings(view)
        case TournamentChanges(tournament=tournament):
            return tournament_changes(view, tournament)
        case Explain(player=player, tournament=tournament):
            return explanations(view, player, tournament)
        case WhatIf(events=events):
            return what_if(view, events)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"rating does not answer {type(query).__name__}")


def ratings(view: View) -> list[RatedPlayer]:
    """List every player with a rating, highest first; equals by id."""
    numbers = ((player, ledger.now(view.ledger, player)) for player in view.ledger.starts)
    listed = [
        RatedPlayer(player=player, name=view.names.get(player, player), rating=number.rating, games=number.games)
        for player, number in numbers
        if number is not None
    ]
    return sorted(listed, key=lambda one: (-one.rating, one.player))


def tournament_changes(view: View, tournament: TournamentId) -> tuple[RatingChange, ...]:
    """Give what a finished tournament did to its players, in start-list order."""
    return changes(account_of(view, tournament))


def explanations(view: View, player: PlayerId, tournament: TournamentId | None) -> list[Explanation]:
    """Explain one tournament's change of a player's rating, or his start rating and every change since."""
    if tournament is not None:
        account = account_of(view, tournament)
        if player not in account.finished.players:
            raise Refused(RefusalCode.NOT_ENTERED, f"{player} had no board in {tournament}", player=player)
        return [explain.tournament(view.ledger, account, player)]
    if player not in view.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    accounts = [view.ledger.accounts[one.tournament] for one in view.ledger.careers.get(player, ())]
    start = view.ledger.starts.get(player)
    told = [explain.tournament(view.ledger, account, player) for account in accounts]
    if start is None:
        return told
    place = sum(account.order.ends < start.day for account in accounts)
    return [*told[:place], explain.start_rating(player, start), *told[place:]]


def what_if(view: View, events: tuple[Event, ...]) -> list[Recalculation]:
    """Give every number that events which are not written would change, in chronological order; nothing is kept."""
    supposed = View(dict(view.names), dict(view.running), view.ledger.copy(), set(view.unrated))
    decoder = FactDecoder(INTERESTS)
    try:
        for event in events:
            fact = decoder.decode(0, encode(event))
            supposed = supposed if fact is None else apply(supposed, fact)
    except (Poison, LookupError) as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"these events fit no tournament here: {error}") from error
    was, would_be = view.ledger.accounts, supposed.ledger.accounts
    touched = sorted(
        (account for tournament, account in would_be.items() if was.get(tournament) is not account),
        key=lambda account: account.order,
    )
    return [
        one
        for account in touched
        for one in recalculations(
            account.finished.tournament, _recordable(was.get(account.finished.tournament)), account.recordable
        )
    ]


def account_of(view: View, tournament: TournamentId) -> Account:
    """Give a finished tournament; refuses one that is unknown, under way, or not rated."""
    account = view.ledger.accounts.get(tournament)
    if account is not None:
        return account
    if tournament in view.running:
        raise Refused(RefusalCode.INCOMPLETE, f"{tournament} is not finished")
    if tournament in view.unrated:
        raise Refused(RefusalCode.WRONG_STATUS, f"{tournament} was announced as not rated")
    raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")


def _recordable(account: Account | None) -> dict[PlayerId, int]:
    return {} if account is None else account.recordable


def _under_way(view: View, fact: Fact[EventData], data: Any) -> None:  # noqa: ANN401  any event of a tournament
    """Fold an event into a tournament that is not finished; the last one enters it in the ledger."""
    tournament: TournamentId = data.tournament
    if tournament in view.ledger.accounts or tournament in view.unrated:
        return
    before = view.running.get(tournament)
    after = fold(None if before is None else before.tournament, data)
    if after is None:
        return
    origins = {} if before is None else before.origins
    match data:
        case PlayerEntered(player=player, name=name):
            view.names.setdefault(player, name)
        case GameReported() | ResultCorrected():
            key = origin_key(data.round, data.white, data.black)
            origins = {**origins, key: (*origins.get(key, ()), fact.event.id)}
        case TournamentCompleted():
            view.running.pop(tournament, None)
            if after.announced.rating_rules:
                ledger.enter(view.ledger, finish(after, origins, fact.event.id))
            else:
                view.unrated.add(tournament)
            return
    view.running[tournament] = Running(after, origins)
