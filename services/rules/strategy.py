"""What every rule set and every strategy has, whatever the federation."""

from datetime import date
from typing import Literal

import msgspec

Anchor = Literal["tournament_start", "tournament_end", "round", "list"]
"""Which date of an event decides the rules it is computed under."""


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the rules stand; `note` says what is a reading or a reconstruction."""

    document: str
    section: str
    note: str = ""


class Uncovered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of time beside the sets of a federation whose rules are not held, both days included, and why."""

    begins: date
    ends: date
    why: str


class Strategy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="strategy"):
    """A named way to take a step; its numbers are its fields, `section` the paragraph it implements."""

    section: str


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="system"):
    """
    One edition of one federation's rules of one kind.

    In force on every day from `effective_from` to `effective_until`, both included (None: until further notice).
    `digest` is the sha256 of the file and of every table it names.
    """

    id: str
    federation: str
    kind: str
    effective_from: date
    effective_until: date | None = None
    anchor: Anchor
    source: Source
    uncovered: tuple[Uncovered, ...] = ()
    digest: str = ""
