"""
The one way to rate, whatever the federation: an event, then the register.

`rate_event` gives each participant his gain under a rule set; `settle` puts gains into the register, at once (DSU) or
at the end of a period (SSF, FIDE); `explain` repeats the rating of one participant with every step written down, by the
very functions that made the number.
"""

from collections.abc import Sequence

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.rules import dsu
from services.rules.event import Entrant, Event, EventRating, Rated, Settled, Step, Trace
from services.rules.ruleset import RuleSet


def rate_event(rules: RuleSet, event: Event, entrants: Sequence[Entrant]) -> EventRating:
    """
    Rate an event: one `Rated` for each entrant, in their order.

    Refuses entrants that are not as many as the event says.
    """
    group = dsu.prepare(rules, event, _fitting(event, entrants))
    rated = tuple(dsu.finish(rules, group, who, None) for who in range(event.size))
    return EventRating(rule_set=rules.id, digest=rules.digest, rated=rated)


def explain(rules: RuleSet, event: Event, entrants: Sequence[Entrant], who: int) -> tuple[Step, ...]:
    """
    Give every step that led to the number of entrant `who`; the last step's value is what `rate_event` published.

    Refuses a place that nobody holds.
    """
    if not 0 <= who < event.size:
        raise Refused(RefusalCode.NOT_ENTERED, f"there is no entrant {who}: the event has {event.size}")
    group = dsu.prepare(rules, event, _fitting(event, entrants))
    steps: list[Step] = []
    dsu.finish(rules, group, who, steps)
    return tuple(steps)


def settle(rules: RuleSet, registered: Entrant, results: Sequence[Rated], trace: Trace = None) -> Settled:
    """
    Give the new registered number: the registered one plus the gains, under the rules' limits, floor and rounding.

    For an event played from another start number than the registered one (overlapping events, an adjustment in
    between) the gain is added all the same (DSU 4.5.4.1 b).
    """
    if registered.rating is None:
        raise Refused(RefusalCode.INVALID_RATING, "a player without a rating has nothing a gain could be added to")
    new = settle_gain(rules, registered.rating, sum(one.gain for one in results), trace)
    return msgspec.structs.replace(new, games=sum(one.games for one in results))


def settle_gain(rules: RuleSet, registered: int, gain: int, trace: Trace = None) -> Settled:
    """Add a gain (hundredths of a rating point) to a registered number."""
    numerator, denominator, published = dsu.settle(rules, registered, gain, trace)
    return Settled(published=published, numerator=numerator, denominator=denominator)


def _fitting(event: Event, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    if len(entrants) != event.size:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, f"the event has {event.size} entrants, but {len(entrants)} are given"
        )
    return tuple(entrants)
