"""
Random seasons: tournaments that overlap, late reports, corrections, start ratings set late or never, merged players.

They lie in 2024, so that the adjustments of 1 March (FIDE) and 1 June (DSU) fall into them.
"""

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
from contracts.rating import (
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
)
from contracts.registration import (
    PairingSystem,
    PlayerEntered,
    PlayerWithdrawn,
    RatingOption,
    Title,
    TournamentAnnounced,
)
from contracts.results import (
    EVERYTHING,
    CancellationDecided,
    GameFinishedLate,
    GameReported,
    ResultCorrected,
    Scope,
    TournamentCompleted,
)
from tests.support.season_streams import (
    DAYS,
    PLAYERS,
    Stream,
    abroad,
    changed,
    day,
    merged,
    registered,
    started,
    stream_of,
)

ONE_SET: tuple[tuple[str, ...], ...] = (("dsu-2007",), ("ssf-2002",), ("fide-2000",), ("fide-2024",))
EVERY_SET = (*ONE_SET, ("dsu", "fide", "fide-2000", "fide-2024", "ssf-2002", "dsu-1907"))

_ORDINARY = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_SCOPES = (EVERYTHING, (Scope.RATING,), (Scope.STANDINGS,), (Scope.PAIRING,))


class Season(NamedTuple):
    """Registrations, numbers given and other changes, each a stream of its own, and tournaments in order."""

    starts: tuple[Stream, ...]
    tournaments: tuple[Stream, ...]

    def __repr__(self) -> str:
        return f"a season of {len(self.tournaments)} tournaments and {len(self.starts)} other streams"

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


def season(random: Random, sets: Sequence[Sequence[str]] = EVERY_SET) -> Season:
    """Make a season of seven players: their careers cross all the time."""
    rules = random.choice(sets)
    many = range(random.randint(3, 8))
    tournaments = sorted((_tournament(random, number, random.choice(rules)) for number in many), key=_order)
    streams = [*registered(random), *started(random, rules), *changed(random), *merged(random)]
    if random.random() < 0.2:
        withdrawn = TournamentWithdrawnFromRating(tournament=TournamentId("t0"), reason="not played to the rules")
        restored = TournamentRestoredToRating(tournament=withdrawn.tournament, reason="it was, after all")
        again = [(restored, 0)] if random.random() < 0.5 else []
        streams.append(stream_of("withdrawn", (withdrawn, 0), *again))
    if random.random() < 0.3:
        streams.append(abroad(random, random.choice(rules)))
    return Season(tuple(streams), tuple(tournaments))


def seasons_of(*sets: Sequence[str]) -> st.SearchStrategy[Season]:
    return st.builds(season, st.randoms(use_true_random=True), st.just(sets or EVERY_SET))


seasons = seasons_of()


def _tournament(random: Random, number: int, rules: str) -> Stream:
    tournament = TournamentId(f"t{number}")
    starts = random.randint(0, DAYS)
    ends = starts + random.choice((0, 0, 1, 5, 10, 30, 60))
    players = random.sample(PLAYERS, random.randint(2, 6))
    games = [_game(random, players) for _ in range(random.randint(3, 12))]
    data: list[EventData] = [_announced(random, tournament, (starts, ends), len(games), rules)]
    data += [_entered(random, tournament, player, place) for place, player in enumerate(players, start=1)]
    for round_, (white, black, result) in enumerate(games, start=1):
        board = Board(number=1, white=white, black=black)
        data += [
            RoundPublished(tournament=tournament, round=round_, boards=(board,), byes=()),
            GameReported(tournament=tournament, round=round_, white=white, black=black, result=result),
        ]
    if random.random() < 0.2:
        out = PlayerWithdrawn(
            tournament=tournament, player=random.choice(players), after_round=random.randint(0, len(games)), reason=""
        )
        data.insert(random.randint(1 + len(players), len(data)), out)
    for _ in range(random.choice((0, 0, 1, 2))):
        data.append(_cancellation(random, tournament, games))
    for _ in range(random.choice((0, 0, 1, 2))):
        round_ = random.randint(1, len(games))
        white, black, _ = games[round_ - 1]
        finished = day(random.randint(starts, ends))
        data.append(GameFinishedLate(tournament=tournament, round=round_, white=white, black=black, day=finished))
    data.append(TournamentCompleted(tournament=tournament, rounds=len(games)))
    for _ in range(random.choice((0, 0, 1, 2))):
        data.append(_cancellation(random, tournament, games))
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
    return stream_of(tournament, *((one, ends) for one in data))


def _cancellation(
    random: Random, tournament: TournamentId, games: Sequence[tuple[PlayerId, PlayerId, Result]]
) -> CancellationDecided:
    round_ = random.randint(1, len(games))
    player = random.choice(games[round_ - 1][:2])
    approved = random.random() < 0.7
    return CancellationDecided(
        tournament=tournament, round=round_, player=player, approved=approved, reason="the arbiter's book"
    )


def _game(random: Random, players: list[PlayerId]) -> tuple[PlayerId, PlayerId, Result]:
    white, black = random.sample(players, 2)
    return white, black, _result(random)


def _result(random: Random) -> Result:
    results: list[Result] = [*_ORDINARY, *_ORDINARY, *_ORDINARY, *Result]
    return random.choice(results)


def _announced(
    random: Random, tournament: TournamentId, days: tuple[int, int], rounds: int, rules: str
) -> TournamentAnnounced:
    starts, ends = days
    dated = random.random() < 0.5
    return TournamentAnnounced(
        tournament=tournament,
        name=tournament,
        city="",
        system=PairingSystem.GIVEN,
        rounds=rounds,
        starts=day(starts),
        ends=day(ends),
        round_dates=tuple(day(starts + (ends - starts) * one // rounds) for one in range(rounds)) if dated else (),
        time_control="",
        rating_rules=rules,
        bye_points=Result.WHITE_WINS.points[0],
        rating_options=_options(random) if rules == "ssf-2002" else (),
    )


def _options(random: Random) -> tuple[RatingOption, ...]:
    return tuple(one for one in RatingOption if random.random() < 0.4)


def _entered(random: Random, tournament: TournamentId, player: PlayerId, place: int) -> PlayerEntered:
    return PlayerEntered(
        tournament=tournament,
        player=player,
        name=player.title(),
        federation=random.choice(("DEN", "DEN", "DEN", "SWE", "")),
        title=Title.NONE,
        start_number=place,
        rating=random.choice((None, 1650, 2010)),
    )


def _order(stream: Sequence[Fact[Any]]) -> tuple[dt.date, dt.date, TournamentId]:
    announced: TournamentAnnounced = stream[0].data
    return announced.ends, announced.starts, announced.tournament
