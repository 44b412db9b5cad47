"""What counts for numbers on a day without a game: numbers given, adjustments, coordinations, lists published."""

import datetime as dt
from typing import Final

import msgspec

from contracts.days import check_day
from contracts.ids import EventId, PlayerId
from services.rating.career import ADJUSTED, STARTED, Number, Order
from services.rules import loader
from services.rules.adjustment import adjusted
from services.rules.dsu import coordination
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Trace
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2024.steps import PeriodRules
from services.rules.ruleset import RuleSet, of_system


class Start(msgspec.Struct, frozen=True, gc=False, tag=True):
    """
    A number given to a player from a day (an ordinal) on; `event` is what gave it.

    A first one is his only where he has none yet; one that is given `anew` takes the place of the one he has. `games`
    are the rated games behind it, if more than are known here.
    """

    player: PlayerId
    rating: int
    day: int
    event: EventId
    anew: bool = False
    games: int = 0


class Adjustment(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A one-off change of a whole register on a day (an ordinal), by the adjustment's id."""

    rules: str
    day: int
    event: EventId


class Coordinated(msgspec.Struct, frozen=True, tag=True):
    """The yearly coordination with the FIDE list: these players moved by N in a direction (DSU 4.5.6)."""

    rules: str
    day: int
    event: EventId
    players: tuple[PlayerId, ...]
    n: int
    direction: int


class Printed(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A number that stood on a published list: whatever replay makes of it later, it was published (FIDE 8.3.3)."""

    player: PlayerId
    rating: int
    day: int
    event: EventId


Change = Start | Adjustment | Coordinated | Printed

_RANKS: Final = {Start: STARTED, Adjustment: ADJUSTED, Coordinated: ADJUSTED, Printed: ADJUSTED}


def order_of(change: Change) -> Order:
    """Give a change's place in time."""
    return Order(change.day, _RANKS[type(change)], 0, change.event)


def check(change: Change) -> None:
    """Refuse a number that is no rating, a day that cannot be reckoned with, and rules that know no such change."""
    match change:
        case Start(rating=rating) | Printed(rating=rating):
            Entrant(rating=rating)
        case Adjustment(rules=rules):
            loader.adjustment(rules)
        case Coordinated(rules=rules):
            of_system(loader.load(rules), EventRules)
    check_day("the day", dt.date.fromordinal(change.day))


def asked_about(rules: RuleSet) -> int | None:
    """Give the lowest published number that a coefficient ever asks about; None: it asks about none."""
    match rules:
        case PeriodRules():
            return min(rules.steps.coefficient.high_from, rules.steps.coefficient.junior_below)
        case AverageRules():
            return rules.steps.coefficient.high_from
        case _:
            return None


def _printed(change: Printed, before: Number | None) -> Number | None:
    if before is None or before.peak >= change.rating:
        return before
    return msgspec.structs.replace(before, peak=change.rating)


def applied(change: Change, before: Number | None, trace: Trace = None) -> Number | None:
    """
    Give a number after a change; who has none gets one only by a start rating, and who has one by none but a new one.

    A coordination moves the number as it is now by the N and the direction decided then: replay may have corrected the
    number, but not the decision (R).
    """
    if isinstance(change, Start):
        if before is not None and before.rating is not None and not change.anew:
            return before
        games, peak, last = (0, 0, 0) if before is None else (before.games, before.peak, before.last)
        return Number(change.rating, max(games, change.games), max(peak, change.rating), last)
    if isinstance(change, Printed):
        return _printed(change, before)
    if before is None or before.rating is None:
        return before
    rating = before.rating
    if isinstance(change, Adjustment):
        new = adjusted(loader.adjustment(change.rules), rating, trace)
    else:
        rule = of_system(loader.load(change.rules), EventRules).steps.coordination
        new = rating if rule is None else coordination.adjusted(rule, rating, change.n, change.direction)
    return before if new == rating else Number(new, before.games, max(before.peak, new), before.last)
