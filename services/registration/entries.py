"""An entry against the published rounds and the quarantines: what `decide` and `react` must judge alike."""

import datetime as dt
from collections.abc import Iterable

from contracts.discipline import QuarantineImposed
from contracts.ids import PlayerId
from contracts.points import ByeKind
from services.chess.tournament import Round, Tournament

Period = tuple[dt.date, dt.date]
"""First and last day, both included."""


def paired_in(tournament: Tournament, player: PlayerId) -> list[int]:
    """List the published rounds in which a player has a board or any bye."""
    return [
        number
        for number, published in enumerate(tournament.rounds, start=1)
        if _on_board(published, player) or any(bye.player == player for bye in published.byes)
    ]


def last_taken_part(tournament: Tournament, player: PlayerId) -> int:
    """Return the last published round in which a player has a board or points from a bye; 0 if there is none."""
    taken_part = (
        number
        for number, published in enumerate(tournament.rounds, start=1)
        if _on_board(published, player)
        or any(bye.player == player and bye.kind is not ByeKind.ZERO_POINT for bye in published.byes)
    )
    return max(taken_part, default=0)


def days_at_stake(tournament: Tournament, player: PlayerId) -> Period | None:
    """
    Return the days on which a player may not be in quarantine.

    All days of the tournament for one who has not been paired; afterwards those from the next unpublished round on
    (the whole tournament's, if the rounds have no dates), and none when all rounds are published.
    """
    announced = tournament.announced
    published = len(tournament.rounds)
    if not paired_in(tournament, player):
        return announced.starts, announced.ends
    if published >= announced.rounds:
        return None
    return (announced.round_dates[published] if announced.round_dates else announced.starts), announced.ends


def barring(
    quarantines: Iterable[QuarantineImposed], tournament: Tournament, player: PlayerId
) -> QuarantineImposed | None:
    """Find the quarantine of a player that overlaps the days at stake for him: the first to start."""
    period = days_at_stake(tournament, player)
    if period is None:
        return None
    first, last = period
    overlapping = (one for one in quarantines if one.starts <= last and one.ends > first)
    return min(overlapping, key=lambda one: (one.starts, one.ends), default=None)


def _on_board(published: Round, player: PlayerId) -> bool:
    return any(player in (game.white, game.black) for game in published.games.values())
