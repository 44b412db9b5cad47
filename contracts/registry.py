"""Every message there is, by name: what decoders, schemas and the services' wiring look up."""

from types import UnionType
from typing import Any, Final, get_args

from contracts import discipline, operations, pairing, rating, registration, reporting, results
from contracts.messages import CommandData, EventData, QueryData, context_of, name_of, type_of


def _members(union: object) -> tuple[type, ...]:
    return get_args(union) if isinstance(union, UnionType) else (union,)


EVENTS: dict[str, type[EventData]] = {
    type_of(event): event
    for union in (
        registration.RegistrationEvent,
        pairing.PairingEvent,
        results.ResultsEvent,
        rating.RatingEvent,
        discipline.DisciplineEvent,
        reporting.ReportingEvent,
    )
    for event in _members(union)
}
"""Event classes by the envelope's `type`."""

COMMANDS: dict[tuple[str, str], type[CommandData]] = {
    (context_of(command), name_of(command)): command
    for union in (
        registration.RegistrationCommand,
        pairing.PairingCommand,
        results.ResultsCommand,
        rating.RatingCommand,
        discipline.DisciplineCommand,
        reporting.ReportingCommand,
    )
    for command in _members(union)
}
"""Command classes by (context, name)."""

QUERIES: dict[tuple[str, str], type[QueryData]] = {
    (context_of(query), name_of(query)): query
    for union in (
        registration.RegistrationQuery,
        pairing.PairingQuery,
        results.ResultsQuery,
        rating.RatingQuery,
        discipline.DisciplineQuery,
        reporting.ReportingQuery,
    )
    for query in _members(union)
}
"""Query classes by (context, name)."""

ANSWERS: Final[dict[type[QueryData], Any]] = {
    registration.Players: tuple[registration.RegisteredPlayer, ...],
    registration.Tournaments: tuple[registration.TournamentOverview, ...],
    pairing.Pairings: pairing.PairingList,
    pairing.Proposal: pairing.ProposedRound,
    pairing.Arrangements: pairing.Arranged,
    pairing.Report: str,
    results.OpenBoards: dict[int, tuple[pairing.Board, ...]],
    rating.Ratings: tuple[rating.RatedPlayer, ...],
    rating.TournamentChanges: tuple[rating.RatingChange, ...],
    rating.Explain: tuple[rating.Explanation, ...],
    rating.WhatIf: tuple[rating.Recalculation, ...],
    rating.PublishedLists: tuple[rating.ListHeader, ...],
    rating.PublishedList: rating.ListPublished,
    discipline.Quarantines: tuple[discipline.Quarantine, ...],
    reporting.CurrentStandings: reporting.Standings,
    reporting.CurrentCrosstable: reporting.Crosstable,
    reporting.WhatIf: tuple[reporting.Moved, ...],
    operations.Health: operations.HealthReport,
    operations.Digest: operations.ViewDigest,
}
"""What `data` is in the answer to each query (`Found`); open boards are keyed by round."""
