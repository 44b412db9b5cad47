"""
Commands, events and queries of rating.

Ratings are integers, expected scores hundredths of a point, gains hundredths of a rating point. A federation's ratings
are its register; `federation` names it as the rule sets do ("dsu", "fide", "ssf").
"""

from contracts.rating.answers import (
    IN_A_PART,
    Explain,
    Explanation,
    ListHeader,
    PublishedList,
    PublishedLists,
    RatedPlayer,
    Ratings,
    TournamentChanges,
    WhatIf,
)
from contracts.rating.book import (
    RateTournament,
    RatingChange,
    RatingCommandData,
    RatingsRecalculated,
    Reason,
    RecalculateRatings,
    Recalculation,
    RestoreToRating,
    RulesUsed,
    TournamentRated,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
    WithdrawFromRating,
)
from contracts.rating.decided import (
    AdjustRatings,
    CoordinateWithFide,
    FideNumber,
    NumberChanged,
    RatingsAdjusted,
    RatingsCoordinated,
)
from contracts.rating.given import (
    Basis,
    ForeignEventReported,
    ForeignGame,
    ReportForeignEvent,
    Score,
    SetStartRating,
    StartRatingSet,
)
from contracts.rating.lists import (
    ListExtract,
    ListId,
    ListLine,
    ListPublished,
    PublishList,
    Revised,
)
from contracts.rating.steps import Step

__all__ = [
    "IN_A_PART",
    "AdjustRatings",
    "Basis",
    "CoordinateWithFide",
    "Explain",
    "Explanation",
    "FideNumber",
    "ForeignEventReported",
    "ForeignGame",
    "ListExtract",
    "ListHeader",
    "ListId",
    "ListLine",
    "ListPublished",
    "NumberChanged",
    "PublishList",
    "PublishedList",
    "PublishedLists",
    "RateTournament",
    "RatedPlayer",
    "RatingChange",
    "RatingCommand",
    "RatingCommandData",
    "RatingEvent",
    "RatingQuery",
    "Ratings",
    "RatingsAdjusted",
    "RatingsCoordinated",
    "RatingsRecalculated",
    "Reason",
    "RecalculateRatings",
    "Recalculation",
    "ReportForeignEvent",
    "RestoreToRating",
    "Revised",
    "RulesUsed",
    "Score",
    "SetStartRating",
    "StartRatingSet",
    "Step",
    "TournamentChanges",
    "TournamentRated",
    "TournamentRestoredToRating",
    "TournamentWithdrawnFromRating",
    "WhatIf",
    "WithdrawFromRating",
]

RatingCommand = (
    SetStartRating
    | RateTournament
    | RecalculateRatings
    | WithdrawFromRating
    | RestoreToRating
    | AdjustRatings
    | CoordinateWithFide
    | ReportForeignEvent
    | PublishList
)
RatingEvent = (
    StartRatingSet
    | TournamentRated
    | RatingsRecalculated
    | TournamentWithdrawnFromRating
    | TournamentRestoredToRating
    | RatingsAdjusted
    | RatingsCoordinated
    | ForeignEventReported
    | ListPublished
)
RatingQuery = Ratings | TournamentChanges | Explain | WhatIf | PublishedLists | PublishedList
