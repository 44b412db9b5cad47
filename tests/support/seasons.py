"""Random seasons: tournaments that overlap, late reports, corrections, start ratings set late or never."""

import datetime as dt
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from contracts.envelope import Fact
from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, RoundPublished
from contracts.points import Result
from contracts.rating import StartRatingSet
from contracts.registration import PairingSystem, PlayerEntered, Title, TournamentAnnounced
from contracts.results import EVERYTHING, GameReported, ResultCorrected, Scope, TournamentCompleted
from tests.support.facts import fact

JANUARY = dt.date(2018, 1, 1)
Stream = tuple[Fact[EventData], ...]
"""The events of one unit, in their order."""

_PLAYERS = tuple(PlayerId(name) for name in ("anna", "bo", "carl", "dora", "eva", "finn"))
_ORDINARY = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_SCOPES = (EVERYTHING, (Scope.RATING,), (Scope.STANDINGS,), (Scope.PAIRING,))


class Season(NamedTuple):
    """Start ratings, each a stream of its own, and tournaments in chronological order."""

    starts: tuple[Stream, ...]
    tournaments: tuple[Stream, ...]

    def in_order(self) -> list[Fact[EventData]]:
        """Every event where it would stand had everything been reported and corrected at once."""
        return [one for stream in (*self.starts, *self.tournaments) for one in stream]

    def shuffled(self, random: Random) -> list[Fact[EventData]]:
        """Every event as it may arrive: only the order within a unit is kept."""
        timed = []
        for place, stream in enumerate((*self.starts, *self.tournaments)):
            begins, pace = random.randint(0, 1000), random.randint(1, 60)
            timed += [(begins + pace * index, place, one) for index, one in enumerate(stream)]
        return [one for _, _, one in sorted(timed, key=lambda arriving: arriving[:2])]


def day(number: int) -> dt.date:
    return JANUARY + dt.timedelta(days=number)


def season(random: Random) -> Season:
    """Make a season of six players: their careers cross all the time."""
    starting = random.sample(_PLAYERS, random.randint(4, 6))
    starts = tuple(
        (
            _fact(
                f"start-{player}",
                0,
                StartRatingSet(player=player, rating=random.randint(950, 2500)),
                random.choice((0, 0, 0, 0, 10, 20, 30, 50)),
            ),
        )
        for player in starting
    )
    tournaments = sorted((_tournament(random, number) for number in range(random.randint(3, 8))), key=_order)
    return Season(starts, tuple(tournaments))


seasons = st.builds(season, st.randoms(use_true_random=True))


def _tournament(random: Random, number: int) -> Stream:
    tournament = TournamentId(f"t{number}")
    starts = random.randint(0, 40)
    ends = starts + random.choice((0, 0, 1, 5, 10, 30))
    players = random.sample(_PLAYERS, random.randint(2, 5))
    games = [_game(random, players) for _ in range(random.randint(3, 12))]
    data: list[EventData] = [_announced(tournament, starts, ends, len(games))]
    data += [_entered(tournament, player, place) for place, player in enumerate(players, start=1)]
    for round_, (white, black, result) in enumerate(games, start=1):
        board = Board(number=1, white=white, black=black)
        data += [
            RoundPublished(tournament=tournament, round=round_, boards=(board,), byes=()),
            GameReported(tournament=tournament, round=round_, white=white, black=black, result=result),
        ]
    data.append(TournamentCompleted(tournament=tournament, rounds=len(games)))
    for _ in range(random.choice((0, 0, 1, 2))):
        round_ = random.randint(1, len(games))
        white, black, was = games[round_ - 1]
        data.append(
            ResultCorrected(
                tournament=tournament,
                round=round_,
                white=white,
                black=black,
                was=was,
                result=_result(random),
                scope=random.choice(_SCOPES),
                reason="score sheets",
            )
        )
    return tuple(_fact(tournament, index, one, ends) for index, one in enumerate(data))


def _game(random: Random, players: list[PlayerId]) -> tuple[PlayerId, PlayerId, Result]:
    white, black = random.sample(players, 2)
    return white, black, _result(random)


def _result(random: Random) -> Result:
    results: list[Result] = [*_ORDINARY, *_ORDINARY, *_ORDINARY, *Result]
    return random.choice(results)


def _announced(tournament: TournamentId, starts: int, ends: int, rounds: int) -> TournamentAnnounced:
    return TournamentAnnounced(
        tournament=tournament,
        name=tournament,
        city="",
        system=PairingSystem.GIVEN,
        rounds=rounds,
        starts=day(starts),
        ends=day(ends),
        round_dates=(),
        time_control="",
        rating_rules="dsu-2007",
        bye_points=Result.WHITE_WINS.points[0],
    )


def _entered(tournament: TournamentId, player: PlayerId, place: int) -> PlayerEntered:
    return PlayerEntered(
        tournament=tournament,
        player=player,
        name=player.title(),
        federation="DEN",
        title=Title.NONE,
        start_number=place,
        rating=None,
    )


def _fact(unit: str, index: int, data: EventData, number: int) -> Fact[EventData]:
    return fact(data, command=f"{unit}-{index}", effective=day(number))


def _order(stream: Sequence[Fact[Any]]) -> tuple[dt.date, dt.date, TournamentId]:
    announced: TournamentAnnounced = stream[0].data
    return announced.ends, announced.starts, announced.tournament
