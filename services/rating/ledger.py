"""
The ledger: every rating there is, and what made it. The heart of rating.

Start ratings and finished tournaments stand in chronological order: by the tournament's last day, then its first day,
then its id. Never by arrival: a tournament that is reported late, a result that is corrected or a start rating that is
set years afterwards gives what it would have given in its time.

What changes is recomputed, and then only what that reaches: an event is rated again if a number that one of its players
comes in with has changed, and where a recomputed number equals the old one the change ends. The outcome is the same as
rating everything anew; the tests hold the two against each other.

Which number a player comes in with (DSU 4.5.4.1): he is rated from the number he had when the event began, and his gain
is added to the number he has when it is entered in the register. The two differ where events overlap. Whether the
earlier one had been reported in time is not known here, so the dates decide (R): it counts at the start of an event if
it ended before that day.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import NamedTuple

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, Refused
from contracts.results import ResultCorrected
from services.rating.finished import Finished, correct, event_of
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, Rated, Trace
from services.rules.loader import load
from services.rules.rating import rate_event, settle
from services.rules.ruleset import of_system


class Number(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A player's rating, the rated games behind it, and the highest it has been."""

    rating: int
    games: int
    peak: int


class Start(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A start rating, the day (as an ordinal) it counts from, and the event that set it."""

    number: Number
    day: int
    event: EventId


class Order(NamedTuple):
    """The place of a tournament in time: last day, first day (ordinals), and its id as the tie rule."""

    ends: int
    starts: int
    tournament: TournamentId


Numbers = tuple[Number | None, ...]
"""A number for each player of a tournament, in their order; None: he has none."""


class Account(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    A finished tournament and what it did: the numbers it was rated from, those in the register before and after it.

    `problem` is why it could not be rated, if it could not: an unknown rule set, impossible dates.
    """

    finished: Finished
    at_start: Numbers
    before: Numbers
    after: Numbers
    problem: Refusal | None = None

    @property
    def order(self) -> Order:
        """The tournament's place in time."""
        return _order(self.finished)

    @cached_property
    def recordable(self) -> dict[PlayerId, int]:
        """The rating after the tournament of everybody who had a rated game in it: what the book should say."""
        numbers = zip(self.finished.players, self.before, self.after, strict=True)
        return {
            player: after.rating
            for player, before, after in numbers
            if after is not None and before is not None and after.games > before.games
        }


class Ledger(msgspec.Struct):
    """Everything rated, owned by one view. What its dictionaries hold is immutable: a copy of them is a ledger."""

    starts: dict[PlayerId, Start] = {}
    accounts: dict[TournamentId, Account] = {}
    careers: dict[PlayerId, tuple[Order, ...]] = {}

    def copy(self) -> "Ledger":
        """Return a ledger that can go its own way."""
        return Ledger(dict(self.starts), dict(self.accounts), dict(self.careers))


def set_start(ledger: Ledger, player: PlayerId, rating: int, day: int, event: EventId) -> None:
    """Give a player his start rating from a day on, and rate again what he has played since."""
    ledger.starts[player] = Start(Number(rating, 0, rating), day, event)
    _cascade(ledger, ledger.careers.get(player, ()))


def enter(ledger: Ledger, finished: Finished) -> None:
    """Rate a finished tournament in its place in time, and again all later ones it reaches; once entered, it stays."""
    if finished.tournament in ledger.accounts:
        return
    order = _order(finished)
    at_start, before = _incoming(ledger, finished)
    for player in finished.players:
        career = ledger.careers.get(player, ())
        place = bisect_left(career, order)
        ledger.careers[player] = (*career[:place], order, *career[place:])
    ledger.accounts[finished.tournament] = Account(finished=finished, at_start=at_start, before=before, after=before)
    _cascade(ledger, [order])


def amend(ledger: Ledger, correction: ResultCorrected, event: EventId) -> None:
    """Take a correction into an entered tournament, and rate again what it reaches."""
    account = ledger.accounts[correction.tournament]
    finished = correct(account.finished, correction, event)
    ledger.accounts[correction.tournament] = msgspec.structs.replace(account, finished=finished)
    _cascade(ledger, [account.order])


def now(ledger: Ledger, player: PlayerId) -> Number | None:
    """Give a player's number as it is now: after everything, or his start rating."""
    career = ledger.careers.get(player, ())
    start = ledger.starts.get(player)
    return (_after(ledger, career[-1], player) if career else None) or (start.number if start else None)


def rules_of(rule_set: str) -> EventRules:
    """
    Give a rule set by its id; refuses an unknown one.

    Refuses also rules that settle their gains at the end of a period: there is no register of periods yet.
    """
    return of_system(load(rule_set), EventRules)


def entrants(account: Account) -> list[Entrant]:
    """Give a tournament's players as the rules see them."""
    return [_UNRATED if one is None else _entrant(one) for one in account.at_start]


def event_rated(account: Account) -> Event:
    """Give the tournament as the rules see it, without the games of players who had no number."""
    unrated = frozenset(place for place, number in enumerate(account.at_start) if number is None)
    return event_of(account.finished, unrated) if unrated else account.finished.event


def outcome(rules: EventRules, account: Account) -> tuple[Rated, ...]:
    """Rate a tournament from the numbers its players came in with."""
    return rate_event(rules, event_rated(account), entrants(account)).rated


def added(rules: EventRules, account: Account, place: int, rated: Rated, trace: Trace = None) -> int | None:
    """Add the gain of an event to the number registered when it was entered (DSU 4.5.4.1 b)."""
    registered = account.before[place]
    if registered is None:
        return None
    return settle(rules, _entrant(registered), [rated], on=account.finished.ends, trace=trace).published


def _cascade(ledger: Ledger, seeds: Iterable[Order]) -> None:
    """Rate the tournaments given again, and what their changes reach, in chronological order."""
    waiting = list(seeds)
    heapify(waiting)
    queued = set(waiting)
    while waiting:
        order = heappop(waiting)
        old = ledger.accounts[order.tournament]
        new = _rated(ledger, old.finished)
        if (new.at_start, new.before, new.after, new.problem) == (old.at_start, old.before, old.after, old.problem):
            continue
        ledger.accounts[order.tournament] = new
        for player, was, is_now in zip(old.finished.players, old.after, new.after, strict=True):
            if was == is_now:
                continue
            for reached in _reached(ledger.careers[player], order):
                if reached not in queued:
                    queued.add(reached)
                    heappush(waiting, reached)


def _reached(career: tuple[Order, ...], changed: Order) -> Iterator[Order]:
    """Give the tournaments of a career that a player enters, or is rated from, with his number after `changed`."""
    place = bisect_right(career, changed)
    if place == len(career):
        return
    following = career[place]
    yield following
    for later in career[place + 1 :]:
        if changed.ends < later.starts <= following.ends:
            yield later


def _rated(ledger: Ledger, finished: Finished) -> Account:
    at_start, before = _incoming(ledger, finished)
    unchanged = Account(finished=finished, at_start=at_start, before=before, after=before)
    try:
        rules = rules_of(finished.rules)
        rated = outcome(rules, unchanged)
    except Refused as refused:
        return msgspec.structs.replace(unchanged, problem=refused.refusal)
    after = tuple(_settled(rules, unchanged, place, one) for place, one in enumerate(rated))
    return msgspec.structs.replace(unchanged, after=after)


def _settled(rules: EventRules, account: Account, place: int, rated: Rated) -> Number | None:
    """Give a player's number after an event; without rated games it stays."""
    start, registered = account.at_start[place], account.before[place]
    if start is None or registered is None or not rated.games:
        return registered
    same = registered.rating == start.rating
    rating = rated.published if same else added(rules, account, place, rated)
    return None if rating is None else Number(rating, registered.games + rated.games, max(registered.peak, rating))


def _incoming(ledger: Ledger, finished: Finished) -> tuple[Numbers, Numbers]:
    """Give the numbers the players had when a tournament began, and those in the register when it is entered."""
    order = _order(finished)
    at_start: list[Number | None] = []
    before: list[Number | None] = []
    for player in finished.players:
        career = ledger.careers.get(player, ())
        start = ledger.starts.get(player)
        first = start.number if start is not None and start.day <= order.ends else None
        place = bisect_left(career, order)
        registered = (_after(ledger, career[place - 1], player) if place else None) or first
        before.append(registered)
        began = place
        while began and career[began - 1].ends >= order.starts:
            began -= 1
        if began == place:
            at_start.append(registered)
        else:
            at_start.append((_after(ledger, career[began - 1], player) if began else None) or first)
    return tuple(at_start), tuple(before)


def _after(ledger: Ledger, order: Order, player: PlayerId) -> Number | None:
    account = ledger.accounts[order.tournament]
    return account.after[account.finished.players.index(player)]


def _order(finished: Finished) -> Order:
    return Order(finished.ends.toordinal(), finished.starts.toordinal(), finished.tournament)


def _entrant(number: Number) -> Entrant:
    return Entrant(rating=number.rating, games=number.games, peak=number.peak)


_UNRATED = Entrant()
