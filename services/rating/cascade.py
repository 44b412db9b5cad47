"""
The cascade: what a change makes due is computed in chronological order, and then only what that reaches.

An event is rated again if a number that one of its players comes in with has changed, a number is settled again if a
result or the number before it has, and where a recomputed value equals the old one the change ends.
"""

from collections.abc import Mapping, Sequence

import msgspec

from contracts.ids import EventId, PlayerId
from contracts.refusals import Refusal, RefusalCode, Refused
from services.rating.account import Account, Numbers, rate
from services.rating.book import Ledger
from services.rating.career import (
    LISTED,
    PLAYED,
    STARTED,
    Entry,
    Number,
    Order,
    place_of,
)
from services.rating.changes import applied
from services.rating.finished import NOBODY
from services.rating.settlement import after, as_listed
from services.rating.turns import earlier, in_turn
from services.rating.work import Work
from services.rules.event import Rated
from services.rules.loader import load
from services.rules.ssf.steps import GameRules


def run(ledger: Ledger, work: Work) -> None:
    """Rate and settle what is due, and what its changes reach, in chronological order."""
    while (due := work.next()) is not None:
        order, (accounts, players) = due[0], (due[1].accounts, due[1].players)
        for key, dirty in in_turn(ledger, order, accounts):
            players.update(_rated(ledger, key, dirty))
        for player in players:
            place = _settled(ledger, player, order)
            if place is not None:
                _reach_from(ledger, player, place + 1, work)


def _rated(ledger: Ledger, key: str, dirty: set[PlayerId] | None) -> list[PlayerId]:
    """Rate an account if its players come in with other numbers, and tell for whom it gives something else."""
    was = ledger.accounts[key]
    numbers = incoming(ledger.careers, was, dirty)
    if dirty is not None and numbers == (was.at_start, was.since):
        return []
    account = ledger.accounts[key] = rated_from(ledger, was, numbers, anew=dirty is None)
    if not account.rated or not was.rated:
        return [player for player in account.players if player != NOBODY]
    return [
        player
        for player, one, other, came, comes in zip(
            account.players, was.rated, account.rated, was.at_start, account.at_start, strict=True
        )
        if (one != other or came != comes) and player != NOBODY
    ]


def rated_from(ledger: Ledger, was: Account, numbers: tuple[Numbers, Numbers], *, anew: bool = True) -> Account:
    """Rate an account from the numbers its players come in with: anew, or only those whom other numbers reach."""
    at_start, since = numbers
    account = msgspec.structs.replace(was, at_start=at_start, since=since, earlier=earlier(ledger, was))
    rated: tuple[Rated, ...] = ()
    problem = account.barred or (_twice(account.players) if ledger.aliases else None)
    if problem is None:
        try:
            rated = rate(account, ledger.born, () if anew else _moved(was, account))
        except Refused as refused:
            problem = refused.refusal
    return msgspec.structs.replace(account, rated=rated, problem=problem)


def _moved(was: Account, comes: Account) -> list[int]:
    """Give the places that come in with other numbers; none where somebody had no number, which concerns everybody."""
    if None in was.at_start or len(was.at_start) != len(comes.at_start):
        return []
    return [place for place, (one, other) in enumerate(zip(was.at_start, comes.at_start, strict=True)) if one != other]


def incoming(
    careers: Mapping[PlayerId, Sequence[Entry]], account: Account, dirty: set[PlayerId] | None = None
) -> tuple[Numbers, Numbers]:
    """Give the numbers the players come in with, looked up anew for those who may have others (None: for all)."""
    look = _Look(account)
    if dirty is None or not account.at_start:
        return look.all_up([careers.get(player) for player in account.players])
    at_start, since = list(account.at_start), list(account.since)
    for place, player in enumerate(account.players):
        if player in dirty:
            at_start[place], since[place] = look.up(careers.get(player))
    return tuple(at_start), tuple(since)


class _Look:
    """Looks up the numbers with which players come into a tournament."""

    def __init__(self, account: Account) -> None:
        finished = account.finished
        self._order = account.order
        self._began = (finished.starts.toordinal(), PLAYED)
        self._ends = finished.ends.toordinal()
        self._starts = finished.starts
        rules = load(account.rules) if account.rules else None
        self._rules = rules if isinstance(rules, GameRules) else None

    def all_up(self, careers: Sequence[Sequence[Entry] | None]) -> tuple[Numbers, Numbers]:
        """Give the numbers of all players; for most nothing has counted since it began, which is seen at a glance."""
        began, listed = self._began, self._rules is not None
        at_start = [one[-1].number if one and one[-1].order < began else None for one in careers]
        since: list[Number | None] = [None] * len(at_start)
        for place, number in enumerate(at_start):
            if number is None or number.rating is None or listed:
                at_start[place], since[place] = self.up(careers[place])
        return tuple(at_start), tuple(since)

    def up(self, career: Sequence[Entry] | None) -> tuple[Number | None, Number | None]:
        """
        Give the number a player had when a tournament began, and if he had none what he has got before it counts.

        A first number given during the tournament counts from its start.
        """
        if not career:
            return None, None
        settled = place_of(career, self._order)
        began = settled
        while began and career[began - 1].order >= self._began:
            began -= 1
        number = career[began - 1].number if began else None
        if number is not None and number.rating is not None:
            return number if self._rules is None else self._paused(self._rules, number), None
        before = number
        for entry in career[began:settled]:
            unrated = before is None or before.rating is None
            if unrated and entry.order.rank == STARTED and entry.order.day <= self._ends:
                return entry.number, None
            before = entry.number
        since = career[settled - 1].number if settled > began else None
        return number, since if since is not None and since.rating is not None else None

    def _paused(self, rules: GameRules, number: Number) -> Number:
        """Give the number as the last list before the tournament shows it (SSF)."""
        rating = as_listed(rules, number, self._starts)
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


def reach(ledger: Ledger, player: PlayerId, changed: Order, work: Work) -> None:
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


def _twice(players: tuple[PlayerId, ...]) -> Refusal | None:
    """Say that a player is in an event twice: two who were merged met there, so it is not certain whose a game is."""
    known = [one for one in players if one != NOBODY]
    if len(set(known)) == len(known):
        return None
    who = min(one for one in known if known.count(one) > 1)
    return Refusal(code=RefusalCode.ALREADY_EXISTS, message=f"{who} is in the event twice", details={"player": who})
