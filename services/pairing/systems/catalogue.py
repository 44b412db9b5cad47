"""
The pairing systems by name: what each is, which regulation it follows, which options it knows, and its warnings.

`system(name)` gives the function that pairs; a name nobody knows is refused with the names there are.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import fide_dutch, fide_dutch_2017
from services.pairing.systems.interface import Reason, System

Warn = Callable[[int, int], tuple[Reason, ...]]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """
    One system.

    `reconstruction` is set where the regulation is lost and the rule is ours, to be said wherever its pairings are
    shown. `options` are names and their allowed values, the default first. `warn` takes players and rounds.
    """

    name: str
    description: str
    regulation: str
    pair: System
    reconstruction: bool = False
    options: dict[str, tuple[str, ...]] = {}
    warn: Warn


def system(name: str) -> System:
    """Give the function that pairs under the named system; refused (`UNKNOWN_SYSTEM`) with the names there are."""
    return entry(name).pair


def entry(name: str) -> Entry:
    """Give all that is known of the named system; refused (`UNKNOWN_SYSTEM`) with the names there are."""
    found = _BY_NAME.get(name)
    if found is None:
        raise Refused(
            RefusalCode.UNKNOWN_SYSTEM,
            f"no pairing system {name!r}; there are: {', '.join(names())}",
            known=list(names()),
        )
    return found


def names() -> tuple[str, ...]:
    """Name every system, in the order of the catalogue."""
    return tuple(_BY_NAME)


def warnings(name: str, players: int, rounds: int) -> tuple[Reason, ...]:
    """Say, before round 1, what may keep this many players from playing this many rounds under the system."""
    return entry(name).warn(players, rounds)


def warn_swiss(players: int, rounds: int) -> tuple[Reason, ...]:
    """
    Warn where a Swiss cannot, or need not, come to its end (FIDE's checklist for programs, question 62).

    No two meet twice: an even field has players - 1 rounds, an odd one as many as players. Half as many rounds as
    players always find opponents (everyone has then met fewer than half of the others), colours apart.
    """
    possible = players - 1 if players % 2 == 0 else players
    if rounds > possible:
        text = f"{rounds} rounds cannot be played by {players} players: only {max(possible, 0)} are possible."
    elif 2 * rounds > players:
        text = (
            f"{rounds} rounds of {players} players may not come to an end: from round {players // 2 + 1} on there may "
            "be no legal pairing. Play all-play-all, or fewer rounds."
        )
    else:
        return ()
    return (Reason(rule="FIDE VCL Q62", text=text),)


_ENTRIES: Final = (
    Entry(
        name="fide-dutch",
        description="FIDE (Dutch) System in force from 1 February 2026",
        regulation="FIDE C.04.3 (2026)",
        pair=fide_dutch.pair,
        warn=warn_swiss,
    ),
    Entry(
        name="fide-dutch-2017",
        description="FIDE (Dutch) System of 2016/17, for events begun before 1 February 2026",
        regulation="FIDE C.04.3 (2017)",
        pair=fide_dutch_2017.pair,
        warn=warn_swiss,
    ),
)
_BY_NAME: Final = {one.name: one for one in _ENTRIES}
