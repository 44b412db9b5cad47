"""
Checking the systems against a federation's own cases, in the form of `tests/data/pairings`.

A case holds an event before a round as text, once with the engines' extension records (`trf`), once in the records of
TRF-2026 (`trf26`), and for each edition the right round: pairs `[white, black]` in board order, `[number, 0]` the bye,
`null` where no legal pairing exists. The order of boards is not compared where virtual points are given: the texts
leave it open there.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.pairing.from_trf import request
from services.pairing.systems.catalogue import system
from services.pairing.systems.fide_request import ProgramFailed
from services.pairing.systems.interface import Proposal, Request, System, Unpairable

EDITIONS: Final = {"fide_2026": "fide-dutch", "fide_2017": "fide-dutch-2017"}
"""The key of a case's expected round, and the system that must give it."""

TEXTS: Final = ("trf", "trf26")

Board = tuple[int, int]
Answer = list[Board] | str | None
"""Boards, or None where nothing legal exists, or why there is no answer."""


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """A case file; an edition that is not there is not checked."""

    name: str
    trf: str = ""
    trf26: str = ""
    fide_2026: list[Board] | msgspec.UnsetType | None = msgspec.UNSET
    fide_2017: list[Board] | msgspec.UnsetType | None = msgspec.UNSET


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a case: how many comparisons were made, and a sentence for each that failed."""

    name: str
    compared: int
    failures: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything compared was equal."""
        return not self.failures


def check_case(case: Mapping[str, Any], find: Callable[[str], System] = system) -> Outcome:
    """
    Pair a case by every edition it knows, from both its texts, and compare.

    `find` gives a system by its name. Refused: a case of another form, or with nothing to compare (`MALFORMED_FILE`).
    """
    read = _read(case)
    failures: list[str] = []
    compared = 0
    for key, name in EDITIONS.items():
        expected = getattr(read, key)
        if expected is msgspec.UNSET:
            continue
        answers: list[tuple[Request, Answer]] = []
        for text in TEXTS:
            if not getattr(read, text):
                continue
            compared += 1
            failure = _compare(getattr(read, text), expected, find(name), answers)
            if failure:
                failures.append(f"{key} from {text}: {failure}")
    if not compared:
        raise Refused(RefusalCode.MALFORMED_FILE, f"{read.name}: nothing to compare; give trf or trf26 and a round")
    return Outcome(name=read.name, compared=compared, failures=tuple(failures))


def _read(case: Mapping[str, Any]) -> _Case:
    try:
        return msgspec.convert(case, _Case)
    except msgspec.ValidationError as error:
        raise Refused(RefusalCode.MALFORMED_FILE, f"not a pairing case: {error}") from error


def _compare(text: str, expected: list[Board] | None, pair: System, answers: list[tuple[Request, Answer]]) -> str:
    """Say what differs, or nothing. Two texts that give the same request are paired once."""
    try:
        asked = request(trf.read(text))
    except Refused as refused:
        return f"refused ({refused.refusal.code}): {refused.refusal.message}"
    known = [answer for before, answer in answers if before == asked]
    got = known[0] if known else _answer(pair, asked)
    answers.append((asked, got))
    if isinstance(got, str):
        return got
    ordered = not any(one.acceleration for one in asked.contestants)
    if _comparable(got, ordered=ordered) == _comparable(expected, ordered=ordered):
        return ""
    return f"expected {_written(expected)}, got {_written(got)}"


def _answer(pair: System, asked: Request) -> Answer:
    try:
        return boards(pair(asked))
    except Unpairable as unpairable:
        return str(unpairable) if isinstance(unpairable, ProgramFailed) else None
    except Refused as refused:
        return f"refused ({refused.refusal.code}): {refused.refusal.message}"


def boards(proposal: Proposal) -> list[Board]:
    """Write a proposed round as a case does."""
    bye = [(proposal.bye, 0)] if proposal.bye is not None else []
    return [(pair.white, pair.black) for pair in proposal.pairs] + bye


def _comparable(round_: list[Board] | None, *, ordered: bool) -> list[Board] | None:
    return round_ if round_ is None or ordered else sorted(round_)


def _written(round_: list[Board] | None) -> str:
    return "no legal pairing" if round_ is None else " ".join(f"{white}-{black}" for white, black in round_)
