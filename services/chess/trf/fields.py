"""How a number, a score and a date are read from and written into columns."""

import datetime as dt
import re
from typing import NoReturn

from contracts.points import HalfPoints
from contracts.refusals import RefusalCode, Refused

_POINTS = re.compile(r"(\d*)(?:[.,](\d*))?")
_DATE = re.compile(r"(\d{1,4})[/.-] ?(\d{1,2})[/.-] ?(\d{1,4})")
_MOST_DIGITS = 9
_YEAR_DIGITS = 4
_MONTHS = 12
_CENTURY_TURNS_AT = 70
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


def malformed(line: int, message: str) -> NoReturn:
    """Refuse a file: `line` counts from 1; 0 is the file as a whole."""
    where = f"line {line}: " if line else ""
    raise Refused(RefusalCode.MALFORMED_FILE, where + message, line=line)


def number(text: str, line: int, what: str) -> int | None:
    """Read a whole number, None where the columns are blank."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        malformed(line, f"{what} is {text[:40]!r}, not a number")
    return int(text)


def numbers(text: str, line: int, what: str) -> tuple[int, ...]:
    """Read numbers parted by blanks, commas or slashes."""
    found = (number(one, line, what) for one in re.split(r"[ ,/]+", text.strip()))
    return tuple(one for one in found if one is not None)


def half_points(text: str, line: int, what: str) -> HalfPoints | None:
    """Read `11.5` (or `11,5`) as half points, None where the columns are blank; quarter points are refused."""
    text = text.strip()
    if not text:
        return None
    match = _POINTS.fullmatch(text) if text.isascii() and len(text) <= _MOST_DIGITS else None
    tail = (match[2] or "").rstrip("0") if match else ""
    if match is None or tail not in {"", "5"} or not (match[1] or match[2]):
        malformed(line, f"{what} is {text[:40]!r}, not a score in whole and half points")
    return HalfPoints(2 * int(match[1] or 0) + (tail == "5"))


def points_columns(half: int) -> str:
    """Write half points the way TRF does: `11.5`."""
    return f"{half // 2}.{5 if half % 2 else 0}"


def iso_date(text: str) -> str | None:
    """
    Read a date in any order programs write it (`2026/03/01`, `01.03.2026`, `26/03/01`); None if it is none.

    Four digits name the year wherever they stand. Two-digit years are `yy/mm/dd`, from 1970 to 2069.
    """
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    first, month, last = (int(part) for part in match.groups())
    if len(match[3]) == _YEAR_DIGITS:
        year, day = last, first
        if month > _MONTHS:
            month, day = day, month
    else:
        year, day = first, last
        if len(match[1]) != _YEAR_DIGITS:
            year += 1900 if year >= _CENTURY_TURNS_AT else 2000
    try:
        return dt.date(year, month, day).isoformat()
    except ValueError:
        return None


def birth(text: str) -> str:
    """Bring a birth date into `YYYY/MM/DD`, or `YYYY` where day and month are unknown; leave any other text."""
    text = text.strip()
    date = iso_date(text)
    if date is not None:
        return date.replace("-", "/")
    year_only = re.fullmatch(r"(\d{4})(?:[/.-]00){0,2}", text)
    if year_only:
        return "" if year_only[1] == "0000" else year_only[1]
    return text


def fit(value: object, width: int, what: str, *, right: bool = False) -> str:
    """Fill a column; what does not fit, or would break the line, is refused, never cut."""
    text = line_text(str(value), what)
    if len(text) > width:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{what} {text!r} does not fit in {width} columns", width=width)
    return text.rjust(width) if right else text.ljust(width)


def line_text(text: str, what: str) -> str:
    """Return a text that may stand in one line of the file; a control character in it is refused."""
    if _CONTROL.search(text):
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{what} {text!r} holds a control character")
    return text
