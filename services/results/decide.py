"""What results decides: one function a command. Sections are of the DSU handbook unless FIDE is named."""

from typing import Final

from contracts.messages import CommandData, EventData
from contracts.points import DRAW
from contracts.refusals import RefusalCode, Refused
from contracts.results import (
    AdjournGame,
    CompleteTournament,
    CorrectReplay,
    CorrectResult,
    DecideCancellation,
    DecideEncounter,
    GameReported,
    PostponeGame,
    ReportReplay,
    ReportResult,
    ResultCorrected,
    RoundCompleted,
    TournamentCompleted,
)
from services.chess.tournament import Game, Tournament
from services.results.board import board, known
from services.results.cancellations import decide_cancellation
from services.results.open_games import (
    adjourn_game,
    decide_encounter,
    finished_late,
    postpone_game,
    report_replay,
)
from services.results.replays import correct_replay
from services.results.state import Completed, State
from services.results.view import View

_ALL: Final = 8
"""Boards of a round that are named one by one even if none of them has a result."""


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one tournament; raises `Refused`."""
    match command:
        case ReportResult():
            return report_result(command, state)
        case CorrectResult():
            return correct_result(command, state)
        case AdjournGame():
            return adjourn_game(command, state)
        case PostponeGame():
            return postpone_game(command, state)
        case ReportReplay():
            return report_replay(command, state)
        case CorrectReplay():
            return correct_replay(command, state)
        case DecideEncounter():
            return decide_encounter(command, state)
        case DecideCancellation():
            return decide_cancellation(command, state)
        case CompleteTournament():
            return complete_tournament(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"results does not decide {type(command).__name__}")


def report_result(command: ReportResult, state: State) -> list[EventData]:
    """
    Take the result of a board; the last one of a round completes it.

    Where a draw is played again the encounter goes on, and the round with it. The same result again changes nothing,
    but for the day on which the game was finished.
    Another one is refused with both values: two venues that report the same
    board differently must see it, and a change after that is a correction.
    """
    tournament = known(state)
    _, game = board(tournament, command)
    first = game.rating if tournament.replays_draws else game.result
    if command.result in (first, game.result):
        return finished_late(command, state)
    if game.result is not None:
        raise Refused(
            RefusalCode.RESULT_CONFLICT,
            f"round {command.round}, {command.white} - {command.black} is already reported as {game.result}, "
            f"not {command.result}; a correction can change it",
            reported=game.result,
            offered=command.result,
        )
    reported = GameReported(
        tournament=command.tournament,
        round=command.round,
        white=command.white,
        black=command.black,
        result=command.result,
    )
    last = tournament.last_open(command.round) and not (
        tournament.replays_draws and command.result.points == (DRAW, DRAW)
    )
    done = [RoundCompleted(tournament=command.tournament, round=command.round)] if last else []
    return [reported, *finished_late(command, state), *done]


def correct_result(command: CorrectResult, state: State) -> list[EventData]:
    """
    Correct a reported result, for pairing, standings or rating (FIDE C.05 F.7), at any later time.

    The sender names the value he expects to supersede; if it is no longer there, he is told what is.
    """
    tournament = known(state)
    _, game = board(tournament, command)
    if game.result is None:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"round {command.round}, {command.white} - {command.black} has no result to correct; report it instead",
        )
    values = {scope: getattr(game, _FIELD[scope]) for scope in command.scope}
    if all(value is command.result for value in values.values()):
        return []
    unexpected = next((value for value in values.values() if value is not command.expected), None)
    if unexpected is not None:
        raise Refused(
            RefusalCode.UNEXPECTED_VALUE,
            f"round {command.round}, {command.white} - {command.black} is {unexpected}, not {command.expected}; "
            "look at it again before correcting",
            expected=command.expected,
            found=unexpected,
        )
    return [
        ResultCorrected(
            tournament=command.tournament,
            round=command.round,
            white=command.white,
            black=command.black,
            was=command.expected,
            result=command.result,
            scope=command.scope,
            reason=command.reason,
        )
    ]


def complete_tournament(command: CompleteTournament, state: State) -> list[EventData]:
    """
    Finish a tournament whose announced rounds are all published and all have their results.

    With a reason it ends after the rounds there are: nobody can be paired any more, or the bracket is decided.
    """
    tournament = known(state)
    if isinstance(state, Completed):
        return []
    announced, published = tournament.announced.rounds, len(tournament.rounds)
    early = published < announced
    if early and not (command.reason and published):
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"{published} of the {announced} announced rounds are published",
            published=published,
            announced=announced,
            advice="publish the rest, or give the reason why the tournament ends after a round",
        )
    missing = {number: waiting for number in range(1, published + 1) if (waiting := tournament.open_games(number))}
    if missing:
        count = sum(map(len, missing.values()))
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"boards without a result yet: {count}; {'; '.join(_named(tournament, *one) for one in missing.items())}",
            boards=[(number, game.white, game.black) for number, waiting in missing.items() for game in waiting],
        )
    reason = command.reason if early else ""
    return [TournamentCompleted(tournament=command.tournament, rounds=published, reason=reason)]


def _named(tournament: Tournament, number: int, waiting: list[Game]) -> str:
    """Name the boards of a round that wait; all of a large one are all."""
    if len(waiting) == len(tournament.rounds[number - 1].games) > _ALL:
        return f"round {number}, all boards"
    return f"round {number}, {', '.join(f'{game.white} - {game.black}' for game in waiting)}"


_FIELD = {"standings": "result", "rating": "rating", "pairing": "pairing"}
