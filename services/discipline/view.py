"""What discipline lets others read: the quarantines that run on a day."""

import datetime as dt
from typing import Any, Final

import msgspec

from contracts.discipline import Quarantine, QuarantineImposed, Quarantines
from contracts.envelope import Fact
from contracts.messages import EventData, QueryData
from contracts.refusals import RefusalCode, Refused

VERSION: Final = 1
INTERESTS: Final = (QuarantineImposed,)


class View(msgspec.Struct):
    """Every quarantine there ever was, in the order imposed. Owned by one projection, which alone changes it."""

    quarantines: list[Quarantine] = []


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    match fact.data:
        case QuarantineImposed(player=player, starts=starts, ends=ends, reason=reason):
            view.quarantines.append(Quarantine(player=player, starts=starts, ends=ends, reason=reason))
    return view


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Quarantines(on=on, until=until):
            return running(view, on, until)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"discipline does not answer {type(query).__name__}")


def running(view: View, on: dt.date, until: dt.date | None = None) -> list[Quarantine]:
    """List the quarantines running on a day, or on any to `until`, by player, and of one player by their first day."""
    last = on if until is None else until
    found = (one for one in view.quarantines if one.starts <= last and on < one.ends)
    return sorted(found, key=lambda one: (one.player, one.starts, one.ends, one.reason))
