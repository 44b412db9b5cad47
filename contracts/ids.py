"""Identifiers: one type each, and the only shape an identifier may have: one token of a NATS subject."""

from typing import Annotated, NewType

from msgspec import Meta

ID_PATTERN = r"^[A-Za-z0-9_-]{1,64}$(?!\n)"
"""
No dot, no space, no wildcard: an identifier can stand in a subject.

Python's `$` also matches before a line feed at the end; the lookahead forbids it, and means nothing to other readers
of the schemas.
"""
MEMBER_PATTERN = r"^[A-Za-z0-9_-]{1,48}$(?!\n)"
"""What names a tournament or a player: short enough that the unit `tournament-<id>` is an identifier as well."""

_SHAPE = Meta(pattern=ID_PATTERN, description="letters, digits, _ and -; 1 to 64 of them")
_MEMBER = Meta(pattern=MEMBER_PATTERN, description="letters, digits, _ and -; 1 to 48 of them")

_Federation = NewType("_Federation", str)
_Tournament = NewType("_Tournament", str)
_Player = NewType("_Player", str)
_Unit = NewType("_Unit", str)
_Actor = NewType("_Actor", str)
_Command = NewType("_Command", str)

FederationId = Annotated[_Federation, _SHAPE]
TournamentId = Annotated[_Tournament, _MEMBER]
PlayerId = Annotated[_Player, _MEMBER]
UnitId = Annotated[_Unit, _SHAPE]
"""A consistency unit: `tournament-<id>`, `player-<id>`, or a federation-wide book (`ratings`)."""
ActorId = Annotated[_Actor, _SHAPE]
"""Who sent a command; vouched for by the server's permissions, never by the payload."""
CommandId = Annotated[_Command, _SHAPE]
"""A UUIDv7 made by the sender; a command sent again keeps it."""
KnownPlayer = _Player
"""A player's id in what we wrote ourselves: it was checked when it came in, and need not be a million times more."""
EventId = NewType("EventId", str)
"""
`<command id>:<content>:<index>`: a command handled twice writes the same event once.

`content` is a digest of what the command says and to whom: two commands that were given one id by mistake are told
apart, in one unit and in two.
"""


def event_id(command: CommandId, index: int, content: str = "") -> EventId:
    """Derive the id of the event number `index` (from 0) that `command` causes; without its content if none is told."""
    return EventId(f"{command}:{content}:{index}" if content else f"{command}:{index}")
