"""
From the results that count at one point of a career to the number after it.

Which number a player comes in with (DSU 4.5.4.1, and every list of FIDE and SSF): he is rated from the number he had
when the event began, and his gain is added to the number he has when it is entered in the register. The two differ
where events overlap, or a list or an adjustment lies in between. Whether an earlier event had been reported in time is
not known here, so the dates decide (R): it counts at the start of an event if it ended before that day.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import groupby

from services.rating.account import Account
from services.rating.career import PLAYED, UNRATED, Number, Order, Source
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Rated, Trace
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2024.steps import PeriodRules
from services.rules.loader import load
from services.rules.rating import first_rating, settle, settle_gain
from services.rules.register import paused
from services.rules.ruleset import RuleSet, of_system
from services.rules.ssf.steps import GameRules

Counted = tuple[Account, Rated]
"""An account, and what it gave the player."""


def counted(accounts: Mapping[str, Account], sources: Sequence[Source]) -> list[Counted]:
    """Give what counts of the sources of an entry: the tournaments that could be rated."""
    return [(one, one.rated[source.place]) for source in sources if (one := accounts[source.account]).rated]


def at_once(account: Account, rated: Rated, before: Number | None, trace: Trace = None) -> Number | None:
    """
    Add an event's gain to the number registered when it ended; without rated games, or a number, nothing happens.

    A foreigner who has none there yet comes into the register with the one he was rated from (4.5.5.2; R).
    """
    start, rating = rated.start, rated.published
    if not rated.games or start is None:
        return before
    known = before or UNRATED
    registered = known.rating or start
    if registered != start or trace is not None:
        rules = of_system(load(account.rules), EventRules)
        rating = settle_gain(rules, registered, rated.gain, trace=trace).published
    if rating is None:
        return Number(None, known.games + rated.games, known.peak, account.order.day)
    peak = known.peak if registered <= known.peak >= rating else max(registered, rating)
    return Number(rating, known.games + rated.games, peak, account.order.day)


def on_list(
    results: Sequence[Counted], day: dt.date, before: Number | None, birth_year: int, trace: Trace = None
) -> Number | None:
    """
    Put the results of a period into the number of the list of a day.

    Where results were rated under several rule sets, each set's are settled together, in the order of the sets' ids.
    """
    number = before
    ordered = sorted(results, key=lambda one: one[0].rules)
    for rules, group in groupby(ordered, key=lambda one: one[0].rules):
        number = _settled(load(rules), list(group), day, number, birth_year, trace)
    return number


def _settled(  # noqa: PLR0913, PLR0917  a list's whole question
    rules: RuleSet, results: list[Counted], day: dt.date, before: Number | None, birth_year: int, trace: Trace
) -> Number | None:
    if before is None or before.rating is None:
        return _first(rules, results, day, before, trace) if isinstance(rules, AverageRules | PeriodRules) else before
    rated = [one for _, one in results if one.games]
    if not rated:
        return before
    rating = as_listed(rules, before, day - dt.timedelta(days=1))
    entrant = Entrant(rating=rating, games=before.games, peak=before.peak, birth_year=birth_year)
    options = frozenset(one.value for account, _ in results for one in account.finished.options)
    new = settle(rules, entrant, rated, trace, on=day, options=options).published
    last = max(account.finished.ends.toordinal() for account, one in results if one.games)
    games = before.games + sum(one.games for one in rated)
    return Number(new, games, max(before.peak, new or 0), max(before.last, last))


def _first(
    rules: AverageRules | PeriodRules, results: list[Counted], day: dt.date, before: Number | None, trace: Trace
) -> Number | None:
    """
    Make a first rating of everything an unrated player has brought by now, if it is enough.

    What a player brought as a rated one who has dropped off the list since does not count (R).
    """
    brought = tuple(one.performance for _, one in results if one.performance is not None and one.performance.counts)
    if not brought:
        return before
    known = before or UNRATED
    pool = (*known.pool, *brought)
    last = max(known.last, *(account.finished.ends.toordinal() for account, one in results if one.performance))
    first = first_rating(rules, pool, on=day, trace=trace)
    if first.published is None:
        return Number(None, known.games, known.peak, last, pool)
    return Number(first.published, known.games + first.games, max(known.peak, first.published), last)


def as_listed(rules: RuleSet, number: Number, day: dt.date) -> int | None:
    """Give a number as the last list by a day shows it: after a pause it may be less (SSF)."""
    if number.rating is None or not number.last or not isinstance(rules, GameRules):
        return number.rating
    return paused(rules, number.rating, dt.date.fromordinal(number.last), day)


def after(  # noqa: PLR0913, PLR0917  an entry's whole question
    accounts: Mapping[str, Account],
    sources: Sequence[Source],
    order: Order,
    before: Number | None,
    birth_year: int,
    trace: Trace = None,
) -> Number | None:
    """Give the number after an entry with results."""
    if order.rank == PLAYED:
        source = sources[0]
        account = accounts[source.account]
        return at_once(account, account.rated[source.place], before, trace) if account.rated else before
    return on_list(counted(accounts, sources), dt.date.fromordinal(order.day), before, birth_year, trace)
