"""
Titelresultat: whether one player's result in one tournament is a norm.

| section | what | done | confidence |
|---|---|---|---|
| Rapportering | at least nine games, no bye and no walkover | `norm`, for the games the caller gives | printed |
| Rapportering | the average takes in the player's own number, in a Swiss too | `average` | printed |
| Elotal | an unrated player counts as 2000 | `average` | printed |
| Turneringskategorier | category and percentage by the average | `norm` | printed, columns rebuilt (F3) |
| | the average as a whole number, half up | `average` | reading (R) |
| Tabell 1 | points by percentage and games | `points_needed` | reconstruction: the table is missing (F6) |
| Rapportering | a norm before the last round stands | `reached` | printed; the average of the games until then (R) |

The opponents' titles are asked for in `opponents`. Points are half points, percentages whole, ratings whole numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from contracts.refusals import RefusalCode, Refused
from contracts.registration import Title
from services.rules.event import RATING_LIMIT, Trace
from services.rules.explanation import note
from services.rules.fide2000.title_steps import (
    AverageWithOwn,
    LeastHalfPoint,
    NearestHalfPoint,
    TitleRules,
)
from services.rules.rounding import (
    exact_text,
    half_up,
    hundredths_text,
    least_half_points,
    nearest_half_points,
)

NORMS: Final = (Title.GM, Title.IM, Title.WGM, Title.WIM)
"""The titles that take norms."""


class Norm(msgspec.Struct, frozen=True, kw_only=True):
    """
    A result held against a norm.

    `score` and `needed` are half points. `category` is None above the printed ones, `percent` and `needed` where no
    percentage is printed: there is no norm.
    """

    title: Title
    games: int
    score: int
    average: int
    category: int | None
    percent: int | None
    needed: int | None

    @property
    def exact(self) -> int | None:
        """Percentage times games, in hundredths of a point."""
        return None if self.percent is None else self.percent * self.games

    @property
    def reached(self) -> bool:
        """Whether the points suffice; the opponents' titles are `opponents`' matter."""
        return self.needed is not None and self.score >= self.needed

    @property
    def over(self) -> int:
        """Half points above the norm; 0 where it is not reached."""
        return self.score - self.needed if self.needed is not None and self.reached else 0


def average(rule: AverageWithOwn, own: int | None, opponents: Sequence[int | None], trace: Trace = None) -> int:
    """
    Give the mean of the player's own number and his opponents', the nearest integer, half up (R).

    None is an unrated player. Refuses a number that nobody can have had.
    """
    numbers = [rule.unrated if one is None else _number(rule, one) for one in (own, *opponents)]
    mean = Fraction(sum(numbers), len(numbers))
    rounded = half_up(mean.numerator, mean.denominator)
    if trace is not None:
        exact = exact_text(mean.numerator, mean.denominator)
        how = "nearest integer, half up (R)"
        note(trace, rule.section, "average with own", rounded, rounding=how, exact=exact, own=numbers[0])
    return rounded


def _number(rule: AverageWithOwn, rating: int) -> int:
    if not rule.lowest <= rating <= RATING_LIMIT:
        raise Refused(
            RefusalCode.INVALID_RATING,
            f"{rating} is no rating of that time: it must lie in {rule.lowest}..{RATING_LIMIT}",
            rule=rule.section,
            rating=rating,
        )
    return rating


def points_needed(rule: NearestHalfPoint | LeastHalfPoint, percent: int, games: int) -> int:
    """Give the half points a norm takes, from percentage times games (reconstructed: F6)."""
    match rule:
        case NearestHalfPoint():
            return nearest_half_points(percent * games)
        case LeastHalfPoint():
            return least_half_points(percent * games)


def norm(  # noqa: PLR0913  a result has that many parts
    rules: TitleRules,
    title: Title,
    own: int | None,
    opponents: Sequence[int | None],
    score: int,
    *,
    trace: Trace = None,
) -> Norm:
    """
    Hold `score` half points against these opponents (by number, None: unrated) against the norm of a title.

    Only played games are given. Refuses a title without norms, fewer than nine games, more points than games, numbers
    that cannot be, and an average above the printed table.
    """
    steps, games = rules.steps, len(opponents)
    _check(rules, title, games, score)
    mean = average(steps.category, own, opponents, trace)
    table = steps.category.table
    if mean > table.last:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"the table of categories ends at {table.last}: an average of {mean} is above it",
            rule=steps.category.section,
        )
    category, percent = table.category(mean, title), table.percent(mean, title)
    needed = None if percent is None else points_needed(steps.points, percent, games)
    found = Norm(title=title, games=games, score=score, average=mean, category=category, percent=percent, needed=needed)
    if trace is not None:
        row = table.row(mean)
        note(trace, steps.category.section, "category", "none printed" if category is None else category, row=row)
        note(trace, steps.category.section, f"percentage of {title}", percent or "none: no norm", row=row)
        if needed is not None and found.exact is not None:
            how = str(steps.points.__struct_config__.tag).replace("_", " ") + " (R)"
            exact, value = hundredths_text(found.exact), exact_text(needed, 2)
            note(trace, steps.points.section, "points needed", value, rounding=how, exact=exact, games=games)
    return found


def _check(rules: TitleRules, title: Title, games: int, score: int) -> None:
    rule = rules.steps.games
    if title not in NORMS:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"there is no norm of {title or 'no title'}; there are {', '.join(NORMS)}",
            rule=rule.section,
        )
    if games < rule.least:
        raise Refused(
            RefusalCode.INCOMPLETE, f"{games} games are no norm: at least {rule.least} needed", rule=rule.section
        )
    if not 0 <= score <= 2 * games:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD,
            f"{exact_text(score, 2)} points cannot come from {games} games",
            rule=rule.section,
        )


def reached(
    rules: TitleRules, title: Title, own: int | None, games: Sequence[tuple[int | None, int]]
) -> tuple[Norm, ...]:
    """
    Give every stand at which the points sufficed: who reached a norm may leave out all games after it.

    `games` are (opponent's number, half points) in the order played, none a bye or a walkover. Each stand is judged by
    the average of the games until then (R), and the player may choose among them. Refuses what `norm` refuses, and
    what no single game can bring.
    """
    if any(not 0 <= points <= _WIN for _, points in games):
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, "one game brings 0, 1 or 2 half points", rule=rules.steps.games.section
        )
    least = min(rules.steps.games.least, len(games))
    stands = (games[:count] for count in range(least, len(games) + 1))
    found = (norm(rules, title, own, [one for one, _ in stand], sum(half for _, half in stand)) for stand in stands)
    return tuple(one for one in found if one.reached)


_WIN: Final = 2
