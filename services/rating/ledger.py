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

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.refusals import Refusal, RefusalCode, Refused
from contracts.results import ResultCorrected
from services.rating.account import Account, Numbers, key_of, rate
from services.rating.career import (
    LISTED,
    PLAYED,
    STARTED,
    Career,
    Entry,
    Number,
    Order,
    Source,
    number_before,
    place_of,
    with_source,
    without_source,
)
from services.rating.changes import Adjustment, Change, Printed, Start, applied, check, order_of
from services.rating.finished import NOBODY, Finished, correct, parts_of
from services.rating.settlement import after, as_listed
from services.rating.work import Work
from services.rules.anchor import rules_of
from services.rules.event import Rated
from services.rules.loader import load
from services.rules.ssf.steps import GameRules


class Ledger(msgspec.Struct, omit_defaults=True):
    """
    A register, owned by one view. What its dictionaries hold is immutable: a copy of them is a ledger.

    `accounts` by tournament or part; `careers` by player; `changes` by event, with `given` naming those of a player and
    `everybody` those that are in every career; `lists` the accounts that count on the list of a day; `born` birth years
    and `aliases` whom a merged player is, both by player. `longest` is how many days at most lie between the first day
    of an event and the point at which it counts. `due` is None but for a while: then nothing is rated, and
    what must be is noted there (see `defer`).
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
    due: Work | None = None

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
            self.due,
        )


def enter(ledger: Ledger, finished: Finished) -> None:
    """Rate a finished tournament in its place in time, and again all later ones it reaches; once entered, it stays."""
    if finished.tournament in ledger.accounts:
        return
    work = _work(ledger)
    for account in _accounts(ledger, finished):
        _place(ledger, account, work)
    _run(ledger, work)


def amend(ledger: Ledger, correction: ResultCorrected, event: EventId) -> None:
    """Take a correction into an entered tournament, and rate again what it reaches; `LookupError`: no such game."""
    for key in keys_of(ledger, correction.tournament):
        account = ledger.accounts[key]
        if any(one.round == correction.round for one in account.finished.encounters):
            finished = correct(account.finished, correction, event)
            ledger.accounts[key] = msgspec.structs.replace(account, finished=finished)
            work = _work(ledger)
            work.rate(account.order, key)
            _run(ledger, work)
            return
    raise LookupError(f"{correction.tournament} has no game in round {correction.round}")


def bar(ledger: Ledger, tournament: TournamentId, why: Refusal) -> None:
    """Take a tournament's results out of the register; it stays in its place, not rated."""
    work = _work(ledger)
    for key in keys_of(ledger, tournament):
        account = ledger.accounts[key]
        ledger.accounts[key] = msgspec.structs.replace(account, barred=account.barred or why)
        work.rate(account.order, key)
    _run(ledger, work)


def change(ledger: Ledger, what: Change) -> None:
    """
    Make a change of a day, of a player, of several or of everybody, and rate again what it reaches.

    Raises `Refused` before anything is changed if the rules it names do not know it, or a number is no rating.
    """
    check(what)
    work, order = _work(ledger), order_of(what)
    ledger.changes[what.event] = what
    if isinstance(what, Adjustment):
        ledger.everybody = tuple(sorted({*ledger.everybody, order}))
        for player in list(ledger.careers):
            _put(ledger, player, order, None, work)
    else:
        for player in (what.player,) if isinstance(what, Start | Printed) else what.players:
            ledger.given[player] = tuple(sorted({*ledger.given.get(player, ()), what.event}))
            _give(ledger, ledger.aliases.get(player, player), work)
    _run(ledger, work)


def birth_year(ledger: Ledger, player: PlayerId, year: int) -> None:
    """Take in the year a player was born, and rate again what depends on it."""
    work = _work(ledger)
    ledger.born[player] = year
    for entry in ledger.careers.get(player, ()):
        work.settle(entry.order, player)
        for source in entry.sources:
            work.rate(entry.order, source.account)
    _run(ledger, work)


def link(ledger: Ledger, aliases: Mapping[PlayerId, PlayerId]) -> None:
    """Take in whom merged players are: their results and numbers count under the one who is kept."""
    work, old = _work(ledger), ledger.aliases
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
    _run(ledger, work)


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
        _run(ledger, due)


def number_on(ledger: Ledger, player: PlayerId, day: int) -> Number | None:
    """Give a player's number on a day (an ordinal): after everything that ended before it, and that day's changes."""
    return number_before(ledger.careers.get(player, ()), (day, PLAYED))


def now(ledger: Ledger, player: PlayerId) -> Number | None:
    """Give a player's number after everything there is."""
    career = ledger.careers.get(player, ())
    return career[-1].number if career else None


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


def _twice(players: tuple[PlayerId, ...]) -> Refusal | None:
    """Say that a player is in an event twice: two who were merged met there, so it is not certain whose a game is."""
    known = [one for one in players if one != NOBODY]
    if len(set(known)) == len(known):
        return None
    who = min(one for one in known if known.count(one) > 1)
    return Refusal(code=RefusalCode.ALREADY_EXISTS, message=f"{who} is in the event twice", details={"player": who})


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
        _reach(ledger, player, account.order, work)
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
            _reach(ledger, player, entry.order, work)
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


def _work(ledger: Ledger) -> Work:
    """Give the queue for what a change makes due: of its own, or the one that waits to be settled."""
    return Work() if ledger.due is None else ledger.due


def _run(ledger: Ledger, work: Work) -> None:
    """Rate and settle what is due, and what its changes reach, in chronological order; nothing while deferred."""
    if ledger.due is not None:
        return
    while (due := work.next()) is not None:
        order, (accounts, players) = due[0], (due[1].accounts, due[1].players)
        for key, dirty in accounts.items():
            players.update(_rated(ledger, key, dirty))
        for player in players:
            place = _settled(ledger, player, order)
            if place is not None:
                _reach_from(ledger, player, place + 1, work)


def _rated(ledger: Ledger, key: str, dirty: set[PlayerId] | None) -> list[PlayerId]:
    """Rate an account if its players come in with other numbers, and tell for whom it gives something else."""
    account = ledger.accounts[key]
    at_start, since = _incoming(ledger, account, dirty)
    if dirty is not None and at_start == account.at_start and since == account.since:
        return []
    rated: tuple[Rated, ...] = ()
    problem = account.barred or (_twice(account.players) if ledger.aliases else None)
    incoming = msgspec.structs.replace(account, at_start=at_start, since=since)
    if problem is None:
        try:
            rated = rate(incoming, ledger.born, () if dirty is None else _moved(account, incoming))
        except Refused as refused:
            problem = refused.refusal
    ledger.accounts[key] = msgspec.structs.replace(incoming, rated=rated, problem=problem)
    if not rated or not account.rated:
        return [player for player in account.players if player != NOBODY]
    return [
        player
        for player, was, is_now, came, comes in zip(
            account.players, account.rated, rated, account.at_start, at_start, strict=True
        )
        if (was != is_now or came != comes) and player != NOBODY
    ]


def _moved(was: Account, comes: Account) -> list[int]:
    """Give the places that come in with other numbers; none where somebody had no number, which concerns everybody."""
    if None in was.at_start or len(was.at_start) != len(comes.at_start):
        return []
    return [place for place, (one, other) in enumerate(zip(was.at_start, comes.at_start, strict=True)) if one != other]


def _incoming(ledger: Ledger, account: Account, dirty: set[PlayerId] | None) -> tuple[Numbers, Numbers]:
    """Give the numbers the players come in with, looked up anew for those who may have others."""
    if dirty is None or not account.at_start:
        found = [_numbers(ledger, account, player) for player in account.players]
        return tuple([one for one, _ in found]), tuple([one for _, one in found])
    at_start, since = list(account.at_start), list(account.since)
    for place, player in enumerate(account.players):
        if player in dirty:
            at_start[place], since[place] = _numbers(ledger, account, player)
    return tuple(at_start), tuple(since)


def _numbers(ledger: Ledger, account: Account, player: PlayerId) -> tuple[Number | None, Number | None]:
    """
    Give the number a player had when a tournament began, and if he had none what he has got before it counts.

    A first number given during the tournament counts from its start.
    """
    career = ledger.careers.get(player, ())
    starts = account.finished.starts.toordinal()
    settled = place_of(career, account.order)
    began = settled
    while began and career[began - 1].order >= (starts, PLAYED):
        began -= 1
    number = career[began - 1].number if began else None
    if number is not None and number.rating is not None:
        return _paused(account, number), None
    ends = account.finished.ends.toordinal()
    for entry in career[began:settled]:
        if entry.order.rank == STARTED and entry.order.day <= ends:
            return entry.number, None
    since = career[settled - 1].number if settled > began else None
    return number, since if since is not None and since.rating is not None else None


def _paused(account: Account, number: Number) -> Number:
    """Give the number as the last list before the tournament shows it (SSF)."""
    rules = load(account.rules) if account.rules else None
    if not isinstance(rules, GameRules):
        return number
    rating = as_listed(rules, number, account.finished.starts)
    return number if rating == number.rating else msgspec.structs.replace(number, rating=rating)


def _settled(ledger: Ledger, player: PlayerId, order: Order) -> int | None:
    """Compute a number anew; if it is another, give its place in the career."""
    career = ledger.careers.get(player, ())
    place = place_of(career, order)
    if place == len(career) or career[place].order != order:
        return None
    entry = career[place]
    before = career[place - 1].number if place else None
    if order.rank in (LISTED, PLAYED):
        number = after(ledger.accounts, entry.sources, order, before, ledger.born.get(player, 0))
    else:
        number = applied(ledger.changes[EventId(order.name)], before)
    if number == entry.number:
        return None
    ledger.careers[player] = (*career[:place], Entry(order, entry.sources, number), *career[place + 1 :])
    return place


def _reach(ledger: Ledger, player: PlayerId, changed: Order, work: Work) -> None:
    """Find what a player's number after `changed`, which may be no point of his career any more, reaches."""
    _reach_from(ledger, player, place_of(ledger.careers.get(player, ()), (*changed, "")), work)


def _reach_from(ledger: Ledger, player: PlayerId, place: int, work: Work) -> None:
    """
    Find what a number reaches, from the place in the career after it on.

    That is the next point of the career, and later ones at which an event counts that began before that next point.
    """
    career = ledger.careers.get(player, ())
    if place >= len(career):
        return
    following = career[place]
    work.settle(following.order, player)
    for source in following.sources:
        work.rate(following.order, source.account, player)
    for later in career[place + 1 :]:
        if later.order.day - ledger.longest > following.order.day:
            return
        for source in later.sources:
            if following.order >= (source.starts, PLAYED):
                work.rate(later.order, source.account, player)
