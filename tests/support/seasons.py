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
from contracts.points import DRAW, LOSS, WIN, Result
from contracts.rating import (
    Basis,
    ForeignEventReported,
    ForeignGame,
    ListLine,
    ListPublished,
    RatingsAdjusted,
    RatingsCoordinated,
    StartRatingSet,
    TournamentRestoredToRating,
    TournamentWithdrawnFromRating,
)
from contracts.registration import (
    PairingSystem,
    PlayerEntered,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    PlayerWithdrawn,
    RatingOption,
    Title,
    TournamentAnnounced,
)
from contracts.results import (
    EVERYTHING,
    CancellationDecided,
    GameReported,
    ResultCorrected,
    Scope,
    TournamentCompleted,
)
from tests.support.facts import fact

JANUARY = dt.date(2024, 1, 1)
DAYS = 200
Stream = tuple[Fact[EventData], ...]
"""The events of one unit, in their order."""

ONE_SET: tuple[tuple[str, ...], ...] = (("dsu-2007",), ("ssf-2002",), ("fide-2000",), ("fide-2024",))
EVERY_SET = (*ONE_SET, ("dsu", "fide", "fide-2000", "fide-2024", "ssf-2002", "dsu-1907"))

_PLAYERS = tuple(PlayerId(name) for name in ("anna", "bo", "carl", "dora", "eva", "finn", "gerd"))
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


def day(number: int) -> dt.date:
    return JANUARY + dt.timedelta(days=number)


def season(random: Random, sets: Sequence[Sequence[str]] = EVERY_SET) -> Season:
    """Make a season of seven players: their careers cross all the time."""
    rules = random.choice(sets)
    many = range(random.randint(3, 8))
    tournaments = sorted((_tournament(random, number, random.choice(rules)) for number in many), key=_order)
    streams = [*_registered(random), *_started(random, rules), *_changed(random), *_merged(random)]
    if random.random() < 0.2:
        withdrawn = TournamentWithdrawnFromRating(tournament=TournamentId("t0"), reason="not played to the rules")
        restored = TournamentRestoredToRating(tournament=withdrawn.tournament, reason="it was, after all")
        again = [(restored, 0)] if random.random() < 0.5 else []
        streams.append(_stream("withdrawn", (withdrawn, 0), *again))
    if random.random() < 0.3:
        streams.append(_abroad(random, random.choice(rules)))
    return Season(tuple(streams), tuple(tournaments))


def seasons_of(*sets: Sequence[str]) -> st.SearchStrategy[Season]:
    return st.builds(season, st.randoms(use_true_random=True), st.just(sets or EVERY_SET))


seasons = seasons_of()


def _registered(random: Random) -> list[Stream]:
    return [
        _stream(f"player-{player}", (PlayerRegistered(player=player, name=player, federation="DEN", born=born), 0))
        for player in _PLAYERS
        if (born := random.choice((None, 2005, 2007, 1980)))
    ]


def _started(random: Random, rules: Sequence[str]) -> list[Stream]:
    return [
        _stream(
            f"start-{player}",
            (
                StartRatingSet(
                    player=player,
                    rating=random.choice((random.randint(1390, 2500), random.randint(700, 1250))),
                    rules=random.choice(("", "", *(one for one in rules if one in {"dsu-2007", "fide-2024"}))),
                ),
                random.choice((0, 0, 0, 0, 30, 70, 100)),
            ),
        )
        for player in random.sample(_PLAYERS, random.randint(4, 7))
    ]


def _changed(random: Random) -> list[Stream]:
    """The adjustments of the year, a coordination, a number given anew."""
    june, march = dt.date(2024, 6, 1), dt.date(2024, 3, 1)
    changes: list[EventData] = [
        RatingsAdjusted(adjustment="dsu-adjustment-2024", digest="", federation="dsu", day=june),
        RatingsAdjusted(adjustment="fide-adjustment-2024", digest="", federation="fide", day=march),
        RatingsCoordinated(
            rules="dsu-2007",
            digest="",
            day=day(random.randint(50, 150)),
            own_list=june,
            fide_list=june,
            mean_own="",
            mean_fide="",
            compared=2,
            n=random.choice((25, 40)),
            direction=random.choice((1, -1)),
            players=tuple(random.sample(_PLAYERS, 3)),
            changes=(),
        ),
        StartRatingSet(
            player=random.choice(_PLAYERS),
            rating=random.randint(1400, 2300),
            rules=random.choice(("", "dsu-2007", "fide-2024")),
            day=day(random.randint(0, DAYS)),
            basis=random.choice((Basis.FIRST, Basis.ASSESSED)),
        ),
    ]
    changes += [_list(random, number) for number in range(2)]
    return [_stream(f"change-{place}", (one, 0)) for place, one in enumerate(changes) if random.random() < 0.3]


def _list(random: Random, number: int) -> ListPublished:
    """A list on which some stand higher than they ever will by replay."""
    lines = tuple(
        ListLine(player=player, rating=random.randint(2250, 2450), games=0) for player in random.sample(_PLAYERS, 3)
    )
    return ListPublished(
        list=f"list{number}",
        federation="fide",
        day=day(random.randint(0, DAYS)),
        rules=random.choice(("fide-2000", "fide-2024")),
        digest="",
        sha256="",
        part=1,
        parts=1,
        lines=lines,
    )


def _merged(random: Random) -> list[Stream]:
    """A player turns out to be another one, perhaps is split from him again, perhaps there are two such."""
    streams = []
    for player, into in (random.sample(_PLAYERS, 2) for _ in range(random.choice((0, 0, 1, 1, 2)))):
        story: list[EventData] = [PlayersMerged(player=player, into=into, reason="one person")]
        if random.random() < 0.4:
            story.append(PlayersSplit(player=player, into=into, reason="two persons"))
        streams.append(_stream(f"merge-{player}", *((one, 0) for one in story)))
    return streams if len({one[0].data.player for one in streams}) == len(streams) else streams[:1]  # type: ignore[attr-defined]  # merges, all of them


def _abroad(random: Random, rules: str) -> Stream:
    reported = day(random.randint(0, DAYS))
    games = tuple(
        ForeignGame(opponent=random.randint(1500, 2400), score=random.choice((LOSS, DRAW, WIN)))
        for _ in range(random.randint(1, 7))
    )
    event = ForeignEventReported(
        event=TournamentId("abroad"),
        player=random.choice(_PLAYERS),
        name="Abroad",
        starts=reported,
        ends=reported,
        reported=reported,
        rules=rules,
        games=games,
    )
    return _stream("abroad", (event, 0))


def _tournament(random: Random, number: int, rules: str) -> Stream:
    tournament = TournamentId(f"t{number}")
    starts = random.randint(0, DAYS)
    ends = starts + random.choice((0, 0, 1, 5, 10, 30, 60))
    players = random.sample(_PLAYERS, random.randint(2, 6))
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
    return _stream(tournament, *((one, ends) for one in data))


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


def _stream(unit: str, *told: tuple[EventData, int]) -> Stream:
    return tuple(
        fact(data, command=f"{unit}-{index}", effective=day(number)) for index, (data, number) in enumerate(told)
    )


def _order(stream: Sequence[Fact[Any]]) -> tuple[dt.date, dt.date, TournamentId]:
    announced: TournamentAnnounced = stream[0].data
    return announced.ends, announced.starts, announced.tournament
