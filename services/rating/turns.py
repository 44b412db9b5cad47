"""
Whose turn it is among the tournaments that count on one list, where that matters: by a district's bonus (SSF).

The bonus of a game goes by the number a player has run up to before it (Bonussystem), so a tournament that gives one
depends on those before it on the same list. Which come before is decided by their last day, then their first, then id.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping

from contracts.ids import PlayerId
from contracts.registration import RatingOption
from services.rating.account import Account
from services.rating.book import Ledger
from services.rating.career import LISTED, Order

Dirty = set[PlayerId] | None


def turn(account: Account) -> tuple[dt.date, dt.date, str, int]:
    """Give what orders the tournaments of a list."""
    finished = account.finished
    return finished.ends, finished.starts, finished.tournament, finished.part


def in_turn(ledger: Ledger, order: Order, due: Mapping[str, Dirty]) -> Iterable[tuple[str, Dirty]]:
    """Give the accounts due at a place in time, in turn, and those with a bonus after them, which they may reach."""
    bonus = with_bonus(ledger, order)
    if not bonus or not due:
        return due.items()
    first = min(turn(ledger.accounts[key]) for key in due)
    reached = {key: None for key in bonus if turn(ledger.accounts[key]) > first}
    return sorted({**due, **reached}.items(), key=lambda one: turn(ledger.accounts[one[0]]))


def with_bonus(ledger: Ledger, order: Order) -> list[str]:
    """Name the accounts at a place in time that give a bonus."""
    if order.rank != LISTED:
        return []
    keys = ledger.lists.get(dt.date.fromordinal(order.day).isoformat(), ())
    return [key for key in keys if RatingOption.BONUS in ledger.accounts[key].finished.options]


def earlier(ledger: Ledger, account: Account) -> tuple[int, ...]:
    """Give what each player has gained before on the list of an account that gives a bonus; else nothing."""
    if RatingOption.BONUS not in account.finished.options:
        return ()
    gained: Counter[PlayerId] = Counter()
    for key in ledger.lists.get(dt.date.fromordinal(account.order.day).isoformat(), ()):
        one = ledger.accounts[key]
        if one.rules == account.rules and turn(one) < turn(account) and one.rated:
            for player, rated in zip(one.players, one.rated, strict=True):
                gained[player] += rated.gain
    return tuple([gained[player] for player in account.players])
