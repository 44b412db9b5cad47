"""What pairing decides: one function a command. Sections are of the DSU handbook unless FIDE is named."""

from typing import Final

from contracts.messages import CommandData, EventData
from contracts.pairing import Board, Bye, MakeRound, PublishRound, RoundPublished
from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem, TournamentAnnounced
from services.chess.tournament import Round, Tournament
from services.pairing.publishable import check_round
from services.pairing.request import request
from services.pairing.state import Completed, Running, State, Unannounced
from services.pairing.systems import catalogue, fide_dutch
from services.pairing.systems.interface import Proposal, System, Unpairable
from services.pairing.view import View


def decide(command: CommandData, state: State, _known: View) -> list[EventData]:
    """Decide a command on one tournament; raises `Refused`."""
    match command:
        case PublishRound():
            return publish_round(command, state)
        case MakeRound():
            return make_round(command, state)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND, f"pairing does not decide {type(command).__name__}")


def publish_round(command: PublishRound, state: State) -> list[EventData]:
    """
    Publish the next round, or the latest one anew while none of its results is known (§11d).

    A round that is published as offered changes nothing. A postponed game of an earlier round does not hold up the
    next one; that §11c lets nobody pair before its deadline is not checked, for no deadline is announced.
    """
    tournament = _announced(command, state)
    published = tournament.round(command.round)
    if published is not None and _as_offered(published, command):
        return []
    _refuse_turn(command, state, tournament)
    check_round(tournament, command.round, command.boards, command.byes)
    return [
        RoundPublished(
            tournament=command.tournament,
            round=command.round,
            boards=tuple(sorted(command.boards, key=lambda board: board.number)),
            byes=command.byes,
        )
    ]


def make_round(command: MakeRound, state: State) -> list[EventData]:
    """
    Pair a round by the tournament's system and publish it.

    Made again while none of its results is known it is paired again: after a late entry, say.
    """
    tournament = _announced(command, state)
    _refuse_turn(command, state, tournament)
    pair = _system(tournament.announced)
    try:
        proposal = pair(request(tournament, command.round))
    except Unpairable as unpairable:
        raise Refused(
            RefusalCode.UNPAIRABLE, f"{unpairable}; {unpairable.advice}", rule=unpairable.rule, round=command.round
        ) from unpairable
    return publish_round(_offer(command, tournament, proposal), state)


def _announced(command: PublishRound | MakeRound, state: State) -> Tournament:
    match state:
        case Unannounced():
            raise Refused(RefusalCode.UNKNOWN_TOURNAMENT, f"no tournament {command.tournament} is announced")
        case Running(tournament) | Completed(tournament):
            return tournament


def _as_offered(published: Round, offered: PublishRound) -> bool:
    boards = [Board(number=game.board, white=game.white, black=game.black) for game in published.games.values()]
    return boards == sorted(offered.boards, key=lambda board: board.number) and _by_player(
        published.byes
    ) == _by_player(offered.byes)


def _by_player(byes: tuple[Bye, ...]) -> list[Bye]:
    return sorted(byes, key=lambda bye: bye.player)


def _refuse_turn(command: PublishRound | MakeRound, state: State, tournament: Tournament) -> None:
    """Refuse a round that is neither the next one nor the latest, or that has begun."""
    number, published, rounds = command.round, len(tournament.rounds), tournament.announced.rounds
    if isinstance(state, Completed):
        raise Refused(RefusalCode.WRONG_STATUS, f"{command.tournament} is completed; its rounds stand")
    if number > rounds:
        raise Refused(RefusalCode.UNKNOWN_ROUND, f"{command.tournament} has {rounds} rounds", rounds=rounds)
    if number > published + 1:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND, f"the next round to publish is {published + 1}, not {number}", next=published + 1
        )
    if number < published:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} stands: round {published} is published after it",
            rule="DSU §11d",
            published=published,
        )
    begun = tournament.round(number)
    reported = [] if begun is None else [one.board for one in begun.games.values() if one.result is not None]
    if reported:
        raise Refused(
            RefusalCode.WRONG_STATUS,
            f"round {number} has begun: {len(reported)} of its boards are reported",
            rule="DSU §11d",
            boards=reported,
        )


def _system(announced: TournamentAnnounced) -> System:
    """Find the system a tournament was announced with, as its text stood when the tournament began."""
    match announced.system:
        case PairingSystem.GIVEN:
            raise Refused(
                RefusalCode.UNKNOWN_SYSTEM,
                f"{announced.tournament} is paired elsewhere; publish its rounds as they are given (publish-round)",
            )
        case PairingSystem.FIDE_DUTCH:
            return catalogue.system(fide_dutch.edition(announced.starts, announced.ends))
        case system:
            return catalogue.system(system)


_SWISS_BYES: Final = (ByeKind.PAIRING_ALLOCATED, ByeKind.ZERO_POINT)
_TABLE_BYES: Final = (ByeKind.ZERO_POINT, ByeKind.ZERO_POINT)
"""A free round of an all-play-all is no game and gives nothing (RULES §1.1); withdrawals are for the standings."""
_BRACKET_BYES: Final = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)
"""Who is free in a bracket goes on as if he had won (RULES §7.1)."""
_BYES: Final = {
    PairingSystem.BERGER: _TABLE_BYES,
    PairingSystem.GLADIATOR: _TABLE_BYES,
    PairingSystem.KNOCK_OUT: _BRACKET_BYES,
}
"""What a proposal's `bye` and its `free` are published as. Who is not in it at all is out: a zero-point bye."""


def _offer(command: MakeRound, tournament: Tournament, proposal: Proposal) -> PublishRound:
    players = {entry.start_number: entry.player for entry in tournament.entries.values()}
    allocated, free = _BYES.get(tournament.announced.system, _SWISS_BYES)
    kinds = {} if proposal.bye is None else {proposal.bye: allocated}
    kinds |= {one.number: free for one in proposal.free}
    seated = {number for pair in proposal.pairs for number in (pair.white, pair.black)}
    for entry in tournament.active(command.round):
        if entry.start_number not in seated:
            kinds.setdefault(entry.start_number, ByeKind.ZERO_POINT)
    return PublishRound(
        tournament=command.tournament,
        round=command.round,
        boards=tuple(
            Board(number=number, white=players[pair.white], black=players[pair.black])
            for number, pair in enumerate(proposal.pairs, start=1)
        ),
        byes=tuple(Bye(player=players[number], kind=kind) for number, kind in kinds.items()),
    )
