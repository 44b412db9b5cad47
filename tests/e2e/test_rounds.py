"""Tournaments paired on the server, as an arbiter does it: lots, proposals, reasons, by hand, the report file."""

import asyncio
from pathlib import Path

import msgspec

from contracts.ids import TournamentId
from contracts.registration import PairingSystem, TournamentAnnounced
from contracts.units import tournament_unit
from services.chess import trf
from services.runtime.bus import Bus
from services.runtime.jetstream import JetStreamLog
from services.runtime.settings import Settings
from tests.e2e.conftest import Office
from tests.support.records import appended
from tests.unit.pairing.swiss import DUTCH, MONRAD, opened


def entered(office: Office, name: str, announced: TournamentAnnounced, players: int = 6) -> str:
    """Write a tournament and its entries straight into the log; return its name."""
    tournament = TournamentId(name)
    events = [msgspec.structs.replace(event, tournament=tournament) for event in opened(announced, players)]

    async def write() -> None:
        settings = Settings(url=office.url)
        bus = await Bus.connect(settings, "test")
        try:
            await appended(JetStreamLog(bus, settings.federation), tournament_unit(tournament), events)
        finally:
            await bus.close()

    asyncio.run(write())
    return name


def test_a_round_is_proposed_explained_published_and_started(office: Office) -> None:
    name, omkamp = entered(office, "dutch", DUTCH), office.omkamp
    explained = omkamp("pair", name, "--explain")
    assert explained.out.startswith("Summer Open, round 1 (proposal 1): fide-dutch (FIDE C.04.3 (2026))")
    assert "Warning: " in explained.out
    assert "FIDE C.04.3 (2026) 1.3: " in explained.out
    assert "FIDE C.04.3" not in omkamp("pair", name).out.split("\n", 1)[1]
    found = omkamp("pair", name, "--explain", "--json").json
    assert found["proposal"] == 1
    assert all(board["reasons"] for board in found["boards"])
    assert "is not published" in omkamp("pairings", name, 1).refusal
    assert omkamp("publish-round", name, 1).out == "Round 1 is published.\n"
    assert omkamp("publish-round", name, 1).out == "Round 1 is published so already.\n"
    assert omkamp("start-round", name, 1).out == "Round 1 has started.\n"
    assert omkamp("manual", "begin", name, 1, "--reason", "late").refusal.endswith("[wrong_status] (DSU §11d)")
    assert omkamp("pairings", name, 1, "--json").json["started"]
    assert "FIDE C.04.3 (2026) 1.3: " in omkamp("pairings", name, 1, "--explain").out


def test_lots_are_drawn_once_and_the_first_round_follows_them(office: Office) -> None:
    name, omkamp = entered(office, "monrad", MONRAD), office.omkamp
    drawn = omkamp("draw-lots", name, "--json").json
    numbers = {lot["player"]: lot["number"] for lot in drawn["numbers"]}
    assert sorted(numbers.values()) == list(range(1, 7))
    assert drawn["initial_colour"] in {"w", "b"}
    boards = omkamp("pair", name, "--json").json["boards"]
    seated = [(numbers[one["white"]["player"]], numbers[one["black"]["player"]]) for one in boards]
    assert seated == [(2, 1), (4, 3), (6, 5)]


def test_a_round_is_typed_and_compared_with_the_systems(office: Office, tmp_path: Path) -> None:
    name, omkamp, file = entered(office, "typed", DUTCH, players=4), office.omkamp, tmp_path / "other.trf"
    assert omkamp("publish-round", name, 1, "--board", "1:2", "--board", "4:p3").out == "Round 1 is published.\n"
    shown = omkamp("pairings", name, 1)
    assert "2 boards are not the system's, which has p1-p3, p4-p2 instead." in shown.out
    assert "round 1 is not proposed" in omkamp("pairings", name, 1, "--explain").refusal
    omkamp("result", name, 1, 1, 2, "1-0")
    omkamp("result", name, 1, 4, 3, "1-0")
    again = ("publish-round", name, 2, "--board", "2:1", "--board", "3:4")
    assert "p2 and p1 have met in round 1; p3 and p4 have met in round 1" in omkamp(*again).refusal
    assert omkamp(*again, "--force", "nobody else is left").code == 0
    assert "Forced, because: nobody else is left" in omkamp("pairings", name, 2).out
    assert "is not WHITE:BLACK" in omkamp("publish-round", name, 2, "--board", "2").err
    omkamp("export", "trf", name, "--out", file)
    assert omkamp("publish-round", name, 2, "--trf", file).out == "Round 2 is published so already.\n"
    assert omkamp("publish-round", name, 2, "--force", "so").code == 2


def test_a_wrong_rating_is_corrected_and_the_start_list_numbered_anew(office: Office) -> None:
    name, omkamp = entered(office, "renumbered", DUTCH), office.omkamp
    omkamp("pair", name)
    omkamp("publish-round", name, 1)
    again = ("correct-start-list", name, "--rating", "6=2500", "--title", "p5=fm", "--by-strength", "--reason", "typed")
    done = omkamp(*again)
    assert done.out == "The start list is corrected.\n"
    assert "warning: round 1 is published and has not begun: it stands as it is" in done.err
    assert omkamp("crosstable", name, "--json").json["rows"][0]["player"] == "p6"
    assert omkamp("correct-start-list", name, "--number", "1=1", "--reason", "so").out == "It is so already.\n"
    assert "no rating" in omkamp("correct-start-list", name, "--rating", "1=x", "--reason", "so").err
    twice = ("correct-start-list", name, "--rating", "1=2000", "--reason", "so", "--rating")
    assert "'1' is given twice" in omkamp(*twice, "1=2100").err
    assert "'p6' is named twice" in omkamp(*twice, "p6=2100").err
    assert (
        "start number 2 would be that of"
        in omkamp("correct-start-list", name, "--number", "1=2", "--reason", "so").refusal
    )


def test_byes_and_bans_are_arranged_and_a_game_is_adjourned(office: Office) -> None:
    name, omkamp = entered(office, "arranged", MONRAD), office.omkamp
    assert omkamp("arrange", "forbid", name, 1, 2, "--reason", "brothers").code == 0
    half = omkamp("arrange", "bye", name, 6, 1, "half")
    assert half.code == 0
    assert "warning: his 1. bye with points, of 0 that the regulations give" in half.err
    omkamp("arrange", "bye", name, 5, 1, "zero")
    shown = omkamp("arrange", "show", name).json
    assert [(one["player"], one["kind"]) for one in shown["byes"]["1"]] == [("p6", "H"), ("p5", "Z")]
    assert shown["forbidden"][0]["reason"] == "brothers"
    found = omkamp("pair", name, "--json").json
    white, black = (found["boards"][0][side]["start_number"] for side in ("white", "black"))
    assert {white, black} != {1, 2}
    omkamp("publish-round", name, 1)
    assert "Adjourned until 2018-04-10" in omkamp("adjourn", name, 1, white, black, "2018-04-10").out
    assert omkamp("pair", name, "--on", "2018-04-10").refusal.endswith("(DSU §11c)")
    assert omkamp("pair", name, "--on", "2018-04-11").code == 0


def test_a_round_is_paired_by_hand(office: Office) -> None:
    name, omkamp = entered(office, "by-hand", DUTCH, players=4), office.omkamp
    omkamp("manual", "begin", name, 1, "--reason", "wishes")
    assert omkamp("manual", "seat", name, 1, 2, 1).out == "Changed.\n"
    assert "leaves out p3, p4" in omkamp("manual", "end", name, 1).refusal
    omkamp("manual", "seat", name, 1, 3, 4)
    omkamp("manual", "colours", name, 1, 3, 4)
    omkamp("manual", "end", name, 1)
    found = omkamp("pairings", name, 1, "--json").json
    assert found["manual"]
    assert found["difference"]["boards_added"]
    assert "Paired by hand." in omkamp("pairings", name, 1).out
    assert [(one["white"]["player"], one["black"]["player"]) for one in found["boards"]] == [("p2", "p1"), ("p4", "p3")]
    for white, black in ((2, 1), (4, 3)):
        omkamp("result", name, 1, white, black, "1-0")
    omkamp("manual", "begin", name, 2, "--reason", "again")
    again = ("manual", "seat", name, 2, 1, 2)
    assert "have met in round 1" in omkamp(*again).refusal
    assert omkamp(*again, "--force", "they wish it").code == 0
    assert omkamp("manual", "cancel", name, 2, "--reason", "no").code == 0


def test_any_round_is_written_as_a_report_file_which_pairs_alike(office: Office, tmp_path: Path) -> None:
    name, omkamp, file = entered(office, "exported", DUTCH), office.omkamp, tmp_path / "event.trf"
    boards = omkamp("pair", name, "--json").json["boards"]
    omkamp("publish-round", name, 1)
    for one in boards:
        omkamp("result", name, 1, one["white"]["player"], one["black"]["player"], "1-0")
    assert trf.read(omkamp("export", "trf", name).out).columns == 1
    assert trf.read(omkamp("export", "trf", name, "--round", 0).out).columns == 0
    omkamp("export", "trf", name, "--out", file)
    of_the_file = omkamp("pair", "--trf", file, "--system", "fide-dutch", "--json").json["proposal"]["pairs"]
    of_the_server = omkamp("pair", name, "--json").json["boards"]
    assert [(one["white"], one["black"]) for one in of_the_file] == [
        (one["white"]["start_number"], one["black"]["start_number"]) for one in of_the_server
    ]


def test_an_encounter_goes_on_to_a_winner_and_the_event_ends_early(office: Office) -> None:
    cup = msgspec.structs.replace(MONRAD, system=PairingSystem.KNOCK_OUT, rounds=3)
    name, omkamp = entered(office, "cup", cup, players=2), office.omkamp
    omkamp("pair", name)
    omkamp("publish-round", name, 1)
    assert omkamp("result", name, 1, 2, 1, "1/2-1/2").code == 0
    assert "boards without a result yet: " in omkamp("complete", name, "--reason", "decided").refusal
    assert omkamp("replay", name, 1, 2, 1, 2, "1-0").code == 0
    assert omkamp("pair", name).refusal.endswith("[unpairable] (Omkamp reconstruction of DSU 4.10.7)")
    assert omkamp("complete", name, "--reason", "decided").code == 0
