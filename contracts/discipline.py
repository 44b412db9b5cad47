"""Commands, events and queries of discipline: who may not play, and until when."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from contracts.ids import PlayerId
from contracts.messages import EventData, QueryData
from contracts.units import PlayerCommand


class ImposeQuarantine(PlayerCommand, frozen=True, kw_only=True):
    """Bar a player from tournaments for whole calendar months from a day on (DSU §19)."""

    starts: dt.date
    months: Annotated[int, Meta(ge=1, le=120)]
    reason: Annotated[str, Meta(min_length=1)]


class QuarantineImposed(EventData, frozen=True, kw_only=True):
    """A player is barred from `starts` until the day before `ends`."""

    player: PlayerId
    starts: dt.date
    ends: dt.date
    reason: str


class Quarantines(QueryData, frozen=True, kw_only=True):
    """Ask for the quarantines running on a day, or on any day from it to `until`, both included."""

    on: dt.date
    until: dt.date | None = None


class Quarantine(msgspec.Struct, frozen=True, kw_only=True):
    """A quarantine: barred from `starts` until the day before `ends`."""

    player: PlayerId
    starts: dt.date
    ends: dt.date
    reason: str


DisciplineCommand = ImposeQuarantine
DisciplineEvent = QuarantineImposed
DisciplineQuery = Quarantines
