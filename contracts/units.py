"""Consistency units: what one fence guards, and the names of the books a federation keeps as one."""

from functools import lru_cache
from typing import Final

from contracts.ids import PlayerId, TournamentId, UnitId
from contracts.messages import CommandData

RATINGS: Final = UnitId("ratings")
"""The federation-wide book of ratings."""
LISTS: Final = UnitId("lists")
"""The federation-wide book of published lists."""

_UNITS_KNOWN: Final = 100_000
_TOURNAMENT = "tournament-"
_PLAYER = "player-"


def tournament_unit(tournament: TournamentId) -> UnitId:
    """Name the unit of a tournament: its entries, rounds and results."""
    return _named(_TOURNAMENT, tournament)


def player_unit(player: PlayerId) -> UnitId:
    """Name the unit of a player: his registration and his bans."""
    return _named(_PLAYER, player)


@lru_cache(maxsize=_UNITS_KNOWN)
def _named(kind: str, id_: str) -> UnitId:
    return UnitId(kind + id_)


def is_unit(name: str) -> bool:
    """Whether anything can ever stand in the log under this name: a tournament, a player, or one of the books."""
    return name in (RATINGS, LISTS) or any(
        name.startswith(kind) and len(name) > len(kind) for kind in (_TOURNAMENT, _PLAYER)
    )


class TournamentCommand(CommandData, frozen=True, kw_only=True):
    """A command about one tournament."""

    tournament: TournamentId

    @property
    def unit(self) -> UnitId:
        """The tournament."""
        return tournament_unit(self.tournament)


class PlayerCommand(CommandData, frozen=True, kw_only=True):
    """A command about one player."""

    player: PlayerId

    @property
    def unit(self) -> UnitId:
        """The player."""
        return player_unit(self.player)
