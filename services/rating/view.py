"""What rating lets others read: every rating as replay has it now, what made it, and what a change would do."""

from typing import Any, Final

from contracts.envelope import Fact
from contracts.messages import EventData, QueryData
from contracts.rating import (
    IN_A_PART,
    Explain,
    ForeignEventReported,
    ListPublished,
    PublishedList,
    PublishedLists,
    Ratings,
    RatingsAdjusted,
    RatingsCoordinated,
    StartRatingSet,
    TournamentChanges,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    WhatIf,
)
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PlayerRegistered, PlayersMerged, PlayersSplit
from services.chess.folding import EVENTS
from services.rating import absorbing, condensing, known, registers, taking
from services.rating.answering import (
    explanations,
    published_list,
    published_lists,
    ratings,
    tournament_changes,
    what_if,
)
from services.rating.known import account_of, book_of

__all__ = [
    "CONTEXT",
    "INTERESTS",
    "VERSION",
    "View",
    "absorb",
    "account_of",
    "answer",
    "apply",
    "book_of",
    "condense",
    "defer",
    "empty",
    "published_list",
    "ratings",
    "resume",
    "settle",
    "tournament_changes",
]

VERSION: Final = 12
"""It is another one where the view is another, or what a segment comes to for it."""
INTERESTS: Final[tuple[type[EventData], ...]] = (
    *EVENTS,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    StartRatingSet,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    RatingsAdjusted,
    RatingsCoordinated,
    ForeignEventReported,
    ListPublished,
)

View = known.View
"""Names, tournaments under way, the registers, and published lists."""
CONTEXT: Final = "rating"
condense = condensing.condense
absorb = absorbing.absorb
resume = absorbing.resume


def empty() -> View:
    """Return the view before the first event."""
    return View()


def apply(view: View, fact: Fact[EventData]) -> View:
    """Take one event into the view; the view given is used up."""
    return taking.take(view, fact)


def defer(view: View) -> None:
    """Rate nothing until `settle`: for a replay."""
    registers.defer(view.registers)


def settle(view: View) -> None:
    """Rate what is due since `defer`."""
    registers.settle(view.registers)


def answer(view: View, query: QueryData) -> Any:  # noqa: ANN401  each query has its own type of answer
    """Answer a query; raises `Refused`."""
    match query:
        case Ratings(federation=federation, effective=effective, on=on, part=part):
            return ratings(view, federation, effective, on)[IN_A_PART * (part - 1) : IN_A_PART * part]
        case TournamentChanges(tournament=tournament):
            return tournament_changes(view, tournament)
        case Explain():
            return explanations(view, query)
        case WhatIf(events=events):
            return what_if(view, events)
        case PublishedLists():
            return published_lists(view)
        case PublishedList(list=list_, part=part):
            return published_list(view, list_, part)
        case _:
            raise Refused(RefusalCode.UNKNOWN_QUERY, f"rating does not answer {type(query).__name__}")
