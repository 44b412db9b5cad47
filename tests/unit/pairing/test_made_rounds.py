import datetime as dt

import msgspec
import pytest

from contracts.ids import PlayerId
from contracts.pairing import RoundPublished
from contracts.points import ByeKind
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem
from services.pairing.publish import make_round
from services.pairing.state import evolve
from services.pairing.systems import catalogue
from tests.support.summer import (
    ANNA,
    ANNOUNCED,
    BO,
    CARL,
    DORA,
    ENTRIES,
    published,
    reported,
)
from tests.unit.pairing.offers import (
    DRAWN,
    EVA,
    FIVE,
    bye,
    field,
    folded,
    free,
    given,
    made,
    make,
    withdrawn,
)


class TestWhenARoundIsToBeMade:
    berger = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.BERGER, rounds=3)
    first = published(1, (ANNA, DORA), (BO, CARL))

    def test_an_all_play_all_follows_the_table(self) -> None:
        made(given(self.berger, *ENTRIES), 1, self.first)
        made(given(self.berger, *ENTRIES, self.first), 2, published(2, (DORA, CARL), (ANNA, BO)))

    def test_the_free_round_of_an_odd_field_gives_nothing(self) -> None:
        three = (self.berger, *ENTRIES[:3])
        made(given(*three), 1, msgspec.structs.replace(published(1, (BO, CARL)), byes=(bye(ANNA, ByeKind.ZERO_POINT),)))

    def test_the_opponent_of_one_who_has_withdrawn_is_free(self) -> None:
        made(
            given(self.berger, *ENTRIES, self.first, withdrawn(CARL, 1)),
            2,
            msgspec.structs.replace(published(2, (ANNA, BO)), byes=(free(DORA, CARL),)),
        )

    def test_one_who_withdrew_before_the_first_round_keeps_his_place_in_the_table(self) -> None:
        gone = (self.berger, *ENTRIES, withdrawn(CARL, 0))
        first = msgspec.structs.replace(published(1, (ANNA, DORA)), byes=(free(BO, CARL),))
        made(given(*gone), 1, first)
        made(
            given(*gone, first),
            2,
            msgspec.structs.replace(published(2, (ANNA, BO)), byes=(free(DORA, CARL),)),
        )

    def test_made_again_it_is_the_same(self) -> None:
        assert given(self.berger, *ENTRIES, self.first).decided(make(1)) == []

    def test_a_round_that_has_begun_is_not_made_again(self) -> None:
        begun = (self.berger, *ENTRIES, self.first, reported(1, BO, CARL, "1-0"))
        given(*begun).when(make(1)).refused(RefusalCode.WRONG_STATUS)

    def test_a_table_has_no_place_for_a_late_entrant(self) -> None:
        late = (self.berger, *ENTRIES[:3], msgspec.structs.replace(published(1, (BO, CARL)), byes=(bye(ANNA),)))
        refusal = given(*late, ENTRIES[3]).when(make(2)).refused(RefusalCode.UNPAIRABLE)
        assert refusal.rule == "FIDE C.05 annex 1"

    def test_a_round_after_a_gap_is_refused(self) -> None:
        given(self.berger, *ENTRIES).when(make(2)).refused(RefusalCode.UNKNOWN_ROUND)

    def test_a_tournament_paired_elsewhere_is_told_to_publish(self) -> None:
        refusal = given(*DRAWN).when(make(1)).refused(RefusalCode.UNKNOWN_SYSTEM)
        assert "publish" in refusal.message

    @pytest.mark.parametrize("system", [one for one in PairingSystem if one.value not in catalogue.names()])
    def test_a_system_nobody_has_written_is_refused_by_name(self, system: PairingSystem) -> None:
        unwritten = msgspec.structs.replace(ANNOUNCED, system=system)
        given(unwritten, *ENTRIES).when(make(1)).refused(RefusalCode.UNKNOWN_SYSTEM)

    @pytest.mark.parametrize("system", [one for one in PairingSystem if one.value in catalogue.names()])
    def test_a_first_round_of_five_is_made_by_every_system(self, system: PairingSystem) -> None:
        announced = msgspec.structs.replace(ANNOUNCED, system=system, starts=dt.date(2026, 4, 8))
        announced = msgspec.structs.replace(announced, ends=announced.starts, rounds=3)
        _, made = make_round(make(1), folded(announced, *FIVE))
        assert isinstance(made, RoundPublished)
        named = [player for board in made.boards for player in (board.white, board.black)]
        assert sorted([*named, *(free.player for free in made.byes)]) == sorted([ANNA, BO, CARL, DORA, EVA])

    def test_who_is_free_in_a_bracket_goes_on_and_who_has_lost_is_out(self) -> None:
        cup = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.KNOCK_OUT)
        first = msgspec.structs.replace(published(1, (CARL, BO)), byes=(bye(ANNA, ByeKind.FULL_POINT),))
        made(given(cup, *ENTRIES[:3]), 1, first)
        made(
            given(cup, *ENTRIES[:3], first, reported(1, CARL, BO, "1-0")),
            2,
            msgspec.structs.replace(published(2, (CARL, ANNA)), byes=(bye(BO, ByeKind.ZERO_POINT),)),
        )

    @pytest.mark.parametrize("year", [2018, 2026])
    def test_a_swiss_has_a_pairing_bye_and_goes_on(self, year: int) -> None:
        dutch = msgspec.structs.replace(
            ANNOUNCED,
            system=PairingSystem.FIDE_DUTCH,
            starts=dt.date(year, 4, 8),
            ends=dt.date(year, 4, 15),
        )
        first = msgspec.structs.replace(published(1, (ANNA, CARL), (DORA, BO)), byes=(bye(EVA),))
        made(given(dutch, *FIVE), 1, first)
        made(
            given(dutch, *FIVE, first, reported(1, ANNA, CARL, "1-0"), reported(1, DORA, BO, "0-1")),
            2,
            msgspec.structs.replace(published(2, (EVA, ANNA), (BO, CARL)), byes=(bye(DORA),)),
        )


@pytest.mark.parametrize(("players", "cycles"), [(2, 1), (5, 1), (6, 1), (3, 2), (5, 2), (6, 2)])
def test_an_all_play_all_is_made_to_its_end(players: int, cycles: int) -> None:
    rounds = cycles * (players - 1 + players % 2)
    announced = msgspec.structs.replace(ANNOUNCED, system=PairingSystem.BERGER, rounds=rounds)
    state = folded(announced, *field(players))
    boards: list[frozenset[PlayerId]] = []
    for number in range(1, rounds + 1):
        proposed, made = make_round(make(number), state)
        assert isinstance(made, RoundPublished)
        state = evolve(evolve(state, proposed), made)
        boards += [frozenset((board.white, board.black)) for board in made.boards]
    assert all(boards.count(meeting) == cycles for meeting in boards)
    assert len(set(boards)) == players * (players - 1) // 2
