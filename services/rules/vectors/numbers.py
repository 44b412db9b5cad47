"""Numbers of a worked example: whole, or exact text ("2.35", "6118/3"); compared by value, never rounded."""

from fractions import Fraction
from typing import Any

from services.rules.rounding import exact_text


def same(wanted: object, got: object) -> bool:
    """Compare what an example expects with an answer, numbers by value and lists element by element."""
    if isinstance(wanted, list):
        return (
            isinstance(got, (list, tuple))
            and len(wanted) == len(got)
            and all(same(one, other) for one, other in zip(wanted, got, strict=True))
        )
    if isinstance(wanted, dict):
        return (
            isinstance(got, dict) and wanted.keys() == got.keys() and all(same(wanted[key], got[key]) for key in wanted)
        )
    if wanted is None or isinstance(wanted, bool) or got is None or isinstance(got, bool):
        return wanted is got
    if isinstance(got, (int, Fraction)):
        try:
            return Fraction(str(wanted)) == got
        except ValueError:
            return False
    return wanted == got


def shown(value: Any) -> Any:  # noqa: ANN401  whatever an answer holds
    """Write an answer the way examples do."""
    if isinstance(value, Fraction):
        return exact_text(value.numerator, value.denominator)
    if isinstance(value, (list, tuple)):
        return [shown(one) for one in value]
    if isinstance(value, dict):
        return {key: shown(one) for key, one in value.items()}
    return value
