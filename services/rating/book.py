"""The book of one register: what is in it, and what may be asked of it. `ledger` changes it, `cascade` computes it."""

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from services.rating.account import Account
from services.rating.career import (
    PLAYED,
    Career,
    Entry,
    Number,
    Order,
    number_before,
    place_of,
)
from services.rating.changes import Change, Start, order_of


class Ledger(msgspec.Struct, omit_defaults=True):
    """
    A register, owned by one view. What its dictionaries hold is immutable: a copy of them is a ledger.

    `accounts` by tournament or part; `careers` by player; `changes` by event, with `given` naming those of a player and
    `everybody` those that are in every career; `lists` the accounts that count on the list of a day; `born` birth years
    and `aliases` whom a merged player is, both by player. `longest` is how many days at most lie between the first day
    of an event and the point at which it counts. While it is `deferred` nothing is computed, and there are no
    careers (see `anew`).
    """

    accounts: dict[str, Account] = {}
    careers: dict[PlayerId, Career] = {}
    changes: dict[EventId, Change] = {}
    given: dict[PlayerId, tuple[EventId, ...]] = {}
    everybody: tuple[Order, ...] = ()
    lists: dict[str, tuple[str, ...]] = {}
    born: dict[PlayerId, int] = {}
    aliases: dict[PlayerId, PlayerId] = {}
    longest: int = 0
    deferred: bool = False

    def copy(self) -> "Ledger":
        """Return a ledger that can go its own way."""
        return Ledger(
            dict(self.accounts),
            dict(self.careers),
            dict(self.changes),
            dict(self.given),
            self.everybody,
            dict(self.lists),
            dict(self.born),
            dict(self.aliases),
            self.longest,
            self.deferred,
        )


def number_on(ledger: Ledger, player: PlayerId, day: int) -> Number | None:
    """Give a player's number on a day (an ordinal): after everything that ended before it, and that day's changes."""
    return number_before(ledger.careers.get(player, ()), (day, PLAYED))


def now(ledger: Ledger, player: PlayerId) -> Number | None:
    """Give a player's number after everything there is."""
    career = ledger.careers.get(player, ())
    return career[-1].number if career else None


def wanted(ledger: Ledger, player: PlayerId) -> set[Order]:
    """
    Give where in a career numbers given belong: a player's own, or if he has none those of whom he was merged with.

    Who counts under another has none.
    """
    if player in ledger.aliases:
        return set()
    own = ledger.given.get(player, ())
    if not ledger.aliases:
        return {order_of(ledger.changes[event]) for event in own}
    others = [event for one, kept in ledger.aliases.items() if kept == player for event in ledger.given.get(one, ())]
    started = any(isinstance(ledger.changes[event], Start) for event in own)
    new = [event for event in others if event not in own and not (started and isinstance(ledger.changes[event], Start))]
    return {order_of(ledger.changes[event]) for event in (*own, *new)}


def keys_of(ledger: Ledger, tournament: TournamentId) -> list[str]:
    """Name the accounts of a tournament: one, or one for each part; none if it has not been entered."""
    keys: list[str] = []
    key: str = tournament
    while key in ledger.accounts:
        keys.append(key)
        key = f"{tournament}#{len(keys)}"
    return keys


def entry_of(ledger: Ledger, player: PlayerId, order: Order) -> tuple[Number | None, Entry | None]:
    """Give the number before a point of a player's career, and that point."""
    career = ledger.careers.get(player, ())
    place = place_of(career, order)
    before = career[place - 1].number if place else None
    return before, career[place] if place < len(career) and career[place].order == order else None
