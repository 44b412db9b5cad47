"""A real tournament as events: the Summer Open, 137 players and 7 rounds, as a TRF file tells it."""

import datetime as dt
from functools import cache
from pathlib import Path

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import Result
from contracts.rating import StartRatingSet
from contracts.registration import PairingSystem, PlayerEntered, Title, TournamentAnnounced
from contracts.results import EVERYTHING, GameReported, ResultCorrected, RoundCompleted, TournamentCompleted
from services.chess.trf import Trf, boards, byes, read

FILE = Path(__file__).parents[1] / "data" / "trf" / "summer-open-137p-7r.trf"
OPEN = TournamentId("open")


@cache
def trf() -> Trf:
    return read(FILE.read_text(encoding="utf-8"))


def player(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def announced() -> TournamentAnnounced:
    return TournamentAnnounced(
        tournament=OPEN,
        name=trf().name,
        city=trf().city,
        system=PairingSystem.GIVEN,
        rounds=trf().rounds,
        starts=dt.date.fromisoformat(trf().start or ""),
        ends=dt.date.fromisoformat(trf().end or ""),
        round_dates=(),
        time_control="",
        rating_rules="dsu-2007",
        bye_points=trf().points.pairing_bye,
    )


def entries() -> list[EventData]:
    return [
        PlayerEntered(
            tournament=OPEN,
            player=player(one.number),
            name=one.name,
            federation=one.federation,
            title=Title.NONE,
            start_number=one.number,
            rating=one.rating or None,
        )
        for one in trf().players
    ]


def start_ratings() -> list[EventData]:
    return [StartRatingSet(player=player(one.number), rating=one.rating) for one in trf().players if one.rating]


def round_of(number: int) -> list[EventData]:
    """A round published, reported board by board, and completed."""
    paired = boards(trf(), number)
    return [
        RoundPublished(
            tournament=OPEN,
            round=number,
            boards=tuple(
                Board(number=place, white=player(white), black=player(black))
                for place, (white, black, _) in enumerate(paired, start=1)
            ),
            byes=tuple(Bye(player=player(one), kind=kind) for one, kind in byes(trf(), number)),
        ),
        *(
            GameReported(tournament=OPEN, round=number, white=player(white), black=player(black), result=result)
            for white, black, result in paired
            if result is not None
        ),
        RoundCompleted(tournament=OPEN, round=number),
    ]


@cache
def story() -> tuple[EventData, ...]:
    """The whole tournament, from its announcement to its completion."""
    rounds = [event for number in range(1, trf().rounds + 1) for event in round_of(number)]
    return (announced(), *entries(), *rounds, TournamentCompleted(tournament=OPEN, rounds=trf().rounds))


def correction(number: int, was: Result, result: Result) -> ResultCorrected:
    """The first board of a round that ended in a certain way is corrected."""
    found = next(one for one in round_of(number) if isinstance(one, GameReported) and one.result is was)
    return ResultCorrected(
        tournament=OPEN,
        round=number,
        white=found.white,
        black=found.black,
        was=was,
        result=result,
        scope=EVERYTHING,
        reason="the score sheets say so",
    )
