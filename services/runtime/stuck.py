"""
Reactions that fail again and again: never given up, and never kept quiet.

A reaction that could not be made *now* (the log is away, the view is not there yet) is no fault, and is only tried
again. One that fails by itself, because a command of it is answered with `INTERNAL` or because something was raised, is
*stuck* from its `ALARM_AFTER`th delivery on: the service's health names it, a gauge counts it, and one line in the log
says so. It is still tried, ever more rarely, until it is answered.
"""

from typing import Final

from contracts.messages import QueryData
from contracts.operations import HealthReport, Parked
from services.runtime.endpoint import Endpoint
from services.runtime.logs import logger
from services.runtime.metrics import STUCK

ALARM_AFTER: Final = 4
"""Deliveries after which a failing reaction is stuck: about four seconds after the event."""
_FIRST_PAUSE: Final = 0.5
_DOUBLED: Final = 7
"""Times the pause is doubled: it ends at 64 seconds."""
_TOLD: Final = 100
"""Stuck reactions a health report names; it counts all."""


def pause(delivery: int) -> float:
    """
    Give the seconds until an event is delivered again, after so many deliveries.

    >>> pause(1), pause(2), pause(8), pause(100_000)
    (0.5, 1.0, 64.0, 64.0)
    """
    return float(_FIRST_PAUSE * 2 ** min(delivery - 1, _DOUBLED))


class Failing(Exception):  # noqa: N818  what the reaction is
    """A command of a reaction was answered with a fault of ours, and which."""


class Stuck:
    """The stuck reactions of one service, by the sequence of the event they answer."""

    def __init__(self, context: str) -> None:
        self._context = context
        self._reasons: dict[int, str] = {}
        STUCK.labels(context).set(0)

    def failed(self, sequence: int, delivery: int, reason: str) -> None:
        """Note that a reaction failed by itself, and raise the alarm when that is no accident any more."""
        if delivery < ALARM_AFTER:
            return
        if sequence not in self._reasons:
            logger.error(
                "a reaction is stuck; it is tried again, ever more rarely, until it is answered",
                context=self._context,
                sequence=sequence,
                deliveries=delivery,
                reason=reason,
            )
        self._reasons[sequence] = reason
        STUCK.labels(self._context).set(len(self._reasons))

    def answered(self, sequence: int) -> None:
        """Note that an event is answered."""
        if self._reasons.pop(sequence, None) is not None:
            STUCK.labels(self._context).set(len(self._reasons))
            logger.info("a stuck reaction is answered", context=self._context, sequence=sequence)

    @property
    def count(self) -> int:
        """How many reactions are stuck."""
        return len(self._reasons)

    def told(self) -> tuple[Parked, ...]:
        """Name the first of them, by sequence."""
        first = sorted(self._reasons)[:_TOLD]
        return tuple(Parked(sequence=one, reason=self._reasons[one]) for one in first)


class ReactingEndpoint(Endpoint):
    """The endpoint of a service that reacts: its health tells of stuck reactions as well."""

    stuck: Stuck | None = None

    async def _found(self, query: QueryData) -> object:
        found = await super()._found(query)
        if isinstance(found, HealthReport) and self.stuck is not None and self.stuck.count:
            return HealthReport(
                context=found.context,
                well=False,
                position=found.position,
                lag=found.lag,
                parked=found.parked,
                stuck=self.stuck.told(),
                stuck_in_all=self.stuck.count,
            )
        return found
