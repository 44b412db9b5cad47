"""
Spelaren saknar elotal: the performance of an unrated player, and his first rating.

| section | what | done |
|---|---|---|
| Ratingturneringar | at least 4 rated opponents and half a point | `performance` |
| 1 a | R(c) in a Swiss: the mean of the rated opponents | `performance` |
| 1 b i-v | R(a) in an all-play-all | `group_average` |
| 2 a-c | R(u) by score | `first_performance` |
| 3 | first performances below 2005 | `first_rating` |
| 4 | weighted mean, at least 9 games and 2005, rounded to 5 | `first_rating` |
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from contracts.refusals import RefusalCode, Refused
from services.rules.event import Performance, Settled, Trace
from services.rules.explanation import note
from services.rules.fide2000.report import Report
from services.rules.fide2000.steps import AverageRules, PerformancePool
from services.rules.rounding import exact_text, to_hundredth, to_multiple


class GroupAverage(NamedTuple):
    """1 b: R(ar), d(p) by place (None for the unrated), d(pa), R(a)."""

    rar: Fraction
    dp: list[int | None]
    dpa: Fraction
    ra: Fraction


def group_average(
    rule: PerformancePool, rows: Sequence[tuple[int | None, int]], opponents: int, cycles: int = 1
) -> GroupAverage:
    """
    1 b: R(a) of an all-play-all; `rows` are (rating, half points), `opponents` is n.

    With all rated it is their mean. Otherwise d(p) of every rated player against all his opponents, and R(a) = R(ar) -
    d(pa)*n/(n+1). Refused where a rated player has 0 or 100 %: the table has no d(p) for him.
    """
    rated = [rating for rating, _ in rows if rating is not None]
    if not rated:
        raise Refused(
            RefusalCode.INCOMPLETE, "an all-play-all without a rated player has no average", rule=rule.section
        )
    rar = Fraction(sum(rated), len(rated))
    if len(rated) == len(rows):
        return GroupAverage(rar, [None] * len(rows), Fraction(0), rar)
    dp = [
        None if rating is None else _difference(rule, place, score, opponents * cycles)
        for place, (rating, score) in enumerate(rows)
    ]
    known = [one for one in dp if one is not None]
    dpa = Fraction(sum(known), len(known))
    return GroupAverage(rar, dp, dpa, rar - dpa * Fraction(opponents, opponents + 1))


def _difference(rule: PerformancePool, place: int, score: int, games: int) -> int:
    d = rule.table.at[to_hundredth(score, 2 * games)]
    if d is None:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"entrant {place} is rated and scored {exact_text(score, 2)} of {games}: d(p) is undefined,"
            " so an all-play-all with unrated players has no average",
            rule=rule.section,
            entrant=place,
        )
    return d


def first_performance(
    rule: PerformancePool, rc: Fraction, score: int, games: int, factor: Fraction = Fraction(1)
) -> Fraction | None:
    """
    2: R(u) from R(c), half points and games; `factor` is n/(n+1) in an all-play-all.

    None without a half point, and where the table has no d(p).
    """
    if score < rule.half_points:
        return None
    above = score - games
    if above >= 0:
        return rc + Fraction(rule.half_point * above, 100)
    d = rule.table.at[to_hundredth(score, 2 * games)]
    return None if d is None else rc + d * factor


def performance(rule: PerformancePool, report: Report, games: Sequence[tuple[int, int]], trace: Trace) -> Performance:
    """Give what one unrated player brings from an event; `counts` is false where it gives nothing, with the reason."""
    event, seen, average = report.event, report.seen, report.average
    numbers = [(seen[opponent], points) for opponent, points in games]
    rated = [(number, points) for number, points in numbers if number is not None]
    counted = rated if average is None else games
    score = sum(points for _, points in counted)
    total = sum(number for number, _ in rated)
    found: Fraction | None = None
    why = ""
    if len(rated) < rule.rated_opponents:
        why = f"{len(rated)} rated opponents, {rule.rated_opponents} needed"
    else:
        rc = Fraction(total, len(rated)) if average is None else average
        factor = Fraction(1) if average is None else Fraction(event.size - 1, event.size)
        found = first_performance(rule, rc, score, len(counted), factor)
        why = "" if found is not None else "no half point"
        if trace is not None and found is not None:
            rc_text = exact_text(rc.numerator, rc.denominator)
            value = exact_text(found.numerator, found.denominator)
            note(
                trace, f"{rule.section} 1-2", "R(u)", value, Rc=rc_text, score=exact_text(score, 2), games=len(counted)
            )
    if trace is not None and found is None:
        note(trace, rule.section, f"the result does not count: {why}", "unrated")
    number = found or Fraction(0)
    return Performance(
        on=event.end,
        games=len(counted),
        score=score,
        opponents=total,
        numerator=number.numerator,
        denominator=number.denominator,
        counts=found is not None,
        why=why,
    )


def first_rating(rules: AverageRules, pool: Sequence[Performance], trace: Trace = None) -> Settled:
    """
    3 and 4: R(n), the mean of the performances weighted by games, without the first ones below 2005.

    `published` is None, with the reason, below 9 games or 2005.
    """
    rule, step = rules.steps.unrated, rules.steps.rounding.step
    counted = sorted((one for one in pool if one.counts), key=lambda one: one.on)
    while counted and counted[0].value < rule.least:
        counted = counted[1:]
    games = sum(one.games for one in counted)
    mean = Fraction(sum(one.value * one.games for one in counted), games) if games else Fraction(0)
    rounded = to_multiple(mean.numerator, mean.denominator, step)
    why = ""
    if games < rule.games:
        why = f"{games} games, {rule.games} needed"
    elif rounded < rule.least:
        why = f"{rounded} is below {rule.least}"
    if trace is not None:
        exact = exact_text(mean.numerator, mean.denominator)
        how = f"nearest multiple of {step}, a tie up"
        value = "unrated" if why else rounded
        note(
            trace,
            f"{rule.section} 3-4",
            f"R(n){': ' if why else ''}{why}",
            value,
            rounding=how,
            exact=exact,
            games=games,
        )
    return Settled(
        published=None if why else rounded, numerator=mean.numerator, denominator=mean.denominator, games=games, why=why
    )
