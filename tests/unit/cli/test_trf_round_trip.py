"""A file that is imported, exported and imported elsewhere is the same event of the same players."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from gacrux.trf2json import trf2json

from contracts.codec import encode
from contracts.ids import PlayerId, TournamentId
from contracts.pairing import Arrangements, Pairings, Report, SetPairingOptions
from contracts.refusals import Refused
from contracts.registration import PairingSystem, Players, RegisterPlayer
from contracts.reporting import CurrentStandings
from services.chess import trf
from services.chess.colours import Colour
from services.chess.trf import Acceleration, Forbidden, Trf
from services.cli.exporting import complete
from services.cli.plan import Wanted, plan, wanted_players
from services.cli.trf_file import read_trf
from services.pairing.systems.baku import schedule
from tests.support.books import Books

FILES = sorted((Path(__file__).parents[2] / "data" / "trf").glob("*.trf"))
OPEN = TournamentId("open")
CLUB, SPRING = "club-open-52p-5r-in-progress", "spring-28p-5r"


def file(stem: str) -> Trf:
    return read_trf(FILES[0].with_name(f"{stem}.trf"))


def brought_in(
    event: Trf, name: str = OPEN, books: Books | None = None, system: PairingSystem = PairingSystem.GIVEN
) -> Books:
    books = books or Books()
    wanted = Wanted(tournament=TournamentId(name), system=system)
    known = tuple(books.ask(wanted_players(event)))
    for one in plan(event, wanted, known).commands:
        try:
            books.send(one.data)
        except Refused:
            assert one.data.unit.startswith("player-"), "somebody is here already"
    return books


def written(books: Books, name: str = OPEN) -> Trf:
    tournament = TournamentId(name)
    rows = books.ask(CurrentStandings(tournament=tournament)).rows
    players = books.ask(Players(players=tuple(row.player for row in rows)))
    return trf.read(trf.write(complete(trf.read(books.ask(Report(tournament=tournament))), rows, players)))


def shown(books: Books, name: str = OPEN) -> list[bytes]:
    """What people see: the standings, every pairing list, and what is arranged; without the event's id."""
    tournament = TournamentId(name)
    table = books.ask(CurrentStandings(tournament=tournament))
    rounds = [books.ask(Pairings(tournament=tournament, round=one + 1)) for one in range(table.after_round)]
    found = [table, *rounds, books.ask(Arrangements(tournament=tournament))]
    return [encode(one).replace(encode({"tournament": name})[1:-1], b"") for one in found]


@cache
def there_and_back(stem: str) -> tuple[Books, Trf, Books]:
    first = brought_in(file(stem))
    exported = written(first)
    return first, exported, brought_in(exported, "elsewhere")


@pytest.mark.parametrize("stem", [path.stem for path in FILES])
def test_the_standings_the_pairings_and_the_players_are_the_same_again(stem: str) -> None:
    first, _, second = there_and_back(stem)
    assert shown(second, "elsewhere") == shown(first)
    assert second.ask(Players()) == first.ask(Players())


@pytest.mark.parametrize("stem", [path.stem for path in FILES])
def test_the_file_has_what_the_first_one_had_of_every_player(stem: str) -> None:
    _, exported, _ = there_and_back(stem)
    for was, now in zip(file(stem).players, exported.players, strict=True):
        assert (now.number, now.name, now.rating, now.federation) == (was.number, was.name, was.rating, was.federation)
        assert (now.fide_id, now.birth) == (was.fide_id, was.birth[:4])
        assert now.title == (was.title if was.title in {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"} else "")
        assert now.rank is not None
        if not plan(file(stem), Wanted(tournament=OPEN)).byes:
            assert now.points == was.points, "but for byes to come, which some programs count beforehand"
    assert trf.mismatches(exported) == []


@pytest.mark.parametrize("stem", [path.stem for path in FILES])
def test_nothing_is_left_out_of_a_file_that_was_exported_here(stem: str) -> None:
    _, exported, _ = there_and_back(stem)
    assert plan(exported, Wanted(tournament=OPEN)).notes == ()


@pytest.mark.parametrize("stem", [path.stem for path in FILES])
def test_fides_checker_reads_the_file_as_well(stem: str) -> None:
    _, exported, _ = there_and_back(stem)
    checker = trf2json()
    checker.parse_file(trf.write(exported), 0)
    assert checker.get_status() == 0


def test_who_has_no_fide_id_is_found_by_the_id_he_has_here() -> None:
    _, exported, second = there_and_back(SPRING)
    assert exported.comments[0] == "omkamp 1 trf-open-1 Ebbesen, Ólafur"
    assert [one.player for one in second.ask(Players())][:2] == ["trf-open-1", "trf-open-10"]


def test_a_registered_player_is_found_by_his_fide_id_whatever_his_id() -> None:
    event = file(CLUB)
    number, name = int(event.players[0].fide_id), event.players[0].name
    books = Books()
    books.send(RegisterPlayer(player=PlayerId("dsu-7"), name=name, federation="AZE", fide_id=number))
    brought_in(event, books=books)
    assert books.ask(CurrentStandings(tournament=OPEN)).rows[0].player == "dsu-7"
    assert "omkamp 1 dsu-7 Zachariassen, Peder" in written(books).comments
    fresh = brought_in(written(books))
    assert fresh.ask(Players(fide_ids=(number,)))[0].player == "dsu-7"


@pytest.mark.parametrize("stem", [CLUB, SPRING])
def test_a_name_too_long_for_its_column_is_cut_there_and_whole_again_where_it_is_imported(stem: str) -> None:
    event = file(stem)
    number = int(event.players[0].fide_id or 0) or None
    player = PlayerId(f"fide-{number}" if number else "trf-open-1")
    name = "Rasmussen-Lindqvist, Anna Margrethe Elisabeth"
    books = Books()
    books.send(RegisterPlayer(player=player, name=name, federation="DEN", fide_id=number))
    exported = written(brought_in(event, books=books))
    assert exported.players[0].name == "Rasmussen-Lindqvist, Anna Margret"
    everybody = books.ask(Players())
    assert brought_in(exported, "elsewhere", books).ask(Players()) == everybody
    fresh = brought_in(exported)
    assert fresh.ask(Players(players=(player,)))[0].name == name
    assert shown(fresh) == shown(books)


def test_the_id_of_somebody_else_here_is_not_taken_for_a_players() -> None:
    _, exported, _ = there_and_back(SPRING)
    books = Books()
    books.send(RegisterPlayer(player=PlayerId("trf-open-1"), name="Somebody Else", federation="ITA"))
    known = tuple(books.ask(wanted_players(exported)))
    made = plan(exported, Wanted(tournament=TournamentId("new")), known)
    assert [one.data.player for one in made.players][:2] == ["trf-new-1", "trf-open-2"]
    assert made.notes == ("ids of other players here left out, of: 1 (trf-open-1)",)


def test_two_registered_players_of_one_fide_id_must_be_merged_first() -> None:
    event = file(CLUB)
    number = int(event.players[0].fide_id)
    books = Books()
    for player in (PlayerId("dsu-7"), PlayerId("dsu-8")):
        books.send(RegisterPlayer(player=player, name=event.players[0].name, federation="AZE", fide_id=number))
    with pytest.raises(Refused, match="dsu-7, dsu-8 are registered; merge them first"):
        plan(event, Wanted(tournament=OPEN), tuple(books.ask(wanted_players(event))))


def arranged(**changes: Any) -> Trf:
    """An event of the FIDE Dutch system, before its first round."""
    event = file(SPRING)
    blank = tuple(msgspec.structs.replace(one, rounds=(), points=None) for one in event.players)
    return msgspec.structs.replace(event, players=blank, **changes)


def test_who_may_not_meet_the_first_colour_and_bakus_points_are_the_same_again() -> None:
    event = arranged(
        initial_colour=Colour.BLACK,
        forbidden=(Forbidden(numbers=(1, 2, 3)), Forbidden(numbers=(4, 9), first=2, last=3)),
        acceleration=tuple(Acceleration(number=one, points=schedule(5)[:3]) for one in range(1, 15)),
    )
    first = brought_in(event, system=PairingSystem.FIDE_DUTCH)
    said = first.ask(Arrangements(tournament=OPEN))
    assert (said.initial_colour, said.acceleration, len(said.forbidden)) == ("b", "baku", 4)
    assert [(one.first, one.second, one.first_round, one.last_round) for one in said.forbidden[2:]] == [
        ("trf-open-2", "trf-open-3", 1, None),
        ("trf-open-4", "trf-open-9", 2, 3),
    ]
    second = brought_in(written(first), "elsewhere", system=PairingSystem.FIDE_DUTCH)
    assert shown(second, "elsewhere") == shown(first)


@pytest.mark.parametrize(
    ("points", "system"),
    [
        ({1: (2, 2)}, PairingSystem.FIDE_DUTCH),
        (dict.fromkeys(range(1, 15), (2, 2, 1)), PairingSystem.MONRAD_SSF),
        (dict.fromkeys(range(1, 15), (2, 2, 2)), PairingSystem.FIDE_DUTCH),
    ],
)
def test_virtual_points_that_are_not_bakus_are_named(points: dict[int, tuple[Any, ...]], system: PairingSystem) -> None:
    event = arranged(acceleration=tuple(Acceleration(number=one, points=given) for one, given in points.items()))
    made = plan(event, Wanted(tournament=OPEN, system=system))
    assert not any(isinstance(one.data, SetPairingOptions) for one in made.settings)
    assert any("virtual points (250, XXA;" in note for note in made.notes)
