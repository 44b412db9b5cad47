import datetime as dt
from typing import Any

import msgspec
import pytest

from contracts.discipline import QuarantineImposed
from contracts.ids import PlayerId
from contracts.messages import EventData
from contracts.refusals import RefusalCode
from contracts.registration import (
    AnnounceTournament,
    EnterPlayer,
    MergePlayers,
    PlayerRegistered,
    PlayersMerged,
    PlayersSplit,
    RegisterPlayer,
    SplitPlayers,
)
from services import registration
from tests.support.facts import view_of
from tests.support.story import Service
from tests.support.summer import ANNA, ANNOUNCED, BO, CARL, ENTRIES, SUMMER

given = Service(registration).given
REGISTERED = tuple(PlayerRegistered(player=one, name=one.title(), federation="DEN") for one in (ANNA, BO, CARL))
ANNA_REGISTERED = REGISTERED[0]
MERGE = MergePlayers(player=ANNA, into=BO, reason="one person")
MERGED = PlayersMerged(player=ANNA, into=BO, reason="one person")
SPLIT = PlayersSplit(player=ANNA, into=BO, reason="two persons")


def known(*events: EventData) -> Any:
    return view_of(registration, *REGISTERED, *events)


class TestWhenThePlayerIsRegistered:
    def test_he_is_merged(self) -> None:
        given(ANNA_REGISTERED, known=known()).when(MERGE).then(MERGED)

    def test_into_himself_is_refused(self) -> None:
        given(ANNA_REGISTERED, known=known()).when(MergePlayers(player=ANNA, into=ANNA, reason="x")).refused(
            RefusalCode.INVALID_PAYLOAD
        )

    def test_into_a_stranger_is_refused(self) -> None:
        stranger = MergePlayers(player=ANNA, into=PlayerId("eva"), reason="x")
        given(ANNA_REGISTERED, known=known()).when(stranger).refused(RefusalCode.UNKNOWN_PLAYER)

    def test_into_a_merged_player_is_refused_with_the_one_who_is_kept(self) -> None:
        other = PlayersMerged(player=BO, into=CARL, reason="x")
        refusal = given(ANNA_REGISTERED, known=known(other)).when(MERGE).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"into": CARL}

    def test_while_another_is_merged_into_him_is_refused(self) -> None:
        other = PlayersMerged(player=CARL, into=ANNA, reason="x")
        refusal = given(ANNA_REGISTERED, known=known(other)).when(MERGE).refused(RefusalCode.WRONG_STATUS)
        assert refusal.details == {"merged": [CARL]}

    def test_with_one_who_is_in_a_tournament_with_him_is_refused(self) -> None:
        refusal = (
            given(ANNA_REGISTERED, known=known(ANNOUNCED, *ENTRIES)).when(MERGE).refused(RefusalCode.ALREADY_EXISTS)
        )
        assert refusal.details == {"tournaments": [SUMMER]}

    def test_splitting_him_is_refused(self) -> None:
        given(ANNA_REGISTERED, known=known()).when(SplitPlayers(player=ANNA, reason="x")).refused(
            RefusalCode.WRONG_STATUS
        )


class TestWhenThePlayerIsMerged:
    book = (ANNA_REGISTERED, MERGED)

    def test_the_same_again_changes_nothing(self) -> None:
        given(*self.book, known=known(MERGED)).when(MERGE).then()

    def test_into_another_is_refused(self) -> None:
        into_carl = MergePlayers(player=ANNA, into=CARL, reason="x")
        given(*self.book, known=known(MERGED)).when(into_carl).refused(RefusalCode.WRONG_STATUS)

    def test_he_is_split(self) -> None:
        given(*self.book, known=known(MERGED)).when(SplitPlayers(player=ANNA, reason="two persons")).then(SPLIT)

    def test_after_a_split_he_can_be_merged_again(self) -> None:
        given(*self.book, SPLIT, known=known(MERGED, SPLIT)).when(MERGE).then(MERGED)

    def test_his_registration_stands(self) -> None:
        same = RegisterPlayer(player=ANNA, name="Anna", federation="DEN")
        given(*self.book, known=known(MERGED)).when(same).then()

    def test_he_can_be_entered_no_more_only_the_one_who_is_kept(self) -> None:
        world = known(MERGED, ANNOUNCED)
        refusal = (
            given(ANNOUNCED, known=world)
            .when(EnterPlayer(tournament=SUMMER, player=ANNA))
            .refused(RefusalCode.WRONG_STATUS)
        )
        assert refusal.details == {"into": BO}
        assert given(ANNOUNCED, known=world).decided(EnterPlayer(tournament=SUMMER, player=BO))

    def test_his_quarantine_is_that_of_the_one_who_is_kept(self) -> None:
        banned = QuarantineImposed(
            player=ANNA, starts=dt.date(2018, 4, 1), ends=dt.date(2018, 5, 1), reason="left the hall"
        )
        given(ANNOUNCED, known=known(MERGED, ANNOUNCED, banned)).when(
            EnterPlayer(tournament=SUMMER, player=BO)
        ).refused(RefusalCode.QUARANTINED)


class TestATournamentUnderAFederationsRules:
    command = AnnounceTournament(
        **{
            name: getattr(ANNOUNCED, name)
            for name in ANNOUNCED.__struct_fields__
            if name in AnnounceTournament.__struct_fields__
        }
    )

    @pytest.mark.parametrize("rules", ["dsu", "dsu-2007", "fide-2024", "ssf-2002", ""])
    def test_that_exist_is_announced(self, rules: str) -> None:
        command = msgspec.structs.replace(self.command, rating_rules=rules)
        (event,) = given(known=known()).decided(command)
        assert event == msgspec.structs.replace(ANNOUNCED, rating_rules=rules)

    @pytest.mark.parametrize("rules", ["fide", "ssf", "nfu", "dsu-1907", "dsu-adjustment-2024"])
    def test_that_are_unknown_or_not_in_force_then_is_refused(self, rules: str) -> None:
        """No rules of FIDE are held for 2018, and SSF's had ended."""
        command = msgspec.structs.replace(self.command, rating_rules=rules)
        given(known=known()).when(command).refused(RefusalCode.UNKNOWN_RULE_SET)
