import datetime as dt
from collections.abc import Iterator, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.ids import PlayerId, TournamentId
from contracts.messages import EventData
from contracts.pairing import Board, Bye, RoundPublished
from contracts.points import DRAW, WIN, ByeKind, Result
from contracts.registration import PairingSystem, PlayerEntered, Title, TournamentAnnounced
from contracts.results import EVERYTHING, GameReported, ResultCorrected
from services.chess.crosstable import Crosstable, Row
from services.chess.folding import fold
from services.chess.tiebreaks import Edition, criterion, sums, values
from services.chess.tournament import Tournament
from services.reporting import growing as room
from services.reporting.growing import Growing, edition, scores
from services.reporting.standings import crosstable, standings
from tests.support.summer import ANNA, CARL, STARTED, reported

OPEN = TournamentId("open")
PLAYERS = tuple(PlayerId(f"p{number}") for number in range(1, 9))
ENDS = (dt.date(2010, 5, 1), dt.date(2025, 5, 1), dt.date(2026, 5, 1))


def announced(random: Random) -> TournamentAnnounced:
    return TournamentAnnounced(
        tournament=OPEN,
        name="Open",
        city="",
        system=random.choice((PairingSystem.GIVEN, PairingSystem.BERGER, PairingSystem.GLADIATOR)),
        rounds=9,
        starts=dt.date(2010, 1, 1),
        ends=random.choice(ENDS),
        round_dates=(),
        time_control="",
        rating_rules="dsu-2007",
        bye_points=random.choice((WIN, DRAW)),
    )


def entered(number: int) -> PlayerEntered:
    player = PLAYERS[number]
    return PlayerEntered(
        tournament=OPEN,
        player=player,
        name=player,
        federation="DEN",
        title=Title.NONE,
        start_number=number + 1,
        rating=2000 - 10 * number,
    )


def published(random: Random, number: int, players: list[PlayerId]) -> RoundPublished:
    """Pair whoever comes first in a random order; the rest has a bye of some kind, or is not there."""
    order = random.sample(players, len(players))
    games = random.randint(0, len(order) // 2)
    pairs, rest = order[: 2 * games], order[2 * games :]
    byes = [Bye(player=one, kind=random.choice(list(ByeKind))) for one in rest if random.random() < 0.6]
    boards = enumerate(zip(pairs[::2], pairs[1::2], strict=True), start=1)
    return RoundPublished(
        tournament=OPEN,
        round=number,
        boards=tuple(Board(number=board, white=white, black=black) for board, (white, black) in boards),
        byes=tuple(byes),
    )


def story(random: Random) -> Iterator[EventData]:
    """Give random events of a tournament: late entries, rounds published again, results in any order, corrections."""
    known = fold(None, announced(random))
    assert known is not None
    yield known.announced
    there = random.randint(2, 5)
    for number in range(there):
        yield entered(number)
        known = _folded(known, entered(number))
    for _ in range(random.randint(5, 40)):
        games = [(number, game) for number, one in enumerate(known.rounds, start=1) for game in one.games.values()]
        kind = random.random()
        event: EventData | None = None
        if kind < 0.08 and there < len(PLAYERS):
            event, there = entered(there), there + 1
        elif kind < 0.3 and len(known.rounds) < 9:
            event = published(random, len(known.rounds) + 1, list(known.entries))
        elif kind < 0.36 and known.rounds:
            event = published(random, random.randint(1, len(known.rounds)), list(known.entries))
        elif games:
            number, game = random.choice(games)
            result = random.choice(list(Result))
            told = {"tournament": OPEN, "round": number, "white": game.white, "black": game.black, "result": result}
            event = _reported(told, game.result)
        if event is not None:
            yield event
            known = _folded(known, event)


def _reported(told: dict[str, object], was: Result | None) -> EventData:
    if was is None:
        return GameReported(**told)  # type: ignore[arg-type]  # its own fields
    return ResultCorrected(**told, was=was, scope=EVERYTHING, reason="")  # type: ignore[arg-type]  # its own fields


def _folded(known: Tournament, event: EventData) -> Tournament:
    after = fold(known, event)
    assert after is not None
    return after


@given(random=st.randoms(use_true_random=False))
def test_a_growing_table_is_at_every_step_the_one_made_from_nothing(random: Random) -> None:
    growing, known = Growing(), None
    for event in story(random):
        known = fold(known, event)
        assert known is not None
        if random.random() < 0.7:
            assert standings(known, None, growing) == standings(known)
            assert crosstable(known, growing) == crosstable(known)


@given(random=st.randoms(use_true_random=False))
def test_a_tournament_as_it_was_is_not_taken_for_what_it_is(random: Random) -> None:
    growing, known = Growing(), None
    history = [known := fold(known, event) for event in story(random)]
    for was in (*history, *random.sample(history, 3)):
        assert was is not None
        assert standings(was, None, growing) == standings(was)


@given(random=st.randoms(use_true_random=False))
def test_scores_are_what_the_criteria_of_the_edition_say(random: Random) -> None:
    known = None
    for event in story(random):
        known = fold(known, event)
    assert known is not None
    table, rules = Growing().table(known), edition(known)
    buchholz, sonneborn_berger = (values(table, criterion(code), rules) for code in ("BH", "SB"))
    for player, score in scores(table, rules).items():
        assert (score.buchholz, score.sonneborn_berger) == (buchholz[player], sonneborn_berger[player])


def test_a_result_is_worked_out_for_those_it_touches_only(monkeypatch: pytest.MonkeyPatch) -> None:
    known = None
    for event in STARTED:
        known = fold(known, event)
    assert known is not None
    growing = Growing()
    standings(known, None, growing)
    asked: list[PlayerId] = []

    def counted(row: Row, table: Crosstable, rules: Edition, worth: Mapping[PlayerId, int]) -> tuple[int, int]:
        asked.append(row.entrant.id)
        return sums(row, table, rules, worth)

    monkeypatch.setattr(room, "sums", counted)
    standings(_folded(known, reported(1, ANNA, CARL, "1-0")), None, growing)
    assert sorted(asked) == [ANNA, CARL]
