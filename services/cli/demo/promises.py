"""What the demo promises, whether it came true, and the report of it all."""

import statistics
from collections.abc import Sequence
from typing import Final

import msgspec

from contracts.ids import TournamentId
from contracts.points import HalfPoints
from contracts.rating import RatingChange
from contracts.reporting import Standings
from services.chess.trf import Trf
from services.cli.demo.venues import Contradiction
from services.cli.results import Difference
from services.cli.verify import Verified
from services.cli.words import counted

_PERCENT: Final = 100


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """Something the demo must show, and what was seen."""

    promise: str
    kept: bool
    seen: str


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """
    The closing figures.

    `events` in the log now, `written` by this run; `replayed` events a second while every view was rebuilt;
    milliseconds from sending a result to the table that shows it.
    """

    events: int
    written: int
    replayed: int
    p50_ms: float
    p99_ms: float
    seconds: float

    @property
    def line(self) -> str:
        """The figures in one line."""
        return (
            f"{self.events} events in the log, replayed at {self.replayed:,} events/s; "
            f"from a result to the table that shows it: p50 {self.p50_ms:.1f} ms, p99 {self.p99_ms:.1f} ms; "
            f"{self.seconds:.1f} s in all."
        )


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The whole story, as --json prints it."""

    tournament: TournamentId
    run: int
    players: int
    rounds: int
    results: int
    duplicates: int
    contradiction: Contradiction | None
    standings: Standings
    ratings: Sequence[RatingChange]
    correction: Difference
    standings_after: Standings
    ratings_after: Sequence[RatingChange]
    verify: Verified
    promises: list[Promise]
    closing: Closing

    @property
    def success(self) -> bool:
        """Whether every promise was kept."""
        return all(one.kept for one in self.promises)


def percentile(values: Sequence[float], percent: int) -> float:
    """Take a percentile (1 to 99) of at least two values."""
    return statistics.quantiles(values, n=_PERCENT, method="inclusive")[percent - 1]


def points_as_printed(event: Trf, table: Standings) -> Promise:
    """Compare the final table with the points the file prints."""
    points: dict[int, HalfPoints] = {row.start_number: row.points for row in table.rows}
    wrong = [one.number for one in event.players if one.points != points.get(one.number)]
    return Promise(
        promise="the final table has the points that the file prints",
        kept=not wrong,
        seen=f"{len(event.players) - len(wrong)} of {len(event.players)} players agree",
    )


def table_as_forecast(correction: Difference, before: Standings, after: Standings) -> Promise:
    """Compare the table after the correction with the one before it, changed as the what-if said."""
    forecast = {row.player: row for row in before.rows}
    forecast |= {one.now.player: one.now for one in correction.standings if one.now is not None}
    now = {row.player: row for row in after.rows}
    return Promise(
        promise="the corrected table is what the what-if said, line by line",
        kept=bool(correction.standings) and now == forecast,
        seen=f"{counted(len(correction.standings), 'line')} moved",
    )


def ratings_as_forecast(correction: Difference, tournament: TournamentId, after: Sequence[RatingChange]) -> Promise:
    """Compare the ratings after the correction with what the what-if said."""
    numbers = {one.player: one.after for one in after}
    forecast = [one for one in correction.ratings if one.tournament == tournament]
    wrong = [one.player for one in forecast if numbers.get(one.player) != one.now]
    return Promise(
        promise="the corrected ratings are what the what-if said",
        kept=bool(forecast) and not wrong,
        seen=f"{counted(len(correction.ratings), 'number')} changed",
    )
