"""
The systems there are. A rule set names its `system`, which fixes the steps, and for each step a strategy.

| system | an event gives | settled | written for |
|---|---|---|---|
| `by_event` | K*(W - We + B) | at once | DSU |
| `by_game` | table by difference, game by game | at the period | SSF |
| `by_opponents_average` | K*(W - W(e)) against the opponents' average | at the period | FIDE 2000 |
| `by_period` | score - PD, game by game | at the period, with its K | FIDE 2024 |
| `one_off` | nothing: changes a whole list on a day | | adjustments |
"""

from typing import Final, TypeVar

from contracts.refusals import RefusalCode, Refused
from services.rules.adjustment import OneOff
from services.rules.dsu.steps import EventRules
from services.rules.fide2000.steps import AverageRules
from services.rules.fide2024.steps import PeriodRules
from services.rules.ssf.steps import GameRules
from services.rules.strategy import Rules

RuleSet = EventRules | GameRules | AverageRules | PeriodRules
"""Rules under which events are rated."""

AnyRules = RuleSet | OneOff
"""Every kind of dated rules."""

SYSTEMS: Final[dict[str, type[AnyRules]]] = {
    str(one.__struct_config__.tag): one for one in (EventRules, GameRules, AverageRules, PeriodRules, OneOff)
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
