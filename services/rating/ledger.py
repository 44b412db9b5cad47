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
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from heapq import heappop, heappush

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, Refused
from contracts.results import ResultCorrected
from services.rating.finished import Finished, Order, correct, event_of
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, Rated, Trace
from services.rules.loader import load
from services.rules.rating import rate_event, settle
from services.rules.ruleset import of_system


class Number(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A player's rating, and the rated games behind it."""

    rating: int
    games: int


class Start(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A start rating, the day (as an ordinal) it counts from, and the event that set it."""

    number: Number
    day: int
    event: EventId


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
        return self.finished.order

    @cached_property
    def recordable(self) -> dict[PlayerId, int]:
        """The rating after the tournament of everybody who had a rated game in it: what the book should say."""
        numbers = zip(self.finished.players, self.before, self.after, strict=True)
        return {
            player: after.rating
            for player, before, after in numbers
            if after is not None and before is not None and after.games > before.games
        }


class Ledger(msgspec.Struct, omit_defaults=True):
    """
    Everything rated, owned by one view. What its dictionaries hold is immutable: a copy of them is a ledger.

    `due` is None but for a while: then nothing is rated, and what must be is noted there (see `defer`).
    """

    starts: dict[PlayerId, Start] = {}
    accounts: dict[TournamentId, Account] = {}
    careers: dict[PlayerId, tuple[Order, ...]] = {}
    due: dict[TournamentId, set[PlayerId] | None] | None = None

    def copy(self) -> "Ledger":
        """Return a ledger that can go its own way."""
        return Ledger(dict(self.starts), dict(self.accounts), dict(self.careers), self.due)


def set_start(ledger: Ledger, player: PlayerId, rating: int, day: int, event: EventId) -> None:
    """Give a player his start rating from a day on, and rate again what he has played since."""
    ledger.starts[player] = Start(Number(rating, 0), day, event)
    if ledger.due is not None:
        for order in ledger.careers.get(player, ()):
            _note(ledger.due, order.tournament, player)
        return
    _cascade(ledger, [(order, player) for order in ledger.careers.get(player, ())])


def enter(ledger: Ledger, finished: Finished) -> None:
    """Rate a finished tournament in its place in time, and again all later ones it reaches; once entered, it stays."""
    if finished.tournament in ledger.accounts:
        return
    nobody: Numbers = (None,) * len(finished.players)
    account = Account(finished=finished, at_start=nobody, before=nobody, after=nobody)
    if ledger.due is None:
        account = _incoming(ledger, account, finished.players)
    order = account.order
    for player in finished.players:
        career = ledger.careers.get(player, ())
        if not career or career[-1] < order:
            ledger.careers[player] = (*career, order)
        else:
            place = bisect_left(career, order)
            ledger.careers[player] = (*career[:place], order, *career[place:])
    if ledger.due is not None:
        ledger.accounts[finished.tournament] = account
        ledger.due[finished.tournament] = None
        return
    _cascade(ledger, _rate(ledger, msgspec.structs.replace(account, after=account.before)))


def amend(ledger: Ledger, correction: ResultCorrected, event: EventId) -> None:
    """Take a correction into an entered tournament, and rate again what it reaches."""
    account = ledger.accounts[correction.tournament]
    account = msgspec.structs.replace(account, finished=correct(account.finished, correction, event))
    if ledger.due is not None:
        ledger.accounts[correction.tournament] = account
        ledger.due[correction.tournament] = None
        return
    _cascade(ledger, _rate(ledger, account))


def defer(ledger: Ledger) -> None:
    """
    Rate nothing until `settle`: for a replay, in which most numbers would soon be others.

    A year's late reports and corrections would each rate again what comes after them. Deferred, every tournament is
    rated once, in chronological order, and the ledger is the same.
    """
    ledger.due = {}


def settle_all(ledger: Ledger) -> None:
    """Rate what is due since `defer`, and what that reaches, in chronological order."""
    due, ledger.due = ledger.due or {}, None
    orders = sorted(ledger.accounts[tournament].order for tournament in due)
    _cascade(ledger, (), {order: due[order.tournament] for order in orders})


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


Reached = Iterable[tuple[Order, PlayerId]]
"""Tournaments into which a player comes with a number that may have changed."""


def _note(due: dict[TournamentId, set[PlayerId] | None], tournament: TournamentId, player: PlayerId) -> None:
    players = due.setdefault(tournament, set())
    if players is not None:
        players.add(player)


def _cascade(ledger: Ledger, reached: Reached, due: dict[Order, set[PlayerId] | None] | None = None) -> None:
    """
    Rate the tournaments reached again, and what their changes reach, in chronological order.

    What is `due`, given in that order, is reached by the players named, or must be rated in any case (None).
    """
    changed = due or {}
    waiting = list(changed)
    while True:
        for order, player in reached:
            if order not in changed:
                heappush(waiting, order)
                changed[order] = {player}
            elif (players := changed[order]) is not None:
                players.add(player)
        if not waiting:
            return
        order = heappop(waiting)
        old, players = ledger.accounts[order.tournament], changed.pop(order)
        new = _incoming(ledger, old, old.finished.players if players is None else players)
        reached = [] if new is old and players is not None else _rate(ledger, new)


def _rate(ledger: Ledger, account: Account) -> list[tuple[Order, PlayerId]]:
    """Rate a tournament from the numbers its players come in with, and tell what the changes reach."""
    problem, after = None, account.before
    try:
        rules = rules_of(account.finished.rules)
        rated = outcome(rules, account)
        after = tuple([_settled(rules, account, place, one) for place, one in enumerate(rated)])
    except Refused as refused:
        problem = refused.refusal
    ledger.accounts[account.finished.tournament] = msgspec.structs.replace(account, after=after, problem=problem)
    numbers = zip(account.finished.players, account.after, after, strict=True)
    return [
        (reached, player)
        for player, was, is_now in numbers
        if was != is_now
        for reached in _reached(ledger.careers[player], account.order)
    ]


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


def _settled(rules: EventRules, account: Account, place: int, rated: Rated) -> Number | None:
    """Give a player's number after an event; without rated games it stays."""
    start, registered = account.at_start[place], account.before[place]
    if start is None or registered is None or not rated.games:
        return registered
    same = registered.rating == start.rating
    rating = rated.published if same else added(rules, account, place, rated)
    return None if rating is None else Number(rating, registered.games + rated.games)


def _incoming(ledger: Ledger, account: Account, players: Collection[PlayerId]) -> Account:
    """
    Give the account with the numbers that some of its players come in with, looked up anew.

    It is the same account if they are the same numbers.
    """
    at_start, before = list(account.at_start), list(account.before)
    for place, player in enumerate(account.finished.players):
        if player in players:
            at_start[place], before[place] = _numbers(ledger, player, account.order)
    if at_start == list(account.at_start) and before == list(account.before):
        return account
    return msgspec.structs.replace(account, at_start=tuple(at_start), before=tuple(before))


def _numbers(ledger: Ledger, player: PlayerId, order: Order) -> tuple[Number | None, Number | None]:
    """Give the number a player had when a tournament began, and that in the register when it is entered."""
    career = ledger.careers.get(player, ())
    start = ledger.starts.get(player)
    first = start.number if start is not None and start.day <= order.ends else None
    place = began = bisect_left(career, order)
    registered = (_after(ledger, career[place - 1], player) if place else None) or first
    while began and career[began - 1].ends >= order.starts:
        began -= 1
    if began == place:
        return registered, registered
    return (_after(ledger, career[began - 1], player) if began else None) or first, registered


def _after(ledger: Ledger, order: Order, player: PlayerId) -> Number | None:
    account = ledger.accounts[order.tournament]
    return account.after[account.finished.players.index(player)]


def _entrant(number: Number) -> Entrant:
    return Entrant(rating=number.rating, games=number.games)


_UNRATED = Entrant()
