"""
A tournament as its events tell it: who is entered, who met whom, and how it ended.

Values are frozen: `folding` makes a new tournament of an event, and leaves the old one as it was.
"""

import datetime as dt
import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NewType

import msgspec

from contracts.ids import PlayerId
from contracts.pairing import Bye, CorrectedEntry
from contracts.points import DRAW, Result
from contracts.registration import PairingSystem, Title, TournamentAnnounced
from contracts.results import Scope

GameKey = NewType("GameKey", str)
"""White and Black; with the round it identifies a game."""


def game_key(white: PlayerId, black: PlayerId) -> GameKey:
    """Name a game of a round by its players; no id holds a colon."""
    return GameKey(f"{white}:{black}")


def cancellation_key(number: int, player: PlayerId) -> str:
    """Name a player's game in a round, whoever he meets there."""
    return f"{number}:{player}"


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the start list. `withdrawn_after` is the last round he takes part in."""

    player: PlayerId
    name: str
    start_number: int
    rating: int | None
    withdrawn_after: int | None = None
    title: Title = Title.NONE
    federation: str = ""

    def corrected(self, data: CorrectedEntry) -> "Entry":
        """Return the entry with what was wrong about it put right."""
        return msgspec.structs.replace(
            self,
            rating=self.rating if data.rating is None else data.rating or None,
            title=self.title if data.title is None else data.title,
        )


class OpenUntil(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a game without a result stands: broken off or put off, to be finished by the day `deadline`."""

    how: Literal["adjourned", "postponed"]
    deadline: dt.date


class Game(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    A board of a published round. The result counts apart for standings, rating and later pairings (scopes).

    `replays` are the later games of an encounter (game 2 is the first), each with the side first that had White in it.
    `finished` is the day on which one that was broken off or put off was finished, if it is not its round's.
    """

    board: int
    white: PlayerId
    black: PlayerId
    result: Result | None = None
    rating: Result | None = None
    pairing: Result | None = None
    open_until: OpenUntil | None = None
    replays: tuple[Result, ...] = ()
    finished: dt.date | None = None

    @property
    def drawn(self) -> bool:
        """Whether the game, with all that was played after it, has no winner but half a point for both."""
        return self.result is not None and self.result.points == (DRAW, DRAW)

    def corrected(self, result: Result, scope: tuple[Scope, ...]) -> "Game":
        """Return the game with another result, for what the scope names."""
        return msgspec.structs.replace(
            self,
            result=result if Scope.STANDINGS in scope else self.result,
            rating=result if Scope.RATING in scope else self.rating,
            pairing=result if Scope.PAIRING in scope else self.pairing,
        )


class Round(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """
    A published round: its games by White and Black, in board order, and its byes.

    `version` counts how often it was published; `started` that its start time has come.
    """

    games: dict[GameKey, Game]
    byes: tuple[Bye, ...]
    completed: bool = False
    started: bool = False
    version: int = 1

    @cached_property
    def waited_for(self) -> bool:
        """Whether a game has no result."""
        return any(game.result is None for game in self.games.values())

    @cached_property
    def drawn(self) -> bool:
        """Whether a game has no winner but half a point for both."""
        return any(game.drawn for game in self.games.values())


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """
    A tournament from its announcement on. `rounds` holds the published rounds, the first at index 0.

    `options` are those its system is run with. `cancellations` says by `cancellation_key` whether one is approved.
    """

    announced: TournamentAnnounced
    entries: dict[PlayerId, Entry] = {}
    rounds: tuple[Round, ...] = ()
    completed: bool = False
    options: dict[str, str] = {}
    cancellations: dict[str, bool] = {}

    @property
    def replays_draws(self) -> bool:
        """Whether a drawn game is followed by another one, until somebody has won (DSU 4.10.7, 4.10.8)."""
        system = self.announced.system
        ends_at_once = self.options.get("draw") == "lower_rated_advances"
        return system is PairingSystem.GLADIATOR or (system is PairingSystem.KNOCK_OUT and not ends_at_once)

    def undecided(self, game: Game) -> bool:
        """Whether the encounter on a board goes on: it has no result, or a draw where there must be a winner."""
        return game.result is None or (game.drawn and self.replays_draws)

    def open_games(self, number: int) -> list[Game]:
        """Return the boards of a published round on which something is still to be played."""
        return list(self._still_open(number))

    def last_open(self, number: int) -> bool:
        """Tell whether something is still to be played on one board of a published round, and on no other."""
        return len(list(itertools.islice(self._still_open(number), 2))) == 1

    def open(self, rounds: int) -> bool:
        """Tell whether something is still to be played in the first so many published rounds."""
        replays = self.replays_draws
        return any(one.waited_for or (replays and one.drawn) for one in self.rounds[:rounds])

    def _still_open(self, number: int) -> Iterator[Game]:
        replays = self.replays_draws
        games = self.rounds[number - 1].games.values()
        return (game for game in games if game.result is None or (replays and game.drawn))

    def round(self, number: int) -> Round | None:
        """Return round `number`, if it is published."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def active(self, number: int) -> list[Entry]:
        """Return the entries that take part in round `number`, in start-list order."""
        taking_part = (
            one for one in self.entries.values() if one.withdrawn_after is None or one.withdrawn_after >= number
        )
        return sorted(taking_part, key=lambda one: one.start_number)
