import msgspec
import pytest

from contracts.arrangements import Lot
from contracts.ids import PlayerId
from contracts.pairing import DrawLots, EntriesRanked, LotsDrawn, ProposeRound, RankEntries, RoundProposed
from contracts.refusals import RefusalCode
from contracts.registration import PairingSystem, PlayerEntered, Title
from services import pairing
from services.pairing.state import Running
from tests.support.story import Service
from tests.support.summer import SUMMER
from tests.unit.pairing.swiss import DUTCH, MONRAD, entered, folded, opened, p, published, reported

given = Service(pairing).given

FOUR = opened(MONRAD, 4)
DRAWN = tuple(Lot(player=p(player), number=number) for number, player in enumerate((3, 1, 4, 2), start=1))
NUMBERS = DrawLots(tournament=SUMMER, numbers=DRAWN)
COLOUR = DrawLots(tournament=SUMMER, initial_colour="b")


def drawn(command: DrawLots) -> LotsDrawn:
    return LotsDrawn(
        tournament=SUMMER,
        numbers=command.numbers,
        initial_colour=command.initial_colour,
        order=command.order,
        round=command.round,
    )


def numbers(*events: object) -> dict[PlayerId, int]:
    state = folded(*events)  # type: ignore[arg-type]  # events, however they are mixed
    assert isinstance(state, Running)
    return {player: entry.start_number for player, entry in state.tournament.entries.items()}


class TestLotsOfTheStartList:
    def test_are_recorded_as_they_were_drawn(self) -> None:
        given(*FOUR).when(NUMBERS).then(drawn(NUMBERS))
        assert numbers(*FOUR, drawn(NUMBERS)) == {p(3): 1, p(1): 2, p(4): 3, p(2): 4}

    def test_make_the_first_round(self) -> None:
        (found,) = given(*FOUR, drawn(NUMBERS)).decided(ProposeRound(tournament=SUMMER, round=1))
        assert isinstance(found, RoundProposed)
        assert [(one.white, one.black) for one in found.boards] == [(p(1), p(3)), (p(2), p(4))]

    def test_are_drawn_once(self) -> None:
        given(*FOUR, drawn(NUMBERS)).when(NUMBERS).then()
        other = msgspec.structs.replace(NUMBERS, numbers=(*DRAWN[:2], *(DRAWN[3], DRAWN[2])))
        swapped = msgspec.structs.replace(
            NUMBERS,
            numbers=tuple(Lot(player=lot.player, number=5 - lot.number) for lot in other.numbers),
        )
        given(*FOUR, drawn(NUMBERS)).when(swapped).refused(RefusalCode.ALREADY_EXISTS)

    def test_come_too_late_after_round_one(self) -> None:
        played = (*FOUR, published(1, (2, 1), (4, 3)))
        given(*played).when(NUMBERS).refused(RefusalCode.WRONG_STATUS)
        given(*played).when(COLOUR).refused(RefusalCode.WRONG_STATUS)

    @pytest.mark.parametrize(
        "lots",
        [DRAWN[:3], (*DRAWN[:3], DRAWN[0]), (*DRAWN, Lot(player=p(9), number=9))],
        ids=["one less", "twice", "more"],
    )
    def test_name_everybody_once(self, lots: tuple[Lot, ...]) -> None:
        given(*FOUR).when(DrawLots(tournament=SUMMER, numbers=lots)).refused(RefusalCode.NOT_ENTERED)

    def test_give_nobody_another_s_number(self) -> None:
        same = tuple(Lot(player=lot.player, number=1) for lot in DRAWN)
        given(*FOUR).when(DrawLots(tournament=SUMMER, numbers=same)).refused(RefusalCode.INVALID_PAYLOAD)

    def test_a_late_entrant_comes_after_them(self) -> None:
        assert numbers(*FOUR, drawn(NUMBERS), entered(5))[p(5)] == 5

    def test_no_lots_are_no_command(self) -> None:
        given(*FOUR).when(DrawLots(tournament=SUMMER)).refused(RefusalCode.INVALID_PAYLOAD)
        given().when(NUMBERS).refused(RefusalCode.UNKNOWN_TOURNAMENT)


class TestTheInitialColour:
    dutch = opened(DUTCH, 4)

    def test_is_drawn_once_beside_the_numbers(self) -> None:
        given(*FOUR, drawn(NUMBERS)).when(COLOUR).then(drawn(COLOUR))
        given(*FOUR, drawn(COLOUR)).when(COLOUR).then()
        white = msgspec.structs.replace(COLOUR, initial_colour="w")
        refusal = given(*FOUR, drawn(COLOUR)).when(white).refused(RefusalCode.ALREADY_EXISTS)
        assert refusal.details == {"drawn": ["the initial colour"]}

    def test_is_the_colour_of_the_first_pairing_number(self) -> None:
        (found,) = given(*self.dutch, drawn(COLOUR)).decided(ProposeRound(tournament=SUMMER, round=1))
        assert isinstance(found, RoundProposed)
        assert [(one.white, one.black) for one in found.boards] == [(p(3), p(1)), (p(2), p(4))]

    def test_holds_for_who_meets_his_first_opponent_later(self) -> None:
        first = published(1, (3, 1), (2, 4))
        late = (*self.dutch, drawn(COLOUR), first, reported(1, 3, 1, "½-½"), reported(1, 2, 4, "½-½"))
        state = folded(*late, entered(5), entered(6))
        assert isinstance(state, Running)
        (found,) = given(*late, entered(5), entered(6)).decided(ProposeRound(tournament=SUMMER, round=2))
        assert isinstance(found, RoundProposed)
        newcomers = next(one for one in found.boards if {one.white, one.black} == {p(5), p(6)})
        assert newcomers.black == p(5)


class TestTheOrderOfAKnockOut:
    cup = opened(msgspec.structs.replace(MONRAD, system=PairingSystem.KNOCK_OUT, rounds=2), 4)
    order = DrawLots(tournament=SUMMER, order=(p(2), p(4), p(1), p(3)))

    def test_is_drawn_for_each_round(self) -> None:
        given(*self.cup).when(self.order).then(drawn(self.order))
        second = DrawLots(tournament=SUMMER, order=(p(3), p(2)), round=2)
        given(*self.cup, drawn(self.order)).when(second).then(drawn(second))

    def test_is_for_knock_outs_only(self) -> None:
        given(*FOUR).when(self.order).refused(RefusalCode.INVALID_PAYLOAD)

    def test_names_players_who_are_entered_once(self) -> None:
        for order in ((p(9),), (p(1), p(1))):
            given(*self.cup).when(DrawLots(tournament=SUMMER, order=order)).refused(RefusalCode.NOT_ENTERED)


class TestTheStartListByStrength:
    rank = RankEntries(tournament=SUMMER)
    field: tuple[PlayerEntered, ...] = (
        entered(1, 2000),
        entered(2, 2200, Title.FM),
        entered(3, 2200, Title.IM),
        msgspec.structs.replace(entered(4), rating=None),
        entered(5, 2200, Title.FM),
    )

    def test_goes_by_rating_then_title_then_name_and_the_unrated_are_last(self) -> None:
        (ranked,) = given(MONRAD, *self.field).decided(self.rank)
        assert isinstance(ranked, EntriesRanked)
        assert [lot.player for lot in ranked.numbers] == [p(3), p(2), p(5), p(1), p(4)]
        assert [lot.number for lot in ranked.numbers] == [1, 2, 3, 4, 5]
        given(MONRAD, *self.field, ranked).when(self.rank).then()

    def test_is_made_anew_after_another_entry(self) -> None:
        assert given(*FOUR).decided(self.rank) == []
        assert given(*FOUR, entered(5, 2600)).decided(self.rank)

    def test_is_not_made_after_round_one_or_a_lot_or_without_players(self) -> None:
        given(*FOUR, published(1, (2, 1), (4, 3))).when(self.rank).refused(RefusalCode.WRONG_STATUS)
        given(*FOUR, drawn(NUMBERS)).when(self.rank).refused(RefusalCode.WRONG_STATUS)
        given(MONRAD).when(self.rank).refused(RefusalCode.INCOMPLETE)
