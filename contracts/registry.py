"""Every message there is, by name: what decoders, schemas and the services' wiring look up."""

from types import UnionType
from typing import get_args

from contracts import discipline, pairing, rating, registration, reporting, results
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
