"""Every rounding the rules know, each by name; exact integers and ratios only."""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd


def half_up(numerator: int, denominator: int = 1) -> int:
    """Round to the nearest integer, a half towards plus infinity."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_away_from_zero(numerator: int, denominator: int = 1) -> int:
    """Round to the nearest integer, a half away from zero."""
    if numerator >= 0:
        return (2 * numerator + denominator) // (2 * denominator)
    return -((denominator - 2 * numerator) // (2 * denominator))


def to_multiple(numerator: int, denominator: int, step: int) -> int:
    """Round to the nearest multiple of `step`, a tie up."""
    whole = denominator * step
    return step * ((2 * numerator + whole) // (2 * whole))


def to_multiples(values: Iterable[int], step: int) -> list[int]:
    """Round each to the nearest multiple of `step`, a tie up."""
    twice = 2 * step
    return [step * ((2 * one + step) // twice) for one in values]


def to_hundredth(numerator: int, denominator: int) -> int:
    """Give a ratio in hundredths, the nearest, half up."""
    return half_up(100 * numerator, denominator)


def nearest_half_points(hundredths: int) -> int:
    """Give hundredths of a point as half points, the nearest, .25 and .75 up."""
    return half_up(hundredths, 50)


def least_half_points(hundredths: int) -> int:
    """Give the fewest half points that are at least so many hundredths of a point."""
    return -(-hundredths // 50)


def exact_text(numerator: int, denominator: int = 1) -> str:
    """
    Write an exact number: as a decimal where it ends, else as a fraction.

    >>> exact_text(36510, 20), exact_text(6118, 3), exact_text(-5, 10)
    ('1825.5', '6118/3', '-0.5')
    """
    common = gcd(numerator, denominator)
    numerator, denominator = numerator // common, denominator // common
    places, scale = 0, 1
    while scale % denominator and places < _MAX_PLACES:
        places, scale = places + 1, scale * 10
    if scale % denominator:
        return f"{numerator}/{denominator}"
    scaled = abs(numerator) * (scale // denominator)
    whole, rest = divmod(scaled, scale)
    sign = "-" if numerator < 0 else ""
    return f"{sign}{whole}.{rest:0{places}}" if places else f"{sign}{whole}"


_MAX_PLACES = 6


def hundredths_text(value: int) -> str:
    """Write a number of hundredths as the exact decimal it stands for."""
    return exact_text(value, 100)


def half_points(text: str) -> int:
    """Read a score ("5.5") as half points; a `ValueError` says what is no multiple of a half."""
    doubled = Fraction(text) * 2
    if doubled.denominator != 1 or doubled < 0:
        raise ValueError(f"{text} is not a number of half points")
    return doubled.numerator
