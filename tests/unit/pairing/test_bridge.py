"""
The bridge: events paired round by round through the service, checked by FIDE's checker from the report file it writes.

The service decides commands and evolves events; the file is its own `Report`. The checker sees what any program sees.
"""

import msgspec
import pytest

from contracts.pairing import RoundPublished
from contracts.registration import PairingSystem
from services.chess import trf
from services.pairing.to_trf import report
from tests.support.arbiter import QUIET, Arbiter, Troubles
from tests.support.fide_checker import differences


def event(seed: int) -> Arbiter:
    """Play event number `seed`: 6-50 players, 3-9 rounds, every third accelerated, every fourth without trouble."""
    players = 6 + seed * 7 % 45
    arbiter = Arbiter(
        PairingSystem.FIDE_DUTCH,
        players=players,
        rounds=min(3 + seed % 7, players // 2),
        seed=seed,
        troubles=QUIET if seed % 4 == 0 else Troubles(),
        baku=seed % 3 == 0,
    )
    arbiter.play()
    assert arbiter.tournament.rounds
    return arbiter


def file(arbiter: Arbiter) -> str:
    return trf.write(report(arbiter.tournament, arbiter.state.desk))


@pytest.mark.parametrize("seed", range(8))
def test_an_event_of_the_service_has_no_difference_to_the_checker(seed: int) -> None:
    assert differences(file(event(seed))) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 308))
def test_three_hundred_events_of_the_service_have_no_difference_to_the_checker(seed: int) -> None:
    assert differences(file(event(seed))) == []


def test_the_checker_sees_a_round_that_is_not_the_system_s() -> None:
    arbiter = event(4)
    state = arbiter.state
    second = arbiter.tournament.rounds[1]
    boards = [(game.white, game.black) for game in second.games.values()]
    (one, other), (third, fourth), *_ = boards
    swapped = {(one, other): (one, fourth), (third, fourth): (third, other)}
    games = tuple(
        msgspec.structs.replace(game, white=pair[0], black=pair[1])
        for game in second.games.values()
        for pair in [swapped.get((game.white, game.black), (game.white, game.black))]
    )
    wrong = msgspec.structs.replace(second, games={f"{game.white}:{game.black}": game for game in games})
    tournament = msgspec.structs.replace(arbiter.tournament, rounds=(arbiter.tournament.rounds[0], wrong))
    assert [number for number, _, _ in differences(trf.write(report(tournament, state.desk)))] == [2]


def test_every_round_came_from_a_proposal_of_the_service() -> None:
    published = [one for one in event(1).events if isinstance(one, RoundPublished)]
    assert published
    assert all(one.proposal for one in published)
