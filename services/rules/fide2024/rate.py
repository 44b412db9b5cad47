"""
8.3: the change of a rated player, event by event, and the list of a period.

| section | what | done |
|---|---|---|
| 5.1, 6.1 | which games | `rated_games` |
| 8.3.1 | D and its cap | `score_tables` |
| 8.3.2 | sum of score - PD | `prepare`, `finish` |
| 8.3.3 | K and its reduction | `coefficient`, `reduced` |
| 8.3.4, 7.2.1 | rounding, below 1400 | `settle` |
| 7.2.2 | inactivity | `is_inactive` |
| Rapid and blitz 7.2.1 | standard rating stands in | `rapid_number` |
"""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from services.rules.dates import months_later
from services.rules.event import Entrant, Event, Method, Performance, Rated, Trace
from services.rules.explanation import note
from services.rules.fide2024.first import Results, performance
from services.rules.fide2024.steps import ByExperienceAndAge, FlaggedInactive, PeriodRules, SumOfProbabilities
from services.rules.games import Game, Games, GameStatus, by_columns
from services.rules.rounding import exact_text, half_away_from_zero, hundredths_text
from services.rules.tables import ExpectedScores
from services.rules.tally import HALF_POINT, POINT, expected_scores, others


class Tally(NamedTuple):
    """
    By entrant: rated games, half points in them, the sum of PD in hundredths.

    `opponents` are the sums of their ratings, where somebody is unrated.
    """

    games: list[int]
    score: list[int]
    expected: list[int]
    opponents: list[int]


class Report(NamedTuple):
    """
    An event made ready: `own` are numbers, `seen` what a player is for his opponents (0: unrated).

    `tally` counts for each rated player his games against players seen as rated.
    """

    event: Event
    entrants: tuple[Entrant, ...]
    games: Sequence[Game] | Games
    own: list[int]
    seen: list[int]
    tally: Tally


def rated_games(event: Event, seen: Sequence[int]) -> Sequence[Game] | Games:
    """5.1: played games only. 6.1: a match in which one player is unrated has none."""
    if event.match and not all(seen):
        return ()
    if event.columns.all_played:
        return event.games
    return [game for game in event.games if game.status in (GameStatus.PLAYED, GameStatus.LATE_RESERVE)]


@lru_cache(maxsize=8)
def _capped(table: ExpectedScores, cap: int) -> tuple[int, ...]:
    return table.capped(cap)


def score_tables(rule: SumOfProbabilities, on: date) -> tuple[Sequence[int], Sequence[int]]:
    """8.3.1: PD by difference for an event that begins on `on`: for players below 2650, and from 2650 on."""
    capped = _capped(rule.table, rule.cap)
    return capped, rule.table.at if on >= rule.exempt_since else capped


def prepare(rules: PeriodRules, event: Event, entrants: tuple[Entrant, ...]) -> Report:
    """8.3.2: count every entrant's games, score and expected score."""
    rule = rules.steps.expected
    own = [one.rating or 0 for one in entrants]
    seen = [0 if one.unrated_then else one.rating or 0 for one in entrants]
    games = rated_games(event, own)
    capped, exempt = score_tables(rule, event.start)
    if all(seen) and (capped is exempt or max(own, default=0) < rule.exempt_from):
        played = (event.columns if games is event.games else by_columns(event.size, games)).counted
        sums = Tally(played.games, played.score, expected_scores(played, own, capped), [])
    else:
        sums = _by_sides(rule, games, own, seen, event.start)
    return Report(event, entrants, games, own, seen, sums)


def _by_sides(
    rule: SumOfProbabilities, games: Iterable[Game], own: Sequence[int], seen: Sequence[int], on: date
) -> Tally:
    """
    8.3.1 where the two sides of a game may differ: unrated players, and the exception from 2650 on.

    An unrated player's games count where the opponent is rated, with no expected score.
    """
    size, tables = len(own), score_tables(rule, on)
    sums = Tally([0] * size, [0] * size, [0] * size, [0] * size)
    for game in games:
        for who, opponent, points in (
            (game.first, game.second, game.points),
            (game.second, game.first, game.points_second),
        ):
            if not seen[opponent]:
                continue
            sums.games[who] += 1
            sums.score[who] += points
            sums.opponents[who] += seen[opponent]
            if own[who]:
                at = tables[own[who] >= rule.exempt_from]
                sums.expected[who] += at[own[who] - seen[opponent]]
    return sums


def coefficient(rule: ByExperienceAndAge, entrant: Entrant, year: int) -> int:
    """
    8.3.3: K of a player in a year.

    10 once 2400 was published; 40 for a junior to the end of the year he turns 18, never published at 2300; 40 for
    fewer than 30 games; else 20. The order is the one FIDE's lists follow (R).
    """
    peak = max(entrant.peak, entrant.rating or 0)
    if peak >= rule.high_from:
        return rule.high
    if entrant.birth_year and year - entrant.birth_year <= rule.junior_age and peak < rule.junior_below:
        return rule.junior
    return rule.new if entrant.games < rule.until else rule.ordinary


def reduced(rule: ByExperienceAndAge, k: int, games: int) -> int:
    """8.3.3: the largest whole K with K*n at most 700; K itself where it fits."""
    return k if k * games <= rule.product else rule.product // games


def finish(rules: PeriodRules, report: Report, who: int, trace: Trace) -> Rated:
    """8.3.2: rate one participant, settled as if the event were his whole period; an unrated one gets a performance."""
    start = report.own[who]
    games = report.tally.games[who]
    if not start:
        return Rated(method=Method.FIRST_RATING, performance=_first(rules, report, who, trace))
    if not games:
        return Rated(method=Method.NOT_RATED, start=start, raw=POINT * start, final_numerator=start, published=start)
    score = report.tally.score[who]
    expected = report.tally.expected[who]
    if trace is not None:
        _note_games(rules.steps.expected, report, who, trace)
    entrant = report.entrants[who]
    surplus = HALF_POINT * score - expected
    k, gain, published = settle(rules, entrant, Period(surplus, games, report.event.start.year), trace)
    raw = POINT * start + gain
    return Rated(
        method=Method.DIFFERENCE,
        start=start,
        games=games,
        score=score,
        expected=expected,
        expected_raw=expected,
        k=k,
        raw=raw,
        gain=gain,
        final_numerator=raw,
        final_denominator=POINT,
        published=published,
    )


def _first(rules: PeriodRules, report: Report, who: int, trace: Trace) -> Performance:
    counted = report.tally
    results = Results(counted.games[who], counted.score[who], counted.opponents[who])
    return performance(rules.steps.unrated, report.event.end, results, trace)


def _note_games(rule: SumOfProbabilities, report: Report, who: int, trace: Trace) -> None:
    own = report.own[who]
    at = score_tables(rule, report.event.start)[own >= rule.exempt_from]
    for opponent, points in others(report.games, who):
        other = report.seen[opponent]
        if not other or trace is None:
            continue
        p = at[own - other]
        capped = f"counted as {rule.cap}" if abs(own - other) > rule.cap and p != rule.table.at[own - other] else ""
        d = own - other if not capped else (rule.cap if own > other else -rule.cap)
        given = {"R": own, "Ri": other, "D": own - other, "score": exact_text(points, 2), "opponent": opponent}
        note(trace, rule.section, "PD", hundredths_text(p), row=rule.table.row(d), rounding=capped, **given)


class Period(NamedTuple):
    """What a rated player brought in a period: the sum of score - PD in hundredths, the games, the list's year."""

    surplus: int
    games: int
    year: int


def settle(rules: PeriodRules, entrant: Entrant, period: Period, trace: Trace) -> tuple[int, int, int | None]:
    """
    8.3.2 d, 8.3.3, 8.3.4, 7.2.1: the list of a period: K as reduced, the exact change in hundredths, the new number.

    Below 1400 the number is None: he is unrated.
    """
    surplus, games, year = period
    steps, rating = rules.steps, entrant.rating or 0
    k = reduced(steps.coefficient, coefficient(steps.coefficient, entrant, year), games)
    gain = k * surplus
    new = rating + half_away_from_zero(gain, POINT)
    published = new if new >= steps.floor.least else None
    if trace is not None:
        history = {
            "games_before": str(entrant.games),
            "peak": str(max(entrant.peak, rating)),
            "born": str(entrant.birth_year or "unknown"),
        }
        note(trace, steps.coefficient.section, "K", k, n=games, year=year, **history)
        total = hundredths_text(surplus)
        note(trace, steps.expected.section, "K * sum of (score - PD)", hundredths_text(gain), K=k, sum=total)
        change = hundredths_text(gain)
        note(
            trace,
            steps.rounding.section,
            "new rating",
            new,
            rounding="change: half away from zero",
            R=rating,
            change=change,
        )
        if published is None:
            note(trace, steps.floor.section, f"below {steps.floor.least}", "unrated")
    return k, gain, published


def is_inactive(rule: FlaggedInactive, last_rated_game: date, on: date) -> bool:
    """7.2.2: whether a list of `on` shows him as inactive: no rated game in the year before it."""
    return on > months_later(last_rated_game, rule.months)


def rapid_number(standard: int | None, rapid: int | None) -> int | None:
    """Rapid and blitz 7.2.1: who has a standard but no rapid or blitz rating is rated, with it, on both sides."""
    return standard if rapid is None else rapid
