"""Rounds: proposed, published, started. Sections are of the DSU handbook unless FIDE is named."""

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import (
    Board,
    Bye,
    MakeRound,
    ProposeRound,
    PublishProposal,
    PublishRound,
    RoundProposed,
    RoundPublished,
    RoundStarted,
    StartRound,
)
from contracts.points import ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.chess.tournament import Round
from services.pairing.compare import by_the_system, difference, outdated
from services.pairing.faults import bench, faults
from services.pairing.layout import layout
from services.pairing.propose import boards_of, byes_of, propose, same
from services.pairing.publishable import check_players, check_round, refuse_no_board
from services.pairing.state import Completed, Running, State
from services.pairing.turn import announced, refuse_adjourned, refuse_by_hand, refuse_turn, running


def propose_round(command: ProposeRound, state: State) -> list[EventData]:
    """
    Pair a round by the tournament's system, and say why; the latest round until it has started, or the next.

    Proposed again with nothing changed, it is the same proposal.
    """
    known = running(state, command.tournament)
    refuse_turn(known, command.round)
    refuse_by_hand(known)
    proposed = propose(known, command.round, command.on)
    last = known.desk.proposals.get(command.round)
    return [] if last is not None and same(last, proposed) else [proposed]


def publish_proposal(command: PublishProposal, state: State) -> list[EventData]:
    """
    Publish a round as it was proposed.

    Refused when there is no such proposal, or when what it rests on has changed since: then it is proposed again.
    """
    known = announced(state, command.tournament)
    proposal = known.desk.proposals.get(command.round)
    if proposal is None:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {command.round} is not proposed; propose it first (propose-round), or publish it as given",
        )
    if command.proposal not in (None, proposal.proposal):
        raise Refused(
            RefusalCode.UNEXPECTED_VALUE,
            f"the latest proposal of round {command.round} is number {proposal.proposal}, not {command.proposal}",
            expected=command.proposal,
            found=proposal.proposal,
        )
    offer = _offer(proposal)
    published = known.tournament.round(command.round)
    if published is not None and as_offered(published, offer.boards, offer.byes):
        return []
    if isinstance(known, Running):
        _refuse_outdated(known, proposal)
    return [_published(offer, known, proposal.proposal)]


def publish_round(command: PublishRound, state: State) -> list[EventData]:
    """
    Publish the next round as given, or the latest one anew until it has started (§11d).

    A round that is published as offered changes nothing. A postponed game of an earlier round does not hold up the
    next one; an adjourned one does, where the round's day is known to be before its deadline (§11c). What breaks a rule
    is refused, unless it is forced or history; what differs from the system's pairing is kept with the round.
    """
    known = announced(state, command.tournament)
    published = known.tournament.round(command.round)
    if published is not None and as_offered(published, command.boards, command.byes):
        return []
    if known.tournament.announced.round_dates:
        refuse_adjourned(known.tournament, command.round, None)
    under_way = running(known, command.tournament)
    refuse_turn(under_way, command.round)
    refuse_by_hand(under_way)
    refuse_no_board(command.round, command.boards, command.byes)
    check_players(known.tournament, command.round, command.boards, command.byes)
    return [_as_given(command, under_way)]


def _as_given(command: PublishRound, state: Running) -> RoundPublished:
    now = layout(command.boards, command.byes)
    foreign = bool(command.elsewhere) or state.tournament.announced.system is PairingSystem.GIVEN
    found = faults(bench(state.tournament, state.desk, command.round, foreign=foreign), now)
    if found and not (command.force or command.elsewhere):
        raise Refused(
            RefusalCode.INVALID_PAIRING,
            "; ".join(one.text for one in found),
            rule=found[0].rule,
            faults=found,
            advice="force it with a reason, if it must be",
        )
    return RoundPublished(
        tournament=command.tournament,
        round=command.round,
        boards=tuple(sorted(command.boards, key=lambda board: board.number)),
        byes=command.byes,
        elsewhere=command.elsewhere,
        forced=command.force if found else "",
        overridden=found,
        difference=None if foreign else difference(now, by_the_system(state, command.round, None)),
    )


def make_round(command: MakeRound, state: State) -> list[EventData]:
    """
    Pair a round by the tournament's system and publish it.

    Made again until it has started it is paired again: after a late entry, say.
    """
    known = running(state, command.tournament)
    refuse_turn(known, command.round)
    refuse_by_hand(known)
    proposed = propose(known, command.round, command.on)
    offer = _offer(proposed)
    published = known.tournament.round(command.round)
    if published is not None and as_offered(published, offer.boards, offer.byes):
        return []
    return [proposed, _published(offer, known, proposed.proposal)]


def start_round(command: StartRound, state: State) -> list[EventData]:
    """Say that a published round's start time has come; from then on its pairing stands (§11d)."""
    known = announced(state, command.tournament)
    published = known.tournament.round(command.round)
    if published is None:
        raise Refused(
            RefusalCode.UNKNOWN_ROUND,
            f"round {command.round} is not published, so it cannot start",
            published=len(known.tournament.rounds),
        )
    if published.started or isinstance(known, Completed) or command.round < len(known.tournament.rounds):
        return []
    refuse_by_hand(known)
    return [RoundStarted(tournament=command.tournament, round=command.round)]


def as_offered(published: Round, boards: tuple[Board, ...], byes: tuple[Bye, ...]) -> bool:
    """Whether a round is published with these boards and byes."""
    standing = [Board(number=game.board, white=game.white, black=game.black) for game in published.games.values()]
    return standing == sorted(boards, key=lambda board: board.number) and _by_player(published.byes) == _by_player(byes)


def _by_player(byes: tuple[Bye, ...]) -> list[tuple[PlayerId, ByeKind]]:
    return sorted((bye.player, bye.kind) for bye in byes)


def _offer(proposal: RoundProposed) -> PublishRound:
    return PublishRound(
        tournament=proposal.tournament,
        round=proposal.round,
        boards=boards_of(proposal),
        byes=byes_of(proposal),
    )


def _published(offer: PublishRound, state: Running | Completed, proposal: int | None) -> RoundPublished:
    known = running(state, offer.tournament)
    refuse_turn(known, offer.round)
    refuse_by_hand(known)
    check_round(known.tournament, known.desk, offer.round, offer.boards, offer.byes)
    return RoundPublished(
        tournament=offer.tournament,
        round=offer.round,
        boards=tuple(sorted(offer.boards, key=lambda board: board.number)),
        byes=offer.byes,
        proposal=proposal,
    )


def _refuse_outdated(state: Running, proposal: RoundProposed) -> None:
    if not outdated(state, proposal):
        return
    number = proposal.round
    raise Refused(
        RefusalCode.UNEXPECTED_VALUE,
        f"proposal {proposal.proposal} of round {number} is out of date: something it rests on has changed; propose "
        "the round again",
        proposal=proposal.proposal,
        decided_at=proposal.decided_at,
        events=state.desk.events,
    )
