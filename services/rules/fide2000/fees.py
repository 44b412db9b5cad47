"""
What FIDE takes for an event, in whole CHF.

| section | what | done | confidence |
|---|---|---|---|
| Anmälan | all-play-all by category, to category 10 | `registration_fee` | printed |
| Anmälan | from category 11 on 40 CHF times the category | `registration_fee` | reading (F4) |
| Anmälan | Swiss: 2 CHF a player up to 300, then 1 CHF | `registration_fee` | marginal: reading (F9) |
| Anmälan | 30 CHF a team; matches by category | `registration_fee` | printed |
| Anmälan | women's events, local ones below five results: free | `registration_fee` | printed |
| Rapportering | 100 CHF for a report later than two weeks | `late_fee` | printed |
| Anmälan | a month ahead, through the rating officer, after payment | no: an office's matter | |
"""

import enum
from datetime import date, timedelta
from typing import Final

from contracts.refusals import RefusalCode, Refused
from services.rules.event import Trace
from services.rules.explanation import note
from services.rules.fide2000.fee_steps import FeeRules, LateReport


class Charged(enum.StrEnum):
    """The kinds of events that are charged differently."""

    ALL_PLAY_ALL = "all_play_all"
    SWISS = "swiss"
    TEAM = "team"
    MATCH = "match"


_LEAST: Final = {Charged.ALL_PLAY_ALL: 0, Charged.MATCH: 0, Charged.SWISS: 2, Charged.TEAM: 2}
"""The lowest category, and the fewest players and teams of an event."""


def registration_fee(  # noqa: PLR0913  an event has that many parts
    rules: FeeRules,
    kind: Charged,
    size: int,
    *,
    women: bool = False,
    local_results: int | None = None,
    trace: Trace = None,
) -> int:
    """
    Give the fee of an event; `size` is the category of an all-play-all or a match, else the players or the teams.

    `local_results` are the results that count for ratings in a local event, None for any other. Refuses a category
    below 0, fewer than two players or teams, and a negative number of results.
    """
    rule = rules.steps.registration
    if size < _LEAST[kind]:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"a fee of {kind} for {size} cannot be: at least {_LEAST[kind]}",
            rule=rule.section,
        )
    if local_results is not None and local_results < 0:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{local_results} results cannot be", rule=rule.section)
    free = ", women's event" if women else ""
    if local_results is not None and local_results < rule.local_results:
        free = free or f", local with {local_results} results: fewer than {rule.local_results}"
    event = Charged.ALL_PLAY_ALL if kind is Charged.MATCH else kind
    amount = 0 if free else rule.table.amount(event, size)
    if trace is not None:
        row = "" if free else rule.table.row(event, size)
        note(trace, rule.section, f"fee of {kind} {size}{free}", amount, row=row)
    return amount


def late_fee(rule: LateReport, ended: date, reported: date) -> int:
    """Give what a report costs that comes later than two weeks after the event; refuses one before its end."""
    if reported < ended:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"an event that ended on {ended} cannot be reported on {reported}",
            rule=rule.section,
        )
    return rule.amount if reported > ended + timedelta(days=rule.days) else 0
