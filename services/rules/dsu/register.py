"""
4.5.5.1: how Danish players come into the register, leave it and return.

| item | what | done |
|---|---|---|
| 1-3 | start ratings, who proposes and who approves | `check_start_rating` |
| 4 | more than 3 years since the last rated result: archived | `standing`; the register keeps the number |
| 4 | used again on return, unless he played elsewhere | he comes in with it; else he is proposed anew (item 6) |
| 5 | more than 5 years: may start afresh | `standing` |
| 6 | after 1½ years a badly wrong number may be proposed anew | `may_be_proposed_anew`; what is badly wrong is judged |
"""

import enum
from datetime import date

from contracts.refusals import RefusalCode, Refused
from services.rules.dates import older_than
from services.rules.dsu.steps import ArchivedThenAfresh, ByApproval, StartBand


class Role(enum.StrEnum):
    """Who proposes or approves: a region (hovedkreds) for single members, an organiser for non-members."""

    CLUB_CHAIR = "club_chair"
    REGION = "region"
    REGION_CHAIR = "region_chair"
    ORGANISER = "organiser"
    RATING_COMMITTEE = "rating_committee"
    PLAYING_COMMITTEE_CHAIR = "playing_committee_chair"


def check_start_rating(
    rule: ByApproval, rating: int, *, proposed_by: Role, approved_by: Role | None = None, anew: str = ""
) -> StartBand:
    """
    4.5.5.1 items 1-3: give the band under which a start rating stands.

    Refuses a number nobody may give, a proposer who may not, and a missing approval. What is proposed `anew` (item 6)
    needs the approval of that role, in the last place; where it has proposed itself, that of the band (R).
    """
    band = next((one for one in rule.bands if one.lowest <= rating <= one.highest), None)
    if band is None or (rating - band.lowest) % band.every:
        spans = "; ".join(_span(one) for one in rule.bands)
        raise _refused(rule, rating, f"no start rating may be {rating}; there are {spans}")
    if proposed_by not in band.proposers:
        raise _refused(rule, rating, f"{rating} is proposed by {' or '.join(band.proposers)}, not by {proposed_by}")
    approver = anew if anew and proposed_by != anew else band.approver
    if approver and approved_by != approver:
        raise _refused(rule, rating, f"{rating} needs the approval of {approver}")
    return band


def _span(band: StartBand) -> str:
    every = f" in steps of {band.every}" if band.every > 1 else ""
    return f"{band.lowest}-{band.highest}{every} (item {band.item})"


def _refused(rule: ByApproval, rating: int, message: str) -> Refused:
    return Refused(RefusalCode.INVALID_RATING, message, rule=rule.section, rating=rating)


class Standing(enum.StrEnum):
    """Where a number stands after some time without rated results."""

    LISTED = "listed"
    ARCHIVED = "archived"
    MAY_START_AFRESH = "may_start_afresh"


def standing(rule: ArchivedThenAfresh, last_rated: date, on: date) -> Standing:
    """4.5.5.1 items 4 and 5: more than 3 years is archived, more than 5 may also start afresh; exactly is not yet."""
    if older_than(last_rated, rule.afresh_after, on):
        return Standing.MAY_START_AFRESH
    return Standing.ARCHIVED if older_than(last_rated, rule.archived_after, on) else Standing.LISTED


def may_be_proposed_anew(rule: ArchivedThenAfresh, last_rated: date, on: date) -> bool:
    """4.5.5.1 item 6: after 1½ years without rated events; whether it is granted the rating committee decides."""
    return older_than(last_rated, rule.proposed_anew_after, on)
