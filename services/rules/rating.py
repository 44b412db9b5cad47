"""
The one way to rate, whatever the federation: an event, then the register.

`rate_event` gives each participant his gain under a rule set; `settle` puts gains into the register, at once (DSU) or
at the end of a period (SSF, FIDE); `first_rating` makes a number of what an unrated player has brought together;
`explain` repeats the rating of one participant with every step written down, by the very functions that made it.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date

from contracts.refusals import RefusalCode, Refused
from services.rules.dsu import group as dsu_group
from services.rules.dsu import rate as dsu
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, EventRating, Performance, Rated, Settled, Step, Trace
from services.rules.explanation import note
from services.rules.fide2000 import first as first2000
from services.rules.fide2000 import rate as fide2000
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2024 import first as first2024
from services.rules.fide2024 import rate as fide2024
from services.rules.fide2024.steps import PeriodRules
from services.rules.ruleset import RuleSet
from services.rules.ssf import rate as ssf
from services.rules.ssf.steps import GameRules
from services.rules.tally import HALF_POINT, POINT


def rate_event(rules: RuleSet, event: Event, entrants: Sequence[Entrant]) -> EventRating:
    """
    Rate an event: one `Rated` for each entrant, in their order.

    Refuses entrants that are not as many as the event says, an option the rules do not know, and what a regulation
    cannot rate (named with its section).
    """
    rated = _prepared(rules, event, entrants)(range(event.size), None)
    return EventRating(rule_set=rules.id, digest=rules.digest, rated=tuple(rated))


def rate_some(rules: RuleSet, event: Event, entrants: Sequence[Entrant], places: Collection[int]) -> dict[int, Rated]:
    """Rate some entrants of an event, by place; refuses what `rate_event` refuses."""
    return dict(zip(places, _prepared(rules, event, entrants)(places, None), strict=True))


def reached(rules: RuleSet, event: Event, changed: Collection[int]) -> Collection[int]:
    """
    Give the entrants whose rating the numbers of those in `changed` may move: they themselves and their opponents.

    Everybody in an all-play-all, which may be rated by the group's average (DSU 4.5.2.1), and under rules of which this
    is not known. All entrants must be rated: an unrated one is given a number by the results of all.
    """
    if not isinstance(rules, EventRules) or event.all_play_all:
        return range(event.size)
    met = set(changed)
    for first, second in zip(event.columns.first, event.columns.second, strict=True):
        if first in changed:
            met.add(second)
        elif second in changed:
            met.add(first)
    return met


def explain(rules: RuleSet, event: Event, entrants: Sequence[Entrant], who: int) -> tuple[Step, ...]:
    """
    Give every step that led to the number of entrant `who`; the last step's value is what `rate_event` gave.

    That is his published number, "unrated", or an unrated player's exact performance. Refuses a place nobody holds.
    """
    if not 0 <= who < event.size:
        raise Refused(RefusalCode.NOT_ENTERED, f"there is no entrant {who}: the event has {event.size}")
    steps: list[Step] = []
    (rated,) = _prepared(rules, event, entrants)((who,), steps)
    if not steps:
        note(steps, rules.source.section, f"no rated game ({rated.method})", _outcome(rated))
    return tuple(steps)


def _outcome(rated: Rated) -> str:
    return "unrated" if rated.published is None else str(rated.published)


def _prepared(
    rules: RuleSet, event: Event, entrants: Sequence[Entrant]
) -> Callable[[Collection[int], Trace], list[Rated]]:
    """Make an event ready under its rules, and give what rates participants of it, by place."""
    given = tuple(entrants)
    if len(given) != event.size:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"the event has {event.size} entrants, but {len(given)} are given")
    if event.options and not isinstance(rules, GameRules):
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{rules.id} knows no option {min(event.options)}")
    match rules:
        case EventRules():
            group = dsu_group.prepare(rules, event, given)
            return lambda places, trace: dsu.finish(rules, group, places, trace)
        case GameRules():
            played = ssf.prepare(rules, event, given)
            return lambda places, trace: [ssf.finish(rules, played, who, trace) for who in places]
        case AverageRules():
            report = fide2000.prepare(rules, event, given)
            return lambda places, trace: [fide2000.finish(rules, report, who, trace) for who in places]
        case PeriodRules():
            sums = fide2024.prepare(rules, event, given)
            return lambda places, trace: [fide2024.finish(rules, sums, who, trace) for who in places]


def settle(  # noqa: PLR0913  the register's whole question
    rules: RuleSet,
    registered: Entrant,
    results: Sequence[Rated],
    trace: Trace = None,
    *,
    on: date | None = None,
    options: frozenset[str] = frozenset(),
) -> Settled:
    """
    Give the new registered number: the registered one plus what `results` brought, limits and rounding applied.

    DSU: one event after another, at once. SSF, FIDE: all events of a period. Where K depends on the year (FIDE 2024)
    `on` is the day of the list that takes them, and a call without it is refused. `options` are the district's (SSF).
    For an event played from another start number than the registered one (overlapping events, an adjustment in
    between) the gain is added all the same (DSU 4.5.4.1 b). Refuses an unrated player: `first_rating` is for him.
    """
    rating = registered.rating
    if rating is None:
        raise Refused(RefusalCode.INVALID_RATING, "an unrated player has nothing a gain could be added to")
    games = sum([one.games for one in results])
    if isinstance(rules, PeriodRules):
        if on is None:
            raise Refused(RefusalCode.INVALID_DATES, f"{rules.id} settles by list: its date is missing", rule="7.1")
        surplus = sum([HALF_POINT * one.score - one.expected for one in results])
        k, gain, published = fide2024.settle(rules, registered, fide2024.Period(surplus, games, on.year), trace)
        return Settled(
            published=published,
            numerator=POINT * rating + gain,
            denominator=POINT,
            k=k,
            games=games,
            why="" if published is not None else f"below {rules.steps.floor.least}",
        )
    floor = ssf.FLOOR in options
    new = settle_gain(rules, rating, sum([one.gain for one in results]), floor=floor, trace=trace)
    return Settled(
        published=new.published, numerator=new.numerator, denominator=new.denominator, games=games, why=new.why
    )


def settle_gain(
    rules: EventRules | GameRules | AverageRules,
    registered: int,
    gain: int,
    *,
    floor: bool = False,
    trace: Trace = None,
) -> Settled:
    """Add a gain (hundredths of a rating point) to a registered number; `floor` is the district's option (SSF)."""
    published: int | None
    match rules:
        case EventRules():
            numerator, denominator, published = dsu.settle(rules, registered, gain, trace)
        case GameRules():
            running = POINT * registered + gain
            numerator, denominator, published = ssf.settle(rules, running, floor=floor, trace=trace)
        case AverageRules():
            numerator, denominator, published = fide2000.settle(rules, registered, gain, trace)
    why = "" if published is not None else "below the lowest published number"
    return Settled(published=published, numerator=numerator, denominator=denominator, why=why)


def first_rating(rules: RuleSet, pool: Sequence[Performance], *, on: date, trace: Trace = None) -> Settled:
    """
    Make a first rating of what an unrated player brought from his events, for the list of `on`.

    `published` is None, with the reason, while it is not enough. Refuses rules under which a player must be given a
    number before he is rated.
    """
    match rules:
        case AverageRules():
            return first2000.first_rating(rules, pool, trace)
        case PeriodRules():
            return first2024.first_rating(rules, pool, on, trace)
        case _:
            raise Refused(
                RefusalCode.INVALID_RATING,
                f"{rules.id} makes no first ratings from results: a start rating is given",
                rule=rules.steps.start.section if rules.steps.start else "",
            )
