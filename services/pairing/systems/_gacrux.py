"""
The engine behind `fide_dutch`: FIDE's reference checker as a function of our players, and nothing else of it.

The engine is given the players' histories as numbers (`_History.compute_tiebreak`) instead of a tournament file, so
that its reader, its random numbers, its decimal points and its tie-break tables never run. It is silent (verbose 0),
and no exception of its own leaves this module.

Known traps, and what is done here: it prints and draws lots only where we do not call it; an unpairable round is an
exception in process and exit code 0 on its command line; its memory grows with the square of the players (`LIMIT`).
"""

from typing import Any, Final

import msgspec
from gacrux.crosstabledutch import crosstable_dutch
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from services.chess.colours import Colour
from services.pairing.systems.fide_players import FidePlayer

LIMIT: Final = 1000
"""
Players the engine can pair. Measured at 1000 in round 2: 0.3 GB and 3 s as a rule, 1.6 GB and 125 s where its
short cut fails; 1200 passed 3 GB after 4 minutes.
"""


class EngineFailed(Exception):  # noqa: N818  named after the situation
    """The engine broke, or gave a round that is not whole; `fault` says how."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class NoLegalPairing(Exception):  # noqa: N818  the regulation's own words
    """The engine found that no pairing of the whole field is legal."""


class Seat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    One pair as the engine made it: numbers, the step of 5.2 that gave the colours, the criteria it fails.

    Only the criteria that are one number are to be trusted here: the engine adds a bracket's vectors into those of its
    first pair.
    """

    white: int
    black: int
    colour_step: int
    quality: dict[str, int]


class Bracket(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One bracket: its score (half points; -1 for that of the bye), who stood in it, and who floated out of it."""

    score: int
    players: tuple[int, ...]
    downfloaters: tuple[int, ...]
    quality: dict[str, int]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of a round: seats in no order, brackets from the top, the number that gets the bye."""

    seats: tuple[Seat, ...]
    brackets: tuple[Bracket, ...]
    bye: int | None


class _History(crosstable_dutch):  # type: ignore[misc]  # the engine is untyped
    """The engine's crosstable, filled from our players."""

    def compute_tiebreak(self, tournament: dict[str, Any], _rnd: int) -> dict[int, dict[str, Any]]:
        """Give each player's history in the engine's own terms, in half points."""
        ids, active = tournament["ids"], tournament["players"]
        self.pairing_numbers = [0, *(one.tpn for one in active)]
        return {ids[one.number]: _entry(one, ids) for one in active}

    def assign_tpn(self, competitors: list[dict[str, Any]], _size: int) -> None:
        """Give the pairing numbers that count those who are absent in this round too (C.04.2)."""
        for competitor, tpn in zip(competitors, self.pairing_numbers, strict=False):
            competitor["tpn"] = tpn


class _Engine(pairing_dutch):  # type: ignore[misc]  # the engine is untyped
    """The engine with our crosstable."""

    def get_crosstable(self, experimental: list[str], checkonly: bool, verbose: int) -> _History:
        return _History(experimental, checkonly, verbose)


def pair(
    known: dict[int, FidePlayer], this_round: int, rounds: int, initial: Colour, forbidden: frozenset[tuple[int, int]]
) -> Answer:
    """Pair the active players. Raises `NoLegalPairing` or `EngineFailed`, never anything else."""
    active = [one for one in known.values() if one.active]
    numbers = (0, *(one.number for one in active))
    ids = {number: index for index, number in enumerate(numbers) if number}
    tournament = {
        "competitors": numbers[1:],
        "numRounds": rounds,
        "currentRound": this_round - 1,
        "topColor": initial.value,
        "prohibited": [
            {"firstRound": this_round, "lastRound": this_round, "competitors": [ids[low], ids[high]]}
            for low, high in forbidden
            if low in ids and high in ids
        ],
        "ids": ids,
        "players": active,
    }
    try:
        engine = _Engine(tournament, this_round, {"experimental": [], "verbose": 0})
        return _read(engine.compute_pairing(False, 0), engine, numbers)
    except GacruxNoLegalPairing as error:
        raise NoLegalPairing from error
    except Exception as error:  # a foreign engine may break in any way
        raise EngineFailed(f"{type(error).__name__}: {error}") from error


def _entry(one: FidePlayer, ids: dict[int, int]) -> dict[str, Any]:
    """Write one player as the engine's list of PTS ACC ACC/X RFP NUM RIP COD CSQ FLT TOP PTS/X."""
    met: dict[str | int, int] = {"val": len(one.colours)}
    met.update((ids[opponent], ids[opponent]) for opponent in one.opponents if opponent in ids)
    if one.bye_barred:
        met[0] = 0
    history = [
        one.score,
        one.pairing_score,
        one.pairing_score,
        "Y",
        met,
        1,
        one.difference,
        one.colours,
        one.floats[0] + 4 * one.floats[1],
        one.topscorer,
        one.score,
    ]
    return {
        "orgrank": ids[one.number],
        "present": True,
        "tiebreakDetails": [each if isinstance(each, dict) else {"val": each} for each in history],
    }


def _read(brackets: list[dict[str, Any]], engine: _Engine, numbers: tuple[int, ...]) -> Answer:
    """Translate the engine's brackets into ours."""
    levels = engine.crosstable.level2score
    seats: list[Seat] = []
    bye = None
    for bracket in brackets:
        for pair_ in bracket["pairs"]:
            if pair_["ca"] == 0:
                bye = numbers[pair_["cb"]]
                continue
            seats.append(
                Seat(
                    white=numbers[pair_["w"]],
                    black=numbers[pair_["b"]],
                    colour_step=int(pair_["colorrule"].removeprefix("E.")),
                    quality=_failed(pair_["quality"]),
                )
            )
    return Answer(
        seats=tuple(seats),
        brackets=tuple(
            Bracket(
                score=int(levels[one["scorelevel"]]),
                players=tuple(numbers[each] for each in one["competitors"] if each),
                downfloaters=tuple(numbers[each] for each in one["downfloaters"] if each),
                quality=_failed(one["quality"]),
            )
            for one in brackets
        ),
        bye=bye,
    )


def _failed(quality: dict[str, Any] | None) -> dict[str, int]:
    """Keep the criteria C6-C21 with a value above nothing; a vector counts as its sum."""
    if quality is None:
        return {}
    counted = {name: sum(value) if isinstance(value, list) else value for name, value in quality.items() if value}
    return {name.removeprefix("Q"): int(value) for name, value in counted.items() if name.startswith("QC") and value}
