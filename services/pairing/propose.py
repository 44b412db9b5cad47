"""A round by the tournament's system, as an event: who meets whom, the byes, the floats, and every reason."""

import datetime as dt
from typing import Final

import msgspec

from contracts.arrangements import Floated
from contracts.arrangements import Reason as Told
from contracts.ids import PlayerId
from contracts.pairing import Board, Bye, ProposedBoard, ProposedBye, RoundProposed
from contracts.points import DRAW, ByeKind
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem, TournamentAnnounced
from services.chess.tournament import Tournament
from services.pairing.publishable import check_round
from services.pairing.request import request
from services.pairing.state import Running
from services.pairing.systems import catalogue, fide_dutch
from services.pairing.systems.interface import Contestant, Proposal, Reason, Request, Unpairable
from services.pairing.turn import refuse_adjourned

LONGEST: Final = 600_000
"""Characters of all reasons together: with the boards of a thousand players the event stays below 1 MB."""
_CUT: Final = 400
"""Characters that are kept of each reason where all together are too many."""

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
_FLOATS: Final = frozenset(
    {
        PairingSystem.FIDE_DUTCH,
        PairingSystem.FIDE_1998,
        PairingSystem.DUBOV_1997,
        PairingSystem.DUBOV_2026,
        PairingSystem.DANSK_SCHWEIZER,
    }
)
"""The systems whose regulations know floats."""


def propose(state: Running, number: int, day: dt.date | None) -> RoundProposed:
    """
    Pair a round; its turn is the caller's matter.

    Refused: an adjourned game before its deadline (§11c), a tournament paired elsewhere, a round without players, and
    `UNPAIRABLE` with what an arbiter can do. A refusal changes nothing.
    """
    tournament = state.tournament
    refuse_adjourned(tournament, number, day)
    entry = system_of(tournament.announced)
    asked = request(tournament, number, state.desk)
    _refuse_nobody(asked)
    try:
        proposal = entry.pair(asked)
    except Unpairable as unpairable:
        raise Refused(
            RefusalCode.UNPAIRABLE,
            unpairable.sentence,
            rule=unpairable.rule,
            round=number,
            advice=f"{unpairable.advice} (begin-manual-pairing pairs by hand; the tournament can be completed early)",
        ) from unpairable
    proposed = _event(state, entry, asked, proposal)
    _refuse_unpublishable(state, proposed)
    return proposed


def boards_of(proposed: RoundProposed) -> tuple[Board, ...]:
    """Give the boards of a proposal as a round has them."""
    return tuple(Board(number=one.number, white=one.white, black=one.black) for one in proposed.boards)


def byes_of(proposed: RoundProposed) -> tuple[Bye, ...]:
    """Give the byes of a proposal as a round has them."""
    return tuple(Bye(player=one.player, kind=one.kind, against=one.against) for one in proposed.byes)


def _refuse_unpublishable(state: Running, proposed: RoundProposed) -> None:
    """
    Refuse what a system made that no round may be: every proposal can be published.

    A table or bracket goes its way, whatever was paired by hand before: two whom it pairs may have met.
    """
    try:
        check_round(state.tournament, state.desk, proposed.round, boards_of(proposed), byes_of(proposed))
    except Refused as refused:
        advice = "pair the round by hand (begin-manual-pairing)"
        raise Refused(
            RefusalCode.UNPAIRABLE,
            f"the system's pairing of round {proposed.round} cannot stand: {refused.refusal.message}; {advice}",
            rule=refused.refusal.rule,
            round=proposed.round,
            advice=advice,
        ) from refused


def system_of(announced: TournamentAnnounced) -> catalogue.Entry:
    """Find the system a tournament was announced with, as its text stood when the tournament began."""
    match announced.system:
        case PairingSystem.GIVEN:
            raise Refused(
                RefusalCode.UNKNOWN_SYSTEM,
                f"{announced.tournament} was announced as paired elsewhere; its rounds are published as given. "
                "What is to be paired here is announced, or imported, with its system",
            )
        case PairingSystem.FIDE_DUTCH:
            return catalogue.entry(fide_dutch.edition(announced.starts, announced.ends))
        case system:
            return catalogue.entry(system)


def _refuse_nobody(asked: Request) -> None:
    if all(one.absent is not None for one in asked.contestants):
        advice = "complete the tournament with a reason, or let somebody come back"
        raise Refused(
            RefusalCode.UNPAIRABLE,
            f"nobody is left to be paired in round {asked.round}; {advice}",
            round=asked.round,
            advice=advice,
        )


def _event(state: Running, entry: catalogue.Entry, asked: Request, proposal: Proposal) -> RoundProposed:
    tournament = state.tournament
    players = {one.start_number: one.player for one in tournament.entries.values()}
    table = _Table()
    boards = tuple(
        ProposedBoard(
            number=place, white=players[pair.white], black=players[pair.black], because=table.places(pair.reasons)
        )
        for place, pair in enumerate(proposal.pairs, start=1)
    )
    against = {one.number: players[one.against] for one in proposal.free if one.against is not None}
    byes = tuple(
        ProposedBye(player=players[number], kind=kind, because=table.places(reasons), against=against.get(number))
        for number, (kind, reasons) in _byes(tournament, asked, proposal).items()
    )
    notes = table.places(proposal.notes)
    active = sum(one.absent is None for one in asked.contestants)
    warnings = (
        catalogue.warnings(entry.name, active, asked.rounds)
        if asked.round == 1
        else _unreported(tournament, asked.round)
    )
    last = state.desk.proposals.get(asked.round)
    return RoundProposed(
        tournament=tournament.announced.tournament,
        round=asked.round,
        proposal=1 if last is None else last.proposal + 1,
        boards=boards,
        byes=byes,
        floats=_floats(asked, proposal, players) if tournament.announced.system in _FLOATS else (),
        notes=notes,
        reasons=table.told,
        abbreviated=table.too_long,
        system=entry.name,
        regulation=entry.regulation,
        reconstruction=entry.reconstruction,
        warnings=tuple(Told(rule=one.rule, text=one.text) for one in warnings),
        decided_at=state.desk.events,
    )


def _unreported(tournament: Tournament, number: int) -> tuple[Reason, ...]:
    """Warn of boards of earlier rounds without a result that nobody has put off: they are paired on as if one had."""
    silent = {
        earlier: waiting
        for earlier, played in enumerate(tournament.rounds[: number - 1], start=1)
        if (waiting := [one.board for one in played.games.values() if one.result is None and one.open_until is None])
    }
    if not silent:
        return ()
    count = sum(map(len, silent.values()))
    boards = "1 board" if count == 1 else f"{count} boards"
    which = "; ".join(_which(tournament, earlier, waiting) for earlier, waiting in silent.items())
    text = f"{boards} without a result ({which}): each counts as a postponed game in this pairing"
    return (Reason(rule="DSU §11; SSF §15A.2", text=text),)


def _which(tournament: Tournament, number: int, boards: list[int]) -> str:
    if len(boards) == len(tournament.rounds[number - 1].games):
        return f"round {number}, all boards"
    return f"round {number}, {'board' if len(boards) == 1 else 'boards'} {', '.join(map(str, boards))}"


class _Table:
    """The reasons of a round, each once: a group of three hundred is told one time, not at each of its boards."""

    def __init__(self) -> None:
        self._places: dict[Reason, int] = {}

    def places(self, reasons: tuple[Reason, ...]) -> tuple[int, ...]:
        return tuple(self._places.setdefault(reason, len(self._places)) for reason in reasons)

    @property
    def too_long(self) -> bool:
        return sum(len(one.text) for one in self._places) > LONGEST

    @property
    def told(self) -> tuple[Told, ...]:
        most = _CUT if self.too_long else LONGEST
        return tuple(Told(rule=one.rule, text=_cut(one.text, most)) for one in self._places)


def _cut(text: str, most: int) -> str:
    """Cut a text that is too long, and say so in it."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} characters more, left out for size)"


def _byes(tournament: Tournament, asked: Request, proposal: Proposal) -> dict[int, tuple[ByeKind, tuple[Reason, ...]]]:
    """Say who has no opponent, as what bye, and why; who has withdrawn has no place in a round at all."""
    allocated, free = _BYES.get(tournament.announced.system, _SWISS_BYES)
    byes: dict[int, tuple[ByeKind, tuple[Reason, ...]]] = {}
    if proposal.bye is not None:
        byes[proposal.bye] = (allocated, proposal.bye_reasons)
    byes |= {one.number: (free, one.reasons) for one in proposal.free}
    seated = {number for pair in proposal.pairs for number in (pair.white, pair.black)}
    contestants = {one.number: one for one in asked.contestants}
    for entry in tournament.active(asked.round):
        number = entry.start_number
        if number not in seated:
            byes.setdefault(number, (contestants[number].absent or ByeKind.ZERO_POINT, ()))
    return byes


def _floats(asked: Request, proposal: Proposal, players: dict[int, PlayerId]) -> tuple[Floated, ...]:
    """Name who is paired outside his score group; an unfinished game counts as a draw, as for the pairing."""
    score = {one.number: _score(one, asked.round) for one in asked.contestants}
    floats = []
    for pair in proposal.pairs:
        white, black = score[pair.white], score[pair.black]
        if white != black:
            higher, lower = (pair.white, pair.black) if white > black else (pair.black, pair.white)
            floats.append(Floated(player=players[higher], direction="down"))
            floats.append(Floated(player=players[lower], direction="up"))
    if proposal.bye is not None:
        floats.append(Floated(player=players[proposal.bye], direction="down"))
    return tuple(floats)


def _score(one: Contestant, number: int) -> int:
    virtual = one.acceleration[number - 1] if len(one.acceleration) >= number else 0
    return virtual + sum(DRAW if past.unfinished else past.points for past in one.past)


def same(one: RoundProposed, other: RoundProposed) -> bool:
    """Whether two proposals say the same, whenever they were made."""
    return one == msgspec.structs.replace(other, proposal=one.proposal, decided_at=one.decided_at)
