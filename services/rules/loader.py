"""
The one place that reads rule files: at import, once. What does not hold together is refused by file, line and reason.

Refused: a file that is no TOML or JSON, an unknown or missing key, an unknown strategy, a table that is missing or has
a gap, an overlap or a step back, two sets of one id, and a gap or an overlap of dates between the sets of one
federation and kind. A stretch of time whose rules are not held is declared as such (`[[uncovered]]`), with its reason.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from contracts.refusals import RefusalCode, Refused
from services.rules import tables
from services.rules.adjustment import OneOff
from services.rules.fide2000.tables import Categories, FeeBands
from services.rules.rows import TableFault
from services.rules.ruleset import SYSTEMS, AnyRules, R, RuleSet, of_system

_HERE: Final = Path(__file__).parent
_TABLE_KINDS: Final = (
    tables.ExpectedScores,
    tables.RatingDifferences,
    tables.Coefficients,
    tables.Ladder,
    tables.ChangePerGame,
    Categories,
    FeeBands,
)
_PATH: Final = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_FIELD: Final = re.compile(r"field `(?P<field>[^`]+)`")


class Book:
    """Every rule set of one directory: `sets/*.toml` and the `tables/*.json` they name."""

    def __init__(self, directory: Path) -> None:
        self._tables = directory / "tables"
        found: dict[str, AnyRules] = {}
        files: dict[str, Path] = {}
        for path in sorted((directory / "sets").glob("*.toml")):
            one = self._read(path)
            if one.id in found:
                raise _fault(path, _line(_text(path), ["id"]), f"{one.id} is also in {files[one.id].name}")
            found[one.id], files[one.id] = one, path
        self.sets = tuple(found.values())
        self._by_id = found
        _check_dates(self.sets, files)

    def load(self, rule_set: str) -> AnyRules:
        """Give a rule set by its id; an unknown one is refused with those there are."""
        if rule_set not in self._by_id:
            known = ", ".join(self._by_id)
            raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"no rule set is called {rule_set!r}; there are {known}")
        return self._by_id[rule_set]

    def in_force(self, federation: str, on: date, kind: str = "rating") -> AnyRules:
        """Give the rules of a federation on a day; refuses a day whose rules are not held, with the reason."""
        own = [one for one in self.sets if one.federation == federation.lower() and one.kind == kind]
        for one in own:
            if one.effective_from <= on and (one.effective_until is None or on <= one.effective_until):
                return one
        for one in own:
            for stretch in one.uncovered:
                if stretch.begins <= on <= stretch.ends:
                    raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{federation} on {on}: {stretch.why}")
        spans = "; ".join(f"{one.id} {one.effective_from}..{one.effective_until or ''}" for one in own)
        raise Refused(
            RefusalCode.UNKNOWN_RULE_SET,
            f"no {kind} rules of {federation} are in force on {on}; there are {spans or 'none'}",
        )

    def _read(self, path: Path) -> AnyRules:
        text = _text(path)
        try:
            raw = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"line (\d+)", str(error))
            raise _fault(path, int(found[1]) if found else 1, f"no TOML: {error}") from None
        if "digest" in raw:
            raise _fault(path, _line(text, ["digest"]), "unknown key digest: it is computed, not given")
        _check_strategies(path, text, raw)
        digest = hashlib.sha256(text.encode())

        def table(wanted: type, name: Any) -> Any:  # noqa: ANN401  msgspec's hook
            return self._table(wanted, name, digest)

        try:
            one: AnyRules = msgspec.convert(raw, SYSTEMS[raw["system"]], dec_hook=table)
        except msgspec.ValidationError as error:
            raise _fault(path, _line(text, _where(str(error))), _PATH.sub(_within, str(error))) from None
        if one.effective_until is not None and one.effective_until < one.effective_from:
            raise _fault(path, _line(text, ["effective_until"]), "the set ends before it begins")
        return msgspec.structs.replace(one, digest=digest.hexdigest())

    def _table(self, wanted: type, name: object, digest: Any) -> Any:  # noqa: ANN401  one of the kinds of table
        if wanted not in _TABLE_KINDS:
            raise NotImplementedError(f"no table kind {wanted}")
        if not isinstance(name, str):
            raise ValueError(f"a table is given by its name, not as {name!r}")  # noqa: TRY004  msgspec reports only these
        path = self._tables / f"{name}.json"
        if not path.is_file():
            raise ValueError(f"there is no table {name}")
        text = _text(path)
        digest.update(text.encode())
        try:
            rows = json.loads(text)["rows"]
        except json.JSONDecodeError as error:
            raise _fault(path, error.lineno, f"no JSON: {error.msg}") from None
        except RecursionError:
            raise _fault(path, 1, "no JSON: it is nested too deeply") from None
        except (KeyError, TypeError):
            raise _fault(path, 1, 'a table is an object with "rows"') from None
        if not isinstance(rows, list):
            raise _fault(path, 1, '"rows" is a list')
        try:
            return wanted(name, rows)
        except TableFault as fault:
            raise _fault(path, _row_line(text, fault.row), fault.reason) from None


def _text(path: Path) -> str:
    if not path.is_file():
        raise _fault(path, 1, "it is no file")
    raw = b""
    try:
        raw = path.read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise _fault(path, 1, f"it cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise _fault(path, raw.count(b"\n", 0, error.start) + 1, f"no UTF-8: {error.reason}") from None


def _fault(path: Path, line: int, reason: str) -> Refused:
    return Refused(
        RefusalCode.MALFORMED_FILE, f"{path.name}:{line}: {reason}", file=path.name, line=line, reason=reason
    )


def _within(found: re.Match[str]) -> str:
    return f" in {found['path']}" if found["path"] else ""


def _where(message: str) -> list[str]:
    """Give the keys that lead to what msgspec complains about."""
    path = _PATH.search(message)
    keys = [key.partition("[")[0] for key in (path["path"].split(".") if path else []) if key]
    field = _FIELD.search(message)
    return [*keys, field["field"]] if field else keys


def _line(text: str, keys: Sequence[str]) -> int:
    """Find the line of a key in a TOML text, or of what it is in where it has no line of its own."""
    table, best = "", 1
    *parents, last = keys or [""]
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.match(r"\s*\[\[?([^\]]+)\]", line)
        table = heading[1].strip() if heading else table
        if heading and table in {".".join(parents), ".".join(keys)}:
            best = number
        if table == ".".join(parents) and re.match(rf"\s*{re.escape(last)}\s*=", line):
            return number
    return best if best > 1 or not parents else _line(text, parents)


def _row_line(text: str, row: int) -> int:
    """Find the line on which a row of a table's JSON begins."""
    decoder = json.JSONDecoder()
    place = text.index("[", text.index('"rows"')) + 1
    for _ in range(row + 1):
        place += len(text[place:]) - len(text[place:].lstrip(" \t\r\n,"))
        begins = place
        if text[place] == "]":
            break
        _, place = decoder.raw_decode(text, place)
    return text.count("\n", 0, begins) + 1


def _check_strategies(path: Path, text: str, raw: dict[str, Any]) -> None:
    """Refuse a system, a step or a strategy that nobody wrote, and say which there are."""
    system = raw.get("system")
    if not isinstance(system, str) or system not in SYSTEMS:
        raise _fault(path, _line(text, ["system"]), f"unknown system {system!r}; there are {', '.join(SYSTEMS)}")
    known = _strategies(SYSTEMS[system])
    steps = raw.get("steps", {})
    if not isinstance(steps, dict):
        raise _fault(path, _line(text, ["steps"]), "steps is no table")
    for step, numbers in steps.items():
        if step not in known:
            raise _fault(path, _line(text, ["steps", step]), f"unknown step {step}; there are {', '.join(known)}")
        name = numbers.get("strategy") if isinstance(numbers, dict) else numbers
        if name not in known[step]:
            raise _fault(
                path,
                _line(text, ["steps", step, "strategy"]),
                f"unknown strategy {name!r} of step {step}; there are {', '.join(known[step])}",
            )


def _strategies(system: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """Name the strategies of each step, as the shape of a system's rules declares them."""
    steps = next(field.type for field in msgspec.structs.fields(system) if field.name == "steps")
    known: dict[str, tuple[str, ...]] = {}
    for field in msgspec.structs.fields(steps):
        options = get_args(field.type) or (field.type,)
        tags = (one.__struct_config__.tag for one in options if one is not type(None))
        known[field.name] = tuple(str(tag) for tag in tags)
    return known


def _check_dates(sets: Iterable[AnyRules], files: dict[str, Path]) -> None:
    """Refuse a gap or an overlap between the sets of one federation and kind."""
    groups: dict[tuple[str, str], list[tuple[date, date | None, AnyRules]]] = {}
    for one in sets:
        spans = groups.setdefault((one.federation, one.kind), [])
        spans.append((one.effective_from, one.effective_until, one))
        spans.extend((stretch.begins, stretch.ends, one) for stretch in one.uncovered)
    for spans in groups.values():
        spans.sort(key=lambda span: span[0])
        for (_, ends, before), (begins, _, after) in pairwise(spans):
            following = None if ends is None else ends + timedelta(days=1)
            if isinstance(after, OneOff) and following is not None and following <= begins:
                continue
            if following != begins:
                word = "a gap" if following is not None and following < begins else "an overlap"
                path = files[after.id]
                raise _fault(
                    path,
                    _line(_text(path), ["effective_from"]),
                    f"{word} of dates: {before.id} ends on {ends or 'no day'}, {after.id} goes on from {begins}",
                )


_BOOK: Final = Book(_HERE)


def load(rule_set: str) -> RuleSet:
    """Give a rating rule set by its id; an unknown one is refused with those there are."""
    return _rating(_BOOK.load(rule_set))


def in_force(federation: str, on: date) -> RuleSet:
    """Give the rating rules of a federation on a day; refuses a day whose rules are not held, with the reason."""
    return _rating(_BOOK.in_force(federation, on))


def adjustments(federation: str, first: date, last: date) -> tuple[OneOff, ...]:
    """Give the one-off changes of a federation's list from one day to another, both included, in order."""
    own = (one for one in _BOOK.sets if isinstance(one, OneOff) and one.federation == federation.lower())
    return tuple(
        sorted((one for one in own if first <= one.effective_from <= last), key=lambda one: one.effective_from)
    )


def digest() -> str:
    """Give the digest of all sets that ratings come from: another one where any number in them or their tables is."""
    own = [(one.id, one.digest) for one in _BOOK.sets if isinstance(one, RuleSet | OneOff)]
    return hashlib.sha256(msgspec.json.encode(own)).hexdigest()


def adjustment(rule_set: str) -> OneOff:
    """Give a one-off change by its id; refuses an unknown one and rules that events are rated under."""
    one = _BOOK.load(rule_set)
    if isinstance(one, OneOff):
        return one
    raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{one.id} is no adjustment: events are rated under it")


def other(rule_set: str, system: type[R]) -> R:
    """Give a set of a system that rates nothing (titles, fees) by its id; refuses an unknown and another system's."""
    return of_system(_BOOK.load(rule_set), system)


def all_sets() -> tuple[AnyRules, ...]:
    """Give every set there is, by id."""
    return _BOOK.sets


def _rating(one: AnyRules) -> RuleSet:
    if not isinstance(one, RuleSet):
        raise Refused(RefusalCode.UNKNOWN_RULE_SET, f"{one.id} is of kind {one.kind}: no event is rated under it")
    return one
