"""Worked examples of the Swedish rating rules."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from services.rules.event import Entrant, Event, Step
from services.rules.games import Game
from services.rules.loader import load
from services.rules.rating import explain, rate_event
from services.rules.ruleset import of_system
from services.rules.ssf.rate import BONUS, changed
from services.rules.ssf.register import deducted
from services.rules.ssf.steps import GameRules

_DAY: Final = date(2002, 1, 1)
_POINTS: Final = {"loss": 0, "draw": 1, "win": 2}

Answer = tuple[dict[str, Any], tuple[Step, ...]]


def _rules() -> GameRules:
    return of_system(load("ssf-2002"), GameRules)


def _event(given: Mapping[str, Any], options: frozenset[str] = frozenset()) -> tuple[Event, list[Entrant]]:
    """One player's games of a period, in order."""
    games = given["games"]
    points = [_POINTS[game["result"]] for game in games]
    event = Event(
        size=len(games) + 1,
        games=tuple(Game(0, place + 1, one, 2 - one) for place, one in enumerate(points)),
        start=_DAY,
        end=_DAY,
        options=options,
    )
    return event, [Entrant(rating=given["start"]), *(Entrant(rating=game["opp"]) for game in games)]


def game(given: Mapping[str, Any]) -> Answer:
    """`ssf_game`: what one game changes for both."""
    points = _POINTS[given["result_a"]]
    event = Event(size=2, games=(Game(0, 1, points, 2 - points),), start=_DAY, end=_DAY)
    entrants = [Entrant(rating=given["a"]), Entrant(rating=given["b"])]
    first, second = rate_event(_rules(), event, entrants).rated
    answer = {
        "diff": abs(given["a"] - given["b"]),
        "delta_a": Fraction(first.gain, 100),
        "delta_b": Fraction(second.gain, 100),
    }
    return answer, explain(_rules(), event, entrants, 0) + explain(_rules(), event, entrants, 1)


def period(given: Mapping[str, Any]) -> Answer:
    """`ssf_period`: the games of a period and the new number."""
    event, entrants = _event(given)
    own = rate_event(_rules(), event, entrants).rated[0]
    rule = _rules().steps.change
    deltas = [
        Fraction(changed(rule, given["start"], entrants[one.second].rating or 0, one.points), 100)
        for one in event.games
    ]
    return {"deltas": deltas, "exact": own.final, "new": own.published}, explain(_rules(), event, entrants, 0)


def running(given: Mapping[str, Any]) -> Answer:
    """`ssf_bonus`: the running number after each game, with the district's bonus."""
    numbers = []
    for count in range(1, len(given["games"]) + 1):
        event, entrants = _event({**given, "games": given["games"][:count]}, frozenset({BONUS}))
        numbers.append(rate_event(_rules(), event, entrants).rated[0].final)
    event, entrants = _event(given, frozenset({BONUS}))
    return {"running": numbers}, explain(_rules(), event, entrants, 0)


def inactivity(given: Mapping[str, Any]) -> Answer:
    """`ssf_inactivity`: the number after so many years without games."""
    rule = _rules().steps.inactivity
    if rule is None:
        raise ValueError("the set has no deduction")
    return {"after": [deducted(rule, given["rating"], years).rating for years in given["years"]]}, ()


RUNNERS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "ssf_game": game,
    "ssf_period": period,
    "ssf_bonus": running,
    "ssf_inactivity": inactivity,
}
