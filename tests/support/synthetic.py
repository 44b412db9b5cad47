"""
Synthetic seasons: years of a federation's chess from one seed, as events in the order they would be recorded.

Clubs play all-play-all tournaments and leagues, opens and weekend cups are paired by score. A few tournaments are
reported months late, and a few results are corrected weeks or years afterwards. The same seed gives the same bytes.
"""

import datetime as dt
import heapq
import itertools
from collections.abc import AsyncIterator, Iterable, Iterator
from random import Random
from typing import NamedTuple

from contracts.codec import Cause, encode, envelope
from contracts.ids import ActorId, CommandId, FederationId, PlayerId, TournamentId, UnitId
from contracts.messages import EventData, context_of, name_of
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import WIN, ByeKind, Result
from contracts.rating import RatingChange, StartRatingSet, TournamentRated
from contracts.registration import PairingSystem, PlayerEntered, PlayerRegistered, Title, TournamentAnnounced
from contracts.results import EVERYTHING, GameReported, ResultCorrected, RoundCompleted, TournamentCompleted
from contracts.subjects import event_subject
from contracts.units import RATINGS, player_unit, tournament_unit
from services.pairing.systems import berger
from services.rules.anchor import federation_of
from services.runtime.log import Append, Record

FIRST_DAY = dt.date(2008, 1, 1)
YEAR = 365
_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_DIGEST = "0" * 64


class Plan(NamedTuple):
    """What to make: at least so many games, over years, among players in clubs."""

    games: int
    seed: int = 1
    years: int = 15
    rules: str = "dsu-2007"
    games_a_player: int = 80
    late: float = 0.02
    corrected: float = 0.003

    @property
    def players(self) -> int:
        return max(self.games // self.games_a_player, 120)


class Kind(NamedTuple):
    """A kind of tournament: players from … to …, its rounds (0: everybody meets everybody), days between them."""

    name: str
    least: int
    most: int
    rounds: int
    pace: int
    weight: int


KINDS = (
    Kind("club", 8, 10, 0, 7, 40),
    Kind("league", 8, 8, 0, 14, 30),
    Kind("cup", 16, 30, 5, 0, 20),
    Kind("open", 40, 120, 7, 1, 10),
)


class Happened(NamedTuple):
    """An event, when it was recorded (days after the first), its unit, and when it happened."""

    recorded: int
    unit: UnitId
    effective: dt.date
    data: EventData


class _Tournament(NamedTuple):
    id: TournamentId
    players: list[int]
    starts: int
    ends: int
    rounds: list[list[tuple[int, int]]]
    results: list[list[Result]]


def happened(plan: Plan) -> Iterator[Happened]:
    """Give the events of all years, in the order recorded."""
    random = Random(plan.seed)  # noqa: S311  no secret, a season
    ratings = [random.randint(1000, 2400) for _ in range(plan.players)]
    for number, rating in enumerate(ratings):
        player = _player(number)
        registered = PlayerRegistered(player=player, name=f"Player {number}", federation="DEN")
        yield Happened(0, player_unit(player), FIRST_DAY, registered)
        yield Happened(0, RATINGS, FIRST_DAY, StartRatingSet(player=player, rating=rating))
    waiting: list[tuple[int, int, Happened]] = []
    order = itertools.count()
    numbers = itertools.count(1)
    games = 0
    for year in range(plan.years):
        while games * plan.years < plan.games * (year + 1):
            tournament = _played(random, plan, ratings, next(numbers), year * YEAR + random.randrange(YEAR))
            games += sum(len(pairs) for pairs in tournament.rounds)
            for one in _recorded(random, plan, tournament, ratings):
                heapq.heappush(waiting, (one.recorded, next(order), one))
        while waiting and waiting[0][0] < (year + 1) * YEAR:
            yield heapq.heappop(waiting)[2]
    while waiting:
        yield heapq.heappop(waiting)[2]


def records(plan: Plan, federation: FederationId) -> Iterator[Record]:
    """Give the events as the log of a federation would hold them."""
    for sequence, one in enumerate(happened(plan), start=1):
        command = CommandId(f"{plan.seed:08x}-0000-7000-8000-{sequence:012x}")
        cause = Cause(
            federation=federation,
            unit=one.unit,
            command=command,
            actor=ActorId("desk"),
            correlation=command,
            causation=command,
            time=dt.datetime.combine(FIRST_DAY, dt.time(12), dt.UTC) + dt.timedelta(one.recorded, sequence % 3600),
            effective=one.effective,
        )
        kind = type(one.data)
        subject = event_subject(federation, one.unit, context_of(kind), name_of(kind))
        yield Record(sequence, subject, encode(envelope(one.data, 0, cause)))


class SyntheticLog:
    """A log that holds a plan's events and nothing else; it can be read, not written."""

    def __init__(self, federation: FederationId, made: Iterable[Record]) -> None:
        self.federation = federation
        self._records = list(made)

    async def head(self) -> int:
        return len(self._records)

    async def unit(self, unit: UnitId, after: int = 0) -> list[Record]:
        part = f".event.{unit}."
        return [one for one in self._records[after:] if part in one.subject]

    async def append(self, append: Append) -> int:
        raise NotImplementedError(f"nothing is written here: {append.unit}")

    async def follow(self, after: int = 0) -> AsyncIterator[list[Record]]:
        for start in range(after, len(self._records), 5000):
            yield self._records[start : start + 5000]


def _player(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def _played(random: Random, plan: Plan, ratings: list[int], number: int, starts: int) -> _Tournament:
    (kind,) = random.choices(KINDS, [kind.weight for kind in KINDS])
    size = random.randint(kind.least, kind.most)
    # Clubs and leagues are of players who live close together; the rest draw from everybody.
    if kind.rounds:
        players = random.sample(range(plan.players), size)
    else:
        first = random.randrange(plan.players - size)
        players = list(range(first, first + size))
    random.shuffle(players)
    results: list[list[Result]] = []
    rounds: list[list[tuple[int, int]]] = []
    if kind.rounds:
        scores = dict.fromkeys(players, 0)
        for _ in range(kind.rounds):
            standing = sorted(players, key=lambda player: (-scores[player], random.random()))
            pairs = list(zip(standing[::2], standing[1::2], strict=False))
            rounds.append(pairs)
            results.append([_result(random, ratings[white] - ratings[black]) for white, black in pairs])
            for (white, black), result in zip(pairs, results[-1], strict=True):
                scores[white] += result.points[0]
                scores[black] += result.points[1]
    else:
        for boards in berger.rounds_of(size):
            pairs = [(players[white - 1], players[black - 1]) for white, black in boards if max(white, black) <= size]
            rounds.append(pairs)
            results.append([_result(random, ratings[white] - ratings[black]) for white, black in pairs])
    ends = starts + kind.pace * (len(rounds) - 1)
    return _Tournament(TournamentId(f"{kind.name}-{number}"), players, starts, ends, rounds, results)


def _result(random: Random, difference: int) -> Result:
    expected = 1 / (1 + 10 ** (-difference / 400))
    drawn = random.random() < 0.3
    return Result.DRAW if drawn else _RESULTS[0] if random.random() < expected else _RESULTS[2]


def _recorded(random: Random, plan: Plan, one: _Tournament, ratings: list[int]) -> Iterator[Happened]:
    unit, effective = tournament_unit(one.id), _day(one.ends)
    late = random.randint(60, 700) if random.random() < plan.late else 0
    pace = (one.ends - one.starts) // max(len(one.rounds) - 1, 1)

    def at(recorded: int, data: EventData) -> Happened:
        return Happened(max(recorded, one.ends + late if late else 0), unit, _day(min(recorded, one.ends)), data)

    yield at(one.starts, _announced(plan, one))
    for place, player in enumerate(one.players, start=1):
        yield at(one.starts, _entered(one, player, place, ratings[player]))
    for number, (pairs, results) in enumerate(zip(one.rounds, one.results, strict=True), start=1):
        on = one.starts + pace * (number - 1)
        yield at(on, _published(one, number, pairs))
        for (white, black), result in zip(pairs, results, strict=True):
            report = GameReported(
                tournament=one.id, round=number, white=_player(white), black=_player(black), result=result
            )
            yield at(on, report)
        yield at(on, RoundCompleted(tournament=one.id, round=number))
    yield at(one.ends, TournamentCompleted(tournament=one.id, rounds=len(one.rounds)))
    yield Happened(max(one.ends, one.ends + late), RATINGS, effective, _rated(plan, one, ratings))
    for number, (pairs, results) in enumerate(zip(one.rounds, one.results, strict=True), start=1):
        for (white, black), was in zip(pairs, results, strict=True):
            if random.random() < plan.corrected:
                corrected = correction(one.id, number, white, black, was)
                yield Happened(one.ends + late + random.randint(1, 1500), unit, effective, corrected)


def correction(tournament: TournamentId, number: int, white: int, black: int, was: Result) -> ResultCorrected:
    """Correct a game to the next result."""
    return ResultCorrected(
        tournament=tournament,
        round=number,
        white=_player(white),
        black=_player(black),
        was=was,
        result=_RESULTS[(_RESULTS.index(was) + 1) % 3],
        scope=EVERYTHING,
        reason="score sheets",
    )


def _announced(plan: Plan, one: _Tournament) -> TournamentAnnounced:
    return TournamentAnnounced(
        tournament=one.id,
        name=one.id,
        city="Aarhus",
        system=PairingSystem.GIVEN,
        rounds=len(one.rounds),
        starts=_day(one.starts),
        ends=_day(one.ends),
        round_dates=(),
        time_control="90+30",
        rating_rules=plan.rules,
        bye_points=WIN,
    )


def _entered(one: _Tournament, player: int, place: int, rating: int) -> PlayerEntered:
    return PlayerEntered(
        tournament=one.id,
        player=_player(player),
        name=f"Player {player}",
        federation="DEN",
        title=Title.NONE,
        start_number=place,
        rating=rating,
    )


def _published(one: _Tournament, number: int, pairs: list[tuple[int, int]]) -> RoundPublished:
    seated = {player for pair in pairs for player in pair}
    return RoundPublished(
        tournament=one.id,
        round=number,
        boards=tuple(
            Board(number=board, white=_player(white), black=_player(black))
            for board, (white, black) in enumerate(pairs, start=1)
        ),
        byes=tuple(
            Bye(player=_player(player), kind=ByeKind.PAIRING_ALLOCATED)
            for player in one.players
            if player not in seated
        ),
    )


def _rated(plan: Plan, one: _Tournament, ratings: list[int]) -> TournamentRated:
    """Say what the book would say, with numbers that are about right: nobody rates by them."""
    return TournamentRated(
        tournament=one.id,
        federation=federation_of(plan.rules),
        rules=plan.rules,
        digest=_DIGEST,
        listed=None,
        changes=tuple(
            RatingChange(
                player=_player(player),
                before=ratings[player],
                after=ratings[player],
                games=len(one.rounds),
                score=len(one.rounds),
                expected=50 * len(one.rounds),
                gain=0,
            )
            for player in one.players
        ),
    )


def _day(number: int) -> dt.date:
    return FIRST_DAY + dt.timedelta(days=number)
