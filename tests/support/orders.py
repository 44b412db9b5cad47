"""
Random commands of two small tournaments, most of them such as may be accepted where they come.

Every command there is comes now and then, filled with what may be there.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from contracts.discipline import ImposeQuarantine
from contracts.ids import CommandId, PlayerId, TournamentId
from contracts.messages import CommandData
from contracts.pairing import Board, Bye, MakeRound, PublishRound
from contracts.points import ByeKind, Result
from contracts.rating import RateTournament, SetStartRating
from contracts.registration import (
    AnnounceTournament,
    CancelEntry,
    EnterPlayer,
    PairingSystem,
    RegisterPlayer,
    WithdrawPlayer,
)
from contracts.registry import COMMANDS
from contracts.reporting import PublishStandings
from contracts.results import EVERYTHING, CompleteTournament, CorrectResult, ReportResult, Scope
from services.chess.tournament import Tournament
from tests.support.anything import Filler
from tests.support.company import Sent

GIVEN, BERGER = TournamentId("given"), TournamentId("berger")
ROUNDS: Final = 2
PLAYERS: Final = tuple(PlayerId(name) for name in ("anna", "bo", "carl", "dora", "eva", "finn"))
FIRST_DAY, LAST_DAY = dt.date(2018, 4, 1), dt.date(2018, 4, 30)
_ORDINARY: Final = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
_SCOPES: Final = (EVERYTHING, (Scope.RATING,), (Scope.STANDINGS,), (Scope.PAIRING,))

_NAMED: Final = {
    "tournament": (GIVEN, BERGER),
    "rules": ("", "dsu-2007", "ssf-2002", "fide-2000"),
    "rating_rules": ("", "dsu-2007"),
    "federation": ("DEN", "dsu"),
    "round": (1, 2),
    "rounds": (2,),
}
"""What fields of these names may hold."""

Known = dict[TournamentId, Tournament]


def opening() -> Iterator[CommandData]:
    """Register everybody, give all but one a start rating, announce both tournaments, enter most."""
    yield from (RegisterPlayer(player=one, name=one.title(), federation="DEN") for one in PLAYERS)
    yield from (SetStartRating(player=one, rating=1900 - 90 * place) for place, one in enumerate(PLAYERS[:-1]))
    for tournament, system in ((GIVEN, PairingSystem.GIVEN), (BERGER, PairingSystem.BERGER)):
        yield AnnounceTournament(
            tournament=tournament,
            name=tournament,
            system=system,
            rounds=ROUNDS,
            starts=FIRST_DAY,
            ends=LAST_DAY,
            rating_rules="dsu-2007",
        )
        yield from (EnterPlayer(tournament=tournament, player=one) for one in PLAYERS[2 * (tournament == BERGER) :])


def order(random: Random, known: Known) -> CommandData:
    """Make a command about one of the tournaments as they are known: its next step, or anything else."""
    tournament = known[random.choice((GIVEN, BERGER))]
    if not random.randrange(5):
        return _anything(random)
    if not tournament.completed and random.randrange(3):
        return _next_step(random, tournament)
    kinds, weights = zip(*_KINDS, strict=True)
    make: Callable[[Random, Tournament], CommandData] = random.choices(kinds, weights)[0]
    return make(random, tournament)


def sent(random: Random, data: CommandData) -> Sent:
    """Give a command its id and the day it happened."""
    day = FIRST_DAY + dt.timedelta(days=random.randrange(30))
    return Sent(id=CommandId(f"c-{random.getrandbits(64):x}"), data=data, effective=day)


def _anything(random: Random) -> CommandData:
    filler = Filler(random, named=_NAMED, ids=PLAYERS, first_day=FIRST_DAY)
    command: CommandData = filler.fill(random.choice(list(COMMANDS.values())))
    return command


def _next_step(random: Random, known: Tournament) -> CommandData:
    if any(known.open_games(number) for number in range(1, len(known.rounds) + 1)):
        return _report(random, known)
    return (_complete if len(known.rounds) == known.announced.rounds else _next_round)(random, known)


def _report(random: Random, known: Tournament) -> CommandData:
    number, white, black, _ = _game(random, known, unplayed=True)
    return ReportResult(tournament=_id(known), round=number, white=white, black=black, result=_result(random))


def _correct(random: Random, known: Tournament) -> CommandData:
    number, white, black, was = _game(random, known, unplayed=False)
    return CorrectResult(
        tournament=_id(known),
        round=number,
        white=white,
        black=black,
        expected=was or Result.DRAW,
        result=_result(random),
        scope=random.choice(_SCOPES),
        reason="score sheets",
    )


def _next_round(random: Random, known: Tournament) -> CommandData:
    number = min(len(known.rounds) + random.choice((1, 1, 1, 0)), known.announced.rounds) or 1
    if known.announced.system is PairingSystem.BERGER:
        return MakeRound(tournament=_id(known), round=number)
    players = [entry.player for entry in known.active(number)]
    random.shuffle(players)
    free = players[len(players) // 2 * 2 :]
    return PublishRound(
        tournament=_id(known),
        round=number,
        boards=tuple(
            Board(number=place, white=white, black=black)
            for place, (white, black) in enumerate(zip(players[::2], players[1::2], strict=False), start=1)
        ),
        byes=tuple(Bye(player=one, kind=ByeKind.PAIRING_ALLOCATED) for one in free),
    )


def _complete(_random: Random, known: Tournament) -> CommandData:
    return CompleteTournament(tournament=_id(known))


def _enter(random: Random, known: Tournament) -> CommandData:
    return EnterPlayer(tournament=_id(known), player=random.choice(PLAYERS))


def _withdraw(random: Random, known: Tournament) -> CommandData:
    return WithdrawPlayer(tournament=_id(known), player=random.choice(PLAYERS), after_round=random.randint(0, ROUNDS))


def _cancel(random: Random, known: Tournament) -> CommandData:
    return CancelEntry(tournament=_id(known), player=random.choice(PLAYERS), reason="ill")


def _ban(random: Random, _known: Tournament) -> CommandData:
    starts = random.choice((FIRST_DAY, LAST_DAY, dt.date(2019, 1, 1)))
    return ImposeQuarantine(player=random.choice(PLAYERS), starts=starts, months=3, reason="did not appear")


def _start_rating(random: Random, _known: Tournament) -> CommandData:
    return SetStartRating(player=random.choice(PLAYERS), rating=random.choice((1450, 1900)))


def _rate(_random: Random, known: Tournament) -> CommandData:
    return RateTournament(tournament=_id(known))


def _publish_table(random: Random, known: Tournament) -> CommandData:
    return PublishStandings(tournament=_id(known), after_round=random.randint(1, ROUNDS))


_KINDS: Final = (
    (_report, 3),
    (_correct, 6),
    (_next_round, 3),
    (_complete, 1),
    (_enter, 1),
    (_withdraw, 1),
    (_cancel, 1),
    (_ban, 1),
    (_start_rating, 1),
    (_rate, 2),
    (_publish_table, 3),
)
"""What may be sent, and how often in proportion."""


def _id(known: Tournament) -> TournamentId:
    return known.announced.tournament


def _game(random: Random, known: Tournament, *, unplayed: bool) -> tuple[int, PlayerId, PlayerId, Result | None]:
    """Choose a board of a published round, one without a result if that is wanted; or one that is not paired."""
    games = [
        (number, game.white, game.black, game.result)
        for number, played in enumerate(known.rounds, start=1)
        for game in played.games.values()
    ]
    white, black = random.sample(PLAYERS, 2)
    wanted = [one for one in games if (one[3] is None) is unplayed]
    return random.choice(wanted or games or [(1, white, black, None)])


def _result(random: Random) -> Result:
    results: list[Result] = [*_ORDINARY, *_ORDINARY, *Result]
    return random.choice(results)
