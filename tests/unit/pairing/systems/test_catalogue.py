import pytest

from contracts.refusals import RefusalCode, Refused
from services.pairing.systems import catalogue, fide_dutch


def test_a_system_is_found_by_its_name() -> None:
    assert catalogue.system("fide-dutch") is fide_dutch.pair


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(Refused, match="fide-dutch-2017") as refused:
        catalogue.system("swiss")
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_SYSTEM
    assert refused.value.refusal.details["known"] == list(catalogue.names())


def test_every_system_says_what_it_is_and_which_regulation_it_follows() -> None:
    for name in catalogue.names():
        one = catalogue.entry(name)
        assert one.description
        assert one.regulation


@pytest.mark.parametrize(
    ("players", "rounds", "warning"),
    [
        (8, 7, "may not come to an end: from round 5 on"),
        (8, 5, "may not come to an end"),
        (8, 4, ""),
        (7, 8, "only 7 are possible"),
        (8, 8, "only 7 are possible"),
        (1, 5, "only 1 are possible"),
        (0, 5, "only 0 are possible"),
        (100, 9, ""),
    ],
)
def test_too_many_rounds_are_warned_of_before_the_first(players: int, rounds: int, warning: str) -> None:
    said = catalogue.warnings("fide-dutch", players, rounds)
    assert [warning in reason.text for reason in said] == ([True] if warning else [])
