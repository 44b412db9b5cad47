"""What registration decides: one function a command. Sections are of the DSU handbook unless FIDE is named."""

from itertools import pairwise
from typing import Final

from contracts.ids import PlayerId
from contracts.messages import CommandData, EventData
from contracts.refusals import RefusalCode, Refused
from contracts.registration import (
    AnnounceTournament,
    CancelEntry,
    EnterPlayer,
    EntryCancelled,
    MergePlayers,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    PlayerWithdrawn,
    RegisterPlayer,
    SplitPlayers,
    TournamentAnnounced,
    WithdrawPlayer,
)
from services.chess.tournament import Entry, Tournament
from services.registration.entries import barring, last_taken_part, paired_in
from services.registration.state import Completed, Merged, Registered, Running, State
from services.registration.view import View, quarantines_of
from services.rules.anchor import check_rules

LAST_START_NUMBER: Final = 9999
"""What FIDE's report format has room for."""


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
            return announce_tournament(command, state)
        case EnterPlayer():
            return enter_player(command, state, known)
        case WithdrawPlayer():
            return withdraw_player(command, state, known)
        case CancelEntry():
            return cancel_entry(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"registration does not decide {type(command).__name__}")


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
        f"{command.player} is already registered, with other data",
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
    _registered(into, known)
    if isinstance(state, Merged):
        raise Refused(
            RefusalCode.WRONG_STATUS, f"{player} is merged into {state.into} already; split them first", into=state.into
        )
    _refuse_merged(into, known)
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


def announce_tournament(command: AnnounceTournament, state: State) -> list[EventData]:
    """
    Announce a tournament: its dates in order, one a round or none, under rules that exist.

    Where they are a federation's, rules of it must be in force at the tournament's dates.
    The same again changes nothing; another tournament under its id is refused with both.
    """
    announced = TournamentAnnounced(
        tournament=command.tournament,
        name=command.name,
        city=command.city,
        system=command.system,
        rounds=command.rounds,
        starts=command.starts,
        ends=command.ends,
        round_dates=command.round_dates,
        time_control=command.time_control,
        rating_rules=command.rating_rules,
        bye_points=command.bye_points,
        rating_options=tuple(sorted(set(command.rating_options))),
    )
    if isinstance(state, Running | Completed):
        if state.tournament.announced == announced:
            return []
        raise Refused(
            RefusalCode.ALREADY_EXISTS,
            f"{command.tournament} is already announced, with other data",
            announced=state.tournament.announced,
            offered=announced,
        )
    _refuse_dates(announced)
    check_rules(announced)
    return [announced]


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
    player = _registered(command.player, known)
    _refuse_merged(command.player, known)
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


def _registered(player: PlayerId, known: View) -> PlayerRegistered:
    found = known.players.get(player)
    if found is None:
        raise Refused(RefusalCode.UNKNOWN_PLAYER, f"no player {player} is registered", player=player)
    return found


def _refuse_merged(player: PlayerId, known: View) -> None:
    into = known.merged.get(player)
    if into is not None:
        raise Refused(RefusalCode.WRONG_STATUS, f"{player} is merged into {into}; name {into}", into=into)


def _refuse_dates(announced: TournamentAnnounced) -> None:
    starts, ends, dates = announced.starts, announced.ends, announced.round_dates
    if ends < starts:
        raise Refused(
            RefusalCode.INVALID_DATES, f"the tournament ends on {ends}, before its first day {starts}", starts=starts
        )
    if dates and len(dates) != announced.rounds:
        raise Refused(
            RefusalCode.INVALID_DATES,
            f"{len(dates)} dates for {announced.rounds} rounds; give one a round, or none",
            dates=len(dates),
            rounds=announced.rounds,
        )
    for number, day in enumerate(dates, start=1):
        if not starts <= day <= ends:
            raise Refused(
                RefusalCode.INVALID_DATES, f"round {number} on {day} is not within {starts} to {ends}", round=number
            )
    for number, (before, after) in enumerate(pairwise(dates), start=2):
        if after < before:
            raise Refused(
                RefusalCode.INVALID_DATES, f"round {number} on {after} is before the one on {before}", round=number
            )


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
