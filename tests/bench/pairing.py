"""
Pairing: the time from the command to the proposal with all its reasons, a system and size a row.

It is round 5 of 9; of a knock-out round 5 of as many as its bracket has.

Where a system runs a package's engine, the same run tells how much of the time is the engine's: our share (the
request, the histories, the checks, the explanation, the event) is promised to be a tenth at most. Monrad and Nordic are
promised in half a second for a thousand players. Processor time is measured: pairing only computes, and what else the
machine does meanwhile is not its matter.
"""

import datetime as dt
import time
from collections.abc import Callable
from typing import Any, Final, Self

import msgspec

from contracts.pairing import ProposeRound
from contracts.registration import PairingSystem
from services.pairing.publish import propose_round
from services.pairing.state import Running, evolve, initial
from services.pairing.systems import _gacrux, _py4swiss, fide_dutch
from services.runtime.bus import Bus
from services.runtime.settings import Settings
from tests.bench.measure import Row
from tests.support.arbiter import OPEN, QUIET, STARTS, Arbiter

SIZES: Final = (20, 100, 500, 1000)
ROUND: Final = 5
ROUNDS: Final = 9
SHARE: Final = 0.10
"""Of the whole time, what may be ours beside an engine."""
QUICK: Final = 500.0
"""Milliseconds for a thousand players of Monrad and Nordic."""
_LONG: Final = 2.0
"""Seconds after which a second run tells nothing new."""
_RUNS: Final = 11
_TROUBLES: Final = msgspec.structs.replace(QUIET, upsets=False)
_BEFORE_2026: Final = dt.date(2025, 5, 1)

SYSTEMS: Final[dict[str, tuple[PairingSystem, dt.date]]] = {
    "fide-dutch": (PairingSystem.FIDE_DUTCH, STARTS),
    "fide-dutch-2017": (PairingSystem.FIDE_DUTCH, _BEFORE_2026),
    "fide-1998": (PairingSystem.FIDE_1998, STARTS),
    "dubov-1997": (PairingSystem.DUBOV_1997, STARTS),
    "dubov-2026": (PairingSystem.DUBOV_2026, STARTS),
    "dansk-schweizer": (PairingSystem.DANSK_SCHWEIZER, STARTS),
    "monrad-ssf": (PairingSystem.MONRAD_SSF, STARTS),
    "monrad-dsu": (PairingSystem.MONRAD_DSU, STARTS),
    "nordic": (PairingSystem.NORDIC, STARTS),
    "berger": (PairingSystem.BERGER, STARTS),
    "knock-out": (PairingSystem.KNOCK_OUT, STARTS),
    "gladiator": (PairingSystem.GLADIATOR, STARTS),
}
_ON_THEIR_OWN: Final = (PairingSystem.BERGER, PairingSystem.KNOCK_OUT, PairingSystem.GLADIATOR)
"""The systems that need earlier rounds of their own making, and make them quickly."""
PROMISED_QUICK: Final = ("monrad-ssf", "monrad-dsu", "nordic")


class Engine:
    """
    The engines' own time, summed while it is measured.

    It is the time within the calls of an engine, until all it has made is freed again, less what is ours within them:
    the histories it is given in place of its own, and the reading of its answer. The player objects that py4swiss works
    on are its own, whoever asks for them.
    """

    _OUTER: Final = ((fide_dutch, "_ask"), (_py4swiss, "pair"))
    _OURS: Final = ((_gacrux._History, "compute_tiebreak"), (_gacrux, "_read"))

    def __init__(self) -> None:
        self.seconds = 0.0
        self._replaced: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> Self:
        for sign, calls in ((1, self._OUTER), (-1, self._OURS)):
            for owner, name in calls:
                original = getattr(owner, name)
                self._replaced.append((owner, name, original))
                setattr(owner, name, self._timed(original, sign))
        return self

    def __exit__(self, *_: object) -> None:
        while self._replaced:
            setattr(*self._replaced.pop())

    def _timed(self, run: Callable[..., Any], sign: int) -> Callable[..., Any]:
        def measured(*arguments: Any) -> Any:
            started = time.process_time()
            try:
                return run(*arguments)
            finally:
                self.seconds += sign * (time.process_time() - started)

        return measured


async def run(_settings: Settings, _bus: Bus) -> list[Row]:
    """Measure every system at every size; no server is needed."""
    with Engine() as engine:
        return [_row(name, size, engine) for name in SYSTEMS for size in SIZES]


def _rounds(name: str, size: int) -> int:
    return (size - 1).bit_length() if name == "knock-out" else ROUNDS


def _row(name: str, size: int, engine: Engine) -> Row:
    whole, engines = _measured(_before(name, size), engine)
    what = f"{name}: round {ROUND} of {_rounds(name, size)}, {size} players"
    if engines:
        share = (whole - engines) / whole
        return Row(
            what=f"{what} (its engine)",
            ours=whole * 1000,
            theirs=engines * 1000,
            unit="CPU ms",
            promise=f"our share {share:.0%} ≤ {SHARE:.0%}",
            kept=share <= SHARE,
        )
    if size == SIZES[-1] and name in PROMISED_QUICK:
        return Row(
            what=what,
            ours=whole * 1000,
            theirs=None,
            unit="CPU ms",
            promise=f"≤ {QUICK:g} CPU ms",
            kept=whole * 1000 <= QUICK,
        )
    return Row(what=what, ours=whole * 1000, theirs=None, unit="CPU ms")


def _before(name: str, size: int) -> Running:
    """
    Give an event before the round.

    Its rounds so far are paired by the quickest Swiss that keeps to FIDE's limits of colours: to pair a thousand
    players by an engine five times over would take longer than all other benchmarks.
    """
    system, starts = SYSTEMS[name]
    swift = system if system in _ON_THEIR_OWN else PairingSystem.DANSK_SCHWEIZER
    arbiter = Arbiter(swift, players=size, rounds=_rounds(name, size), seed=3, troubles=_TROUBLES, starts=starts)
    arbiter.play(ROUND - 1)
    announced, *rest = arbiter.events
    state = initial()
    for event in (msgspec.structs.replace(announced, system=system), *rest):
        state = evolve(state, event)
    if not isinstance(state, Running):
        raise TypeError(state)
    return state


def _measured(state: Running, engine: Engine) -> tuple[float, float]:
    """Give the seconds of the whole command, and of the engine in it, of the run whose share of ours is the median."""
    command = ProposeRound(tournament=OPEN, round=ROUND)
    runs: list[tuple[float, float]] = []
    while len(runs) < _RUNS and not (runs and runs[0][0] > _LONG):
        engine.seconds = 0.0
        started = time.process_time()
        propose_round(command, state)
        runs.append((time.process_time() - started, engine.seconds))
    runs.sort(key=lambda one: (one[0] - one[1]) / one[0] if one[1] else one[0])
    return runs[len(runs) // 2]
