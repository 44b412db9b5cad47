"""
Every stream and subject name, built and parsed in this one place.

    omkamp.<federation>.event.<unit>.<context>.<name>
    omkamp.<federation>.command.<actor>.<unit>.<context>.<name>
    omkamp.<federation>.query.<context>.<name>
    omkamp.<federation>.view.<unit>.<name>

so that a permission, a fence and a replay filter can each name one tournament.
"""

import re
from functools import lru_cache
from typing import Final

import msgspec

from contracts.ids import ID_PATTERN, ActorId, FederationId, UnitId
from contracts.refusals import RefusalCode, Refused

ANY: Final = "*"
"""One token, whatever it is."""

_ID = re.compile(ID_PATTERN)
_TOKENS_KNOWN = 10_000
_COMMAND_TOKENS = 7
_QUERY_TOKENS = 5


class CommandAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a command was sent: who sent it, the unit it is about, and its name."""

    federation: FederationId
    actor: ActorId
    unit: UnitId
    context: str
    name: str


class QueryAddress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a query was sent."""

    federation: FederationId
    context: str
    name: str


@lru_cache(maxsize=_TOKENS_KNOWN)
def event_subject(federation: str, unit: str, context: str, name: str) -> str:
    """Name the subject of one kind of event of one unit; any token may be `ANY`."""
    return f"omkamp.{_filter(federation)}.event.{_filter(unit)}.{_filter(context)}.{_filter(name)}"


@lru_cache(maxsize=_TOKENS_KNOWN)
def unit_events(federation: str, unit: str) -> str:
    """Name all events of a unit: what its fence and its reader filter by."""
    return f"omkamp.{checked(federation)}.event.{checked(unit)}.>"


def all_events(federation: str) -> str:
    """Name all events of a federation: what its stream holds."""
    return f"omkamp.{checked(federation)}.event.>"


def command_subject(address: CommandAddress) -> str:
    """Name the subject of a command."""
    sender, unit = f"{checked(address.federation)}.command.{checked(address.actor)}", checked(address.unit)
    return f"omkamp.{sender}.{unit}.{checked(address.context)}.{checked(address.name)}"


def commands_of(context: str, federation: str = ANY) -> str:
    """Name all commands of a context, of every federation: one not served is refused by name."""
    return f"omkamp.{federation}.command.*.*.{checked(context)}.*"


def query_subject(federation: str, context: str, name: str) -> str:
    """Name the subject of a query."""
    return f"omkamp.{checked(federation)}.query.{checked(context)}.{checked(name)}"


def queries_of(context: str, federation: str = ANY) -> str:
    """Name all queries of a context (or of `ANY`), of every federation."""
    return f"omkamp.{federation}.query.{_filter(context)}.*"


def view_subject(federation: str, unit: str, name: str) -> str:
    """Name the subject under which the latest state of a view is kept for late joiners; any token may be `ANY`."""
    return f"omkamp.{_filter(federation)}.view.{_filter(unit)}.{_filter(name)}"


def all_views(federation: str) -> str:
    """Name all views of a federation: what its view stream holds."""
    return f"omkamp.{checked(federation)}.view.>"


def event_stream(federation: str) -> str:
    """Name the stream that is the federation's log."""
    return f"omkamp-{checked(federation)}-events"


def view_stream(federation: str) -> str:
    """Name the stream that keeps the latest state of each view."""
    return f"omkamp-{checked(federation)}-views"


@lru_cache(maxsize=_TOKENS_KNOWN)
def _fits(token: str) -> bool:
    return _ID.fullmatch(token) is not None


def checked(token: str) -> str:
    """Return `token` if it may stand in a subject; refuse it otherwise."""
    if not _fits(token):
        raise Refused(
            RefusalCode.MALFORMED_ID,
            f"{token!r} cannot stand in a subject: letters, digits, _ and - only, 1 to 64 of them",
            value=token,
        )
    return token


def _filter(token: str) -> str:
    return token if token == ANY else checked(token)


def parse_command(subject: str) -> CommandAddress:
    """Take a command's subject apart; refuses a token that no identifier may be."""
    tokens = subject.split(".")
    if len(tokens) != _COMMAND_TOKENS or tokens[0] != "omkamp" or tokens[2] != "command":
        raise Refused(RefusalCode.MALFORMED_ID, f"{subject!r} is not the subject of a command", value=subject)
    _, federation, _, actor, unit, context, name = (checked(token) for token in tokens)
    return CommandAddress(
        federation=FederationId(federation), actor=ActorId(actor), unit=UnitId(unit), context=context, name=name
    )


def parse_query(subject: str) -> QueryAddress:
    """Take a query's subject apart; refuses a token that no identifier may be."""
    tokens = subject.split(".")
    if len(tokens) != _QUERY_TOKENS or tokens[0] != "omkamp" or tokens[2] != "query":
        raise Refused(RefusalCode.MALFORMED_ID, f"{subject!r} is not the subject of a query", value=subject)
    _, federation, _, context, name = (checked(token) for token in tokens)
    return QueryAddress(federation=FederationId(federation), context=context, name=name)
