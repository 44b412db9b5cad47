import pytest

from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem
from services.pairing.systems import catalogue, fide_dutch, monrad
from services.pairing.systems.interface import Contestant, Request


def test_a_system_is_found_by_its_name() -> None:
    assert catalogue.system("fide-dutch") is fide_dutch.pair


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(Refused, match="fide-dutch-2017") as refused:
        catalogue.system("swiss")
    assert refused.value.refusal.code is RefusalCode.UNKNOWN_SYSTEM
    assert refused.value.refusal.details["known"] == list(catalogue.names())


@pytest.mark.parametrize(
    ("name", "players", "rounds", "warned"),
    [
        ("berger", 8, 7, False),
        ("berger", 7, 7, False),
        ("berger", 8, 14, False),
        ("berger", 8, 9, True),
        ("berger", 1, 1, True),
        ("knock-out", 8, 3, False),
        ("knock-out", 9, 4, False),
        ("knock-out", 9, 3, True),
        ("knock-out", 1, 0, False),
        ("nordic", 8, 7, True),
        ("dansk-schweizer", 8, 7, False),
        ("dansk-schweizer", 8, 8, True),
        ("gladiator", 8, 99, False),
    ],
)
def test_each_system_warns_of_rounds_that_do_not_fit(name: str, players: int, rounds: int, warned: bool) -> None:
    assert bool(catalogue.warnings(name, players, rounds)) is warned


NEEDS_MORE = {("knock-out", "lottery")}
"""A value that needs the lots as well."""


@pytest.mark.parametrize("name", catalogue.names())
def test_every_option_named_is_an_option_the_system_takes(name: str) -> None:
    field = tuple(Contestant(number=number, rating=2500 - number) for number in range(1, 9))
    one = catalogue.entry(name)
    given = {"pairing": "monrad"} if name == "gladiator" else {}
    chosen = one.options if name != "gladiator" else {**monrad.DSU.options, "pairing": ("all_play_all", "monrad")}
    for option, values in chosen.items():
        for value in values:
            if (name, value) not in NEEDS_MORE:
                request = Request(round=1, rounds=7, contestants=field, options={**given, option: value})
                assert one.pair(request).pairs, (name, option, value)
    with pytest.raises(Refused):
        one.pair(Request(round=1, rounds=7, contestants=field, options={"no such option": "yes"}))


def test_the_names_are_those_of_the_contracts() -> None:
    spoken = {system.value for system in PairingSystem} - {"given"}
    assert set(catalogue.names()) - {"fide-dutch-2017"} == spoken


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
