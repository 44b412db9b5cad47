"""
The ledger of one register: every rating a federation has, and what made it. The heart of rating.

Tournaments, numbers given and adjustments stand in chronological order, never in that of their arrival: a tournament
that is reported late, a result that is corrected, a start rating that is set years afterwards or a player who turns out
to be another gives what it would have given in its time.

What changes is recomputed, and then only what that reaches: an event is rated again if a number that one of its players
comes in with has changed, a number is settled again if a result or the number before it has, and where a recomputed
value equals the old one the change ends. The outcome is the same as rating everything anew; the tests hold the two
against each other.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from contracts.days import check_days
from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, RefusalCode, Refused
from services.rating.account import Account, key_of
from services.rating.book import Ledger, keys_of, wanted
from services.rating.career import (
    LISTED,
    PLAYED,
    Career,
    Entry,
    Order,
    Source,
    with_source,
    without_source,
)
from services.rating.cascade import reach, run
from services.rating.changes import Adjustment, Change, Printed, Start, check, order_of
from services.rating.finished import NOBODY, Finished, correct, parts_of
from services.rating.work import Work
from services.rules.anchor import rules_of

Amendment = Any
"""The fields of a correction or of a decision on a cancellation, of whatever class (see `taking`)."""
Amend = Callable[[Finished, Amendment, EventId], Finished]
"""What makes of a tournament the amended one."""


def enter(ledger: Ledger, finished: Finished) -> None:
    """Rate a finished tournament in its place in time, and again all later ones it reaches; once entered, it stays."""
    if finished.tournament in ledger.accounts:
        return
    accounts = list(_accounts(ledger, finished))
    for account in accounts:
        _file(ledger, account)
    if not ledger.deferred:
        work = Work()
        for account in accounts:
            _place(ledger, account, work)
        run(ledger, work)


def amend(ledger: Ledger, what: Amendment, event: EventId, amended: Amend = correct) -> None:
    """
    Take a correction, or a decision on a cancellation, into an entered tournament, and rate again what it reaches.

    Raises `LookupError` if there is no such game.
    """
    keys = [key for key in keys_of(ledger, what.tournament) if what.round in _rounds(ledger, key)]
    for key in keys:
        account = ledger.accounts[key]
        try:
            finished = amended(account.finished, what, event)
        except LookupError:
            # A round may be in two parts: most of its games in one, the adjourned ones in another.
            if key == keys[-1]:
                raise
            continue
        _again(ledger, {key: msgspec.structs.replace(account, finished=finished)})
        return
    raise LookupError(f"{what.tournament} has no game in round {what.round}")


def _rounds(ledger: Ledger, key: str) -> tuple[int, ...]:
    return ledger.accounts[key].finished.encounters.rounds


def bar(ledger: Ledger, tournament: TournamentId, why: Refusal) -> None:
    """Take a tournament's results out of the register; it stays in its place, not rated."""
    accounts = {key: ledger.accounts[key] for key in keys_of(ledger, tournament)}
    _again(ledger, {key: msgspec.structs.replace(one, barred=one.barred or why) for key, one in accounts.items()})


def unbar(ledger: Ledger, tournament: TournamentId, why: Refusal) -> None:
    """Let a tournament's results count again that were taken out by `bar` for this reason, and for no other."""
    accounts = {key: ledger.accounts[key] for key in keys_of(ledger, tournament)}
    barred = {key: one for key, one in accounts.items() if one.barred == why}
    _again(ledger, {key: msgspec.structs.replace(one, barred=None) for key, one in barred.items()})


def _again(ledger: Ledger, accounts: Mapping[str, Account]) -> None:
    """Put accounts in the place of those there were, and rate them again."""
    work = Work()
    ledger.accounts.update(accounts)
    for key, account in accounts.items():
        work.rate(account.order, key)
    if not ledger.deferred:
        run(ledger, work)


def change(ledger: Ledger, what: Change) -> None:
    """
    Make a change of a day, of a player, of several or of everybody, and rate again what it reaches.

    Raises `Refused` before anything is changed if the rules it names do not know it, or a number is no rating.
    """
    check(what)
    ledger.changes[what.event] = what
    players: Iterable[PlayerId] = ()
    if isinstance(what, Adjustment):
        ledger.everybody = tuple(sorted({*ledger.everybody, order_of(what)}))
    else:
        players = (what.player,) if isinstance(what, Start | Printed) else what.players
        for player in players:
            ledger.given[player] = tuple(sorted({*ledger.given.get(player, ()), what.event}))
    if not ledger.deferred:
        _changed(ledger, what, players)


def _changed(ledger: Ledger, what: Change, players: Iterable[PlayerId]) -> None:
    work = Work()
    if isinstance(what, Adjustment):
        for player in list(ledger.careers):
            _put(ledger, player, order_of(what), None, work)
    for player in players:
        _give(ledger, ledger.aliases.get(player, player), work)
    run(ledger, work)


def birth_year(ledger: Ledger, player: PlayerId, year: int) -> None:
    """Take in the year a player was born, and rate again what depends on it."""
    work = Work()
    ledger.born[player] = year
    for entry in ledger.careers.get(player, ()):
        work.settle(entry.order, player)
        for source in entry.sources:
            work.rate(entry.order, source.account)
    run(ledger, work)


def link(ledger: Ledger, aliases: Mapping[PlayerId, PlayerId]) -> None:
    """Take in whom merged players are: their results and numbers count under the one who is kept."""
    work, old = Work(), ledger.aliases
    changed = {one for one in {*old, *aliases} if old.get(one) != aliases.get(one)}
    concerned = changed | {names[one] for names in (old, aliases) for one in changed if one in names}
    keys = {
        source.account
        for player in concerned
        for entry in ledger.careers.get(player, ())
        for source in entry.sources
        if not changed.isdisjoint(ledger.accounts[source.account].finished.players)
    }
    ledger.aliases = dict(aliases)
    if ledger.deferred:
        for key, account in ledger.accounts.items():
            ledger.accounts[key] = msgspec.structs.replace(account, players=_under(ledger, account.finished))
        return
    lifted = [_lift(ledger, key, work) for key in sorted(keys)]
    for player in sorted(concerned):
        _give(ledger, player, work)
    for account in lifted:
        _place(ledger, msgspec.structs.replace(account, players=_under(ledger, account.finished)), work)
    run(ledger, work)


def _accounts(ledger: Ledger, finished: Finished) -> Iterator[Account]:
    """Open the accounts of a tournament; one that no rules can be found for is barred."""
    try:
        _check_dates(finished)
        rules = rules_of(finished.rules, finished.starts, finished.ends)
    except Refused as refused:
        players = _under(ledger, finished)
        barred = refused.refusal
        yield Account(finished=finished, players=players, rules="", order=_order(finished, None), barred=barred)
        return
    for part, listed in parts_of(finished, rules):
        players = _under(ledger, part)
        order = _order(part, listed)
        yield Account(finished=part, players=players, rules=rules.id, order=order)


def _check_dates(finished: Finished) -> None:
    check_days(finished)
    if finished.ends < finished.starts:
        raise Refused(
            RefusalCode.INVALID_DATES, f"an event cannot end on {finished.ends} that began on {finished.starts}"
        )


def _order(finished: Finished, listed: dt.date | None) -> Order:
    if listed is not None:
        return Order(listed.toordinal(), LISTED)
    return Order(finished.ends.toordinal(), PLAYED, finished.starts.toordinal(), finished.tournament)


def _under(ledger: Ledger, finished: Finished) -> tuple[PlayerId, ...]:
    return tuple([ledger.aliases.get(one, one) for one in finished.players]) if ledger.aliases else finished.players


def _file(ledger: Ledger, account: Account) -> None:
    """Keep a new account."""
    key = key_of(account.finished)
    ledger.accounts[key] = account
    if account.order.rank == LISTED:
        day = dt.date.fromordinal(account.order.day).isoformat()
        ledger.lists[day] = tuple(sorted({*ledger.lists.get(day, ()), key}))
    ledger.longest = max(ledger.longest, account.order.day - account.finished.starts.toordinal())


def _place(ledger: Ledger, account: Account, work: Work) -> None:
    """Put an account into its place in time, to be rated."""
    key, starts = key_of(account.finished), account.finished.starts.toordinal()
    ledger.accounts[key] = msgspec.structs.replace(account, at_start=(), since=(), rated=(), problem=None)
    for place, player in enumerate(account.players):
        if player != NOBODY:
            _put(ledger, player, account.order, Source(key, place, starts), work)
    work.rate(account.order, key)


def _lift(ledger: Ledger, key: str, work: Work) -> Account:
    """Take an account out of the careers of its players."""
    account = ledger.accounts[key]
    for player in account.players:
        career = ledger.careers.get(player, ())
        _keep(ledger, player, without_source(career, account.order, key))
        work.settle(account.order, player)
        reach(ledger, player, account.order, work)
    return account


def _give(ledger: Ledger, player: PlayerId, work: Work) -> None:
    """Put into a career the numbers that belong there, and take out those that do not any more."""
    orders = wanted(ledger, player)
    career = ledger.careers.get(player, ())
    for entry in career:
        if entry.order.rank not in (LISTED, PLAYED) and entry.order not in orders:
            if entry.order in ledger.everybody:
                continue
            _keep(ledger, player, without_source(ledger.careers[player], entry.order, ""))
            reach(ledger, player, entry.order, work)
    for order in orders:
        _put(ledger, player, order, None, work)


def _put(ledger: Ledger, player: PlayerId, order: Order, source: Source | None, work: Work) -> None:
    """Put results or a change into a career; a new one has what everybody has."""
    career = ledger.careers.get(player)
    if career is None:
        career = tuple(Entry(one, (), None) for one in ledger.everybody)
    ledger.careers[player] = with_source(career, order, source)
    work.settle(order, player)


def _keep(ledger: Ledger, player: PlayerId, career: Career) -> None:
    """Keep a career, unless nothing is left in it but what everybody has."""
    if all(entry.order in ledger.everybody for entry in career):
        ledger.careers.pop(player, None)
    else:
        ledger.careers[player] = career
