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
from collections.abc import Iterator, Mapping

import msgspec

from contracts.days import check_days
from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.results import ResultCorrected
from services.rating.account import Account, key_of
from services.rating.book import Ledger, keys_of
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
from services.rating.cascade import queue, reach, run
from services.rating.changes import Adjustment, Change, Printed, Start, check, order_of
from services.rating.finished import NOBODY, Finished, correct, parts_of
from services.rating.work import Work
from services.rules.anchor import rules_of


def enter(ledger: Ledger, finished: Finished) -> None:
    """Rate a finished tournament in its place in time, and again all later ones it reaches; once entered, it stays."""
    if finished.tournament in ledger.accounts:
        return
    work = queue(ledger)
    for account in _accounts(ledger, finished):
        _place(ledger, account, work)
    run(ledger, work)


def amend(ledger: Ledger, correction: ResultCorrected, event: EventId) -> None:
    """Take a correction into an entered tournament, and rate again what it reaches; `LookupError`: no such game."""
    for key in keys_of(ledger, correction.tournament):
        account = ledger.accounts[key]
        if any(one.round == correction.round for one in account.finished.encounters):
            finished = correct(account.finished, correction, event)
            ledger.accounts[key] = msgspec.structs.replace(account, finished=finished)
            work = queue(ledger)
            work.rate(account.order, key)
            run(ledger, work)
            return
    raise LookupError(f"{correction.tournament} has no game in round {correction.round}")


def bar(ledger: Ledger, tournament: TournamentId, why: Refusal) -> None:
    """Take a tournament's results out of the register; it stays in its place, not rated."""
    work = queue(ledger)
    for key in keys_of(ledger, tournament):
        account = ledger.accounts[key]
        ledger.accounts[key] = msgspec.structs.replace(account, barred=account.barred or why)
        work.rate(account.order, key)
    run(ledger, work)


def change(ledger: Ledger, what: Change) -> None:
    """
    Make a change of a day, of a player, of several or of everybody, and rate again what it reaches.

    Raises `Refused` before anything is changed if the rules it names do not know it, or a number is no rating.
    """
    check(what)
    work, order = queue(ledger), order_of(what)
    ledger.changes[what.event] = what
    if isinstance(what, Adjustment):
        ledger.everybody = tuple(sorted({*ledger.everybody, order}))
        for player in list(ledger.careers):
            _put(ledger, player, order, None, work)
    else:
        for player in (what.player,) if isinstance(what, Start | Printed) else what.players:
            ledger.given[player] = tuple(sorted({*ledger.given.get(player, ()), what.event}))
            _give(ledger, ledger.aliases.get(player, player), work)
    run(ledger, work)


def birth_year(ledger: Ledger, player: PlayerId, year: int) -> None:
    """Take in the year a player was born, and rate again what depends on it."""
    work = queue(ledger)
    ledger.born[player] = year
    for entry in ledger.careers.get(player, ()):
        work.settle(entry.order, player)
        for source in entry.sources:
            work.rate(entry.order, source.account)
    run(ledger, work)


def link(ledger: Ledger, aliases: Mapping[PlayerId, PlayerId]) -> None:
    """Take in whom merged players are: their results and numbers count under the one who is kept."""
    work, old = queue(ledger), ledger.aliases
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
    lifted = [_lift(ledger, key, work) for key in sorted(keys)]
    for player in sorted(concerned):
        _give(ledger, player, work)
    for account in lifted:
        _place(ledger, msgspec.structs.replace(account, players=_under(ledger, account.finished)), work)
    run(ledger, work)


def defer(ledger: Ledger) -> None:
    """
    Rate nothing until `settle`: for a replay, in which most numbers would soon be others.

    A year's late reports and corrections would each rate again what comes after them. Deferred, every tournament is
    rated once, in chronological order, and the ledger is the same.
    """
    ledger.due = Work()


def settle(ledger: Ledger) -> None:
    """Rate what is due since `defer`, and what that reaches, in chronological order."""
    due, ledger.due = ledger.due, None
    if due is not None:
        run(ledger, due)


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


def _place(ledger: Ledger, account: Account, work: Work) -> None:
    """Put an account into its place in time, to be rated."""
    key = key_of(account.finished)
    ledger.accounts[key] = msgspec.structs.replace(account, at_start=(), since=(), rated=(), problem=None)
    if account.order.rank == LISTED:
        day = dt.date.fromordinal(account.order.day).isoformat()
        ledger.lists[day] = tuple(sorted({*ledger.lists.get(day, ()), key}))
    starts = account.finished.starts.toordinal()
    ledger.longest = max(ledger.longest, account.order.day - starts)
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
    """Put into a career the numbers given to a player: his own, or if he has none those of whom he was merged with."""
    merged = sorted(one for one, kept in ledger.aliases.items() if kept == player)
    own = ledger.given.get(player, ())
    started = [one for one in own if isinstance(ledger.changes[one], Start)]
    wanted: set[Order] = set()
    if player not in ledger.aliases:
        others = [one for other in merged for one in ledger.given.get(other, ())]
        wanted = {
            order_of(ledger.changes[one])
            for one in (*own, *others)
            if one in own or not (started and isinstance(ledger.changes[one], Start))
        }
    career = ledger.careers.get(player, ())
    for entry in career:
        if entry.order.rank not in (LISTED, PLAYED) and entry.order not in wanted:
            if entry.order in ledger.everybody:
                continue
            _keep(ledger, player, without_source(ledger.careers[player], entry.order, ""))
            reach(ledger, player, entry.order, work)
    for order in wanted:
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
