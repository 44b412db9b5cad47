"""
7.1.4, 8.2: the initial rating of a player new to the list.

| section | what | done |
|---|---|---|
| 7.1.4 | at least 5 games against rated opponents, pooled over 26 months, at least 1400 | `first_rating` |
| 8.2.1 | a zero in the first event is disregarded | `first_rating` |
| 8.2.2 | Ra with two virtual opponents of 1800, drawn | `initial` |
| 8.2.3 | Ru = Ra + dp, rounded, at most 2200 | `initial`, `first_rating` |
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from services.rules.dates import months_later
from services.rules.event import Performance, Settled, Trace
from services.rules.explanation import note
from services.rules.fide2024.steps import PeriodRules, VirtualOpponents
from services.rules.rounding import exact_text, half_up, hundredths_text, to_hundredth


class Results(NamedTuple):
    """Games against rated opponents, half points in them, the sum of the opponents' ratings."""

    games: int
    score: int
    opponents: int


def initial(rule: VirtualOpponents, results: Results, trace: Trace) -> Fraction:
    """8.2.2, 8.2.3: Ra + dp over the games and the virtual draws, exact."""
    games, score, opponents = results
    n = games + rule.count
    average = Fraction(opponents + rule.count * rule.rating, n)
    p = to_hundredth(score + rule.count, 2 * n)
    d = rule.table.at[p] or 0
    value = average + d
    if trace is not None:
        ra = exact_text(average.numerator, average.denominator)
        note(
            trace,
            f"{rule.section}.2",
            "Ra",
            ra,
            opponents=opponents,
            games=games,
            virtual=f"{rule.count} x {rule.rating}",
        )
        note(
            trace,
            f"{rule.section}.3",
            "dp",
            d,
            row=rule.table.row(p),
            rounding="p to the hundredth",
            p=hundredths_text(p),
        )
        note(trace, f"{rule.section}.3", "Ru = Ra + dp", exact_text(value.numerator, value.denominator))
    return value


def performance(rule: VirtualOpponents, on: date, results: Results, trace: Trace) -> Performance:
    """Give what one event brings to the pool; its own value is what it would be worth alone."""
    games, score, opponents = results
    if not games:
        if trace is not None:
            note(trace, rule.section, "no game against a rated opponent", "unrated")
        return Performance(on=on, games=0, score=0, opponents=0, counts=False, why="no rated opponent")
    value = initial(rule, results, trace)
    return Performance(
        on=on, games=games, score=score, opponents=opponents, numerator=value.numerator, denominator=value.denominator
    )


def first_rating(rules: PeriodRules, pool: Sequence[Performance], on: date, trace: Trace = None) -> Settled:
    """
    7.1.4, 8.2: the initial rating on a list of `on` from all events of an unrated player.

    `published` is None, with the reason, below 5 games or 1400.
    """
    rule = rules.steps.unrated
    events = sorted((one for one in pool if one.counts), key=lambda one: one.on)
    if events and not events[0].score:
        events = events[1:]
    pooled = [one for one in events if months_later(one.on, rule.months) >= on]
    games = sum(one.games for one in pooled)
    if games < rule.games:
        why = f"{games} games, {rule.games} needed"
        if trace is not None:
            note(trace, rule.section, why, "unrated")
        return Settled(published=None, numerator=0, games=games, why=why)
    results = Results(games, sum(one.score for one in pooled), sum(one.opponents for one in pooled))
    value = initial(rule, results, trace)
    rounded = min(rule.highest, half_up(value.numerator, value.denominator))
    why = "" if rounded >= rule.least else f"{rounded} is below {rule.least}"
    if trace is not None:
        how = f"nearest integer, half up; at most {rule.highest}"
        note(
            trace,
            f"{rule.section}.3",
            f"initial rating{': ' if why else ''}{why}",
            "unrated" if why else rounded,
            rounding=how,
        )
    return Settled(
        published=None if why else rounded,
        numerator=value.numerator,
        denominator=value.denominator,
        games=games,
        why=why,
    )
