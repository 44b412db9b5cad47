"""The start list: who enters a tournament, and who leaves it. Sections are of the DSU handbook unless FIDE is named."""

from typing import Final

from contracts.messages import EventData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    CancelEntry,
    EnterPlayer,
    EntryCancelled,
    PlayerEntered,
    PlayerWithdrawn,
    WithdrawPlayer,
)
from services.chess.tournament import Entry, Tournament
from services.registration.entries import barring, last_taken_part, paired_in
from services.registration.players import refuse_merged, registered
from services.registration.state import Completed, Running, State
from services.registration.view import View, quarantines_of

LAST_START_NUMBER: Final = 9999
"""What FIDE's report format has room for."""


def enter_player(command: EnterPlayer, state: State, known: View) -> list[EventData]:
    """
    Enter a registered player, also after rounds have been published: those he missed are zero-point byes.

    The same entry again changes nothing. Refused while he is in quarantine on any day of the tournament (§7, §19).
    """
    tournament = _announced(command, state)
    entry = tournament.entries.get(command.player)
    if entry is not None:
        return _entered_already(command, entry)
    _refuse_completed(command, state)
    player = registered(command.player, known)
    refuse_merged(command.player, known)
    _refuse_quarantined(command, tournament, known)
    return [
        PlayerEntered(
            tournament=command.tournament,
            player=command.player,
            name=player.name,
            federation=player.federation,
            title=player.title,
            start_number=_start_number(command, tournament),
            rating=command.rating,
        )
    ]


def withdraw_player(command: WithdrawPlayer, state: State, known: View) -> list[EventData]:
    """
    Withdraw a player after a round; he leaves the draw and his score stands (§16c).

    Not before a round in which he has a board or points. Once more with the same round changes nothing, with another
    one it moves; who would come back by it may not be in quarantine.
    """
    tournament = _announced(command, state)
    entry = _entry(command, tournament)
    if entry.withdrawn_after == command.after_round:
        return []
    _refuse_completed(command, state)
    rounds = tournament.announced.rounds
    if command.after_round > rounds:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"{command.tournament} has {rounds} rounds", rounds=rounds)
    taken_part = last_taken_part(tournament, command.player)
    if command.after_round < taken_part:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"{command.player} takes part in round {taken_part}, which is published; he can withdraw after it",
            published=taken_part,
        )
    if entry.withdrawn_after is not None and command.after_round > entry.withdrawn_after:
        _refuse_quarantined(command, tournament, known)
    return [
        PlayerWithdrawn(
            tournament=command.tournament,
            player=command.player,
            after_round=command.after_round,
            reason=command.reason,
        )
    ]


def cancel_entry(command: CancelEntry, state: State) -> list[EventData]:
    """Cancel the entry of a player who stands in no published round; one who does is withdrawn instead."""
    tournament = _announced(command, state)
    _entry(command, tournament)
    _refuse_completed(command, state)
    rounds = paired_in(tournament, command.player)
    if rounds:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"{command.player} stands in round {rounds[0]}, which is published; withdraw him instead",
            rounds=rounds,
        )
    return [EntryCancelled(tournament=command.tournament, player=command.player, reason=command.reason)]


def _announced(command: EnterPlayer | WithdrawPlayer | CancelEntry, state: State) -> Tournament:
    if isinstance(state, Running | Completed):
        return state.tournament
    raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {command.tournament} is announced")


def _refuse_completed(command: EnterPlayer | WithdrawPlayer | CancelEntry, state: State) -> None:
    if isinstance(state, Completed):
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.tournament} is completed; its start list stands")


def _refuse_quarantined(command: EnterPlayer | WithdrawPlayer, tournament: Tournament, known: View) -> None:
    quarantine = barring(quarantines_of(known, command.player), tournament, command.player)
    if quarantine is not None:
        raise Refused(
            RefusalCode.QUARANTINED,
            f"{command.player} is in quarantine from {quarantine.starts} until {quarantine.ends}",
            rule="DSU §7, §19",
            starts=quarantine.starts,
            ends=quarantine.ends,
        )


def _entry(command: WithdrawPlayer | CancelEntry, tournament: Tournament) -> Entry:
    entry = tournament.entries.get(command.player)
    if entry is None:
        raise Refused(RefusalCode.NOT_ENTERED, f"{command.player} is not entered in {command.tournament}")
    return entry


def _entered_already(command: EnterPlayer, entry: Entry) -> list[EventData]:
    if command.start_number not in (None, entry.start_number) or command.rating != entry.rating:
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.player} is already entered, with another start number or rating",
            entered=entry,
            offered=command,
        )
    if entry.withdrawn_after is not None:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"{command.player} is withdrawn after round {entry.withdrawn_after}; if he comes back, move the withdrawal",
            withdrawn_after=entry.withdrawn_after,
        )
    return []


def _start_number(command: EnterPlayer, tournament: Tournament) -> int:
    """Return the number asked for, or the one after the highest taken."""
    holders = {entry.start_number: entry.player for entry in tournament.entries.values()}
    number = command.start_number or max(holders, default=0) + 1
    if number in holders:
        raise Refused(
            RefusalCode.ALREADY_EXISTS, f"start number {number} is {holders[number]}'s", player=holders[number]
        )
    if number > LAST_START_NUMBER:
        raise Refused(RefusalCode.ALREADY_EXISTS, f"start number {LAST_START_NUMBER} is taken; name one that is free")
    return number
