"""What the book of ratings records: tournaments rated, numbers recalculated, tournaments withdrawn."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from contracts.codec import encode
from contracts.ids import TournamentId
from contracts.messages import EventData
from contracts.rating import (
    RateTournament,
    RatingChange,
    RatingsRecalculated,
    RecalculateRatings,
    Recalculation,
    RestoreToRating,
    RulesUsed,
    TournamentRated,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    WithdrawFromRating,
)
from contracts.refusals import RefusalCode, Refused
from services.rating import differences
from services.rating.account import Account
from services.rating.book import Ledger, keys_of
from services.rating.career import LISTED, PLAYED, Order
from services.rating.explain import of_account
from services.rating.known import View, account_of
from services.rating.state import State, evolve, recorded_key
from services.rules.loader import load

AT_ONCE: Final = 4000
"""Recalculations in one event: it stays below a megabyte."""
_BYTES: Final = 500_000
"""Bytes of changes with their steps in one event, about: it stays below a megabyte."""


def rate_tournament(command: RateTournament, state: State, known: View) -> list[EventData]:
    """
    Record what a finished tournament did to its players, and what a change in it did to everybody since.

    The numbers are those replay gives now. A tournament that is new to the book is recorded whole; where numbers
    recorded before, of this tournament or a later one, have become others, each is recorded with what it was.
    """
    book, account = account_of(known, command.tournament)
    if account.problem is not None:
        why = account.problem
        raise Refused(why.code, f"{command.tournament} cannot be rated: {why.message}", rule=why.rule, **why.details)
    new = [] if state.rated.get(command.tournament) else _rated(book, command.tournament)
    accounts = [book.accounts[key] for key in keys_of(book, command.tournament)]
    first = min(one.order for one in accounts)
    return [*new, *_recalculated(command.tournament, _after(state, new), known, first)]


def recalculate(command: RecalculateRatings, state: State, known: View) -> list[EventData]:
    """Record every number from a day on that has become another, and every tournament that can be rated only now."""
    first = Order(command.since.toordinal(), LISTED)
    new = [
        event
        for ledger in known.registers.ledgers.values()
        for account in sorted(ledger.accounts.values(), key=lambda one: one.order)
        if account.order >= first and _first_part_unrated(account, state)
        for event in _rated(ledger, account.finished.tournament)
    ]
    return [*new, *_recalculated(command.cause, _after(state, new), known, first)]


def withdraw(command: WithdrawFromRating, state: State, known: View) -> list[EventData]:
    """Withdraw a finished tournament from rating; again it changes nothing."""
    account_of(known, command.tournament)
    if command.tournament in state.withdrawn:
        return []
    return [TournamentWithdrawnFromRating(tournament=command.tournament, reason=command.reason)]


def restore(command: RestoreToRating, state: State) -> list[EventData]:
    """Undo a withdrawal from rating; refuses a tournament that is not withdrawn."""
    if command.tournament not in state.withdrawn:
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.tournament} is not withdrawn from rating")
    return [TournamentRestoredToRating(tournament=command.tournament, reason=command.reason)]


def _first_part_unrated(account: Account, state: State) -> bool:
    finished = account.finished
    return not finished.part and account.problem is None and not state.rated.get(finished.tournament)


def _rated(book: Ledger, tournament: TournamentId) -> list[EventData]:
    """Record a tournament, each part of it that another list takes, and of many players some in each event."""
    accounts = [book.accounts[key] for key in keys_of(book, tournament)]
    return [
        TournamentRated(
            tournament=tournament,
            federation=load(account.rules).federation,
            rules=account.rules,
            digest=load(account.rules).digest,
            listed=None if account.order.rank == PLAYED else dt.date.fromordinal(account.order.day),
            changes=changes,
        )
        for account in accounts
        for changes in _pages(_explained(book, account))
    ]


def _explained(book: Ledger, account: Account) -> Iterator[RatingChange]:
    """Give what an account did to everybody, each change with its steps and the events it rests on."""
    places = {player: place for place, player in enumerate(account.players)}
    for change in differences.changes_of(book, account):
        told = of_account(book, account, places[change.player])
        yield msgspec.structs.replace(change, steps=told.steps, events=told.events)


def _pages(changes: Iterable[RatingChange]) -> list[tuple[RatingChange, ...]]:
    """Part changes so that each part fits into an event; nothing is one empty part."""
    pages: list[list[RatingChange]] = [[]]
    size = 0
    for change in changes:
        length = len(encode(change))
        if pages[-1] and size + length > _BYTES:
            pages.append([])
            size = 0
        pages[-1].append(change)
        size += length
    return [tuple(page) for page in pages]


def _after(state: State, events: Iterable[EventData]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _recalculated(cause: str, state: State, known: View, first: Order) -> Iterator[RatingsRecalculated]:
    """Compare what the book says from a point in time on with what it should say."""
    differ: list[tuple[Order, Recalculation]] = []
    used: set[str] = set()
    for federation, ledger in known.registers.ledgers.items():
        for order, accounts in _stations(ledger, state, first).items():
            was = state.recorded.get(recorded_key(federation, differences.station_of(order))) or {}
            now = differences.recordable(ledger, order)
            if was != now:
                used.update(one.rules for one in accounts if one.rules)
                differ += [(order, one) for one in differences.recalculations(federation, order, was, now)]
    changes = [one for _, one in sorted(differ, key=lambda one: (one[0], one[1].federation, one[1].player))]
    rules = tuple(RulesUsed(rules=one, digest=load(one).digest) for one in sorted(used))
    for start in range(0, len(changes), AT_ONCE):
        yield RatingsRecalculated(cause=cause, rules=rules, changes=tuple(changes[start : start + AT_ONCE]))


def _stations(ledger: Ledger, state: State, first: Order) -> dict[Order, list[Account]]:
    """Give the points at which the results of tournaments in the book count, from one on."""
    found: dict[Order, list[Account]] = {}
    for account in ledger.accounts.values():
        if account.order >= first and state.rated.get(account.finished.tournament):
            found.setdefault(account.order, []).append(account)
    return found
