"""
What a part of the log comes to for ratings: many events of a kind as one value, made once and taken in many times.

Only the order within a unit tells anything (see `registers`, and the design's consistency units). So the reports of a
round stand with the round, and entries that follow one another are one value. `absorbing` takes the values in; the
tests hold that against taking in each event.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Final

import msgspec

from contracts.codec import encode
from contracts.envelope import Fact
from contracts.ids import TournamentId
from contracts.messages import EventData, type_of
from contracts.pairing import RoundPublished
from contracts.points import Result
from contracts.registration import PlayerEntered
from contracts.results import GameReported, RoundCompleted
from services.rating.running import Playing, published
from services.rating.taking import STEPS


class One(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=0):
    """An event by itself, its payload in JSON."""

    sequence: int
    kind: str
    id: str
    day: dt.date
    data: bytes


class Entries(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=1):
    """Players entered in a tournament one after another, by columns."""

    sequences: list[int]
    tournament: str
    players: list[str]
    names: list[str]
    federations: list[str]
    numbers: list[int]
    ratings: list[int | None]


class Round(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=2):
    """A round published, and what was reported of it until something else happened in its tournament."""

    sequences: list[int]
    tournament: str
    number: int
    playing: Playing


class Reports(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=3):
    """Reports of rounds that were published before, by columns."""

    sequences: list[int]
    tournament: str
    rounds: list[int]
    white: list[str]
    black: list[str]
    results: list[Result]
    events: list[str]


Item = One | Entries | Round | Reports
_ENCODER: Final = msgspec.msgpack.Encoder()


class _Open:
    """What can still be added to of a tournament: rounds by number, and reports of earlier ones."""

    def __init__(self) -> None:
        self.rounds: dict[int, Round] = {}
        self.reports: Reports | None = None


def condense(facts: Iterable[Fact[EventData]]) -> bytes:
    """Condense events, in their order."""
    items: list[Item] = []
    under_way: dict[TournamentId, _Open] = {}
    for fact in facts:
        data, kind = fact.data, type(fact.data)
        if kind not in STEPS:
            continue
        match data:
            case PlayerEntered():
                _entered(items, fact.sequence, data)
            case RoundPublished():
                _published(items, under_way, fact.sequence, data)
            case GameReported():
                _reported(items, under_way.setdefault(data.tournament, _Open()), fact, data)
            case RoundCompleted() if _is_open(under_way, data):
                under_way[data.tournament].rounds[data.round].sequences.append(fact.sequence)
            case _:
                under_way.pop(getattr(data, "tournament", TournamentId("")), None)
                event = fact.event
                items.append(One(fact.sequence, type_of(kind), event.id, event.effectivedate, encode(data)))
    return _ENCODER.encode(items)


def _entered(items: list[Item], sequence: int, data: PlayerEntered) -> None:
    # In their own order among all entries: of a player whom nobody registered the first of them has the name.
    last = items[-1] if items else None
    if not isinstance(last, Entries) or last.tournament != data.tournament:
        last = Entries([], data.tournament, [], [], [], [], [])
        items.append(last)
    last.sequences.append(sequence)
    last.players.append(data.player)
    last.names.append(data.name)
    last.federations.append(data.federation)
    last.numbers.append(data.start_number)
    last.ratings.append(data.rating)


def _published(items: list[Item], under_way: dict[TournamentId, _Open], sequence: int, data: RoundPublished) -> None:
    known = under_way.setdefault(data.tournament, _Open())
    if data.round in known.rounds:
        known = under_way[data.tournament] = _Open()
    known.reports = None
    known.rounds[data.round] = Round([sequence], data.tournament, data.round, published(data.boards, data.byes))
    items.append(known.rounds[data.round])


def _reported(items: list[Item], known: _Open, fact: Fact[EventData], data: GameReported) -> None:
    event, sequence = fact.event.id, fact.sequence
    found = known.rounds.get(data.round)
    if found is not None:
        try:
            place = found.playing.place(data.white, data.black)
        except LookupError:
            items.append(
                Reports([sequence], data.tournament, [data.round], [data.white], [data.black], [data.result], [event])
            )
            return
        found.sequences.append(sequence)
        found.playing.report(place, data.result, event)
        return
    if known.reports is None:
        known.reports = Reports([], data.tournament, [], [], [], [], [])
        items.append(known.reports)
    known.reports.sequences.append(sequence)
    known.reports.rounds.append(data.round)
    known.reports.white.append(data.white)
    known.reports.black.append(data.black)
    known.reports.results.append(data.result)
    known.reports.events.append(event)


def _is_open(under_way: dict[TournamentId, _Open], data: RoundCompleted) -> bool:
    return data.tournament in under_way and data.round in under_way[data.tournament].rounds
