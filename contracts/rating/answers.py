"""What rating is asked, and what it answers."""

import datetime as dt
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from contracts.envelope import Event
from contracts.ids import PlayerId, TournamentId
from contracts.messages import QueryData
from contracts.rating.lists import ListId
from contracts.rating.steps import Step

IN_A_PART: Final = 2500
"""Players in one answer about ratings: with names of ordinary length it stays below a quarter of a megabyte."""


class Ratings(QueryData, frozen=True, kw_only=True):
    """
    Ask for the ratings as replay has them, highest first: after everything, or effective on a day.

    `federation` names the register; it may be left out where there is one only. `on` is the day on which it matters who
    is archived or inactive by then. An answer has at most 2,500 players;
    `part` 2 begins after them, and so on. Parts of one position of the view (see `Found`) belong together.
    """

    federation: str = ""
    effective: dt.date | None = None
    on: dt.date | None = None
    part: Annotated[int, Meta(ge=1)] = 1


class TournamentChanges(QueryData, frozen=True, kw_only=True):
    """Ask for what a tournament did to its players' ratings."""

    tournament: TournamentId


class Explain(QueryData, frozen=True, kw_only=True):
    """Ask why a player's rating is what it is; with a tournament, only what happened there."""

    player: PlayerId
    tournament: TournamentId | None = None
    federation: str = ""


class WhatIf(QueryData, frozen=True, kw_only=True):
    """Ask which rating numbers events that are not written would change (of a command answered with `Proposed`)."""

    events: tuple[Event, ...]


class PublishedLists(QueryData, frozen=True, kw_only=True):
    """Ask which lists have been published, by day."""


class PublishedList(QueryData, frozen=True, kw_only=True):
    """Ask for a part of a published list."""

    list: ListId
    part: Annotated[int, Meta(ge=1)] = 1


class RatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the rating list as of now. `standing`, where a day is asked for: "archived", "inactive", or nothing."""

    player: PlayerId
    name: str
    rating: int
    games: int
    standing: str = ""


class ListHeader(msgspec.Struct, frozen=True, kw_only=True):
    """A published list at a glance."""

    list: str
    federation: str
    day: dt.date
    rules: str
    players: int
    parts: int


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """
    Why a rating changed as it did: every step, and the events it rests on.

    Of a tournament, or without one of a number given or a change made on the day `effective`.
    """

    player: PlayerId
    tournament: TournamentId | None
    effective: dt.date
    rules: str
    before: int | None
    after: int | None
    steps: tuple[Step, ...]
    events: tuple[str, ...]
