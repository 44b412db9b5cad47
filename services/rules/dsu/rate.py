"""
4.5.2 and 4.5.4: from an event made ready to the new numbers.

| section | what | done |
|---|---|---|
| 4.5.2.2 | bonus | `bonus` |
| 4.5.2, 4.5.2.3, 4.5.2.5 | K, Rn, winner rule | `finish` |
| 4.5.2.4, 4.5.2.6, 4.5.4.1 b | limits, floor, registered number + gain | `settle`, `pass_limits` |
"""

from collections.abc import Iterable

from services.rules.dsu.foreigners import UNRESOLVED
from services.rules.dsu.group import Group
from services.rules.dsu.notes import note_expected, note_performance
from services.rules.dsu.steps import AboveThreshold, EventRules, NeverNegative
from services.rules.event import Method, Rated, Step, Trace
from services.rules.explanation import note
from services.rules.rounding import exact_text, half_up, hundredths_text
from services.rules.tally import HALF_POINT, POINT


def finish(rules: EventRules, group: Group, places: Iterable[int], trace: Trace) -> list[Rated]:
    """4.5.2: rate participants, Rn = Ro + K*(W - We + B), and settle each as if this event were alone."""
    steps, entrants, winners = rules.steps, group.entrants, group.event.winners
    ratings, counted, exact, rounded = group.ratings, group.counted, group.exact, group.expected
    method = Method.AVERAGE if group.average else Method.DIFFERENCE
    floor = POINT * steps.floor.floor if steps.floor is not None else 0
    finished: list[Rated] = []
    for who in places:
        start, games = ratings[who], counted.games[who]
        if trace is not None:
            _note_before(rules, group, who, trace)
        if not games or start == UNRESOLVED:
            finished.append(_not_rated(start))
            continue
        score, expected = counted.score[who], rounded[who]
        k, low, high = steps.coefficient.table.band(start)
        surplus, extra = HALF_POINT * score - expected, 0
        if steps.bonus and (surplus > steps.bonus.least or trace is not None):
            extra = bonus(steps.bonus, games, surplus, trace)
        gain = k * (surplus + extra)
        raw = new = POINT * start + gain
        if trace is not None:
            given = {"W": exact_text(score, 2), "We": hundredths_text(expected), "B": hundredths_text(extra)}
            note(trace, rules.source.section, "Rn = Ro + K*(W - We + B)", hundredths_text(raw), Ro=start, K=k, **given)
        if gain < 0 and who in winners:
            gain = _winner(steps.winner, start, gain, trace)
            new = POINT * start + gain
        own = method if entrants[who].rating is not None else Method.PERFORMANCE
        # Most pass no limit and stay above the floor: nothing is left but to round.
        if low <= new <= high and new >= floor and trace is None:
            per, published = POINT, half_up(new, POINT)
        else:
            new, per, published = settle(rules, start, gain, trace)
        rated = Rated(own, start, games, score, expected, exact[who], k, extra, raw, gain, new, per, published)
        finished.append(rated)
    return finished


def _not_rated(start: int) -> Rated:
    if start == UNRESOLVED:
        return Rated(Method.UNRESOLVED)
    return Rated(Method.NOT_RATED, start=start, raw=POINT * start, final_numerator=start, published=start)


def _note_before(rules: EventRules, group: Group, who: int, trace: list[Step]) -> None:
    """Say how the start number of one who has a number came about, and if he has games We and K."""
    start, coefficient = group.ratings[who], rules.steps.coefficient
    if start == UNRESOLVED:
        return
    if group.entrants[who].rating is None:
        note_performance(rules.steps.unrated, group, who, trace)
    if group.counted.games[who]:
        note_expected(rules.steps.expected, group, who, trace)
        k, row = coefficient.table.band(start)[0], coefficient.table.row(start)
        note(trace, coefficient.section, "K", k, row=row, Ro=start)


def bonus(rule: AboveThreshold, games: int, surplus: int, trace: Trace) -> int:
    """4.5.2.2: B in hundredths, W - We less a threshold that grows with the number of games; only if positive."""
    threshold = max(rule.least, rule.base + rule.for_two * (games >> 1))
    value = max(0, surplus - threshold)
    if trace is not None:
        given = {"surplus": hundredths_text(surplus), "threshold": hundredths_text(threshold)}
        note(trace, rule.section, "bonus B", hundredths_text(value), games=games, **given)
    return value


def _winner(rule: NeverNegative | None, start: int, gain: int, trace: Trace) -> int:
    """4.5.2.5: a group winner (all who share the first place) below his expected score gains 0."""
    if rule is None:
        return gain
    if trace is not None:
        note(trace, rule.section, "group winner below his expected score: the gain is 0", start)
    return 0


def settle(rules: EventRules, registered: int, gain: int, trace: Trace) -> tuple[int, int, int]:
    """
    4.5.4.1 b: the registered number plus the gain (hundredths), limits passed, floor, rounded.

    Gives the exact number as a ratio, and the whole one. For an event played from the registered number these are Rk
    and its rounding.
    """
    steps = rules.steps
    numerator, denominator = POINT * registered + gain, POINT
    _, low, high = steps.coefficient.table.band(registered)
    if steps.limits is not None and not low <= numerator <= high:
        numerator, denominator = pass_limits(rules, registered, numerator, trace)
    if steps.floor is not None and numerator < steps.floor.floor * denominator:
        numerator, denominator = steps.floor.floor, 1
        if trace is not None:
            note(trace, steps.floor.section, "raised to the floor", numerator)
    published = half_up(numerator, denominator)
    if trace is not None:
        exact, how = exact_text(numerator, denominator), "nearest integer, half up"
        note(trace, steps.rounding.section, "new rating", published, rounding=how, exact=exact)
    return numerator, denominator, published


def pass_limits(rules: EventRules, start: int, value: int, trace: Trace) -> tuple[int, int]:
    """
    4.5.2.4: multiply what lies beyond a limit of K by K beyond it over K before it; several one after another (R).

    `value` is in hundredths; gives an exact ratio. A number that comes to stand on a limit has not passed it upwards.
    """
    limits = rules.steps.coefficient.table.limits
    numerator, denominator = value, POINT
    upwards = value > POINT * start
    for limit, above, below in reversed(limits) if upwards else limits:
        distance = numerator - limit * denominator
        if (distance <= 0 or limit <= start) if upwards else (distance >= 0 or limit > start):
            continue
        beyond, before = (above, below) if upwards else (below, above)
        numerator, denominator = limit * denominator * before + distance * beyond, denominator * before
        if trace is not None and rules.steps.limits is not None:
            what = f"passes {limit} {'up' if upwards else 'down'}"
            given = {"beyond": exact_text(abs(distance) * before, denominator), "factor": exact_text(beyond, before)}
            note(trace, rules.steps.limits.section, what, exact_text(numerator, denominator), **given)
    return numerator, denominator
