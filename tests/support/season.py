"""Announced tournaments with every round published, so that any number of boards can be reported."""

import datetime as dt
from collections.abc import Iterator

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, RoundPublished
from contracts.points import WIN, Result
from contracts.registration import PairingSystem, PlayerEntered, Title, TournamentAnnounced
from contracts.results import ReportResult
from contracts.units import tournament_unit
from services.pairing.systems import berger
from services.runtime.log import EventLog
from tests.support.records import appended

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def opening(tournament: TournamentId, players: int, count: int) -> Iterator[EventData]:
    """Announce a tournament, enter its players, publish its rounds."""
    yield TournamentAnnounced(
        tournament=tournament,
        name=tournament,
        city="",
        system=PairingSystem.GIVEN,
        rounds=count,
        starts=dt.date(2026, 1, 1),
        ends=dt.date(2026, 3, 1),
        round_dates=(),
        time_control="",
        rating_rules="dsu-2007",
        bye_points=WIN,
    )
    for number in range(1, players + 1):
        yield PlayerEntered(
            tournament=tournament,
            player=PlayerId(f"p{number}"),
            name=f"Player {number}",
            federation="DEN",
            title=Title.NONE,
            start_number=number,
            rating=2400 - 10 * number,
        )
    for number, boards in enumerate(berger.rounds_of(players)[:count], start=1):
        yield RoundPublished(
            tournament=tournament,
            round=number,
            boards=tuple(
                Board(number=board, white=PlayerId(f"p{white}"), black=PlayerId(f"p{black}"))
                for board, (white, black) in enumerate(boards, start=1)
            ),
            byes=(),
        )


async def opened(log: EventLog, tournaments: int, players: int, count: int) -> list[ReportResult]:
    """Write the openings of tournaments `t1`, `t2`, … and return the reports they wait for, tournament by turn."""
    reports: list[list[ReportResult]] = []
    for number in range(1, tournaments + 1):
        tournament = TournamentId(f"t{number}")
        await appended(log, tournament_unit(tournament), list(opening(tournament, players, count)))
        reports.append(
            [
                ReportResult(
                    tournament=tournament,
                    round=round_,
                    white=PlayerId(f"p{white}"),
                    black=PlayerId(f"p{black}"),
                    result=RESULTS[(white + black + round_) % 3],
                )
                for round_, boards in enumerate(berger.rounds_of(players)[:count], start=1)
                for white, black in boards
            ]
        )
    return [report for together in zip(*reports, strict=True) for report in together]
