"""
A tournament as its events tell it: who is entered, who met whom, and how it ended.

One fold that the services share, so that an entry, a round and a result mean the same to each of them. Values are
frozen: a fold gives a new tournament and leaves the old one as it was.
"""

from typing import Any, Final, NewType

import msgspec

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Bye, RoundPublished
from contracts.points import Result
from contracts.registration import EntryCancelled, PlayerEntered, PlayerWithdrawn, TournamentAnnounced
from contracts.results import GameReported, ResultCorrected, RoundCompleted, Scope, TournamentCompleted

GameKey = NewType("GameKey", str)
"""White and Black; with the round it identifies a game."""


def game_key(white: PlayerId, black: PlayerId) -> GameKey:
    """Name a game of a round by its players; no id holds a colon."""
    return GameKey(f"{white}:{black}")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the start list. `withdrawn_after` is the last round he takes part in."""

    player: PlayerId
    name: str
    start_number: int
    rating: int | None
    withdrawn_after: int | None = None


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a published round. The result counts apart for standings, rating and later pairings (scopes)."""

    board: int
    white: PlayerId
    black: PlayerId
    result: Result | None = None
    rating: Result | None = None
    pairing: Result | None = None

    def corrected(self, result: Result, scope: tuple[Scope, ...]) -> "Game":
        """Return the game with another result, for what the scope names."""
        return msgspec.structs.replace(
            self,
            result=result if Scope.STANDINGS in scope else self.result,
            rating=result if Scope.RATING in scope else self.rating,
            pairing=result if Scope.PAIRING in scope else self.pairing,
        )


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A published round: its games by White and Black, in board order, and its byes."""

    games: dict[GameKey, Game]
    byes: tuple[Bye, ...]
    completed: bool = False

    @property
    def open_games(self) -> list[Game]:
        """The boards without a result."""
        return [game for game in self.games.values() if game.result is None]


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament from its announcement on. `rounds` holds the published rounds, the first at index 0."""

    announced: TournamentAnnounced
    entries: dict[PlayerId, Entry] = {}
    rounds: tuple[Round, ...] = ()
    completed: bool = False

    def round(self, number: int) -> Round | None:
        """Return round `number`, if it is published."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def active(self, number: int) -> list[Entry]:
        """Return the entries that take part in round `number`, in start-list order."""
        taking_part = (
            one for one in self.entries.values() if one.withdrawn_after is None or one.withdrawn_after >= number
        )
        return sorted(taking_part, key=lambda one: one.start_number)


def fold(tournament: Tournament | None, event: EventData) -> Tournament | None:
    """Fold one event into the tournament; an event that is not about it changes nothing."""
    if isinstance(event, TournamentAnnounced):
        return Tournament(announced=event)
    step = _STEPS.get(type(event))
    return tournament if tournament is None or step is None else step(tournament, event)


def _entered(tournament: Tournament, event: PlayerEntered) -> Tournament:
    entry = Entry(player=event.player, name=event.name, start_number=event.start_number, rating=event.rating)
    return msgspec.structs.replace(tournament, entries={**tournament.entries, event.player: entry})


def _withdrawn(tournament: Tournament, event: PlayerWithdrawn) -> Tournament:
    entry = msgspec.structs.replace(tournament.entries[event.player], withdrawn_after=event.after_round)
    return msgspec.structs.replace(tournament, entries={**tournament.entries, event.player: entry})


def _cancelled(tournament: Tournament, event: EntryCancelled) -> Tournament:
    entries = {player: entry for player, entry in tournament.entries.items() if player != event.player}
    return msgspec.structs.replace(tournament, entries=entries)


def _published(tournament: Tournament, event: RoundPublished) -> Tournament:
    games = {
        game_key(one.white, one.black): Game(board=one.number, white=one.white, black=one.black)
        for one in sorted(event.boards, key=lambda board: board.number)
    }
    published = Round(games=games, byes=event.byes)
    before, after = tournament.rounds[: event.round - 1], tournament.rounds[event.round :]
    return msgspec.structs.replace(tournament, rounds=(*before, published, *after))


def _reported(tournament: Tournament, event: GameReported) -> Tournament:
    return _with_result(tournament, event.round, game_key(event.white, event.black), event.result, tuple(Scope))


def _corrected(tournament: Tournament, event: ResultCorrected) -> Tournament:
    return _with_result(tournament, event.round, game_key(event.white, event.black), event.result, event.scope)


def _with_result(
    tournament: Tournament, number: int, key: GameKey, result: Result, scope: tuple[Scope, ...]
) -> Tournament:
    played = tournament.rounds[number - 1]
    games = {**played.games, key: played.games[key].corrected(result, scope)}
    return _with_round(tournament, number, msgspec.structs.replace(played, games=games))


def _round_completed(tournament: Tournament, event: RoundCompleted) -> Tournament:
    played = tournament.rounds[event.round - 1]
    return _with_round(tournament, event.round, msgspec.structs.replace(played, completed=True))


def _with_round(tournament: Tournament, number: int, played: Round) -> Tournament:
    rounds = (*tournament.rounds[: number - 1], played, *tournament.rounds[number:])
    return msgspec.structs.replace(tournament, rounds=rounds)


def _completed(tournament: Tournament, _event: TournamentCompleted) -> Tournament:
    return msgspec.structs.replace(tournament, completed=True)


_STEPS: Final[dict[type, Any]] = {
    PlayerEntered: _entered,
    PlayerWithdrawn: _withdrawn,
    EntryCancelled: _cancelled,
    RoundPublished: _published,
    GameReported: _reported,
    ResultCorrected: _corrected,
    RoundCompleted: _round_completed,
    TournamentCompleted: _completed,
}

EVENTS: Final = (TournamentAnnounced, *_STEPS)
"""The events a tournament is folded from: the interests of every view that holds tournaments."""
