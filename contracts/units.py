"""Consistency units: what one fence guards, and the names of the books a federation keeps as one."""

from typing import Final

from contracts.ids import PlayerId, TournamentId, UnitId

RATINGS: Final = UnitId("ratings")
"""The federation-wide book of ratings."""
LISTS: Final = UnitId("lists")
"""The federation-wide book of published lists."""

_TOURNAMENT = "tournament-"
_PLAYER = "player-"


def tournament_unit(tournament: TournamentId) -> UnitId:
    """Name the unit of a tournament: its entries, rounds and results."""
    return UnitId(_TOURNAMENT + tournament)


def player_unit(player: PlayerId) -> UnitId:
    """Name the unit of a player: his registration and his bans."""
    return UnitId(_PLAYER + player)
