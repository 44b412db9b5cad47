"""What a tournament did to ratings, what the book should say of them, and how two states of a register differ."""

import datetime as dt
from collections.abc import Iterator, Mapping

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.rating import RatingChange, Recalculation
from services.rating.account import Account
from services.rating.book import Ledger, entry_of, keys_of
from services.rating.career import ADJUSTED, PLAYED, STARTED, Entry, Number, Order, number_before
from services.rating.finished import NOBODY
from services.rules.event import Rated

Numbers = Mapping[PlayerId, int]


def changes(ledger: Ledger, tournament: TournamentId) -> tuple[RatingChange, ...]:
    """Give what a tournament did to everybody who had a rated game in it, in start-list order, part by part."""
    return tuple(one for key in keys_of(ledger, tournament) for one in changes_of(ledger, ledger.accounts[key]))


def changes_of(ledger: Ledger, account: Account) -> tuple[RatingChange, ...]:
    """Give what a tournament, or a part of it, did to everybody who had a rated game in it, in start-list order."""
    return tuple(_changes(ledger, account))


def _changes(ledger: Ledger, account: Account) -> Iterator[RatingChange]:
    for player, rated in zip(account.players, account.rated or (), strict=bool(account.rated)):
        if player == NOBODY or not _counts(rated):
            continue
        before, entry = entry_of(ledger, player, account.order)
        if before is None and (entry is None or entry.number is None):
            continue
        brought = rated.performance
        yield RatingChange(
            player=player,
            before=rating_of(before),
            after=None if entry is None else rating_of(entry.number),
            games=rated.games if brought is None else brought.games,
            score=rated.score if brought is None else brought.score,
            expected=rated.expected,
            gain=rated.gain,
            start=rated.start,
            k=rated.k,
            bonus=rated.bonus,
            method=rated.method.value,
        )


def _counts(rated: Rated) -> bool:
    return bool(rated.games) or (rated.performance is not None and rated.performance.counts)


def rating_of(number: Number | None) -> int | None:
    """Give the rating of a number that may not be there."""
    return None if number is None else number.rating


def station_of(order: Order) -> str:
    """Name in the book a point at which results count: the tournament, or the day of the list."""
    return order.name if order.rank == PLAYED else dt.date.fromordinal(order.day).isoformat()


def recordable(ledger: Ledger, order: Order) -> dict[PlayerId, int]:
    """Give what the book should say of a point in time: the number of everybody whose results count there."""
    keys = [order.name] if order.rank == PLAYED else ledger.lists.get(station_of(order), ())
    found: dict[PlayerId, int] = {}
    for key in keys:
        account = ledger.accounts.get(key)
        if account is None or not account.rated:
            continue
        for player, rated in zip(account.players, account.rated, strict=True):
            if player == NOBODY or not _counts(rated):
                continue
            before, entry = entry_of(ledger, player, order)
            number = None if entry is None else entry.number
            if number is not None and number.rating is not None and number != before:
                found[player] = number.rating
    return found


def recalculations(federation: str, order: Order, was: Numbers, now: Numbers) -> list[Recalculation]:
    """Give every number of a point in time that differs, by player."""
    return [
        _recalculation(federation, order, player, was.get(player), now.get(player))
        for player in sorted({*now, *was})
        if was.get(player) != now.get(player)
    ]


def difference(federation: str, was: Ledger, would_be: Ledger) -> list[Recalculation]:
    """
    Give every number in which two states of a register differ, in chronological order.

    What an adjustment or a number given makes another is told against the number that the player has had until then.
    """
    found: list[tuple[Order, PlayerId, Recalculation]] = []
    for player in {*was.careers, *would_be.careers}:
        old, new = was.careers.get(player, ()), would_be.careers.get(player, ())
        if old is new:
            continue
        before, after = _numbers(old), _numbers(new)
        for order in {*before, *after}:
            own, others = before.get(order), after.get(order)
            if order.rank in (ADJUSTED, STARTED):
                own = rating_of(number_before(old, order)) if own is None else own
                others = rating_of(number_before(new, order)) if others is None else others
            if own != others:
                found.append((order, player, _recalculation(federation, order, player, own, others)))
    return [one for _, _, one in sorted(found, key=lambda found_: found_[:2])]


def _numbers(career: tuple[Entry, ...]) -> dict[Order, int]:
    """Give the numbers at the points of a career at which something happened to him."""
    numbers: dict[Order, int] = {}
    before: Number | None = None
    for entry in career:
        number = entry.number
        if number is not None and number.rating is not None and number != before:
            numbers[entry.order] = number.rating
        before = number
    return numbers


def _recalculation(federation: str, order: Order, player: PlayerId, was: int | None, now: int | None) -> Recalculation:
    return Recalculation(
        player=player,
        federation=federation,
        day=dt.date.fromordinal(order.day),
        tournament=TournamentId(order.name) if order.rank == PLAYED else None,
        was=was,
        now=now,
        change=EventId(order.name) if order.rank in (ADJUSTED, STARTED) else None,
    )
