"""
Pairing, byes, late entries and withdrawals as they went wrong in practice: every case of the list, and its test.

| case | what | test |
|---|---|---|
| 23 | two leaders who have not met | `systems/test_fide_practice`: the two leaders meet |
| 25 | a bye asked for later is no reason to move the bye of the pairing | here |
| 26 | C5: the lowest score that can be gets the bye, and why | here |
| 28 | the bye of the pairing is written `U`; a full point given bars it | `systems/test_fide_practice` |
| 29 | a bye given beforehand in the round to be paired | `systems/test_fide_dutch`: is not given a second time |
| 31 | an engine that fails changes nothing | `test_propose`: when the engine fails |
| 32 | seven rounds of eight players | `test_propose`: with a warning, when no legal pairing is left; `test_manual` |
| 34 | leaving and coming back around a round by hand | `test_manual` |
| 35 | a bye is worth one value, a total is the sum of its cells | `chess/test_crosstable` |
| 37 | a withdrawal stands in the rounds after it | `test_to_trf` |
| 38 | the unrated and byes do not reorder round 1 | `systems/test_fide_practice` |
| 40 | numbers stand from round 4 on; the order of boards | `test_start_list`, `systems/test_fide_practice` |
| 41 | rounds missed before a late entry are worth nothing | here |
| 43 | a bracket that can be paired whole is | here: the file of the case is not published with it, so the kind is |
| 44 | team Swiss | not here: no system of ours pairs teams; Baku's second score is `systems/test_baku` |
| 46 | a round is compared, and paired again with both versions kept | `test_as_given`, `test_propose` |
| 47 | limits of byes warn and do not block | `test_arrange` |
"""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from contracts.pairing import ProposeRound, RoundProposed
from contracts.points import ByeKind
from services import pairing
from services.pairing.propose import boards_of
from services.pairing.request import request
from services.pairing.state import Running
from services.pairing.systems import fide_dutch, fide_dutch_2017
from services.pairing.systems.fide_players import Edition, FidePlayer, Strength, players
from services.pairing.systems.fide_request import count_unfinished
from services.pairing.systems.interface import Request, System
from services.pairing.systems.matching import pairable
from tests.support.story import Service
from tests.support.summer import SUMMER
from tests.unit.pairing.swiss import DUTCH, bye, entered, folded, opened, p, published, reported
from tests.unit.pairing.systems import fide_events
from tests.unit.pairing.systems.fide_events import Troubles
from tests.unit.pairing.test_arrange import granted

given = Service(pairing).given

FIVE = opened(DUTCH, 5)
BYES = Troubles(bye=15, forfeit=0, withdrawal=0, late=10, forbidden=0)


def test_a_bye_asked_for_later_moves_no_bye_of_the_pairing() -> None:
    """Case 25: the lowest had asked for byes in later rounds, and a program looked for somebody else."""
    for later in ((), (granted(5, 2), granted(5, 3))):
        (found,) = given(*FIVE, *later).decided(ProposeRound(tournament=SUMMER, round=1))
        assert isinstance(found, RoundProposed)
        assert [one.player for one in found.byes] == [p(5)]
        assert len(boards_of(found)) == 2


def test_rounds_missed_before_a_late_entry_are_worth_nothing() -> None:
    """Case 41: and in the report file they are absences."""
    events = (*FIVE, published(1, (1, 3), (4, 2), byes=[bye(5)]), reported(1, 1, 3, "1-0"), reported(1, 4, 2, "0-1"))
    state = folded(*events, entered(6))
    assert isinstance(state, Running)
    late = next(one for one in request(state.tournament, 2, state.desk).contestants if one.number == 6)
    assert [(one.points, one.bye) for one in late.past] == [(0, None)]
    file = pairing.to_trf.report(state.tournament, state.desk)
    assert [cell.code for cell in file.players[5].rounds] == [ByeKind.ZERO_POINT.value]


def graph(field: list[FidePlayer], asked: Request) -> list[int]:
    """C1 and C3: who may meet whom."""
    near = [0] * len(field)
    for low, one in enumerate(field):
        for high, other in enumerate(field[:low]):
            both = one.strength is Strength.ABSOLUTE is other.strength and one.wants is other.wants
            clash = both and not (one.topscorer or other.topscorer)
            if other.number in one.opponents or clash or (other.number, one.number) in asked.forbidden:
                continue
            near[low] |= 1 << high
            near[high] |= 1 << low
    return near


def whole_brackets(asked: Request, field: list[FidePlayer]) -> list[set[int]]:
    """Give the brackets from the top that can be paired in themselves and leave a field that can be."""
    near = graph(field, asked)
    rest, found = (1 << len(field)) - 1, list[set[int]]()
    for score in sorted({one.pairing_score for one in field}, reverse=True):
        bracket = sum(1 << place for place, one in enumerate(field) if one.pairing_score == score)
        rest &= ~bracket
        if not pairable(near, bracket) or not pairable(near, rest):
            return found
        found.append({one.number for place, one in enumerate(field) if bracket >> place & 1})
    return found


@pytest.mark.parametrize(
    ("pair", "edition"), [(fide_dutch.pair, Edition.DUTCH_2026), (fide_dutch_2017.pair, Edition.DUTCH_2017)]
)
@settings(max_examples=15, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_a_bracket_that_can_be_paired_whole_is(pair: System, edition: Edition, seed: int) -> None:
    """Case 43: half-point byes in history and in the round to be paired; a program broke up a bracket of 1.0."""
    for one in fide_events.play(pair, players=8 + seed % 9, rounds=5, seed=seed, troubles=BYES):
        if one.proposal is None:
            break
        known = players(count_unfinished(one.request), edition)
        field = [each for each in known.values() if each.active and each.number != one.proposal.bye]
        together = [{board.white, board.black} for board in one.proposal.pairs]
        for bracket in whole_brackets(one.request, field):
            assert all(pair_ <= bracket or not pair_ & bracket for pair_ in together), (one.request.round, bracket)


@settings(max_examples=25, deadline=None)
@drawn(seed=st.integers(0, 10**6))
def test_the_bye_goes_to_the_lowest_score_that_can_have_it_and_says_why(seed: int) -> None:
    """Case 26: another player of the same score may have it, but nobody with a higher one."""
    for one in fide_events.play(fide_dutch.pair, players=7 + 2 * (seed % 6), rounds=5, seed=seed, troubles=BYES):
        if one.proposal is None:
            break
        known = players(count_unfinished(one.request), Edition.DUTCH_2026)
        field = [each for each in known.values() if each.active]
        if one.proposal.bye is None:
            continue
        near, alive = graph(field, one.request), (1 << len(field)) - 1
        able = [
            each.pairing_score
            for place, each in enumerate(field)
            if not each.bye_barred and pairable(near, alive & ~(1 << place))
        ]
        assert known[one.proposal.bye].pairing_score == min(able)
        assert "C5" in " ".join(reason.rule + reason.text for reason in one.proposal.bye_reasons)
