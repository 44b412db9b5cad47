"""Games that are not over in one sitting: adjourned, postponed, and encounters of several games."""

import datetime as dt

from contracts.messages import EventData
from contracts.refusals import RefusalCode, Refused
from contracts.results import (
    AdjournGame,
    DecideEncounter,
    EncounterDecided,
    GameAdjourned,
    GameFinishedLate,
    GamePostponed,
    PostponeGame,
    ReplayReported,
    ReportReplay,
    ReportResult,
    RoundCompleted,
)
from services.chess.tournament import Game, Tournament
from services.results.board import board, known
from services.results.state import Completed, State


def adjourn_game(command: AdjournGame, state: State) -> list[EventData]:
    """
    Record that a game was broken off, to be finished by a day within the tournament (DSU §11b).

    The same again changes nothing; another day moves the deadline. Refused for a game that has its result.
    """
    game = _open(command, state)
    if _stands(game, "adjourned", command.deadline):
        return []
    return [
        GameAdjourned(
            tournament=command.tournament,
            round=command.round,
            white=command.white,
            black=command.black,
            deadline=command.deadline,
        )
    ]


def postpone_game(command: PostponeGame, state: State) -> list[EventData]:
    """
    Record that a game is put off, to be played by a day within the tournament (DSU §11b).

    Refused for a game that has its result, or that was begun and adjourned.
    """
    game = _open(command, state)
    if _stands(game, "postponed", command.deadline):
        return []
    if game.open_until is not None and game.open_until.how == "adjourned":
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {command.round}, {command.white} - {command.black} was begun and adjourned; move that deadline",
            deadline=game.open_until.deadline,
        )
    return [
        GamePostponed(
            tournament=command.tournament,
            round=command.round,
            white=command.white,
            black=command.black,
            deadline=command.deadline,
        )
    ]


def finished_late(command: ReportResult, state: State) -> list[EventData]:
    """
    Record on which day a reported game was finished, if the report says so; the day told last stands.

    Refused for a day before its round or after the tournament's last (DSU §11b), and once the tournament is completed:
    its games have gone into their periods then.
    """
    tournament, day = known(state), command.finished
    _, game = board(tournament, command)
    if day is None or day == game.finished:
        return []
    if isinstance(state, Completed):
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.tournament} is completed; the days of its games stand")
    dates = tournament.announced.round_dates
    _refuse_day(tournament, day, dates[command.round - 1] if dates else tournament.announced.starts)
    return [
        GameFinishedLate(
            tournament=command.tournament, round=command.round, white=command.white, black=command.black, day=day
        )
    ]


def report_replay(command: ReportReplay, state: State) -> list[EventData]:
    """
    Take the next game of an encounter that is drawn so far; the first one won decides it (DSU 4.10.7, 4.10.8).

    The same game again changes nothing; another result for it, or a game out of its turn, is refused.
    """
    tournament = known(state)
    _, game = board(tournament, command)
    count = 1 + len(game.replays)
    if command.game <= count:
        reported = game.replays[command.game - 2]
        if reported is command.result:
            return []
        raise Refused(
            RefusalCode.RESULT_CONFLICT,
            f"game {command.game} is already reported as {reported}, not {command.result}",
            reported=reported,
            offered=command.result,
        )
    _refuse_decided(tournament, game)
    if command.game != count + 1:
        raise Refused(
            RefusalCode.INCOMPLETE, f"game {count + 1} of the encounter comes next, not {command.game}", next=count + 1
        )
    replayed = ReplayReported(
        tournament=command.tournament,
        round=command.round,
        white=command.white,
        black=command.black,
        game=command.game,
        result=command.result,
    )
    white, black = command.result.points
    over = white != black or not white
    last = over and tournament.last_open(command.round)
    return [replayed, *([RoundCompleted(tournament=command.tournament, round=command.round)] if last else [])]


def decide_encounter(command: DecideEncounter, state: State) -> list[EventData]:
    """Record who goes on from an encounter that is drawn so far; the same again changes nothing."""
    tournament = known(state)
    _, game = board(tournament, command)
    if command.winner not in (command.white, command.black):
        raise Refused(
            RefusalCode.BOARD_NOT_PAIRED, f"{command.winner} does not play on this board", player=command.winner
        )
    won = game.result is not None and not game.drawn and game.rating is not game.result
    if won and game.result is not None:
        white, _black = game.result.points
        if bool(white) == (command.winner == command.white):
            return []
    _refuse_decided(tournament, game)
    decided = EncounterDecided(
        tournament=command.tournament,
        round=command.round,
        white=command.white,
        black=command.black,
        winner=command.winner,
        reason=command.reason,
    )
    last = tournament.last_open(command.round)
    return [decided, *([RoundCompleted(tournament=command.tournament, round=command.round)] if last else [])]


def _open(command: AdjournGame | PostponeGame, state: State) -> Game:
    """Give the game, if it may be left open until the day asked for."""
    tournament = known(state)
    if isinstance(state, Completed):
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.tournament} is completed; no game is left open")
    _, game = board(tournament, command)
    if game.result is not None:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {command.round}, {command.white} - {command.black} is reported as {game.result}",
            reported=game.result,
        )
    _refuse_day(tournament, command.deadline, tournament.announced.starts)
    return game


def _refuse_day(tournament: Tournament, deadline: dt.date, starts: dt.date) -> None:
    ends = tournament.announced.ends
    if not starts <= deadline <= ends:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"a game is finished within the tournament, {starts} to {ends}; not on {deadline}",
            rule="DSU §11b",
            deadline=deadline,
            ends=ends,
        )


def _stands(game: Game, how: str, deadline: dt.date) -> bool:
    left = game.open_until
    return left is not None and left.how == how and left.deadline == deadline


def _refuse_decided(tournament: Tournament, game: Game) -> None:
    if not tournament.replays_draws:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"a drawn game is not played again under {tournament.announced.system}, run as it is",
        )
    if game.result is None:
        raise Refused(RefusalCode.INCOMPLETE, "game 1 has no result yet; report it first (report-result)")
    if not game.drawn:
        raise Refused(RefusalCode.WRONG_STATUS, f"the encounter is decided: {game.result}", result=game.result)
