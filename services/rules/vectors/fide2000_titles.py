"""Worked examples of FIDE's norms, title games and registration fees about 2000."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from contracts.registration import Title
from services.rules.event import Step
from services.rules.fide2000 import fees, norms, titles
from services.rules.fide2000.fee_steps import FeeRules
from services.rules.fide2000.title_steps import TitleRules
from services.rules.loader import other
from services.rules.rounding import half_points, least_half_points, nearest_half_points

Answer = tuple[dict[str, Any], tuple[Step, ...]]

_EVENTS: Final = {
    "round robin": fees.Charged.ALL_PLAY_ALL,
    "swiss": fees.Charged.SWISS,
    "team": fees.Charged.TEAM,
    "match": fees.Charged.MATCH,
}


def fee(given: Mapping[str, Any]) -> Answer:
    """`fide_fee`: CHF by kind of event and category, players or teams (Anmälan)."""
    rules, steps = other("fide-2000-fees", FeeRules), list[Step]()
    chf = [fees.registration_fee(rules, _EVENTS[event], size, trace=steps) for event, size in given["cases"]]
    return {"chf": chf}, tuple(steps)


def norm(given: Mapping[str, Any]) -> Answer:
    """`fide_norm`: the points a norm takes, under both roundings, and whether they were made (Rapportering)."""
    rules, steps = other("fide-2000-titles", TitleRules), list[Step]()
    title, score = Title(given["title"]), half_points(given["points"])
    found = norms.norm(rules, title, given["own"], given["opponents"], score, trace=steps)
    exact = found.exact
    answer = {
        "average": found.average,
        "category": found.category,
        "pct": found.percent,
        "raw": None if exact is None else Fraction(exact, 100),
        "required": None if exact is None else Fraction(nearest_half_points(exact), 2),
        "required_strict": None if exact is None else Fraction(least_half_points(exact), 2),
        "points_ok": found.reached,
    }
    return answer, tuple(steps)


def title_games(given: Mapping[str, Any]) -> Answer:
    """`fide_title_games`: the games of norms, and how many a title takes (Rapportering)."""
    taken = [
        titles.NormTaken(games=one["games"], all_play_all=one["round_robin"], over=half_points(one["over"]))
        for one in given["norms"]
    ]
    steps: list[Step] = []
    found = titles.title_games(other("fide-2000-titles", TitleRules), taken, steps)
    return {"games": found.games, "needed": found.needed, "ok": found.enough}, tuple(steps)


RUNNERS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "fide_fee": fee,
    "fide_norm": norm,
    "fide_title_games": title_games,
}
