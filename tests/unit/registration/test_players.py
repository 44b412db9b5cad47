import msgspec

from contracts.ids import PlayerId
from contracts.refusals import RefusalCode
from contracts.registration import PlayerRegistered, RegisterPlayer, Title
from contracts.results import CompleteTournament
from services import registration
from tests.support.story import Service
from tests.support.summer import SUMMER

given = Service(registration).given

EVA = PlayerId("eva")
EVA_REGISTERED = PlayerRegistered(player=EVA, name="Eva", federation="SWE", title=Title.WFM)


class TestWhenNobodyIsRegistered:
    def test_a_player_is_registered(self) -> None:
        given().when(RegisterPlayer(player=EVA, name="Eva", federation="SWE", title=Title.WFM)).then(EVA_REGISTERED)

    def test_his_year_of_birth_and_fide_id_are_held(self) -> None:
        command = RegisterPlayer(player=EVA, name="Eva", federation="SWE", title=Title.WFM, born=1990, fide_id=1700000)
        given().when(command).then(msgspec.structs.replace(EVA_REGISTERED, born=1990, fide_id=1700000))

    def test_a_command_of_another_service_is_refused(self) -> None:
        given().when(CompleteTournament(tournament=SUMMER)).refused(RefusalCode.UNKNOWN_COMMAND)


class TestWhenThePlayerIsRegistered:
    def test_the_same_data_again_changes_nothing(self) -> None:
        given(EVA_REGISTERED).when(RegisterPlayer(player=EVA, name="Eva", federation="SWE", title=Title.WFM)).then()

    def test_other_data_is_refused_with_both(self) -> None:
        refusal = (
            given(EVA_REGISTERED)
            .when(RegisterPlayer(player=EVA, name="Eve", federation="SWE", title=Title.WFM))
            .refused(RefusalCode.ALREADY_EXISTS)
        )
        assert refusal.details["registered"] == EVA_REGISTERED
        assert refusal.details["offered"].name == "Eve"
