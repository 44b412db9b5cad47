"""
4.5.2 and 4.5.4: an event, from the games that count to the new number.

| section | what | done |
|---|---|---|
| 4.5.4.2 | which games are rated | `rated_games`, `missed_whole_event` |
| 4.5.2.1 | expected score | `expected_score` |
| 4.5.2.2 | bonus | `bonus` |
| 4.5.2, 4.5.2.3, 4.5.2.5 | K, Rn, winner rule | `finish` |
| 4.5.2.4, 4.5.2.6, 4.5.4.1 b | limits, floor, registered number + gain | `settle`, `pass_limits` |
"""

from collections.abc import Sequence
from typing import NamedTuple

from services.rules.dsu.foreigners import UNRESOLVED, performance, resolve
from services.rules.dsu.steps import AboveThreshold, AverageOrDifference, EventRules, PerformanceRated
from services.rules.event import Entrant, Event, Method, Rated, Step, Trace
from services.rules.explanation import note
from services.rules.games import Counted, Game, Games, GameStatus, by_columns
from services.rules.rounding import exact_text, half_up, hundredths_text, to_multiple
from services.rules.tally import HALF_POINT, POINT, expected_scores, opponents, others


class Group(NamedTuple):
    """An event made ready: what is shared by all who are rated in it."""

    event: Event
    games: Sequence[Game] | Games
    entrants: tuple[Entrant, ...]
    ratings: list[int]
    """Start numbers, performances included; `UNRESOLVED` where there is none."""
    counted: Counted
    average: bool
    sums: list[int]
    """By entrant: by the average method his opponents' numbers, game by game P in hundredths."""


def rated_games(event: Event) -> Sequence[Game] | Games:
    """
    4.5.4.2: every played game, and no-shows without an approved cancellation.

    Not in team events, where late reserves are not rated either; not the games of one who missed the whole event.
    """
    if event.all_played:
        return event.games
    if event.team:
        return [game for game in event.games if game.status is GameStatus.PLAYED]
    missed = missed_whole_event(event)
    return [
        game
        for game in event.games
        if game.status in (GameStatus.PLAYED, GameStatus.LATE_RESERVE)
        or (game.status is GameStatus.NO_SHOW and game.first not in missed and game.second not in missed)
    ]


def missed_whole_event(event: Event) -> frozenset[int]:
    """4.5.4.2, last paragraph: who stayed away without cancelling and came to no game; a win by that is to come (R)."""
    came: set[int] = set()
    away: set[int] = set()
    for game in event.games:
        if game.status is GameStatus.NO_SHOW:
            for one, points in ((game.first, game.points), (game.second, game.points_second)):
                (came if points else away).add(one)
        elif game.status is not GameStatus.UNPLAYED:
            came.update((game.first, game.second))
    return frozenset(away - came)


def prepare(rules: EventRules, event: Event, entrants: tuple[Entrant, ...]) -> Group:
    """
    Choose the rated games, find numbers for foreigners without one, choose the group's method, and count.

    A game against one who waits for his start rating (4.5.5.1) counts for neither side.
    """
    steps = rules.steps
    games = rated_games(event)
    ratings = [one.rating or UNRESOLVED for one in entrants]
    known = ratings
    if UNRESOLVED in ratings:
        waiting = {who for who, one in enumerate(entrants) if one.waits}
        games = [game for game in games if game.first not in waiting and game.second not in waiting]
        ratings = resolve(steps.unrated, games, ratings)
        games = [game for game in games if ratings[game.first] and ratings[game.second]]
        known = [one for one in ratings if one]
    of_games = (event.columns if games is event.games else by_columns(event.size, games)).counted
    if event.all_play_all and max(known, default=0) - min(known, default=0) <= steps.expected.spread:
        return Group(event, games, entrants, ratings, of_games, True, opponents(of_games, ratings))
    expected = expected_scores(of_games, ratings, steps.expected.table.at)
    return Group(event, games, entrants, ratings, of_games, False, expected)


def expected_score(rules: EventRules, group: Group, who: int, trace: Trace) -> tuple[int, int]:
    """
    4.5.2.1: We in hundredths, before and after rounding to 0.05.

    Average method: We = M*P(Ro - Ra) - 1/2, with Ra (himself included) a whole number, half up. With games that drop
    out M and Ra are taken over the opponents left and himself. A double round counts every opponent twice (R).
    Difference method: the sum of P(Ro - Ri).
    """
    rule = rules.steps.expected
    exact = _by_average(rule, group, who, trace) if group.average else group.sums[who]
    rounded = to_multiple(exact, 1, rule.step)
    if trace is not None:
        if not group.average:
            _note_games(rule, group, who, trace)
        method = Method.AVERAGE if group.average else Method.DIFFERENCE
        nearest = f"nearest multiple of {hundredths_text(rule.step)}"
        value, given = hundredths_text(rounded), hundredths_text(exact)
        note(trace, rule.section, f"We, {method} method", value, rounding=nearest, exact=given)
    return exact, rounded


def _by_average(rule: AverageOrDifference, group: Group, who: int, trace: Trace) -> int:
    own, cycles = group.ratings[who], group.event.cycles
    members = group.counted.games[who] + cycles
    total = group.sums[who] + cycles * own
    mean = half_up(total, members)
    p = rule.table.at[own - mean]
    if trace is not None:
        size = exact_text(members, cycles)
        note(
            trace, rule.section, "Ra, the group's average", mean, rounding="nearest integer, half up", sum=total, M=size
        )
        note(trace, rule.section, "P(Ro - Ra)", hundredths_text(p), row=rule.table.row(own - mean), Ro=own, Ra=mean)
    return members * p - cycles * HALF_POINT


def _note_games(rule: AverageOrDifference, group: Group, who: int, trace: list[Step]) -> None:
    own = group.ratings[who]
    for opponent, points in others(group.games, who):
        rating = group.ratings[opponent]
        row, p = rule.table.row(own - rating), hundredths_text(rule.table.at[own - rating])
        score = exact_text(points, 2)
        note(trace, rule.section, "P(Ro - Ri)", p, row=row, Ro=own, Ri=rating, opponent=opponent, score=score)


def bonus(rule: AboveThreshold, games: int, surplus: int, trace: Trace) -> int:
    """4.5.2.2: B in hundredths, W - We less a threshold that grows with the number of games; only if positive."""
    threshold = max(rule.least, rule.base + rule.for_two * (games >> 1))
    value = max(0, surplus - threshold)
    if trace is not None:
        given = {"surplus": hundredths_text(surplus), "threshold": hundredths_text(threshold)}
        note(trace, rule.section, "bonus B", hundredths_text(value), games=games, **given)
    return value


def finish(rules: EventRules, group: Group, who: int, trace: Trace) -> Rated:
    """4.5.2: rate one participant, and settle him as if this event were alone."""
    start = group.ratings[who]
    if start == UNRESOLVED:
        return Rated(method=Method.UNRESOLVED)
    if trace is not None and group.entrants[who].rating is None:
        _note_performance(rules.steps.unrated, group, who, trace)
    games = group.counted.games[who]
    if not games:
        return Rated(method=Method.NOT_RATED, start=start, raw=POINT * start, final_numerator=start, published=start)
    exact, expected = expected_score(rules, group, who, trace)
    k, extra, gain = _change(rules, group, who, expected, trace)
    raw = POINT * start + gain
    if gain < 0 and who in group.event.winners:
        gain = _winner(rules, group, who, gain, trace)
    numerator, denominator, published = settle(rules, start, gain, trace)
    method = Method.AVERAGE if group.average else Method.DIFFERENCE
    return Rated(
        method=Method.PERFORMANCE if group.entrants[who].rating is None else method,
        start=start,
        games=games,
        score=group.counted.score[who],
        expected=expected,
        expected_raw=exact,
        k=k,
        bonus=extra,
        raw=raw,
        gain=gain,
        final_numerator=numerator,
        final_denominator=denominator,
        published=published,
    )


def _note_performance(rule: PerformanceRated, group: Group, who: int, trace: list[Step]) -> None:
    """4.5.5.2 item 3: say how a foreigner's start number came about; the opponents' numbers are those they end with."""
    met = others(group.games, who)
    average = half_up(sum(group.ratings[opponent] for opponent, _ in met), len(met))
    found = performance(rule, average, sum(points for _, points in met), len(met))
    how = "again and again until every number is stable, then the nearest integer"
    given = {"Rc": exact_text(average, 1), "P": hundredths_text(found.p), "D": str(found.d)}
    note(trace, rule.section, "performance rating Rp = Rc + D(P)", group.ratings[who], rounding=how, **given)


def _change(rules: EventRules, group: Group, who: int, expected: int, trace: Trace) -> tuple[int, int, int]:
    """4.5.2: K, B and K*(W - We + B), the last two in hundredths."""
    steps, start, score = rules.steps, group.ratings[who], group.counted.score[who]
    k = steps.coefficient.table.band(start)[0]
    if trace is not None:
        note(trace, steps.coefficient.section, "K", k, row=steps.coefficient.table.row(start), Ro=start)
    surplus = HALF_POINT * score - expected
    extra = 0
    if steps.bonus and (surplus > steps.bonus.least or trace is not None):
        extra = bonus(steps.bonus, group.counted.games[who], surplus, trace)
    gain = k * (surplus + extra)
    if trace is not None:
        given = {"W": exact_text(score, 2), "We": hundredths_text(expected), "B": hundredths_text(extra)}
        raw = hundredths_text(POINT * start + gain)
        note(trace, rules.source.section, "Rn = Ro + K*(W - We + B)", raw, Ro=start, K=k, **given)
    return k, extra, gain


def _winner(rules: EventRules, group: Group, who: int, gain: int, trace: Trace) -> int:
    """4.5.2.5: a group winner (all who share the first place) below his expected score gains 0."""
    rule = rules.steps.winner
    if rule is None:
        return gain
    if trace is not None:
        note(trace, rule.section, "group winner below his expected score: the gain is 0", group.ratings[who])
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
