"""The same results under other rules: a season replayed as if, from a day on, it had been rated otherwise."""

import datetime as dt
from typing import Any

import msgspec

from contracts.envelope import Fact
from contracts.ids import EventId
from contracts.messages import EventData
from contracts.rating import ForeignEventReported, StartRatingSet
from contracts.registration import TournamentAnnounced
from services.rating import ledger
from services.rating.book import Ledger, number_on
from services.rating.changes import Start
from services.rating.known import View
from services.rating.registers import ledger_of
from services.rules.anchor import federation_of


class Supposed(msgspec.Struct, frozen=True, kw_only=True):
    """
    What counts in the register of `federation` and ends on or after `since` is rated under `rules`.

    `since` None: everything, start ratings with it.
    """

    federation: str
    rules: str
    since: dt.date | None = None


def under(supposed: Supposed, fact: Fact[EventData]) -> Fact[EventData]:
    """Give an event as it would be under the supposition; most are the same."""
    data: Any = fact.data
    match data:
        case TournamentAnnounced(rating_rules=rules, ends=day):
            field = "rating_rules"
        case ForeignEventReported(rules=rules, reported=day):
            field = "rules"
        case StartRatingSet(rules=rules):
            field, day = "rules", data.day or fact.event.effectivedate
        case _:
            return fact
    if not rules or federation_of(rules) != supposed.federation or (supposed.since and day < supposed.since):
        return fact
    changed: dict[str, Any] = {field: supposed.rules}
    if field == "rating_rules" and federation_of(supposed.rules) != supposed.federation:
        changed["rating_options"] = ()
    return msgspec.structs.replace(fact, data=msgspec.structs.replace(data, **changed))


def carried(supposed: Supposed, register: Ledger, view: View) -> None:
    """
    Give everybody in an empty view the number he has on the day from which other rules are supposed.

    Only where these are another federation's, whose register would begin with nobody; games and first ratings under
    way are not carried over.
    """
    federation = federation_of(supposed.rules)
    if supposed.since is None or federation == supposed.federation:
        return
    day = supposed.since.toordinal()
    for player in sorted(register.careers):
        number = number_on(register, player, day)
        if number is not None and number.rating is not None:
            start = Start(player, number.rating, day, EventId(f"carried-{player}"))
            ledger.change(ledger_of(view.registers, federation), start)
