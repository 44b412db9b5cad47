"""
What each event makes of a tournament.

One fold that the services share, so that an entry, a round and a result mean the same to each of them.
"""

from typing import Any, Final, Literal

import msgspec

from contracts.messages import EventData
from contracts.pairing import (
    EntriesRanked,
    LotsDrawn,
    PairingOptionsSet,
    RoundPublished,
    RoundStarted,
    StartListCorrected,
)
from contracts.points import DRAW, Result
from contracts.registration import (
    EntryCancelled,
    PlayerEntered,
    PlayerWithdrawn,
    TournamentAnnounced,
)
from contracts.results import (
    CancellationDecided,
    EncounterDecided,
    GameAdjourned,
    GameFinishedLate,
    GamePostponed,
    GameReported,
    ReplayCorrected,
    ReplayReported,
    ResultCorrected,
    RoundCompleted,
    Scope,
    TournamentCompleted,
)
from services.chess.tournament import (
    Entry,
    Game,
    GameKey,
    OpenUntil,
    Round,
    Tournament,
    cancellation_key,
    game_key,
)

MOST_ROUNDS: Final = 99
"""What an announcement may promise; a report file has no room for more."""


class Misfit(LookupError):  # noqa: N818  what the event is
    """An event that this tournament cannot have had: no decision here made it."""


def fold(tournament: Tournament | None, event: EventData) -> Tournament | None:
    """
    Fold one event into the tournament; an event that is not about it changes nothing.

    Raises `Misfit` for one that fits nothing: a second announcement, a round, board or player that is not there.
    """
    if isinstance(event, TournamentAnnounced):
        if tournament is not None:
            raise Misfit(f"{event.tournament} is announced already")
        if not 1 <= event.rounds <= MOST_ROUNDS:
            raise Misfit(f"{event.tournament} is announced with {event.rounds} rounds")
        return Tournament(announced=event)
    step = _STEPS.get(type(event))
    return tournament if tournament is None or step is None else step(tournament, event)


def _entered(tournament: Tournament, event: PlayerEntered) -> Tournament:
    entry = Entry(
        player=event.player,
        name=event.name,
        start_number=event.start_number,
        rating=event.rating,
        title=event.title,
        federation=event.federation,
    )
    return msgspec.structs.replace(tournament, entries={**tournament.entries, event.player: entry})


def _withdrawn(tournament: Tournament, event: PlayerWithdrawn) -> Tournament:
    entry = tournament.entries.get(event.player)
    if entry is None:
        raise Misfit(f"{event.player} is not entered")
    withdrawn = msgspec.structs.replace(entry, withdrawn_after=event.after_round)
    return msgspec.structs.replace(tournament, entries={**tournament.entries, event.player: withdrawn})


def _cancelled(tournament: Tournament, event: EntryCancelled) -> Tournament:
    entries = {player: entry for player, entry in tournament.entries.items() if player != event.player}
    return msgspec.structs.replace(tournament, entries=entries)


def _published(tournament: Tournament, event: RoundPublished) -> Tournament:
    games = {
        game_key(one.white, one.black): Game(board=one.number, white=one.white, black=one.black)
        for one in sorted(event.boards, key=lambda board: board.number)
    }
    if not 1 <= event.round <= len(tournament.rounds) + 1:
        raise Misfit(f"round {event.round} does not come after {len(tournament.rounds)} rounds")
    named = (
        *(player for one in event.boards for player in (one.white, one.black)),
        *(bye.player for bye in event.byes),
    )
    stranger = next((player for player in named if player not in tournament.entries), None)
    if stranger is not None:
        raise Misfit(f"round {event.round} names {stranger}, who is not entered")
    replaced = tournament.round(event.round)
    published = Round(games=games, byes=event.byes, version=1 if replaced is None else replaced.version + 1)
    before, after = tournament.rounds[: event.round - 1], tournament.rounds[event.round :]
    return msgspec.structs.replace(tournament, rounds=(*before, published, *after))


def _numbered(tournament: Tournament, event: LotsDrawn | EntriesRanked | StartListCorrected) -> Tournament:
    numbers = {lot.player: lot.number for lot in event.numbers}
    entries = {
        player: msgspec.structs.replace(entry, start_number=numbers[player]) if player in numbers else entry
        for player, entry in tournament.entries.items()
    }
    return msgspec.structs.replace(tournament, entries=entries) if numbers else tournament


def _list_corrected(tournament: Tournament, event: StartListCorrected) -> Tournament:
    entries = dict(tournament.entries)
    for one in event.entries:
        entry = entries.get(one.player)
        if entry is None:
            raise Misfit(f"{one.player} is not entered")
        entries[one.player] = entry.corrected(one)
    return _numbered(msgspec.structs.replace(tournament, entries=entries), event)


def _optioned(tournament: Tournament, event: PairingOptionsSet) -> Tournament:
    return msgspec.structs.replace(tournament, options=event.options)


def _started(tournament: Tournament, event: RoundStarted) -> Tournament:
    played = _round(tournament, event.round)
    return _with_round(tournament, event.round, msgspec.structs.replace(played, started=True))


def _put_off(tournament: Tournament, event: GameAdjourned | GamePostponed) -> Tournament:
    how: Literal["adjourned", "postponed"] = "adjourned" if isinstance(event, GameAdjourned) else "postponed"
    key = game_key(event.white, event.black)
    game = _game(tournament, event.round, key)
    put_off = msgspec.structs.replace(game, open_until=OpenUntil(how=how, deadline=event.deadline))
    return _with_game(tournament, event.round, key, put_off)


def _finished_late(tournament: Tournament, event: GameFinishedLate) -> Tournament:
    key = game_key(event.white, event.black)
    game = _game(tournament, event.round, key)
    return _with_game(tournament, event.round, key, msgspec.structs.replace(game, finished=event.day))


def _replayed(tournament: Tournament, event: ReplayReported) -> Tournament:
    """Take a later game of an encounter; who wins it has won the encounter, whatever game 1 is rated as."""
    key = game_key(event.white, event.black)
    game = _game(tournament, event.round, key)
    result = event.result if event.game % 2 else event.result.swapped()
    played = msgspec.structs.replace(game, replays=(*game.replays, event.result))
    if event.result.points != (DRAW, DRAW):
        played = played.corrected(result, (Scope.STANDINGS, Scope.PAIRING))
    return _with_game(tournament, event.round, key, played)


def _replay_corrected(tournament: Tournament, event: ReplayCorrected) -> Tournament:
    """Take another result of a later game: its winner has won the encounter, a draw in place of a win opens it."""
    key = game_key(event.white, event.black)
    game = _game(tournament, event.round, key)
    place = event.game - 2
    if not 0 <= place < len(game.replays):
        raise Misfit(f"round {event.round} has no game {event.game} of {key.replace(':', '-')}")
    replays = (*game.replays[:place], event.result, *game.replays[place + 1 :])
    played = msgspec.structs.replace(game, replays=replays)
    if not event.was.points == event.result.points == (DRAW, DRAW):
        played = played.corrected(event.result if event.game % 2 else event.result.swapped(), event.scope)
    return _with_game(tournament, event.round, key, played)


def _decided(tournament: Tournament, event: EncounterDecided) -> Tournament:
    result = Result.WHITE_WINS if event.winner == event.white else Result.BLACK_WINS
    key, scope = game_key(event.white, event.black), (Scope.STANDINGS, Scope.PAIRING)
    return _with_result(tournament, event.round, key, result, scope)


def _cancellation_decided(tournament: Tournament, event: CancellationDecided) -> Tournament:
    games = _round(tournament, event.round).games.values()
    if not any(event.player in {one.white, one.black} for one in games):
        raise Misfit(f"round {event.round} has no board of {event.player}")
    key = cancellation_key(event.round, event.player)
    return msgspec.structs.replace(tournament, cancellations={**tournament.cancellations, key: event.approved})


def _reported(tournament: Tournament, event: GameReported) -> Tournament:
    return _with_result(tournament, event.round, game_key(event.white, event.black), event.result, tuple(Scope))


def _corrected(tournament: Tournament, event: ResultCorrected) -> Tournament:
    return _with_result(tournament, event.round, game_key(event.white, event.black), event.result, event.scope)


def _with_result(
    tournament: Tournament, number: int, key: GameKey, result: Result, scope: tuple[Scope, ...]
) -> Tournament:
    game = _game(tournament, number, key)
    return _with_game(tournament, number, key, game.corrected(result, scope))


def _round(tournament: Tournament, number: int) -> Round:
    played = tournament.round(number)
    if played is None:
        raise Misfit(f"round {number} is not published")
    return played


def _game(tournament: Tournament, number: int, key: GameKey) -> Game:
    game = _round(tournament, number).games.get(key)
    if game is None:
        raise Misfit(f"round {number} has no board {key.replace(':', '-')}")
    return game


def _with_game(tournament: Tournament, number: int, key: GameKey, game: Game) -> Tournament:
    played = _round(tournament, number)
    games = {**played.games, key: game}
    return _with_round(tournament, number, msgspec.structs.replace(played, games=games))


def _round_completed(tournament: Tournament, event: RoundCompleted) -> Tournament:
    played = _round(tournament, event.round)
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
    LotsDrawn: _numbered,
    EntriesRanked: _numbered,
    StartListCorrected: _list_corrected,
    PairingOptionsSet: _optioned,
    RoundPublished: _published,
    RoundStarted: _started,
    GameReported: _reported,
    GameAdjourned: _put_off,
    GamePostponed: _put_off,
    GameFinishedLate: _finished_late,
    ReplayReported: _replayed,
    ReplayCorrected: _replay_corrected,
    EncounterDecided: _decided,
    CancellationDecided: _cancellation_decided,
    ResultCorrected: _corrected,
    RoundCompleted: _round_completed,
    TournamentCompleted: _completed,
}

EVENTS: Final = (TournamentAnnounced, *_STEPS)
"""The events a tournament is folded from: the interests of every view that holds tournaments."""
