"""
The pairing systems by name: what each is, which regulation it follows, which options it knows, and its warnings.

`system(name)` gives the function that pairs; a name nobody knows is refused with the names there are.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import (
    berger,
    dansk_schweizer,
    dubov,
    dubov_2026,
    fide_1998,
    fide_dutch,
    fide_dutch_2017,
    gladiator,
    knock_out,
    monrad,
    nordic,
)
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
    options: Mapping[str, tuple[str, ...]] = {}
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


def warn_dansk_schweizer(players: int, rounds: int) -> tuple[Reason, ...]:
    """Warn where the rounds are not sure to be paired: fewer than one player more than rounds (RULES §4)."""
    if players >= rounds + 1:
        return ()
    text = f"{rounds} rounds need at least {rounds + 1} players to come to their end, not {players}."
    return (Reason(rule="RULES §4", text=text),)


def warn_all_play_all(players: int, rounds: int) -> tuple[Reason, ...]:
    """Warn where the rounds are not those of the table, single or double."""
    table = players - 1 if players % 2 == 0 else players
    if players > 1 and rounds in {table, 2 * table}:
        return ()
    text = f"{players} players meet all in {max(table, 0)} rounds, or twice in {max(2 * table, 0)}; not in {rounds}."
    return (Reason(rule="FIDE C.05 annex 1", text=text),)


def warn_knock_out(players: int, rounds: int) -> tuple[Reason, ...]:
    """Warn where the rounds do not leave one winner: a bracket of n players takes log2 of n, rounded up."""
    needed = (players - 1).bit_length() if players > 1 else 0
    if rounds == needed:
        return ()
    return (Reason(rule="RULES §7.1", text=f"{players} players need {needed} rounds, not {rounds}."),)


def warn_nothing(_players: int, _rounds: int) -> tuple[Reason, ...]:
    """Warn of nothing: the system it pairs by has its own warnings."""
    return ()


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
    Entry(
        name="fide-1998",
        description="FIDE Swiss based on rating of 1998, the FIDE Schweizer of DSU 4.10.5 (2007)",
        regulation="FIDE Swiss rules (1998); DSU 4.10.5",
        pair=fide_1998.pair,
        warn=warn_swiss,
    ),
    Entry(
        name="dubov-1997",
        description="Dubov system of 1997, equal average ratings of opponents; the profile of DSU 4.10.6 (2007)",
        regulation="FIDE Dubov system (1997); DSU 4.10.6",
        pair=dubov.pair,
        warn=warn_swiss,
    ),
    Entry(
        name="dubov-2026",
        description="Dubov System in force from 1 February 2026",
        regulation="FIDE C.04.4.1 (2026)",
        pair=dubov_2026.pair,
        warn=warn_swiss,
    ),
    Entry(
        name="monrad-ssf",
        description="Monrad of the Swedish federation",
        regulation="SSF §15A",
        pair=monrad.pair_ssf,
        options=monrad.SSF.options,
        warn=warn_swiss,
    ),
    Entry(
        name="monrad-dsu",
        description="Monrad of the Danish federation, a profile of the Swedish text",
        regulation="DSU 4.10.1",
        pair=monrad.pair_dsu,
        reconstruction=True,
        options=monrad.DSU.options,
        warn=warn_swiss,
    ),
    Entry(
        name="nordic",
        description="Nordic system: halves of score groups, with the whole ladder of changes",
        regulation="SSF §15B",
        pair=nordic.pair,
        options=nordic.OPTIONS,
        warn=warn_swiss,
    ),
    Entry(
        name="berger",
        description="All-play-all by the Berger tables, single or double",
        regulation="FIDE C.05 annexes 1 and 2; DSU 4.10.11; SSF §11.1a",
        pair=berger.pair,
        options=berger.OPTIONS,
        warn=warn_all_play_all,
    ),
    Entry(
        name="dansk-schweizer",
        description="Dansk Schweizer: comes to its end with one player more than rounds",
        regulation="DSU 4.10.3",
        pair=dansk_schweizer.pair,
        reconstruction=True,
        warn=warn_dansk_schweizer,
    ),
    Entry(
        name="knock-out",
        description="DSU Knock Out: who loses is out",
        regulation="DSU 4.10.7",
        pair=knock_out.pair,
        reconstruction=True,
        options=knock_out.OPTIONS,
        warn=warn_knock_out,
    ),
    Entry(
        name="gladiator",
        description="Gladiatorskak: encounters without draws, paired by another system",
        regulation="DSU 4.10.8",
        pair=gladiator.pair,
        reconstruction=True,
        options={"pairing": ("all_play_all", "monrad"), **berger.OPTIONS, **monrad.DSU.options},
        warn=warn_nothing,
    ),
)
_BY_NAME: Final = {one.name: one for one in _ENTRIES}
