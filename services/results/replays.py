"""The later games of an encounter put right: who has won it follows from its games."""

from contracts.messages import EventData
from contracts.points import DRAW
from contracts.refusals import RefusalCode, Refused
from contracts.results import CorrectReplay, ReplayCorrected, RoundCompleted, Scope
from services.results.board import board, known
from services.results.state import State


def correct_replay(command: CorrectReplay, state: State) -> list[EventData]:
    """
    Correct a later game of an encounter (DSU 4.10.7, 4.10.8), at any later time.

    The sender names the value he expects to supersede; if it is no longer there, he is told what is. The first win ends
    an encounter, so only its last game can be won. Where it was open, a win completes it, and the round with its last
    board.
    """
    tournament = known(state)
    _, game = board(tournament, command)
    if Scope.RATING in command.scope:
        raise Refused(
            RefusalCode.INVALID_PAYLOAD, "a replayed game is not rated; correct game 1 (correct-result)", field="scope"
        )
    count = 1 + len(game.replays)
    if command.game > count:
        raise Refused(
            RefusalCode.INCOMPLETE,
            f"game {command.game} of the encounter has no result to correct; it has {count} so far",
            games=count,
        )
    found = game.replays[command.game - 2]
    if found is command.result:
        return []
    if found is not command.expected:
        raise Refused(
            RefusalCode.UNEXPECTED_VALUE,
            f"game {command.game} is {found}, not {command.expected}; look at it again before correcting",
            expected=command.expected,
            found=found,
        )
    ends = command.result.points != (DRAW, DRAW)
    if ends and command.game < count:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"game {command.game + 1} was played after it: the first win ends an encounter, so game {command.game} "
            "was drawn",
            games=count,
        )
    corrected = ReplayCorrected(
        tournament=command.tournament,
        round=command.round,
        white=command.white,
        black=command.black,
        game=command.game,
        was=found,
        result=command.result,
        scope=command.scope,
        reason=command.reason,
    )
    last = ends and tournament.undecided(game) and tournament.last_open(command.round)
    return [corrected, *([RoundCompleted(tournament=command.tournament, round=command.round)] if last else [])]
