"""
The systems there are. A rule set names its `system`, which fixes the steps, and for each step a strategy.

| system | an event gives | settled | written for |
|---|---|---|---|
| `by_event` | K*(W - We + B) | at once | DSU |
| `by_game` | table by difference, game by game | at the period | SSF |
| `by_opponents_average` | K*(W - W(e)) against the opponents' average | at the period | FIDE 2000 |
| `by_period` | score - PD, game by game | at the period, with its K | FIDE 2024 |
| `one_off` | nothing: changes a whole list on a day | | adjustments |
| `by_category` | nothing: norms and titles by the tournament's category | | FIDE 2000 |
| `by_kind_of_event` | nothing: what its registration costs | | FIDE 2000 |
"""

from typing import Final, TypeVar

from contracts.refusals import RefusalCode, Refused
from services.rules.adjustment import OneOff
from services.rules.dsu.steps import EventRules
from services.rules.fide2000.fee_steps import FeeRules
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2000.title_steps import TitleRules
from services.rules.fide2024.steps import PeriodRules
from services.rules.ssf.steps import GameRules
from services.rules.strategy import Rules

RuleSet = EventRules | GameRules | AverageRules | PeriodRules
"""Rules under which events are rated."""

AnyRules = RuleSet | OneOff | TitleRules | FeeRules
"""Every kind of dated rules."""

SYSTEMS: Final[dict[str, type[AnyRules]]] = {
    str(one.__struct_config__.tag): one
    for one in (EventRules, GameRules, AverageRules, PeriodRules, OneOff, TitleRules, FeeRules)
}
"""By the name a file gives."""

R = TypeVar("R", bound=Rules)


def of_system(rules: Rules, system: type[R]) -> R:
    """Give rules as those of one system; refuses others by name, for what only that system knows."""
    if not isinstance(rules, system):
        raise Refused(
            RefusalCode.UNKNOWN_RULE_SET,
            f"{rules.id} is not of the system {system.__struct_config__.tag}",
            rule=rules.source.section,
        )
    return rules


def least_published(rules: RuleSet) -> int:
    """
    Give the least number that stands on a list; 0: any (FIDE 2024 7.2.1; FIDE 2000 Elotal).

    FIDE 2000 publishes what is above 2000: its least rounded number is 2005, but one of before the rounding may stand.
    """
    match rules:
        case AverageRules():
            return rules.steps.floor.least - rules.steps.rounding.step + 1
        case PeriodRules():
            return rules.steps.floor.least
        case _:
            return 0


def least_given(rules: RuleSet) -> tuple[int, str]:
    """Give the least number that somebody may be given, with its section; 0: any (DSU 4.5.2.6; FIDE: as on a list)."""
    if isinstance(rules, EventRules):
        floor = rules.steps.floor
        return (floor.floor, floor.section) if floor is not None else (0, "")
    return least_published(rules), "" if isinstance(rules, GameRules) else rules.steps.floor.section
