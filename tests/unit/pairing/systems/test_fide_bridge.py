"""Events paired round by round through our interface, checked by FIDE's checker from the file we write."""

from typing import Any

import msgspec
import pytest
from gacrux.pairingchecker import pairingchecker
from gacrux.trf2json import trf2json

from services.chess import trf
from services.pairing.systems import fide_dutch
from services.pairing.systems.interface import Pair, Proposal, Request, System
from tests.unit.pairing.systems import fide_events
from tests.unit.pairing.systems.fide_events import QUIET, Troubles


def _differences(text: str) -> list[tuple[int, Any, Any]]:
    """Let the checker pair every round of a file anew; give (round, its pairs, the file's) where they differ."""
    file = trf2json()
    file.parse_file(text, 0)
    assert file.get_status() == 0
    checker = pairingchecker()
    checker.params = {
        "check": 1,
        "analysis": 0,
        "pairing": 0,
        "current_round": -1,
        "exchange": [],
        "unpaired": [],
        "experimental": [],
        "verbose": 0,
        "top_color": "w",
    }
    checker.chessfile = file
    file.get_tournament(1)["pairingSystem"] = ["dutch"]
    checker.do_checker()
    rounds = file.result["roundpairing"]
    assert rounds
    return [(one["round"], one["pairs"], one["current"]) for one in rounds if not one["check"]]


def _event(seed: int, system: System = fide_dutch.pair) -> str:
    """Play event number `seed`: 6-50 players, 3-9 rounds, every third accelerated, every fourth without trouble."""
    players = 6 + seed * 7 % 45
    played = fide_events.play(
        system,
        players=players,
        rounds=min(3 + seed % 7, players // 2),
        seed=seed,
        troubles=QUIET if seed % 4 == 0 else Troubles(),
        baku=seed % 3 == 0,
    )
    rounds = [one for one in played if one.proposal is not None]
    assert rounds
    return trf.write(rounds[-1].after)


@pytest.mark.parametrize("seed", range(10))
def test_an_event_of_ours_has_no_difference_to_the_checker(seed: int) -> None:
    assert _differences(_event(seed)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 310))
def test_three_hundred_events_of_ours_have_no_difference_to_the_checker(seed: int) -> None:
    assert _differences(_event(seed)) == []


def _colours_swapped_in_round_two(request: Request) -> Proposal:
    proposal = fide_dutch.pair(request)
    if request.round != 2:
        return proposal
    first = proposal.pairs[0]
    return msgspec.structs.replace(proposal, pairs=(Pair(white=first.black, black=first.white), *proposal.pairs[1:]))


def test_the_checker_sees_a_colour_that_is_wrong() -> None:
    assert [number for number, _, _ in _differences(_event(1, _colours_swapped_in_round_two))] == [2]
