import datetime as dt
from pathlib import Path

import msgspec
import pytest

from contracts.ids import TournamentId
from contracts.pairing import Bye, ForbidPairing
from contracts.points import ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from contracts.registration import PairingSystem, Title
from services.chess import trf
from services.chess.trf import Trf
from services.cli.plan import Plan, Wanted, plan, tournament_id
from services.cli.trf_file import read_trf
from tests.support.books import Books

FILES = Path(__file__).parents[2] / "data" / "trf"
WANTED = Wanted(tournament=TournamentId("open"), rating_rules="dsu-2007")


def event(name: str = "summer-open-137p-7r") -> Trf:
    return read_trf(FILES / f"{name}.trf")


@pytest.fixture(scope="module")
def summer() -> Plan:
    return plan(event(), WANTED)


def test_a_whole_event_becomes_all_its_commands(summer: Plan) -> None:
    assert (len(summer.players), len(summer.ratings), len(summer.entries)) == (137, 117, 137)
    assert [len(one.results) for one in summer.rounds] == [57, 59, 64, 60, 55, 60, 56]
    assert summer.complete is not None
    assert summer.size == 1 + 137 + 117 + 137 + 7 + 411 + 1
    assert summer.notes == ("of the players left out: sex", "records left out: 032, 092, 102, 112")


def test_a_published_round_names_every_player_once(summer: Plan) -> None:
    everybody = sorted(one.data.player for one in summer.players)
    for one in summer.rounds:
        boards = [player for board in one.publish.data.boards for player in (board.white, board.black)]
        assert sorted([*boards, *(bye.player for bye in one.publish.data.byes)]) == everybody


def test_players_stand_under_their_fide_id_or_under_the_event_and_their_number() -> None:
    first, *others = event().players
    unknown = msgspec.structs.replace(first, fide_id="0")
    made = plan(msgspec.structs.replace(event(), players=(unknown, *others)), WANTED)
    assert [one.data.player for one in made.players][:2] == ["trf-open-1", "fide-90545466"]


def test_start_ratings_count_from_the_first_day_and_results_from_their_round(summer: Plan) -> None:
    assert {one.effective for one in summer.ratings} == {dt.date(2018, 4, 8)}
    assert [one.results[0].effective for one in summer.rounds][:2] == [dt.date(2018, 4, 8), dt.date(2018, 4, 15)]


def test_the_same_file_gives_the_same_command_ids_and_another_command_another_id(summer: Plan) -> None:
    again = plan(event(), WANTED)
    ids = [one.id for stage in (again.players, again.ratings, again.entries) for one in stage]
    assert ids == [one.id for stage in (summer.players, summer.ratings, summer.entries) for one in stage]
    assert len(set(ids)) == len(ids)
    assert plan(event(), msgspec.structs.replace(WANTED, rating_rules="")).announce.id != summer.announce.id


def test_an_event_in_progress_is_not_completed_and_what_is_not_paired_is_not_published() -> None:
    made = plan(event("club-open-52p-5r-in-progress"), WANTED)
    assert len(made.rounds) == 4
    assert made.complete is None


def test_byes_and_absences_of_the_round_to_come_are_asked_for() -> None:
    club = event("club-open-52p-5r-in-progress")
    made = plan(club, WANTED)
    asked = [(one.data.player, one.data.round, one.data.kind) for one in made.byes]
    assert asked == [
        ("fide-91170123", 5, ByeKind.ZERO_POINT),
        ("fide-92182962", 5, ByeKind.ZERO_POINT),
        ("fide-96195700", 5, ByeKind.HALF_POINT),
    ]
    assert not any("byes" in note for note in made.notes)
    announced = (trf.TrfBye(number=1, round=7, code="H"), trf.TrfBye(number=2, round=3, code="H"))
    later = plan(msgspec.structs.replace(club, byes=announced, absent=(3,)), WANTED)
    more = [(one.data.player, one.data.round) for one in later.byes if one not in made.byes]
    assert more == [("fide-96485691", 5), ("fide-94459204", 7)]
    beyond = msgspec.structs.replace(club, byes=(trf.TrfBye(number=1, round=10, code="H"),))
    assert refused(beyond) is RefusalCode.MALFORMED_FILE


def test_what_of_a_file_is_not_taken_over_is_said() -> None:
    summer = event()
    strange = msgspec.structs.replace(summer.players[4], fide_id="92605l71")
    changed = msgspec.structs.replace(
        summer,
        players=(*summer.players[:4], strange, *summer.players[5:]),
        unknown=("042 31/02/2018", "299 stands here", "299 and here"),
        forbidden=(trf.Forbidden(numbers=(1, 2)),),
    )
    knock_out = msgspec.structs.replace(WANTED, system=PairingSystem.KNOCK_OUT)
    assert plan(changed, knock_out).notes == (
        "FIDE ids that are no numbers, of players left out: 5",
        "of the players left out: sex",
        "records left out: 032, 042, 092, 102, 112, 299, who may not meet (260, XXP; knock-out keeps nobody apart)",
    )


def test_rules_chosen_by_id_that_are_not_in_force_on_its_days_are_said() -> None:
    chosen = msgspec.structs.replace(WANTED, rating_rules="ssf-2002")
    (said,) = (one for one in plan(event(), chosen).notes if "in force" in one)
    assert said.startswith("ssf-2002 was in force from 2002-01-01 to 2016-08-31, not on 20")
    assert not [one for one in plan(event(), WANTED).notes if "in force" in one]


def test_a_player_without_a_name_is_called_by_his_number_and_that_is_said() -> None:
    first, *others = event().players
    nameless = msgspec.structs.replace(event(), players=(msgspec.structs.replace(first, name=""), *others))
    made = plan(nameless, WANTED)
    assert made.players[0].data.name == "Player 1"
    assert made.notes[0] == "players without a name, called Player and their number: 1"


@pytest.mark.parametrize("system", PairingSystem)
def test_who_may_not_meet_is_kept_apart_wherever_pairing_can(system: PairingSystem) -> None:
    file = msgspec.structs.replace(event(), forbidden=(trf.Forbidden(numbers=(1, 2)),))
    made = plan(file, msgspec.structs.replace(WANTED, system=system))
    books = Books()
    for one in (made.announce, *made.players, *made.entries):
        books.send(one.data)
    ban = ForbidPairing(
        tournament=WANTED.tournament, first=made.players[0].data.player, second=made.players[1].data.player, reason="x"
    )
    try:
        can = bool(books.send(ban))
    except Refused:
        can = False
    assert bool(made.apart) is can


def test_who_was_not_there_yet_is_a_zero_point_bye() -> None:
    made = event()
    late = msgspec.structs.replace(made.players[0], rounds=(trf.TrfRound(), *made.players[0].rounds[1:]))
    planned = plan(msgspec.structs.replace(made, players=(late, *made.players[1:])), WANTED)
    assert Bye(player=planned.players[0].data.player, kind=ByeKind.ZERO_POINT) in planned.rounds[0].publish.data.byes


def test_a_bye_is_worth_what_the_printed_points_say() -> None:
    assert plan(event("spring-31p-6r-half-point-pab"), WANTED).announce.data.bye_points == HalfPoints(1)


def test_national_titles_are_none_of_fides_and_a_missing_federation_is_the_hosts() -> None:
    made = event()
    first = msgspec.structs.replace(made.players[0], title="1N", federation="")
    second = msgspec.structs.replace(made.players[1], title="FM", federation="??")
    players = (first, second, *made.players[2:])
    planned = plan(msgspec.structs.replace(made, players=players), WANTED).players
    assert [(one.data.title, one.data.federation) for one in planned[:2]] == [(Title.NONE, "ESP"), (Title.FM, "ESP")]


def refused(damaged: Trf, wanted: Wanted = WANTED) -> RefusalCode:
    with pytest.raises(Refused) as caught:
        plan(damaged, wanted)
    return caught.value.refusal.code


def test_an_event_without_dates_is_refused_until_they_are_given() -> None:
    dateless = msgspec.structs.replace(event(), start=None, end=None, round_dates=())
    assert refused(dateless) is RefusalCode.INVALID_DATES
    wanted = msgspec.structs.replace(WANTED, starts=dt.date(2018, 4, 8), ends=dt.date(2018, 4, 9))
    assert plan(dateless, wanted).announce.data.ends == dt.date(2018, 4, 9)
    assert refused(event(), msgspec.structs.replace(WANTED, ends=dt.date(2018, 1, 1))) is RefusalCode.INVALID_DATES


def test_round_dates_that_cannot_be_are_left_out_with_a_note() -> None:
    days = (*event().round_dates[:6], "2019-01-01")
    made = plan(msgspec.structs.replace(event(), round_dates=days), WANTED)
    assert made.announce.data.round_dates == ()
    assert made.notes[0].startswith("the rounds' dates (record 132) are left out")


def test_points_that_do_not_add_up_are_noted() -> None:
    first = msgspec.structs.replace(event().players[0], points=HalfPoints(9))
    made = plan(msgspec.structs.replace(event(), players=(first, *event().players[1:])), WANTED)
    assert made.notes[-1] == "the points printed for 1 are not the sum of the rounds"


def test_two_players_with_one_fide_id_are_refused() -> None:
    first, second, *others = event().players
    twin = msgspec.structs.replace(second, fide_id=first.fide_id)
    assert refused(msgspec.structs.replace(event(), players=(first, twin, *others))) is RefusalCode.MALFORMED_FILE


def test_a_value_no_command_may_have_is_refused_before_anything_is_sent() -> None:
    first = msgspec.structs.replace(event().players[0], rating=9999)
    damaged = msgspec.structs.replace(event(), players=(first, *event().players[1:]))
    assert refused(damaged) is RefusalCode.MALFORMED_FILE


def test_a_control_character_in_a_name_is_refused_before_anything_is_sent() -> None:
    summer = event()
    first = msgspec.structs.replace(summer.players[0], name="Carlsson\x1b[2J")
    with pytest.raises(Refused, match="register-player for fide-94750175: a control character"):
        plan(msgspec.structs.replace(summer, players=(first, *summer.players[1:])), WANTED)


def test_an_event_that_counts_points_otherwise_or_has_nobody_in_it_is_refused() -> None:
    football = msgspec.structs.replace(event().points, win=HalfPoints(6))
    assert refused(msgspec.structs.replace(event(), points=football)) is RefusalCode.INVALID_PAYLOAD
    assert refused(msgspec.structs.replace(event(), players=())) is RefusalCode.MALFORMED_FILE


def test_a_tournament_is_named_after_its_file() -> None:
    named = [tournament_id(stem) for stem in ("Summer Open 2018", "påske.2019", "…")]
    assert named == ["summer-open-2018", "p-ske-2019", "tournament"]


def test_a_file_in_the_old_encoding_is_read(tmp_path: Path) -> None:
    file = tmp_path / "old.trf"
    file.write_bytes((FILES / "summer-open-137p-7r.trf").read_text(encoding="utf-8").encode("cp1252"))
    assert read_trf(file) == event()


def test_a_file_in_utf_16_is_refused_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "wide.trf"
    file.write_text("012 Summer Open\n", encoding="utf-16")
    with pytest.raises(Refused, match="is UTF-16; save it as UTF-8"):
        read_trf(file)
