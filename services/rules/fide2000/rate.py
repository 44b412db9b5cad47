"""
Rankad spelare: the change of a rated player, and the new list.

| section | what | done |
|---|---|---|
| Walk Over, Ratingturneringar | which games, and how the event is reported | `prepare` |
| Rankad 1 a | R(c) in a Swiss | `swiss_average` |
| Rankad 1 b | R(c) in an all-play-all | `all_play_all_average` |
| Rankad 2-4 | D, P(D), W(e) | `expected` |
| Rankad 5 | dR and K | `coefficient`, `finish` |
| Rankad 6, Nytt elotal, Elotal | sum, rounding to 5, lowest number | `settle` |
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from services.rules.event import Entrant, Event, Method, Rated, Trace
from services.rules.explanation import note
from services.rules.fide2000.first import group_average, performance
from services.rules.fide2000.report import Report
from services.rules.fide2000.steps import AverageRules, ByExperience, OpponentsAverage
from services.rules.games import GameStatus
from services.rules.rounding import exact_text, half_up, hundredths_text, to_multiple
from services.rules.tally import HALF_POINT, POINT, by_player


def prepare(rules: AverageRules, event: Event, entrants: tuple[Entrant, ...]) -> Report:
    """Take the played games; an all-play-all with a walkover is a Swiss (Walk Over)."""
    played = [game for game in event.games if game.status is GameStatus.PLAYED]
    games = by_player(event.size, played)
    own = [one.rating for one in entrants]
    seen = [None if one.unrated_then else one.rating for one in entrants]
    average = None
    if event.all_play_all and len(played) == len(event.games):
        rows = [(seen[who], sum(points for _, points in games[who])) for who in range(event.size)]
        average = group_average(rules.steps.unrated, rows, event.size - 1, event.cycles).ra
    return Report(event, entrants, games, own, seen, average)


def swiss_average(rule: OpponentsAverage, own: int, opponents: Sequence[int]) -> Fraction:
    """Rankad 1 a: the opponents' mean, each counted as at most 350 points away."""
    capped = (min(max(one, own - rule.cap), own + rule.cap) for one in opponents)
    return Fraction(sum(capped), len(opponents))


def all_play_all_average(average: Fraction, own: int, opponents: int) -> Fraction:
    """Rankad 1 b: R(c) = (R(a)*(n + 1) - R) / n, with n the number of opponents."""
    return (average * (opponents + 1) - own) * Fraction(1, opponents)


class Expected(NamedTuple):
    """R(c) exact and as looked up, D, P in hundredths and W(e) in hundredths."""

    rc: Fraction
    rc_used: int
    d: int
    p: int
    we: int


def expected(rule: OpponentsAverage, own: int, rc: Fraction, games: int, trace: Trace) -> Expected:
    """Rankad 2-4: D = R - R(c) with R(c) whole, half up (R); W(e) = P(D)*n."""
    used = half_up(rc.numerator, rc.denominator)
    d = own - used
    p = rule.table.at[d]
    if trace is not None:
        exact = exact_text(rc.numerator, rc.denominator)
        note(trace, f"{rule.section} 1", "R(c)", used, rounding="nearest integer, half up", exact=exact)
        note(trace, f"{rule.section} 2-3", "P(D)", hundredths_text(p), row=rule.table.row(d), R=own, Rc=used, D=d)
        note(trace, f"{rule.section} 4", "W(e) = P(D)*n", hundredths_text(p * games), n=games)
    return Expected(rc, used, d, p, p * games)


def coefficient(rule: ByExperience, entrant: Entrant) -> int:
    """Rankad 5: 25 until 30 games; then 10 for good once a published number was 2400; else 15."""
    if entrant.games < rule.until:
        return rule.new
    return rule.high if max(entrant.peak, entrant.rating or 0) >= rule.high_from else rule.ordinary


def finish(rules: AverageRules, report: Report, who: int, trace: Trace) -> Rated:
    """Rankad 5: rate one participant; an unrated one gets a performance."""
    steps, own = rules.steps, report.own[who]
    games = report.games[who]
    if own is None:
        return Rated(
            method=Method.FIRST_RATING,
            performance=performance(steps.unrated, report, games, trace),
        )
    if report.average is None:
        games = [(opponent, points) for opponent, points in games if report.seen[opponent] is not None]
    if not games:
        return Rated(method=Method.NOT_RATED, start=own, raw=POINT * own, final_numerator=own, published=own)
    if report.average is None:
        rc = swiss_average(steps.expected, own, [report.seen[opponent] or 0 for opponent, _ in games])
    else:
        rc = all_play_all_average(report.average, own, report.event.size - 1)
    found = expected(steps.expected, own, rc, len(games), trace)
    score = sum(points for _, points in games)
    k = coefficient(steps.coefficient, report.entrants[who])
    gain = k * (HALF_POINT * score - found.we)
    if trace is not None:
        entrant = report.entrants[who]
        history = {"games_before": str(entrant.games), "peak": str(max(entrant.peak, own))}
        note(trace, steps.coefficient.section, "K", k, **history)
        given = {"W": exact_text(score, 2), "We": hundredths_text(found.we)}
        note(trace, steps.coefficient.section, "dR = K*(W - W(e))", hundredths_text(gain), K=k, **given)
    numerator, denominator, published = settle(rules, own, gain, trace)
    return Rated(
        method=Method.OPPONENTS_AVERAGE,
        start=own,
        games=len(games),
        score=score,
        expected=found.we,
        expected_raw=found.we,
        k=k,
        raw=POINT * own + gain,
        gain=gain,
        final_numerator=numerator,
        final_denominator=denominator,
        published=published,
    )


def settle(rules: AverageRules, registered: int, gain: int, trace: Trace) -> tuple[int, int, int | None]:
    """Rankad 6: the old number plus every dR of the period, rounded to 5; below the lowest it is not published."""
    steps = rules.steps
    numerator = POINT * registered + gain
    rounded = to_multiple(numerator, POINT, steps.rounding.step)
    published = rounded if rounded >= steps.floor.least else None
    if trace is not None:
        how = f"nearest multiple of {steps.rounding.step}, a tie up"
        note(trace, steps.rounding.section, "new rating", rounded, rounding=how, exact=hundredths_text(numerator))
        if published is None:
            note(trace, steps.floor.section, f"below {steps.floor.least}: not published", "unrated")
    return numerator, POINT, published
