"""Queries that every service answers about itself, whatever its context."""

import msgspec

from contracts.messages import QueryData


class Health(QueryData, frozen=True, kw_only=True):
    """Ask a service whether it is well."""


class Digest(QueryData, frozen=True, kw_only=True):
    """Ask a service for the digest of its view, to be compared with a rebuild."""


class Parked(msgspec.Struct, frozen=True, kw_only=True):
    """An event a projection could not take in, or a reaction could not answer, and why."""

    sequence: int
    reason: str


class HealthReport(msgspec.Struct, frozen=True, kw_only=True):
    """
    How a service is: `lag` is how many events its view is behind the log.

    `parked` are events its view could not take in; `stuck` the first of those its reactions fail to answer again and
    again, `stuck_in_all` how many there are. Either makes it unwell.
    """

    context: str
    well: bool
    position: int
    lag: int
    parked: tuple[Parked, ...]
    stuck: tuple[Parked, ...] = ()
    stuck_in_all: int = 0


class ViewDigest(msgspec.Struct, frozen=True, kw_only=True):
    """The SHA-256 of a view's canonical JSON, at a position of the log and a version of the view's code."""

    context: str
    version: int
    position: int
    sha256: str


EVERY_SERVICE: dict[str, type[QueryData]] = {"health": Health, "digest": Digest}
"""Query classes by name; their context is the service asked."""
