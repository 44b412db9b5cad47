"""
What a part of the log comes to for ratings: the tournaments that were finished in it, and what concerns the registers.

It is made once, from the events of the part and what the part before it left under way, and taken in as often as a view
is replayed (`absorbing`). Nothing is rated here. Only the order within a unit tells anything (see `registers`, and the
design's consistency units), so of tournaments under way nothing but the last state is taken in. The tests hold all that
against taking in each event.
"""

import datetime as dt
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from contracts.codec import encode
from contracts.envelope import Fact
from contracts.ids import EventId, KnownPlayer, TournamentId
from contracts.messages import EventData, type_of
from contracts.rating import ForeignEventReported
from contracts.registration import TournamentAnnounced
from contracts.results import TournamentCompleted
from services.chess.folding import EVENTS
from services.rating.finished import Finished, Prepared, finish, prepared
from services.rating.known import View
from services.rating.running import Running
from services.rating.taking import STEPS


class One(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=0):
    """An event that concerns the registers, its payload in JSON."""

    sequence: int
    kind: str
    id: EventId
    day: dt.date
    data: bytes


class Done(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=1):
    """A finished tournament, and the sequence of what finished it; None: it was announced as not rated."""

    sequence: int
    tournament: TournamentId
    finished: Finished | None
    prepared: Prepared | None


Refusal = tuple[int, str]
"""The sequence of an event that fits nothing that came before it, and why."""


class Left(msgspec.Struct, frozen=True, array_like=True):
    """
    What a part of the log leaves to the next: tournaments under way, and the ids of those that are finished.

    `named` are the players who have a name by now.
    """

    running: dict[TournamentId, Running] = {}
    done: set[TournamentId] = set()
    named: set[KnownPlayer] = set()


class Condensed(msgspec.Struct, frozen=True, array_like=True):
    """
    What a part of the log comes to; `names` are those of players nobody had named before it, as first entered.

    What it leaves (`Left`) is packed: it is long, and seldom asked for.
    """

    names: dict[KnownPlayer, str]
    items: list[One | Done]
    refused: list[Refusal]
    left: bytes


_QUICKLY: Final = 1
_ENCODER: Final = msgspec.msgpack.Encoder()
_CONDENSED: Final = msgspec.msgpack.Decoder(Condensed)
_LEFT: Final = msgspec.msgpack.Decoder(Left)
_OF_TOURNAMENTS: Final = frozenset(STEPS) & frozenset(EVENTS)


def opened(condensed: bytes) -> Condensed:
    """Read what `condense` made."""
    return _CONDENSED.decode(condensed)


def left_by(condensed: bytes) -> Left:
    """Give what a part of the log leaves to the next; before the first there is nothing."""
    return _LEFT.decode(zlib.decompress(opened(condensed).left)) if condensed else Left()


def condense(facts: Iterable[Fact[EventData]], before: bytes) -> bytes:
    """Condense the events of a part of the log, in their order; `before` is what the part before it came to."""
    left = left_by(before)
    view, items, refused = View(running=left.running), list[One | Done](), list[Refusal]()
    for fact in facts:
        try:
            items += _taken(view, left.done, fact)
        except Exception as error:  # noqa: BLE001  whatever one event does, the others are taken in
            refused.append((fact.sequence, f"{type(error).__name__}: {error}"))
    names = {player: name for player, name in view.names.items() if player not in left.named}
    left.named.update(names)
    packed = zlib.compress(_ENCODER.encode(left), _QUICKLY)
    return _ENCODER.encode(Condensed(names, items, refused, packed))


def _taken(view: View, done: set[TournamentId], fact: Fact[EventData]) -> Iterator[One | Done]:
    """Take an event into the tournaments under way; what concerns the registers comes of it, or nothing."""
    kind, event = type(fact.data), fact.event
    data: Any = fact.data
    if kind not in STEPS:
        return
    if isinstance(data, ForeignEventReported):
        done.add(data.event)
    tournament = TournamentId(data.tournament if kind in _OF_TOURNAMENTS else "")
    running = view.running.get(tournament)
    if running is not None and kind is TournamentCompleted:
        rated = finish(running, event.id) if running.announced.rating_rules else None
        yield Done(fact.sequence, tournament, rated, prepared(rated) if rated else None)
        done.add(tournament)
        del view.running[tournament]
    elif running is not None or (kind is TournamentAnnounced and tournament not in done):
        STEPS[kind](view, event.id, event.effectivedate, data)
    else:
        yield One(fact.sequence, type_of(kind), event.id, event.effectivedate, encode(data))
