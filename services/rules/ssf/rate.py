"""
System: an event, game by game, and the number of the new period.

| section | what | done |
|---|---|---|
| System | walkovers are not rated | `rated_games` |
| System, table A | change by difference and outcome | `prepare` |
| System | half from 2200, halves kept | `changed` |
| Bonussystem | 20 or 10 points a game, by the running number | `bonus` |
| System | halves up at the period; floor | `settle` |
"""

from typing import NamedTuple

from contracts.refusals import RefusalCode, Refused
from services.rules.event import Entrant, Event, Method, Rated, Step, Trace
from services.rules.explanation import note
from services.rules.games import Game, GameStatus
from services.rules.rounding import exact_text, half_up, hundredths_text
from services.rules.ssf.steps import BonusPerGame, GameRules, TablePerGame
from services.rules.tally import HALF_POINT, POINT, by_player

BONUS = "bonus"
FLOOR = "floor"
FIVE_PERIODS = "five_periods"
OPTIONS = frozenset({BONUS, FLOOR, FIVE_PERIODS})
"""What a district may adopt for numbers below 1200."""


class Played(NamedTuple):
    """An event made ready: each entrant's games in order, as (opponent's place, own half points)."""

    event: Event
    ratings: list[int]
    running: list[int]
    games: list[list[tuple[int, int]]]


def rated_games(event: Event) -> list[Game]:
    """System: every game played over the board; a walkover never."""
    return [game for game in event.games if game.status in (GameStatus.PLAYED, GameStatus.LATE_RESERVE)]


def prepare(rules: GameRules, event: Event, entrants: tuple[Entrant, ...]) -> Played:
    """
    Sort the games by player.

    Refuses an option that is no district's, and an entrant without a number: he needs his Elo or an estimate.
    """
    unknown = event.options - OPTIONS
    if unknown:
        known = ", ".join(sorted(OPTIONS))
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"no option is called {min(unknown)}; there are {known}")
    ratings = []
    for who, one in enumerate(entrants):
        if one.rating is None:
            raise Refused(
                RefusalCode.INVALID_RATING,
                f"entrant {who} has no number: he counts with his Elo, and without one with an estimate",
                rule=rules.steps.unrated.section,
                entrant=who,
            )
        ratings.append(one.rating)
    running = [
        POINT * rating if one.running is None else one.running for one, rating in zip(entrants, ratings, strict=True)
    ]
    return Played(event, ratings, running, by_player(event.size, rated_games(event)))


def changed(rule: TablePerGame, own: int, opponent: int, points: int) -> int:
    """System: what one game changes, in hundredths: table A, half of it from 2200 on, the half kept."""
    return rule.table.change(own - opponent, points) * (HALF_POINT if own >= rule.halved_from else POINT)


def bonus(rule: BonusPerGame | None, running: int) -> int:
    """Bonussystem: what a game brings on top, in hundredths, by the running number (hundredths) before it."""
    for band in rule.bands if rule is not None else ():
        if POINT * band.lowest <= running < POINT * band.below:
            return POINT * band.points
    return 0


class Outcome(NamedTuple):
    """One game of one player: the number he was measured by, the change and the bonus in hundredths."""

    measured: int
    change: int
    added: int


def outcome(rules: GameRules, played: Played, who: int, running: int, game: tuple[int, int]) -> Outcome:
    """
    System, Bonussystem: what a game changes.

    A player is measured by his number at the period's start; while he gets a bonus, by his running one (R).
    """
    opponent, points = game
    extra = rules.steps.bonus if BONUS in played.event.options else None
    added = bonus(extra, running)
    own = half_up(running, POINT) if added else played.ratings[who]
    return Outcome(own, changed(rules.steps.change, own, played.ratings[opponent], points), added)


def finish(rules: GameRules, played: Played, who: int, trace: Trace) -> Rated:
    """System: rate one participant; `final` is his running number, `published` what a new period would make of it."""
    before = running = played.running[who]
    score = total_bonus = 0
    if trace is not None and before != POINT * played.ratings[who]:
        what = "running number before: what earlier events of the period have brought"
        note(trace, rules.steps.change.section, what, hundredths_text(before))
    for game in played.games[who]:
        found = outcome(rules, played, who, running, game)
        running += found.change + found.added
        score += game[1]
        total_bonus += found.added
        if trace is not None:
            _note_game(rules, played, game, found, trace)
            note(trace, rules.steps.change.section, "running number", hundredths_text(running))
    floor = FLOOR in played.event.options
    numerator, denominator, published = settle(rules, running, floor=floor, trace=trace)
    return Rated(
        method=Method.PER_GAME if played.games[who] else Method.NOT_RATED,
        start=played.ratings[who],
        games=len(played.games[who]),
        score=score,
        bonus=total_bonus,
        raw=running,
        gain=running - before,
        final_numerator=numerator,
        final_denominator=denominator,
        published=published,
    )


def _note_game(rules: GameRules, played: Played, game: tuple[int, int], found: Outcome, trace: list[Step]) -> None:
    opponent, points = game
    rule, own, other = rules.steps.change, found.measured, played.ratings[opponent]
    half, row = "half, kept" if own >= rule.halved_from else "", rule.table.row(own - other)
    what, change, score = "change of the game", hundredths_text(found.change), exact_text(points, 2)
    note(trace, rule.section, what, change, row=row, rounding=half, R=own, Ri=other, opponent=opponent, score=score)
    if found.added and rules.steps.bonus is not None:
        note(trace, rules.steps.bonus.section, "bonus", hundredths_text(found.added))


def settle(rules: GameRules, running: int, *, floor: bool, trace: Trace) -> tuple[int, int, int]:
    """System: a running number (hundredths) at a new period: the district's floor, halves up."""
    steps = rules.steps
    if floor and steps.floor is not None and running < POINT * steps.floor.floor:
        running = POINT * steps.floor.floor
        if trace is not None:
            note(trace, steps.floor.section, "raised to the district's floor", hundredths_text(running))
    published = half_up(running, POINT)
    if trace is not None:
        exact, how = hundredths_text(running), "a half up"
        note(trace, steps.rounding.section, "number of the new period", published, rounding=how, exact=exact)
    return running, POINT, published
