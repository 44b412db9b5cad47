"""Which text decides how unplayed rounds count, and which one an event falls under."""

import datetime as dt
import enum

from contracts.refusals import RefusalCode, Refused


class Edition(enum.StrEnum):
    """The ways unplayed rounds have counted in tie-breaks of Swiss events."""

    FIDE_2026 = "fide-c07-2026-03-01"
    """FIDE C.07 art. 16 applied from 1 March 2026: the dummy opponent's score is capped."""
    FIDE_2024 = "fide-c07-2024-08-01"
    """FIDE C.07 art. 16 applied from 1 August 2024: the dummy opponent has the player's own score."""
    FIDE_VIRTUAL = "fide-virtual-opponent"
    """FIDE before 2023: a virtual opponent for the player himself, draws for his opponents (source grade B)."""
    SEEDS_OWN = "seeds-own"
    """A reconstruction for DSU 2007 and SSF 2000, whose texts are silent: an unplayed round counts the own score."""
    SEEDS_ZERO = "seeds-zero"
    """The other reading of the same silence: an unplayed round counts nothing."""


_APPLIED_FROM = (("2026-03-01", Edition.FIDE_2026), ("2024-08-01", Edition.FIDE_2024))


def edition_of(end: str) -> Edition:
    """
    Return the edition for an event that ends on `end` (ISO date), never for the day of asking.

    Events before 1 August 2024 fall under SEEDS_OWN (R): what FIDE's texts of those years say is not among our sources
    with full rank. A rule set may name another edition. Refuses an end that is no ISO date as INVALID_DATES.
    """
    try:
        dt.date.fromisoformat(end)
    except ValueError:
        message = f"{end!r} is no ISO date; the tie-break edition follows from the end of the event"
        raise Refused(RefusalCode.INVALID_DATES, message) from None
    return next((edition for first, edition in _APPLIED_FROM if end >= first), Edition.SEEDS_OWN)
