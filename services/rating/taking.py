"""How each event changes what rating knows."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from contracts.envelope import Fact
from contracts.ids import EventId
from contracts.messages import EventData
from contracts.pairing import RoundPublished
from contracts.rating import (
    ForeignEventReported,
    ListPublished,
    RatingsAdjusted,
    RatingsCoordinated,
    StartRatingSet,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
)
from contracts.registration import (
    EntryCancelled,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    PlayerWithdrawn,
    TournamentAnnounced,
)
from contracts.results import (
    CancellationDecided,
    GameFinishedLate,
    GameReported,
    ResultCorrected,
    RoundCompleted,
    Scope,
    TournamentCompleted,
)
from services.chess.tournament import cancellation_key
from services.rating import ledger, registers
from services.rating.changes import Adjustment, Coordinated, Printed, Start, asked_about, check
from services.rating.finished import finish, foreign, notice
from services.rating.known import View, book_of
from services.rating.running import Running, published
from services.rules.anchor import federation_of
from services.rules.loader import load

Steps = Mapping[type[EventData], Callable[[View, EventId, dt.date, Any], None]]


def take(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    step = STEPS.get(type(fact.data))
    if step is not None:
        step(view, fact.event.id, fact.event.effectivedate, fact.data)
    return view


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
    start = Start(data.player, data.rating, (data.day or day).toordinal(), event, data.basis.anew, data.games)
    registers.change(view.registers, federation_of(data.rules), start)


def _adjusted(view: View, event: EventId, _day: dt.date, data: RatingsAdjusted) -> None:
    registers.change(view.registers, data.federation, Adjustment(data.adjustment, data.day.toordinal(), event))


def _coordinated(view: View, event: EventId, _day: dt.date, data: RatingsCoordinated) -> None:
    what = Coordinated(data.rules, data.day.toordinal(), event, data.players, data.n, data.direction)
    registers.change(view.registers, federation_of(data.rules), what)


def _withdrawn(view: View, _event: EventId, _day: dt.date, data: TournamentWithdrawnFromRating) -> None:
    registers.withdraw(view.registers, data.tournament, data.reason)


def _restored(view: View, _event: EventId, _day: dt.date, data: TournamentRestoredToRating) -> None:
    registers.restore(view.registers, data.tournament)


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
        running.federations[data.player] = data.federation
        if data.rating is not None:
            running.ratings[data.player] = data.rating
        view.names.setdefault(data.player, data.name)


def _player_withdrawn(view: View, event: EventId, _day: dt.date, data: PlayerWithdrawn) -> None:
    running = view.running.get(data.tournament)
    if running is None:
        return
    if data.player not in running.entered:
        raise LookupError(f"{data.player} is not entered in {data.tournament}")
    running.withdrawn[data.player] = (data.after_round, event)


def _cancellation_decided(view: View, event: EventId, _day: dt.date, data: CancellationDecided) -> None:
    book = book_of(view, data.tournament)
    if book is not None:
        ledger.amend(book, data, event, notice)
        return
    running = view.running.get(data.tournament)
    if running is not None:
        boards = running.round(data.round)
        if data.player not in boards.white and data.player not in boards.black:
            raise LookupError(f"round {data.round} of {data.tournament} has no board of {data.player}")
        running.cancellations[cancellation_key(data.round, data.player)] = (data.approved, event)


def _cancelled(view: View, _event: EventId, _day: dt.date, data: EntryCancelled) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.entered.pop(data.player, None)
        running.ratings.pop(data.player, None)
        running.federations.pop(data.player, None)


def _round_published(view: View, _event: EventId, _day: dt.date, data: RoundPublished) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.publish(data.round, published(data.boards, data.byes))


def _reported(view: View, event: EventId, _day: dt.date, data: GameReported) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        playing = running.round(data.round)
        playing.report(playing.place(data.white, data.black), data.result, event)


def _finished_late(view: View, event: EventId, _day: dt.date, data: GameFinishedLate) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        playing = running.round(data.round)
        playing.told(playing.place(data.white, data.black), event)
        running.late[cancellation_key(data.round, data.white)] = data.day


def _corrected(view: View, event: EventId, _day: dt.date, data: ResultCorrected) -> None:
    book = book_of(view, data.tournament)
    if book is not None:
        ledger.amend(book, data, event)
        return
    running = view.running.get(data.tournament)
    if running is not None:
        playing = running.round(data.round)
        place = playing.place(data.white, data.black)
        if Scope.STANDINGS in data.scope:
            playing.results[place] = data.result
        if Scope.RATING in data.scope:
            playing.ratings[place] = data.result
        playing.told(place, event)


def _round_completed(view: View, _event: EventId, _day: dt.date, data: RoundCompleted) -> None:
    running = view.running.get(data.tournament)
    if running is not None:
        running.round(data.round)


def _completed(view: View, event: EventId, _day: dt.date, data: TournamentCompleted) -> None:
    running = view.running.get(data.tournament)
    if running is None:
        return
    if running.announced.rating_rules:
        registers.enter(view.registers, finish(running, event))
    else:
        view.unrated.add(data.tournament)
    del view.running[data.tournament]


STEPS: Final[Steps] = {
    PlayerRegistered: _registered,
    PlayersMerged: _merged,
    PlayersSplit: _split,
    StartRatingSet: _given,
    RatingsAdjusted: _adjusted,
    RatingsCoordinated: _coordinated,
    TournamentWithdrawnFromRating: _withdrawn,
    TournamentRestoredToRating: _restored,
    ForeignEventReported: _abroad,
    ListPublished: _listed,
    TournamentAnnounced: _announced,
    PlayerEntered: _entered,
    PlayerWithdrawn: _player_withdrawn,
    CancellationDecided: _cancellation_decided,
    EntryCancelled: _cancelled,
    RoundPublished: _round_published,
    GameReported: _reported,
    GameFinishedLate: _finished_late,
    ResultCorrected: _corrected,
    RoundCompleted: _round_completed,
    TournamentCompleted: _completed,
}
"""How each event changes the view: from its id, its effective date and the fields of its payload, of whatever class."""
