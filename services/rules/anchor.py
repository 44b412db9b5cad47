"""
Which rules an event is rated under: a rule set by its id, or the one of a federation that is in force at its anchor.

The anchor is the rule set's own: the first day, the last day, or the list that takes the results.
"""

from datetime import date
from functools import lru_cache
from typing import Final

from contracts.refusals import RefusalCode, Refused
from contracts.registration import TournamentAnnounced
from services.rules import loader
from services.rules.register import parts
from services.rules.ruleset import RuleSet
from services.rules.ssf.steps import GameRules

FEDERATIONS: Final = frozenset(one.federation for one in loader.all_sets() if one.kind == "rating")
"""Whose rating rules are held."""
_FEDERATION_OF: Final = {one.id: one.federation for one in loader.all_sets() if one.kind == "rating"}


def federation_of(rules: str) -> str:
    """Name the federation whose register a rule set's or federation's name leads to; "" for a name nobody knows."""
    return rules if rules in FEDERATIONS else _FEDERATION_OF.get(rules, "")


def check_rules(announced: TournamentAnnounced) -> None:
    """Refuse rules that nobody knows or that are not held for the dates, and options that they do not leave open."""
    options = announced.rating_options
    if not announced.rating_rules:
        if options:
            raise Refused(RefusalCode.INVALID_PAYLOAD, f"the option {options[0]} is of rules, and none are named")
        return
    rules = rules_of(announced.rating_rules, announced.starts, announced.ends)
    if options and not isinstance(rules, GameRules):
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{rules.id} knows no option {options[0]}: that is a district's, under SSF's rules",
            rule=rules.source.section,
        )


@lru_cache(maxsize=4096)
def rules_of(rules: str, starts: date, ends: date) -> RuleSet:
    """
    Give the rules of an event by a rule set's id, or by a federation those in force at the anchor.

    Refuses a name nobody knows, and dates on which no rules of the federation are held.
    """
    if rules not in FEDERATIONS:
        return loader.load(rules)
    return loader.in_force(rules, anchor(loader.in_force(rules, ends), starts, ends))


def anchor(rules: RuleSet, starts: date, ends: date) -> date:
    """Give the day of an event on which rules must be in force to be those that their federation's name leads to."""
    match rules.anchor:
        case "tournament_start":
            return starts
        case "list":
            return parts(rules, starts, ends)[-1].listed or ends
        case _:
            return ends


def out_of_force(rules: str, starts: date, ends: date) -> str:
    """Say of a rule set chosen by its id that it is not in force for an event of these days; "" if it is."""
    if rules not in _FEDERATION_OF:
        return ""
    one = loader.load(rules)
    day, last = anchor(one, starts, ends), one.effective_until
    if one.effective_from <= day and (last is None or day <= last):
        return ""
    span = f"from {one.effective_from}" + (f" to {last}" if last else " on")
    return f"{rules} was in force {span}, not on {day}; the event is rated under it all the same"
