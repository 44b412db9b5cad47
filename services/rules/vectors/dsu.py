"""Worked examples of the Danish rating rules."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from contracts.refusals import RefusalCode, Refused
from services.rules.dsu.coordination import adjusted, adjustment
from services.rules.dsu.foreigners import performance
from services.rules.dsu.steps import EventRules
from services.rules.event import Entrant, Event, Step
from services.rules.games import Game
from services.rules.loader import load
from services.rules.rating import explain, rate_event, settle_gain
from services.rules.rounding import half_points, half_up
from services.rules.ruleset import of_system

_RULES: Final = "dsu-2007"
_DAY: Final = date(2007, 3, 1)
"""Any day the rules are in force: the examples name none."""

Answer = tuple[dict[str, Any], tuple[Step, ...]]


def rating(given: Mapping[str, Any]) -> Answer:
    """`dsu_rating`: one player's event; `group` is an all-play-all with himself first, `opponents` are those met."""
    group = "group" in given
    ratings: Sequence[int] = given["group"] if group else [given["ro"], *given["opponents"]]
    games = _games(len(ratings), half_points(given["score"]), everybody=group)
    event = Event(
        size=len(ratings),
        games=games,
        start=_DAY,
        end=_DAY,
        all_play_all=group,
        winners=frozenset({0} if given["winner"] else ()),
    )
    entrants = [Entrant(rating=one) for one in ratings]
    own = rate_event(load(_RULES), event, entrants).rated[0]
    answer = {
        "method": str(own.method),
        "we_raw": Fraction(own.expected_raw, 100),
        "we": Fraction(own.expected, 100),
        "k": own.k,
        "bonus": Fraction(own.bonus, 100),
        "rn": Fraction(own.raw, 100),
        "final": own.final,
        "published": own.published,
    }
    return answer, explain(load(_RULES), event, entrants, 0)


def _games(size: int, score: int, *, everybody: bool) -> tuple[Game, ...]:
    """Spread a score over the games of the first entrant; the others' games, where they count, are draws."""
    own = []
    for opponent in range(1, size):
        points = min(2, score)
        score -= points
        own.append(Game(0, opponent, points, 2 - points))
    if score:
        raise ValueError("more points than games")
    others = [Game(one, other, 1, 1) for one, other in combinations(range(1, size), 2)] if everybody else []
    return (*own, *others)


def register(given: Mapping[str, Any]) -> Answer:
    """`dsu_register`: the registered number plus the gain of an event played from another start number (4.5.4.1 b)."""
    growth = Fraction(given["growth"]) * 100
    if growth.denominator != 1:
        raise ValueError("a gain has at most two decimals")
    steps: list[Step] = []
    new = settle_gain(of_system(load(_RULES), EventRules), given["registered"], growth.numerator, trace=steps)
    total = given["registered"] + Fraction(given["growth"])
    return {"sum": total, "final": new.exact, "published": new.published}, tuple(steps)


def performance_rating(given: Mapping[str, Any]) -> Answer:
    """`dsu_performance`: Rp = Rc + D(P) (4.5.5.2 item 3)."""
    rule = of_system(load(_RULES), EventRules).steps.unrated
    rc = Fraction(given["rc"])
    found = performance(rule, half_up(rc.numerator, rc.denominator), half_points(given["points"]), given["games"])
    return {"p": Fraction(found.p, 100), "d": found.d, "rp": found.rp}, ()


def fide_adjust(given: Mapping[str, Any]) -> Answer:
    """`dsu_fide_adjust`: N, the direction and the adjusted numbers (4.5.6.2)."""
    rule = of_system(load(_RULES), EventRules).steps.coordination
    if rule is None:
        raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{_RULES} has no coordination with the FIDE list")
    n, direction = adjustment(rule, Fraction(given["mean_danish"]), Fraction(given["mean_elo"]))
    return {"n": n, "direction": direction, "new": [adjusted(rule, one, n, direction) for one in given["ratings"]]}, ()


RUNNERS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "dsu_rating": rating,
    "dsu_register": register,
    "dsu_performance": performance_rating,
    "dsu_fide_adjust": fide_adjust,
}
