"""The rounds of a file that two players meet in, as they were published, and the byes of those to come."""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from contracts.ids import PlayerId, TournamentId
from contracts.pairing import Board, Bye, PublishRound, RequestBye
from contracts.points import ByeKind
from contracts.results import ReportResult
from services.chess import trf
from services.chess.trf import Trf
from services.cli.plan.model import Planned, RoundPlan

PAIRED_BY: Final = "another program, as a tournament report file tells it"
"""A round of a file is history: it is taken as it is, and not compared with a pairing of ours."""


def published(event: Trf) -> int:
    """Say how many rounds have been paired: up to the last in which two players meet."""
    paired = (
        number for one in event.players for number, cell in enumerate(one.rounds, start=1) if cell.opponent is not None
    )
    return max(paired, default=0)


def round_plan(
    event: Trf, number: int, tournament: TournamentId, ids: Mapping[int, PlayerId], day: dt.date
) -> RoundPlan:
    """Make a round's publication, in the order of FIDE C.04.2, and the reports of its results on its day."""
    boards, byes = trf.boards(event, number), dict(trf.byes(event, number))
    playing = {player for white, black, _ in boards for player in (white, black)}
    # A blank cell in a round that was played: he was not there. A published round names everybody.
    free = {one.number: byes.get(one.number, ByeKind.ZERO_POINT) for one in event.players if one.number not in playing}
    publish = PublishRound(
        tournament=tournament,
        round=number,
        boards=tuple(
            Board(number=place, white=ids[white], black=ids[black])
            for place, (white, black, _) in enumerate(boards, start=1)
        ),
        byes=tuple(Bye(player=ids[player], kind=kind) for player, kind in sorted(free.items())),
        elsewhere=PAIRED_BY,
    )
    results = tuple(
        Planned(
            ReportResult(tournament=tournament, round=number, white=ids[white], black=ids[black], result=result), day
        )
        for white, black, result in boards
        if result is not None
    )
    return RoundPlan(Planned(publish, day), results)


def coming_byes(event: Trf, tournament: TournamentId, ids: Mapping[int, PlayerId]) -> tuple[Planned[RequestBye], ...]:
    """Ask for the byes of rounds that are not paired yet; a pairing's own bye is none of them."""
    following = published(event) + 1
    found = {(one, following): ByeKind.ZERO_POINT for one in event.absent if following <= event.rounds}
    found |= {(one.number, one.round): ByeKind(one.code) for one in event.byes if one.round >= following}
    found |= {
        (one.number, number): ByeKind(cell.code)
        for one in event.players
        for number, cell in enumerate(one.rounds, start=1)
        if number >= following and cell.code and cell.code != ByeKind.PAIRING_ALLOCATED
    }
    return tuple(
        Planned(RequestBye(tournament=tournament, player=ids[one], round=number, kind=kind))
        for (one, number), kind in found.items()
    )
