"""What registration decides: one function a command, by what it is about."""

from contracts.messages import CommandData, EventData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    AnnounceTournament,
    CancelEntry,
    EnterPlayer,
    MergePlayers,
    RegisterPlayer,
    SplitPlayers,
    WithdrawPlayer,
)
from services.registration.announce import announce_tournament
from services.registration.enter import cancel_entry, enter_player, withdraw_player
from services.registration.players import merge_players, register_player, split_players
from services.registration.state import State
from services.registration.view import View


def decide(command: CommandData, state: State, known: View) -> list[EventData]:
    """Decide a command on one player or one tournament; raises `Refused`."""
    match command:
        case RegisterPlayer():
            return register_player(command, state)
        case MergePlayers():
            return merge_players(command, state, known)
        case SplitPlayers():
            return split_players(command, state)
        case AnnounceTournament():
            return announce_tournament(command, state, known)
        case EnterPlayer():
            return enter_player(command, state, known)
        case WithdrawPlayer():
            return withdraw_player(command, state, known)
        case CancelEntry():
            return cancel_entry(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"registration does not decide {type(command).__name__}")
