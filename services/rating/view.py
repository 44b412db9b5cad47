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
    ForeignEventReported,
    ListHeader,
    ListPublished,
    PublishedList,
    PublishedLists,
    RatedPlayer,
    RatingChange,
    Ratings,
    RatingsAdjusted,
    RatingsCoordinated,
    Recalculation,
    StartRatingSet,
    TournamentChanges,
    TournamentWithdrawnFromRating,
    WhatIf,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    EntryCancelled,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    PlayerWithdrawn,
    TournamentAnnounced,
)
from contracts.results import GameReported, ResultCorrected, RoundCompleted, Scope, TournamentCompleted
from services.chess.tournament import EVENTS
from services.rating import differences, explain, ledger, registers
from services.rating.account import Account
from services.rating.book import Ledger, now, number_on
from services.rating.changes import Adjustment, Coordinated, Printed, Start, asked_about, check
from services.rating.finished import finish, foreign
from services.rating.registers import Registers
from services.rating.running import Played, Playing, Running, board
from services.rules.anchor import federation_of
from services.rules.loader import load

VERSION: Final = 4
INTERESTS: Final[tuple[type[EventData], ...]] = (
    *EVENTS,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    StartRatingSet,
    TournamentWithdrawnFromRating,
    RatingsAdjusted,
    RatingsCoordinated,
    ForeignEventReported,
    ListPublished,
)


Steps = Mapping[type[EventData], Callable[["View", EventId, dt.date, Any], None]]


class View(msgspec.Struct):
    """
    Names, tournaments under way, the registers, published lists, and finished tournaments announced as not rated.

    `links` are merges by the player who is not kept.
    Owned by one projection, which alone changes it, with the registers and the tournaments under way.
    """

    names: dict[PlayerId, str] = {}
    links: dict[PlayerId, PlayerId] = {}
    running: dict[TournamentId, Running] = {}
    registers: Registers = msgspec.field(default_factory=Registers)
    unrated: set[TournamentId] = set()
    lists: dict[str, tuple[ListPublished, ...]] = {}


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
    registers.defer(view.registers)


def settle(view: View) -> None:
    """Rate what is due since `defer`."""
    registers.settle(view.registers)


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Ratings(federation=federation, effective=effective):
            return ratings(view, federation, effective)
        case TournamentChanges(tournament=tournament):
            return tournament_changes(view, tournament)
        case Explain():
            return explanations(view, query)
        case WhatIf(events=events):
            return what_if(view, events)
        case PublishedLists():
            return published_lists(view)
        case PublishedList(list=list_, part=part):
            return published_list(view, list_, part)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"rating does not answer {type(query).__name__}")


def ratings(view: View, federation: str = "", effective: dt.date | None = None) -> list[RatedPlayer]:
    """List every player of a register with a rating, highest first; equals by id."""
    _, book = registers.named(view.registers, federation)
    numbers = (
        (
            player,
            now(book, player) if effective is None else number_on(book, player, effective.toordinal()),
        )
        for player in registers.numbered(book)
    )
    listed = [
        RatedPlayer(player=player, name=view.names.get(player, player), rating=number.rating, games=number.games)
        for player, number in numbers
        if number is not None and number.rating is not None
    ]
    return sorted(listed, key=lambda one: (-one.rating, one.player))


def tournament_changes(view: View, tournament: TournamentId) -> tuple[RatingChange, ...]:
    """Give what a finished tournament did to its players, in start-list order."""
    book, _ = account_of(view, tournament)
    return differences.changes(book, tournament)


def explanations(view: View, query: Explain) -> list[Explanation]:
    """Explain one tournament's change of a player's rating, or everything that ever changed his number."""
    player, tournament = query.player, query.tournament
    if tournament is not None:
        book, _ = account_of(view, tournament)
        told = explain.tournament(book, player, tournament)
        if not told:
            raise Refused(RefusalCode.NOT_ENTERED, f"{player} had no board in {tournament}", player=player)
        return told
    if player not in view.names:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    _, book = registers.named(view.registers, query.federation)
    return explain.career(book, player)


def what_if(view: View, events: tuple[Event, ...]) -> list[Recalculation]:
    """Give every number that events which are not written would change, in chronological order; nothing is kept."""
    supposed = copied(view)
    decoder = FactDecoder(INTERESTS)
    try:
        for event in events:
            fact = decoder.decode(0, encode(event))
            supposed = supposed if fact is None else apply(supposed, fact)
    except (Poison, LookupError) as error:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"these events fit no tournament here: {error}") from error
    was, would_be = view.registers, supposed.registers.ledgers
    if not would_be.keys() <= was.ledgers.keys():
        was = was.copy()
    return [
        one
        for federation in sorted(would_be)
        if federation != registers.UNNAMED or len(would_be) == 1
        for one in differences.difference(federation, registers.ledger_of(was, federation), would_be[federation])
    ]


def copied(view: View) -> View:
    """Give a view that can go its own way."""
    return View(
        dict(view.names),
        dict(view.links),
        {tournament: one.copy() for tournament, one in view.running.items()},
        view.registers.copy(),
        set(view.unrated),
        dict(view.lists),
    )


def published_lists(view: View) -> list[ListHeader]:
    """Give the published lists at a glance, by day."""
    headers = [
        ListHeader(
            list=name,
            federation=first.federation,
            day=first.day,
            rules=first.rules,
            players=sum(len(part.lines) for part in parts),
            parts=first.parts,
        )
        for name, parts in view.lists.items()
        for first in parts[:1]
    ]
    return sorted(headers, key=lambda one: (one.day, one.list))


def published_list(view: View, name: str, part: int) -> ListPublished:
    """Give a part of a published list; refuses a list or a part there is not."""
    parts = view.lists.get(name)
    if parts is None:
        raise Refused(RefusalCode.UNKNOWN_LIST, f"no list {name} is published", known=sorted(view.lists))
    if part > len(parts):
        raise Refused(RefusalCode.UNKNOWN_LIST, f"the list {name} has {len(parts)} parts", parts=len(parts))
    return parts[part - 1]


def book_of(view: View, tournament: TournamentId) -> Ledger | None:
    """Give the ledger a finished tournament stands in, if there is one."""
    federation = registers.register_of(view.registers, tournament)
    return None if federation is None else view.registers.ledgers[federation]


def account_of(view: View, tournament: TournamentId) -> tuple[Ledger, Account]:
    """Give a finished tournament and its ledger; refuses one that is unknown, under way, or not rated."""
    book = book_of(view, tournament)
    if book is not None:
        return book, book.accounts[tournament]
    if tournament in view.running:
        raise Refused(RefusalCode.INCOMPLETE, f"{tournament} is not finished")
    if tournament in view.unrated:
        raise Refused(RefusalCode.WRONG_STATUS, f"{tournament} was announced as not rated")
    raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {tournament} is announced")


def _registered(view: View, _event: EventId, _day: dt.date, data: PlayerRegistered) -> None:
    view.names[data.player] = data.name
    if data.born is not None:
        registers.birth_year(view.registers, data.player, data.born)


def _merged(view: View, _event: EventId, _day: dt.date, data: PlayersMerged) -> None:
    view.links[data.player] = data.into
    registers.link(view.registers, view.links)


def _split(view: View, _event: EventId, _day: dt.date, data: PlayersSplit) -> None:
    view.links.pop(data.player, None)
    registers.link(view.registers, view.links)


def _given(view: View, event: EventId, day: dt.date, data: StartRatingSet) -> None:
    start = Start(data.player, data.rating, (data.day or day).toordinal(), event)
    registers.change(view.registers, federation_of(data.rules), start)


def _adjusted(view: View, event: EventId, _day: dt.date, data: RatingsAdjusted) -> None:
    registers.change(view.registers, data.federation, Adjustment(data.adjustment, data.day.toordinal(), event))


def _coordinated(view: View, event: EventId, _day: dt.date, data: RatingsCoordinated) -> None:
    what = Coordinated(data.rules, data.day.toordinal(), event, data.players, data.n, data.direction)
    registers.change(view.registers, federation_of(data.rules), what)


def _withdrawn(view: View, _event: EventId, _day: dt.date, data: TournamentWithdrawnFromRating) -> None:
    registers.withdraw(view.registers, data.tournament, data.reason)


def _abroad(view: View, event: EventId, _day: dt.date, data: ForeignEventReported) -> None:
    registers.enter(view.registers, foreign(data, event))


def _listed(view: View, event: EventId, _day: dt.date, data: ListPublished) -> None:
    part = data if type(data) is ListPublished else msgspec.convert(data, ListPublished, from_attributes=True)
    least = asked_about(load(part.rules))
    day = part.day.toordinal()
    printed = [
        Printed(line.player, line.rating, day, EventId(f"{event}/{line.player}"))
        for line in part.lines
        if least is not None and line.rating >= least
    ]
    for one in printed:
        check(one)
    view.lists[part.list] = (*view.lists.get(part.list, ()), part)
    for one in printed:
        registers.change(view.registers, part.federation, one)


def _announced(view: View, _event: EventId, _day: dt.date, data: TournamentAnnounced) -> None:
    if book_of(view, data.tournament) is None and data.tournament not in view.unrated:
        view.running[data.tournament] = Running(data)


def _entered(view: View, _event: EventId, _day: dt.date, data: PlayerEntered) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.entered[data.player] = data.start_number
        if data.rating is not None:
            running.ratings[data.player] = data.rating
        view.names.setdefault(data.player, data.name)


def _player_withdrawn(view: View, _event: EventId, _day: dt.date, data: PlayerWithdrawn) -> None:
    running = view.running.get(data.tournament)
    if running is not None and data.player not in running.entered:
        raise LookupError(f"{data.player} is not entered in {data.tournament}")


def _cancelled(view: View, _event: EventId, _day: dt.date, data: EntryCancelled) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.entered.pop(data.player, None)
        running.ratings.pop(data.player, None)


def _round_published(view: View, _event: EventId, _day: dt.date, data: RoundPublished) -> None:
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
        played.events = (*played.events, event) if played.events else (event,)


def _corrected(view: View, event: EventId, _day: dt.date, data: ResultCorrected) -> None:
    book = book_of(view, data.tournament)
    if book is not None:
        ledger.amend(book, data, event)
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
        registers.enter(view.registers, finish(running, event))
    else:
        view.unrated.add(data.tournament)
    del view.running[data.tournament]


_number = attrgetter("number")

STEPS: Final[Steps] = {
    PlayerRegistered: _registered,
    PlayersMerged: _merged,
    PlayersSplit: _split,
    StartRatingSet: _given,
    RatingsAdjusted: _adjusted,
    RatingsCoordinated: _coordinated,
    TournamentWithdrawnFromRating: _withdrawn,
    ForeignEventReported: _abroad,
    ListPublished: _listed,
    TournamentAnnounced: _announced,
    PlayerEntered: _entered,
    PlayerWithdrawn: _player_withdrawn,
    EntryCancelled: _cancelled,
    RoundPublished: _round_published,
    GameReported: _reported,
    ResultCorrected: _corrected,
    RoundCompleted: _round_completed,
    TournamentCompleted: _completed,
}
"""How each event changes the view: from its id, its effective date and the fields of its payload, of whatever class."""
