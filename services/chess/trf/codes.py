"""The result codes of TRF, two by two, and the results they mean."""

from contracts.points import ByeKind, Result
from contracts.refusals import RefusalCode, Refused

_RESULTS = {
    ("1", "0"): Result.WHITE_WINS,
    ("=", "="): Result.DRAW,
    ("0", "1"): Result.BLACK_WINS,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.WHITE_DRAWS_BLACK_LOSES,
    ("0", "="): Result.WHITE_LOSES_BLACK_DRAWS,
    ("+", "-"): Result.WHITE_WINS_FORFEIT,
    ("-", "+"): Result.BLACK_WINS_FORFEIT,
    ("-", "-"): Result.DOUBLE_FORFEIT,
    ("W", "L"): Result.WHITE_WINS_UNRATED,
    ("D", "D"): Result.DRAW_UNRATED,
    ("L", "W"): Result.BLACK_WINS_UNRATED,
}
_CODES = {result: codes for codes, result in _RESULTS.items()}

GAME_CODES = frozenset("1=0WDL+-")
PLAYED_CODES = frozenset("1=0WDL")
BYE_CODES = frozenset(kind.value for kind in ByeKind)


def board_result(white_code: str, black_code: str) -> Result:
    """
    Return the result that White's and Black's code (upper-case) mean together.

    Two codes that no game can have (`1` and `1`, `+` and `0`, `1` and `=`) are refused as MALFORMED_FILE.
    """
    result = _RESULTS.get((white_code, black_code))
    if result is None:
        raise Refused(
            RefusalCode.MALFORMED_FILE,
            f"no game ends with {white_code or 'nothing'!r} for White and {black_code or 'nothing'!r} for Black",
            codes=[white_code, black_code],
        )
    return result


def board_codes(result: Result | None) -> tuple[str, str]:
    """Return the codes of White and Black for a result; blanks for a game that has none yet."""
    return ("", "") if result is None else _CODES[result]
