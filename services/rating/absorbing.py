"""How what `condensing` made of events is taken into the view: as each of the events would be."""

from collections.abc import Iterator
from typing import Final, cast

import msgspec

from contracts.ids import EventId, PlayerId, TournamentId
from contracts.messages import EventData, type_of
from services.rating.condensing import Entries, Item, One, Reports, Round
from services.rating.known import View
from services.rating.taking import STEPS

_ITEMS: Final[msgspec.msgpack.Decoder[list[Item]]] = msgspec.msgpack.Decoder(list[Item])
_ONE: Final = {type_of(event): (msgspec.json.Decoder(event), step) for event, step in STEPS.items()}


def absorb(view: View, condensed: bytes) -> Iterator[int]:
    """
    Take condensed events into the view.

    Gives the sequence of each that is refused, when its turn has come: it goes the ordinary way, which says why.
    """
    for item in _ITEMS.decode(condensed):
        match item:
            case Round():
                yield from _round(view, item)
            case Entries():
                _entries(view, item)
            case One():
                yield from _one(view, item)
            case Reports():
                yield from _reports(view, item)


def _one(view: View, item: One) -> Iterator[int]:
    decoder, step = _ONE[item.kind]
    try:
        data: EventData = decoder.decode(item.data)
        step(view, EventId(item.id), item.day, data)
    except Exception:  # noqa: BLE001  the ordinary way finds the same reason, and says it
        yield item.sequence


def _entries(view: View, item: Entries) -> None:
    running = view.running.get(cast("TournamentId", item.tournament))
    if running is None:
        return
    players = cast("list[PlayerId]", item.players)
    running.entered.update(zip(players, item.numbers, strict=True))
    running.federations.update(zip(players, item.federations, strict=True))
    rated = ((player, one) for player, one in zip(players, item.ratings, strict=True) if one is not None)
    running.ratings.update(rated)
    for player, name in zip(players, item.names, strict=True):
        view.names.setdefault(player, name)


def _round(view: View, item: Round) -> Iterator[int]:
    running = view.running.get(cast("TournamentId", item.tournament))
    if running is None:
        return
    try:
        running.publish(item.number, item.playing)
    except LookupError:
        yield from item.sequences


def _reports(view: View, item: Reports) -> Iterator[int]:
    running = view.running.get(cast("TournamentId", item.tournament))
    if running is None:
        return
    columns = (item.sequences, item.rounds, item.white, item.black, item.results, item.events)
    for sequence, number, white, black, result, event in zip(*columns, strict=True):
        try:
            playing = running.round(number)
            playing.report(playing.place(white, black), result, event)
        except LookupError:
            yield sequence
