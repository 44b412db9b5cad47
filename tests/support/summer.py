"""A small tournament for stories: four players, two rounds."""

import datetime as dt

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, RoundPublished
from contracts.points import WIN, Result
from contracts.registration import PairingSystem, PlayerEntered, Title, TournamentAnnounced
from contracts.results import GameReported

SUMMER = TournamentId("summer")
ANNA, BO, CARL, DORA = (PlayerId(name) for name in ("anna", "bo", "carl", "dora"))

ANNOUNCED = TournamentAnnounced(
    tournament=SUMMER,
    name="Summer Open",
    city="Rundby",
    system=PairingSystem.GIVEN,
    rounds=2,
    starts=dt.date(2018, 4, 8),
    ends=dt.date(2018, 4, 15),
    round_dates=(),
    time_control="",
    rating_rules="dsu-2007",
    bye_points=WIN,
)
ENTRIES: tuple[EventData, ...] = tuple(
    PlayerEntered(
        tournament=SUMMER,
        player=player,
        name=player.title(),
        federation="DEN",
        title=Title.NONE,
        start_number=number,
        rating=2000 - 100 * number,
    )
    for number, player in enumerate((ANNA, BO, CARL, DORA), start=1)
)


def published(number: int, *boards: tuple[PlayerId, PlayerId]) -> RoundPublished:
    return RoundPublished(
        tournament=SUMMER,
        round=number,
        boards=tuple(Board(number=n, white=white, black=black) for n, (white, black) in enumerate(boards, start=1)),
        byes=(),
    )


ROUND_1 = published(1, (ANNA, CARL), (DORA, BO))
ROUND_2 = published(2, (BO, ANNA), (CARL, DORA))
STARTED: tuple[EventData, ...] = (ANNOUNCED, *ENTRIES, ROUND_1)


def reported(number: int, white: PlayerId, black: PlayerId, result: str) -> GameReported:
    return GameReported(tournament=SUMMER, round=number, white=white, black=black, result=Result(result))
