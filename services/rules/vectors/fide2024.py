"""Worked examples of FIDE's rating regulations of 2024, and of one-off adjustments."""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from services.rules.adjustment import adjusted
from services.rules.event import Entrant, Event, Method, Performance, Rated, Step
from services.rules.games import Game
from services.rules.loader import adjustments, load
from services.rules.rating import explain, first_rating, rate_event, settle
from services.rules.rounding import half_points

_RULES: Final = "fide-2024"

Answer = tuple[dict[str, Any], tuple[Step, ...]]


def _entrant(given: Mapping[str, Any]) -> Entrant:
    return Entrant(
        rating=given["r"],
        games=given.get("games_before", 0),
        peak=given.get("peak", 0),
        birth_year=given.get("birth_year", 0),
    )


def _event(games: list[list[Any]], on: str) -> Event:
    """One player's games as [opponent's rating or null, score]."""
    scores = [half_points(str(score)) for _, score in games]
    day = date.fromisoformat(on)
    return Event(
        size=len(games) + 1,
        games=tuple(Game(0, place + 1, score, 2 - score) for place, score in enumerate(scores)),
        start=day,
        end=day,
    )


def event(given: Mapping[str, Any]) -> Answer:
    """`fide2024_event`: a rated player's event that is his whole period (8.3)."""
    one = _event(given["games"], given["on"])
    entrants = [_entrant(given), *(Entrant(rating=rating) for rating, _ in given["games"])]
    own = rate_event(load(_RULES), one, entrants).rated[0]
    answer = {
        "games": own.games,
        "we": Fraction(own.expected, 100),
        "k": own.k,
        "dr": Fraction(own.gain, 100),
        "exact": own.final,
        "published": own.published,
    }
    return answer, explain(load(_RULES), one, entrants, 0)


def period(given: Mapping[str, Any]) -> Answer:
    """`fide2024_period`: the events of a period as (games, score, we), settled on a list."""
    results = [
        Rated(
            method=Method.DIFFERENCE,
            games=one["games"],
            score=half_points(one["score"]),
            expected=(Fraction(one["we"]) * 100).numerator,
        )
        for one in given["events"]
    ]
    steps: list[Step] = []
    new = settle(load(_RULES), _entrant(given), results, steps, on=date.fromisoformat(given["on"]))
    return {"k": new.k, "games": new.games, "exact": new.exact, "published": new.published}, tuple(steps)


def first(given: Mapping[str, Any]) -> Answer:
    """`fide2024_first`: the first rating from a player's events (7.1.4, 8.2)."""
    pool: list[Performance] = []
    for one in given["events"]:
        entrants = [Entrant(), *(Entrant(rating=rating) for rating, _ in one["games"])]
        found = rate_event(load(_RULES), _event(one["games"], one["on"]), entrants).rated[0].performance
        if found is not None:
            pool.append(found)
    steps: list[Step] = []
    new = first_rating(load(_RULES), pool, on=date.fromisoformat(given["on"]), trace=steps)
    return {"games": new.games, "exact": new.exact, "published": new.published}, tuple(steps)


def one_off(given: Mapping[str, Any]) -> Answer:
    """Run `adjustment`: numbers after the one-off change of a federation's list on a day."""
    day = date.fromisoformat(given["on"])
    (rules,) = adjustments(given["federation"], day, day)
    steps: list[Step] = []
    return {"new": [adjusted(rules, one, steps) for one in given["ratings"]]}, tuple(steps)


RUNNERS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "fide2024_event": event,
    "fide2024_period": period,
    "fide2024_first": first,
    "adjustment": one_off,
}
