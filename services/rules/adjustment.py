"""
One-off changes of a whole list on a day: dated data of their own, beside the rules in force.

| change | what | done |
|---|---|---|
| DSU, 1 June 2024 | below 2000 half the way to 2000, at least 1200 | `sets/dsu-adjustment-2024.toml` |
| FIDE, 1 March 2024 | 1000-1999: two fifths of the way to 2000 | `sets/fide-adjustment-2024.toml` |

Events under way keep their start numbers: their gain is then added to the new number, as for any overlapping event
(`rating.settle`). A half is rounded up (R).
"""

from fractions import Fraction

import msgspec

from services.rules.event import Trace
from services.rules.explanation import note
from services.rules.rounding import exact_text, half_up
from services.rules.strategy import Positive, Rules, Strategy, Whole


class TowardsTarget(Strategy, frozen=True, kw_only=True, tag="towards_target"):
    """Numbers from `lowest` to below `target` move `numerator`/`denominator` of the way to it, at least to `floor`."""

    target: Whole
    lowest: Whole
    numerator: Whole
    denominator: Positive
    floor: Whole


class OneOffSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The one step."""

    change: TowardsTarget


class OneOff(Rules, frozen=True, kw_only=True, tag="one_off"):
    """A change made on one day: `effective_from` and `effective_until` are that day."""

    steps: OneOffSteps


def adjusted(rules: OneOff, rating: int, trace: Trace = None) -> int:
    """Give the number after the change; one it does not reach stays."""
    rule = rules.steps.change
    if not rule.lowest <= rating < rule.target:
        return rating
    exact = rating + Fraction(rule.numerator * (rule.target - rating), rule.denominator)
    new = max(rule.floor, half_up(exact.numerator, exact.denominator))
    if trace is not None:
        shown = exact_text(exact.numerator, exact.denominator)
        how = f"nearest integer, half up; at least {rule.floor}"
        note(trace, rule.section, f"towards {rule.target}", new, rounding=how, R=rating, exact=shown)
    return new
