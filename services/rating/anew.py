"""
A whole register computed anew, in one pass through time: for a replay, in which most numbers would soon be others.

Of a register that is deferred only what is entered and given is kept. Settled, every tournament is rated once, in
chronological order, and every career grows at its end. The outcome is what the cascade makes of the same, whatever came
first; the tests hold the two against each other.
"""

from collections.abc import Iterable

from contracts.ids import EventId, PlayerId
from services.rating.account import Account, key_of
from services.rating.book import Ledger, wanted
from services.rating.career import PLAYED, Entry, Order, Source
from services.rating.cascade import incoming, rated_from
from services.rating.changes import applied
from services.rating.finished import NOBODY
from services.rating.settlement import after, at_once
from services.rating.turns import turn, with_bonus

Growing = dict[PlayerId, list[Entry]]
"""Careers under way, up to a place in time."""


def defer(ledger: Ledger) -> None:
    """Compute nothing until `settle`, if there is nothing yet; what is computed already is kept up to date as ever."""
    ledger.deferred = ledger.deferred or not (ledger.accounts or ledger.changes)


def settle(ledger: Ledger) -> None:
    """Compute everything, if it has been deferred."""
    if ledger.deferred:
        ledger.deferred = False
        compute(ledger)


def compute(ledger: Ledger) -> None:
    """Compute every number from what has been entered and given."""
    accounts: dict[Order, list[Account]] = {}
    for account in ledger.accounts.values():
        accounts.setdefault(account.order, []).append(account)
    given: dict[Order, list[PlayerId]] = {}
    for player in {ledger.aliases.get(one, one) for one in ledger.given}:
        for order in wanted(ledger, player):
            given.setdefault(order, []).append(player)
    careers: Growing = {}
    for order in sorted({*accounts, *given, *ledger.everybody}):
        if with_bonus(ledger, order):
            accounts[order].sort(key=turn)
        if order in accounts:
            _count(ledger, order, accounts[order], careers)
        elif order in given:
            _change(ledger, order, given[order], careers)
        else:
            _change(ledger, order, careers, careers)
    ledger.careers = {player: tuple(career) for player, career in careers.items()}


def _count(ledger: Ledger, order: Order, accounts: Iterable[Account], careers: Growing) -> None:
    """Rate the accounts that count at a place in time, and then settle everybody in them."""
    sources: dict[PlayerId, tuple[Source, ...]] = {}
    for was in accounts:
        account = rated_from(ledger, was, incoming(careers, was))
        key, starts = key_of(account.finished), account.finished.starts.toordinal()
        ledger.accounts[key] = account
        if order.rank == PLAYED and account.rated and not account.finished.foreign:
            _enter(ledger, account, careers)
            return
        for place, player in enumerate(account.players):
            own: tuple[Source, ...] = (Source(key, place, starts),)
            sources[player] = sources[player] + own if player in sources else own
    sources.pop(NOBODY, None)
    for player, own in sources.items():
        career = _career(ledger, order, player, careers)
        before = career[-1].number if career else None
        ordered = tuple(sorted(own))
        number = after(ledger.accounts, ordered, order, before, ledger.born.get(player, 0))
        career.append(Entry(order, ordered, number))


def _enter(ledger: Ledger, account: Account, careers: Growing) -> None:
    """Enter in the register what a tournament that counts by itself gave its players, each of whom is in it once."""
    order, key, starts = account.order, key_of(account.finished), account.finished.starts.toordinal()
    for place, (player, rated) in enumerate(zip(account.players, account.rated, strict=True)):
        career = careers.get(player) or _career(ledger, order, player, careers)
        before = career[-1].number if career else None
        career.append(Entry(order, (Source(key, place, starts),), at_once(account, rated, before)))


def _change(ledger: Ledger, order: Order, players: Iterable[PlayerId], careers: Growing) -> None:
    change = ledger.changes[EventId(order.name)]
    for player in players:
        career = _career(ledger, order, player, careers)
        before = career[-1].number if career else None
        career.append(Entry(order, (), applied(change, before)))


def _career(ledger: Ledger, order: Order, player: PlayerId, careers: Growing) -> list[Entry]:
    """Give a career to be continued at a place in time; a new one has what everybody has."""
    career = careers.get(player)
    if career is None:
        career = careers[player] = [Entry(one, (), None) for one in ledger.everybody if one < order]
    return career
