"""The records that say what an outcome is worth: 162 (TRF26), XXS (JaVaFo), BBW … BBU (bbpPairings)."""

import re

from contracts.points import HalfPoints
from services.chess.scoring import PointSystem
from services.chess.trf.fields import fit, half_points, malformed, points_columns

Worths = dict[str, HalfPoints]
"""Half points by JaVaFo's code of the outcome, the later record over the earlier; `X` is the one code of 162 only."""

_BOTH_COLOURS = {"W": ("WW", "BW"), "D": ("WD", "BD"), "L": ("WL", "BL")}
_162 = _BOTH_COLOURS | {"A": ("ZPB",), "Z": ("ZPB",), "P": ("PAB",), "X": ("X",)}
"""Older readers know `Z` where the handbook has `A`: both are read, `A` is written."""
_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
_CODES = {
    "WW": "win",
    "BW": "win",
    "WD": "draw",
    "BD": "draw",
    "WL": "loss",
    "BL": "loss",
    "ZPB": "absent",
    "PAB": "pairing_bye",
    "FPB": "full_bye",
    "HPB": "half_bye",
    "FW": "forfeit_win",
    "FL": "forfeit_loss",
    "X": "undecided",
}
_IN_162 = {"W": "win", "D": "draw", "L": "loss", "A": "absent", "P": "pairing_bye", "X": "undecided"}
_FOLLOWS = {
    "full_bye": "win",
    "pairing_bye": "win",
    "forfeit_win": "win",
    "half_bye": "draw",
    "undecided": "draw",
    "forfeit_loss": "absent",
}
"""What a value is when no record says it: another value of the same system."""

BB_TAGS = frozenset(_BB)


def read_162(body: str, line: int) -> Worths:
    """Read `W 1.0    D 0.5 …`: a symbol and its value, in any spacing."""
    pairs = re.findall(r"([A-Z])\s*([0-9.,]+)", body.upper())
    if not pairs or "".join(symbol + value for symbol, value in pairs) != re.sub(r"\s", "", body.upper()):
        malformed(line, f"record 162 cannot be read: {body.strip()!r}")
    return _gather([(_162.get(symbol, ()), symbol, value) for symbol, value in pairs], line)


def read_xxs(body: str, line: int) -> Worths:
    """Read `CODE=VALUE …`; `W`, `D` and `L` stand for both colours."""
    pairs = [token.partition("=") for token in body.upper().split()]
    return _gather([(_BOTH_COLOURS.get(code, (code,)), code, value) for code, _, value in pairs], line)


def read_bb(tag: str, body: str, line: int) -> Worths:
    """Read one of bbpPairings' records, the value after the tag."""
    code = _BB[tag]
    return _gather([(_BOTH_COLOURS.get(code, (code,)), tag, body)], line)


def _gather(entries: list[tuple[tuple[str, ...], str, str]], line: int) -> Worths:
    worths: Worths = {}
    for codes, written, text in entries:
        value = half_points(text, line, f"the worth of {written}")
        if value is None or not codes or any(code not in _CODES for code in codes):
            malformed(line, f"{written!r} names no outcome with a worth")
        worths |= dict.fromkeys(codes, value)
    return worths


def system(worths: Worths) -> PointSystem:
    """
    Complete what the records said: a full-point bye is worth a win, and so on, unless they said otherwise.

    An outcome worth more with one colour than with the other is refused: nothing here could count it.
    """
    values: dict[str, HalfPoints] = {}
    for code, field in _CODES.items():
        if code in worths and values.setdefault(field, worths[code]) != worths[code]:
            malformed(0, f"a {field} is worth one thing with White and another with Black; that is not supported")
    for field in ("win", "draw", "loss", "absent"):
        values.setdefault(field, getattr(PointSystem(), field))
    for field, source in _FOLLOWS.items():
        values.setdefault(field, values[source])
    return PointSystem(**values)


def write_162(points: PointSystem) -> list[str]:
    """Write record 162 unless all is by default, and XXS for the four outcomes that 162 has no symbol for."""
    if points == PointSystem():
        return []
    cells = {
        symbol: fit(points_columns(getattr(points, field)), 4, symbol, right=True) for symbol, field in _IN_162.items()
    }
    base = system({code: getattr(points, _IN_162[symbol]) for symbol in _IN_162 for code in _162[symbol]})
    beyond = [code for code, field in _CODES.items() if getattr(points, field) != getattr(base, field)]
    return ["162  " + "    ".join(symbol + value for symbol, value in cells.items()), *_xxs(points, beyond)]


def write_xxs(points: PointSystem) -> list[str]:
    """Write an XXS record for every outcome unless all is by default, and 162 for X, which XXS does not know."""
    if points == PointSystem():
        return []
    undecided = fit(points_columns(points.undecided), 4, "X", right=True)
    return [*_xxs(points, [code for code in _CODES if code != "X"]), f"162  X{undecided}"]


def _xxs(points: PointSystem, codes: list[str]) -> list[str]:
    return [f"XXS {code}={points_columns(getattr(points, _CODES[code]))}" for code in codes]
