"""How what `condensing` made of events is taken into the view: as each of the events would be."""

from typing import Final

import msgspec

from contracts.messages import type_of
from services.rating import registers
from services.rating.condensing import Done, One, Refusal, left_by, opened
from services.rating.finished import prepare
from services.rating.known import View
from services.rating.taking import STEPS

_ONE: Final = {type_of(event): (msgspec.json.Decoder(event), step) for event, step in STEPS.items()}


def absorb(view: View, condensed: bytes) -> list[Refusal]:
    """Take in what a part of the log came to, but for what it leaves under way (`resume`); gives what is refused."""
    part = opened(condensed)
    refused = part.refused.copy()
    for player, name in part.names.items():
        view.names.setdefault(player, name)
    for item in part.items:
        try:
            _take(view, item)
        except Exception as error:  # noqa: BLE001  whatever one event does, the view goes on without it
            refused.append((item.sequence, f"{type(error).__name__}: {error}"))
    return refused


def resume(view: View, condensed: bytes) -> None:
    """Go on with the tournaments under way at the end of the last part taken in."""
    view.running = left_by(condensed).running


def _take(view: View, item: One | Done) -> None:
    match item:
        case One():
            decoder, step = _ONE[item.kind]
            step(view, item.id, item.day, decoder.decode(item.data))
        case Done():
            if item.finished is None:
                view.unrated.add(item.tournament)
            else:
                if item.prepared is not None:
                    prepare(item.finished, item.prepared)
                registers.enter(view.registers, item.finished)
            view.running.pop(item.tournament, None)
