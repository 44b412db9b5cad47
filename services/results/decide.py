"""What results decides: one function a command. Sections are of the DSU handbook unless FIDE is named."""

from contracts.messages import CommandData, EventData
from contracts.refusals import RefusalCode, Refused
from contracts.results import (
    CompleteTournament,
    CorrectResult,
    GameReported,
    ReportResult,
    ResultCorrected,
    RoundCompleted,
    TournamentCompleted,
)
from services.chess.tournament import Game, Round, Tournament, game_key
from services.results.state import Completed, Running, State, Unannounced
from services.results.view import View


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one tournament; raises `Refused`."""
    match command:
        case ReportResult():
            return report_result(command, state)
        case CorrectResult():
            return correct_result(command, state)
        case CompleteTournament():
            return complete_tournament(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"results does not decide {type(command).__name__}")


def report_result(command: ReportResult, state: State) -> list[EventData]:
    """
    Take the result of a board; the last one of a round completes it.

    The same result again changes nothing. Another one is refused with both values: two venues that report the same
    board differently must see it, and a change after that is a correction.
    """
    tournament = _announced(state)
    played, game = _board(tournament, command)
    if game.result is command.result:
        return []
    if game.result is not None:
        raise Refused(
            RefusalCode.RESULT_CONFLICT,
            f"round {command.round}, {command.white}-{command.black} is already reported as {game.result}, "
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
    last = len(played.open_games) == 1
    return [reported, *([RoundCompleted(tournament=command.tournament, round=command.round)] if last else [])]


def correct_result(command: CorrectResult, state: State) -> list[EventData]:
    """
    Correct a reported result, for pairing, standings or rating (FIDE C.05 F.7), at any later time.

    The sender names the value he expects to supersede; if it is no longer there, he is told what is.
    """
    tournament = _announced(state)
    _, game = _board(tournament, command)
    if game.result is None:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"round {command.round}, {command.white}-{command.black} has no result to correct; report it instead",
        )
    values = {scope: getattr(game, _FIELD[scope]) for scope in command.scope}
    if all(value is command.result for value in values.values()):
        return []
    unexpected = next((value for value in values.values() if value is not command.expected), None)
    if unexpected is not None:
        raise Refused(
            RefusalCode.UNEXPECTED_VALUE,
            f"round {command.round}, {command.white}-{command.black} is {unexpected}, not {command.expected}; "
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
    """Finish a tournament whose announced rounds are all published and all have their results."""
    tournament = _announced(state)
    if isinstance(state, Completed):
        return []
    announced, published = tournament.announced.rounds, len(tournament.rounds)
    if published < announced:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"{published} of the {announced} announced rounds are published",
            published=published,
            announced=announced,
        )
    missing = [
        (number, game.white, game.black)
        for number, played in enumerate(tournament.rounds, start=1)
        for game in played.open_games
    ]
    if missing:
        raise Refused(RefusalCode.INCOMPLETE, f"{len(missing)} boards have no result yet", boards=missing)
    return [TournamentCompleted(tournament=command.tournament, rounds=published)]


_FIELD = {"standings": "result", "rating": "rating", "pairing": "pairing"}


def _announced(state: State) -> Tournament:
    match state:
        case Unannounced():
            raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, "no such tournament is announced")
        case Running(tournament) | Completed(tournament):
            return tournament


def _board(tournament: Tournament, command: ReportResult | CorrectResult) -> tuple[Round, Game]:
    played = tournament.round(command.round)
    if played is None:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {command.round} is not published",
            published=len(tournament.rounds),
        )
    game = played.games.get(game_key(command.white, command.black))
    if game is not None:
        return played, game
    if game_key(command.black, command.white) in played.games:
        raise Refused(
            RefusalCode.BOARD_NOT_PAIRED,
            f"round {command.round}: {command.black} has White against {command.white}, not Black",
            paired=(command.black, command.white),
        )
    raise Refused(
        RefusalCode.BOARD_NOT_PAIRED, f"round {command.round}: {command.white} and {command.black} are not paired"
    )
