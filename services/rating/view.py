"""What rating lets others read: every rating as replay has it now, what made it, and what a change would do."""

import datetime as dt
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

import msgspec

from contracts.codec import FactDecoder, Poison, encode
from contracts.envelope import Event, Fact
from contracts.ids import EventId, PlayerId, TournamentId
from contracts.messages import EventData, QueryData
from contracts.pairing import RoundPublished
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
from contracts.registration import EntryCancelled, PlayerEntered, PlayerRegistered, PlayerWithdrawn, TournamentAnnounced
from contracts.results import GameReported, ResultCorrected, RoundCompleted, Scope, TournamentCompleted
from services.chess.tournament import EVENTS
from services.rating import explain, ledger
from services.rating.differences import changes, recalculations
from services.rating.finished import finish
from services.rating.ledger import Account, Ledger
from services.rating.running import Played, Playing, Running, board

VERSION: Final = 2
INTERESTS: Final[tuple[type[EventData], ...]] = (*EVENTS, PlayerRegistered, StartRatingSet)
Steps = Mapping[type[EventData], Callable[["View", EventId, dt.date, Any], None]]


class View(msgspec.Struct):
    """
    Names, tournaments under way, the ledger, and the finished tournaments that were announced as not rated.

    Owned by one projection, which alone changes it, with the ledger and the tournaments under way.
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
    step = STEPS.get(type(fact.data))
    if step is not None:
        step(view, fact.event.id, fact.event.effectivedate, fact.data)
    return view


def defer(view: View) -> None:
    """Rate nothing until `settle`: for a replay."""
    ledger.defer(view.ledger)


def settle(view: View) -> None:
    """Rate what is due since `defer`."""
    ledger.settle_all(view.ledger)


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
    supposed = _copy(view)
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


def _copy(view: View) -> View:
    running = {tournament: one.copy() for tournament, one in view.running.items()}
    return View(dict(view.names), running, view.ledger.copy(), set(view.unrated))


def _recordable(account: Account | None) -> dict[PlayerId, int]:
    return {} if account is None else account.recordable


def _registered(view: View, _event: EventId, _day: dt.date, data: PlayerRegistered) -> None:
    view.names[data.player] = data.name


def _start_set(view: View, event: EventId, day: dt.date, data: StartRatingSet) -> None:
    ledger.set_start(view.ledger, data.player, data.rating, day.toordinal(), event)


def _announced(view: View, _event: EventId, _day: dt.date, data: TournamentAnnounced) -> None:
    if data.tournament not in view.ledger.accounts and data.tournament not in view.unrated:
        view.running[data.tournament] = Running(data)


def _entered(view: View, _event: EventId, _day: dt.date, data: PlayerEntered) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.entered[data.player] = data.start_number
        view.names.setdefault(data.player, data.name)


def _withdrawn(view: View, _event: EventId, _day: dt.date, data: PlayerWithdrawn) -> None:
    running = view.running.get(data.tournament)
    if running is not None and data.player not in running.entered:
        raise LookupError(f"{data.player} is not entered in {data.tournament}")


def _cancelled(view: View, _event: EventId, _day: dt.date, data: EntryCancelled) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.entered.pop(data.player, None)


def _published(view: View, _event: EventId, _day: dt.date, data: RoundPublished) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        boards = {f"{one.white}:{one.black}": Played(one.white, one.black) for one in sorted(data.boards, key=_number)}
        before, after = running.rounds[: data.round - 1], running.rounds[data.round :]
        running.rounds = [*before, Playing(boards, data.byes), *after]


def _reported(view: View, event: EventId, _day: dt.date, data: GameReported) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        played = board(running, data.round, data.white, data.black)
        played.result = played.rating = data.result
        played.events = (*played.events, event)


def _corrected(view: View, event: EventId, _day: dt.date, data: ResultCorrected) -> None:
    if data.tournament in view.ledger.accounts:
        ledger.amend(view.ledger, data, event)
        return
    running = view.running.get(data.tournament)
    if running is not None:
        played = board(running, data.round, data.white, data.black)
        if Scope.STANDINGS in data.scope:
            played.result = data.result
        if Scope.RATING in data.scope:
            played.rating = data.result
        played.events = (*played.events, event)


def _round_completed(view: View, _event: EventId, _day: dt.date, data: RoundCompleted) -> None:
    running = view.running.get(data.tournament)
    if running is not None and data.round > len(running.rounds):
        raise LookupError(f"{data.tournament} has no round {data.round}")


def _completed(view: View, event: EventId, _day: dt.date, data: TournamentCompleted) -> None:
    running = view.running.get(data.tournament)
    if running is None:
        return
    if running.announced.rating_rules:
        ledger.enter(view.ledger, finish(running, event))
    else:
        view.unrated.add(data.tournament)
    del view.running[data.tournament]


_number = attrgetter("number")

STEPS: Final[Steps] = {
    PlayerRegistered: _registered,
    StartRatingSet: _start_set,
    TournamentAnnounced: _announced,
    PlayerEntered: _entered,
    PlayerWithdrawn: _withdrawn,
    EntryCancelled: _cancelled,
    RoundPublished: _published,
    GameReported: _reported,
    ResultCorrected: _corrected,
    RoundCompleted: _round_completed,
    TournamentCompleted: _completed,
}
"""How each event changes the view: from its id, its effective date and the fields of its payload, of whatever class."""
