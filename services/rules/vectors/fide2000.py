"""Worked examples of FIDE's rating rules about 2000."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final

from services.rules.event import Entrant, Performance, Step
from services.rules.fide2000.first import first_performance, group_average
from services.rules.fide2000.rate import all_play_all_average, coefficient, expected, swiss_average
from services.rules.fide2000.steps import AverageRules
from services.rules.loader import load
from services.rules.rating import first_rating, settle_gain
from services.rules.rounding import half_points, to_multiple
from services.rules.ruleset import of_system

_DAY: Final = date(2000, 10, 1)

Answer = tuple[dict[str, Any], tuple[Step, ...]]


def _rules() -> AverageRules:
    return of_system(load("fide-2000"), AverageRules)


def swiss(given: Mapping[str, Any]) -> Answer:
    """`fide_swiss`: a rated player in a Swiss (1 a to 6)."""
    rc = swiss_average(_rules().steps.expected, given["r"], given["opponents"])
    return _change(given, rc, len(given["opponents"]))


def round_robin(given: Mapping[str, Any]) -> Answer:
    """`fide_round_robin`: a rated player in an all-play-all (1 b to 6)."""
    return _change(given, all_play_all_average(Fraction(given["ra"]), given["r"], given["n"]), given["n"])


def _change(given: Mapping[str, Any], rc: Fraction, games: int) -> Answer:
    steps: list[Step] = []
    found = expected(_rules().steps.expected, given["r"], rc, games, steps)
    gain = given["k"] * (50 * half_points(given["score"]) - found.we)
    new = settle_gain(_rules(), given["r"], gain, trace=steps)
    answer = {
        "rc": found.rc,
        "rc_used": found.rc_used,
        "d": found.d,
        "p": Fraction(found.p, 100),
        "we": Fraction(found.we, 100),
        "dr": Fraction(gain, 100),
        "exact": new.exact,
        "new": new.published,
    }
    return answer, tuple(steps)


def unrated_in_round_robin(given: Mapping[str, Any]) -> Answer:
    """`fide_rr_unrated`: R(a) of an all-play-all with unrated players, and their performances (1 b, 2)."""
    rule, n = _rules().steps.unrated, given["n"]
    players = given["players"]
    rows = [(one["rating"], half_points(one["score"])) for one in players]
    found = group_average(rule, rows, n)
    factor = Fraction(n, n + 1)
    names = [one["name"] for one in players]
    dp = {name: d for name, d in zip(names, found.dp, strict=True) if d is not None}
    ru = {
        name: first_performance(rule, found.ra, score, n, factor)
        for name, (rating, score) in zip(names, rows, strict=True)
        if rating is None
    }
    return {"rar": found.rar, "dp": dp, "dpa": found.dpa, "ra": found.ra, "ru": ru}, ()


def unrated_in_swiss(given: Mapping[str, Any]) -> Answer:
    """`fide_unrated_swiss`: R(u) from R(c), games and score (2)."""
    ru = first_performance(_rules().steps.unrated, Fraction(given["rc"]), half_points(given["score"]), given["games"])
    return {"ru": ru}, ()


def weighted(given: Mapping[str, Any]) -> Answer:
    """`fide_rn`: R(n) of performances in order (3, 4)."""
    pool = [
        Performance(
            on=_DAY + timedelta(days=place),
            games=games,
            score=games,
            opponents=0,
            numerator=Fraction(value).numerator,
            denominator=Fraction(value).denominator,
        )
        for place, (value, games) in enumerate(given["results"])
    ]
    steps: list[Step] = []
    found = first_rating(_rules(), pool, on=_DAY, trace=steps)
    new = to_multiple(found.numerator, found.denominator, _rules().steps.rounding.step)
    answer = {"used": found.games, "exact": found.exact, "new": new, "published": found.published is not None}
    return answer, tuple(steps)


def period(given: Mapping[str, Any]) -> Answer:
    """`fide_period`: the changes of a period summed and rounded (6)."""
    gain = sum(Fraction(one) for one in given["dr"]) * 100
    steps: list[Step] = []
    new = settle_gain(_rules(), given["r"], Fraction(gain).numerator, trace=steps)
    return {"exact": new.exact, "new": new.published}, tuple(steps)


def k(given: Mapping[str, Any]) -> Answer:
    """`fide_k`: K by games, rating, and whether 2400 was ever published (5)."""
    rule = _rules().steps.coefficient
    cases = (
        Entrant(games=games, rating=rating, peak=rule.high_from if ever else 0)
        for games, rating, ever in given["cases"]
    )
    return {"k": [coefficient(rule, one) for one in cases]}, ()


def probability(given: Mapping[str, Any]) -> Answer:
    """`fide_pd`: P(D)."""
    return {"p": [Fraction(_rules().steps.expected.table.at[d], 100) for d in given["d"]]}, ()


RUNNERS: Final[dict[str, Callable[[Mapping[str, Any]], Answer]]] = {
    "fide_swiss": swiss,
    "fide_round_robin": round_robin,
    "fide_rr_unrated": unrated_in_round_robin,
    "fide_unrated_swiss": unrated_in_swiss,
    "fide_rn": weighted,
    "fide_period": period,
    "fide_k": k,
    "fide_pd": probability,
}
