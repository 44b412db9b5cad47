"""The register: who is a player, and who is another one."""

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    MergePlayers,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    RegisterPlayer,
    SplitPlayers,
)
from services.registration.differences import differing
from services.registration.state import Merged, Registered, State
from services.registration.view import View


def register_player(command: RegisterPlayer, state: State) -> list[EventData]:
    """Register a player. The same data again changes nothing; other data under his id is refused with both."""
    registered = PlayerRegistered(
        player=command.player,
        name=command.name,
        federation=command.federation,
        title=command.title,
        born=command.born,
        fide_id=command.fide_id,
    )
    if not isinstance(state, Registered | Merged):
        return [registered]
    if state.player == registered:
        return []
    raise Refused(
        RefusalCode.ALREADY_EXISTS,
        f"{command.player} is already registered, otherwise: {differing(state.player, registered)}",
        registered=state.player,
        offered=registered,
    )


def merge_players(command: MergePlayers, state: State, known: View) -> list[EventData]:
    """
    Link a player to the one who is kept. The same again changes nothing.

    Refused where it is not certain whose a game is: both are in one tournament, or one of them is in another merge.
    """
    player, into = command.player, command.into
    if isinstance(state, Merged) and state.into == into:
        return []
    if player == into:
        raise Refused(RefusalCode.INVALID_PAYLOAD, f"{player} cannot be merged into himself")
    if not isinstance(state, Registered | Merged):
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    registered(into, known)
    if isinstance(state, Merged):
        raise Refused(
            RefusalCode.WRONG_STATUS, f"{player} is merged into {state.into} already; split them first", into=state.into
        )
    refuse_merged(into, known)
    others = sorted(other for other, kept in known.merged.items() if kept == player)
    if others:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"{', '.join(others)} is merged into {player}; merge that player into {into} instead",
            merged=others,
        )
    same = sorted(name for name, one in known.tournaments.items() if player in one.entries and into in one.entries)
    if same:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{player} and {into} are both in {', '.join(same)}: they cannot be one player",
            tournaments=same,
        )
    return [PlayersMerged(player=player, into=into, reason=command.reason)]


def split_players(command: SplitPlayers, state: State) -> list[EventData]:
    """Undo a merge; refused if there is none."""
    if not isinstance(state, Merged):
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.player} is not merged into anybody")
    return [PlayersSplit(player=command.player, into=state.into, reason=command.reason)]


def registered(player: PlayerId, known: View) -> PlayerRegistered:
    """Return a player of the register; refuses one who is not in it."""
    found = known.players.get(player)
    if found is None:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    return found


def refuse_merged(player: PlayerId, known: View) -> None:
    """Refuse a player who is another one, whom the command should name."""
    into = known.merged.get(player)
    if into is not None:
        raise Refused(RefusalCode.WRONG_STATUS, f"{player} is merged into {into}; name {into}", into=into)
