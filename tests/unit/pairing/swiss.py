"""Swiss tournaments of any size for stories of pairing: announced, entered, round by round."""

import datetime as dt
from collections.abc import Sequence

import msgspec

from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import ByeKind, Result
from contracts.registration import PairingSystem, PlayerEntered, PlayerWithdrawn, Title, TournamentAnnounced
from contracts.results import GameReported
from services.pairing.state import State, evolve, initial
from tests.support.summer import ANNOUNCED, SUMMER

MONRAD = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.MONRAD_SSF, rounds=4)
DUTCH = msgspec.structs.replace(
    ANNOUNCED,
    system=PairingSystem.FIDE_DUTCH,
    rounds=4,
    starts=dt.date(2026, 4, 8),
    ends=dt.date(2026, 4, 15),
)


def p(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def entered(number: int, rating: int | None = None, title: Title = Title.NONE) -> PlayerEntered:
    return PlayerEntered(
        tournament=SUMMER,
        player=p(number),
        name=f"Player {number}",
        federation="DEN",
        title=title,
        start_number=number,
        rating=2400 - 50 * number if rating is None else rating,
    )


def opened(announced: TournamentAnnounced, players: int) -> tuple[EventData, ...]:
    return (announced, *(entered(number) for number in range(1, players + 1)))


def published(number: int, *pairs: tuple[int, int], byes: Sequence[Bye] = ()) -> RoundPublished:
    return RoundPublished(
        tournament=SUMMER,
        round=number,
        boards=tuple(Board(number=n, white=p(white), black=p(black)) for n, (white, black) in enumerate(pairs, 1)),
        byes=tuple(byes),
    )


def bye(number: int, kind: ByeKind = ByeKind.PAIRING_ALLOCATED) -> Bye:
    return Bye(player=p(number), kind=kind)


def reported(number: int, white: int, black: int, result: str) -> GameReported:
    return GameReported(tournament=SUMMER, round=number, white=p(white), black=p(black), result=Result(result))


def withdrawn(number: int, after_round: int) -> PlayerWithdrawn:
    return PlayerWithdrawn(tournament=SUMMER, player=p(number), after_round=after_round, reason="")


def folded(*events: EventData) -> State:
    state = initial()
    for event in events:
        state = evolve(state, event)
    return state
