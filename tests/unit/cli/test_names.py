from contracts.ids import PlayerId
from contracts.refusals import Refusal, RefusalCode
from services.cli.names import with_names

NAMES = {PlayerId("dsu-7"): "Åse Ø", PlayerId("anna"): "Anna Berg", PlayerId("round"): "Ole Round"}


def told(message: str, **details: object) -> str:
    return with_names(Refusal(code=RefusalCode.NOT_ENTERED, message=message, details=details), NAMES).message


def test_a_name_stands_beside_the_id_it_belongs_to() -> None:
    assert told("dsu-7 is not entered in open-7") == "Åse Ø (dsu-7) is not entered in open-7"


def test_an_id_without_a_number_is_one_where_the_details_say_so() -> None:
    assert told("round 2 names anna, dsu-7") == "round 2 names anna, Åse Ø (dsu-7)"
    assert told("round 2 names anna", players=["anna"]) == "round 2 names Anna Berg (anna)"
    assert told("round 2 names anna", report={"white": "anna"}) == "round 2 names Anna Berg (anna)"


def test_a_name_that_stands_there_already_is_not_said_again() -> None:
    assert told("dsu-7, Åse Ø, is here already") == "dsu-7, Åse Ø, is here already"
