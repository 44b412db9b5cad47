"""The steps of a system that charges a registration by the kind of event, and the strategies written for them."""

import msgspec

from services.rules.fide2000.tables import FeeBands
from services.rules.strategy import Positive, Rules, Strategy, Whole


class ByCategoryOrEntrants(Strategy, frozen=True, kw_only=True, tag="by_category_or_entrants"):
    """
    Anmälan: an all-play-all and a match by category, a Swiss by players, a team event by teams; whole CHF.

    Nothing for women's events, and for local ones with fewer than `local_results` results that count for ratings.
    """

    table: FeeBands
    local_results: Whole


class LateReport(Strategy, frozen=True, kw_only=True, tag="late_report"):
    """Rapportering: `amount` CHF for a report later than `days` after the event."""

    days: Whole
    amount: Positive


class FeeSteps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an event costs, in the order it falls due."""

    registration: ByCategoryOrEntrants
    late: LateReport


class FeeRules(Rules, frozen=True, kw_only=True, tag="by_kind_of_event"):
    """Rules of what is paid to FIDE; no event is rated under them."""

    steps: FeeSteps
