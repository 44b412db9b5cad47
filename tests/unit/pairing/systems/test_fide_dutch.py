import datetime as dt
import json
import sys
from pathlib import Path

import pytest

from contracts.points import DRAW, WIN, ByeKind, HalfPoints
from contracts.refusals import RefusalCode, Refused
from services.chess import trf
from services.chess.colours import Colour
from services.pairing.from_trf import request
from services.pairing.systems import _gacrux, _py4swiss, fide_dutch, fide_dutch_2017
from services.pairing.systems.fide_colours import allocate
from services.pairing.systems.fide_players import Edition, players
from services.pairing.systems.fide_request import ProgramFailed
from services.pairing.systems.interface import Adjournment, Contestant, PastRound, Request, Unpairable

CASES = Path(__file__).parents[3] / "data" / "pairings" / "dutch"
DUTCH = (fide_dutch.pair, fide_dutch_2017.pair)


def _field(count: int, **changes: object) -> Request:
    given = {"round": 1, "rounds": 5, "contestants": tuple(Contestant(number=n) for n in range(1, count + 1))}
    return Request(**(given | changes))  # type: ignore[arg-type]  # the tests give fields by name


def _case(name: str) -> Request:
    text: str = json.loads((CASES / f"{name}.json").read_text())["trf"]
    return request(trf.read(text))


@pytest.mark.parametrize("pair", DUTCH)
def test_round_one_pairs_the_halves_and_gives_odd_numbers_the_colour_of_the_lot(pair: object) -> None:
    proposal = pair(_field(6, initial_colour=Colour.BLACK))  # type: ignore[operator]  # one of two systems
    assert [(board.white, board.black) for board in proposal.pairs] == [(4, 1), (2, 5), (6, 3)]


@pytest.mark.parametrize("pair", DUTCH)
def test_the_last_of_an_odd_field_gets_the_first_bye(pair: object) -> None:
    assert pair(_field(5)).bye == 5  # type: ignore[operator]  # one of two systems


def test_a_bye_given_beforehand_is_not_given_a_second_time() -> None:
    field = tuple(Contestant(number=n, absent=ByeKind.PAIRING_ALLOCATED if n == 3 else None) for n in range(1, 6))
    proposal = fide_dutch.pair(_field(5, contestants=field))
    assert proposal.bye is None
    assert {number for board in proposal.pairs for number in (board.white, board.black)} == {1, 2, 4, 5}


def test_one_who_has_not_taken_part_has_no_pairing_number() -> None:
    field = tuple(Contestant(number=n, absent=ByeKind.ZERO_POINT if n == 1 else None) for n in range(1, 6))
    assert [(board.white, board.black) for board in fide_dutch.pair(_field(5, contestants=field)).pairs] == [
        (2, 4),
        (5, 3),
    ]


def test_colours_say_the_same_as_the_engine_and_its_step() -> None:
    for path in sorted(CASES.glob("[0-9]*.json"))[::3]:
        asked = _case(path.stem)
        known = players(asked, Edition.DUTCH_2026)
        try:
            answer = _gacrux.pair(known, asked.round, asked.rounds, asked.initial_colour, asked.forbidden)
        except _gacrux.NoLegalPairing:
            continue
        for seat in answer.seats:
            ours = allocate(known[seat.white], known[seat.black], asked.initial_colour)
            assert ours == (seat.white, seat.black, seat.colour_step)


def test_every_pair_and_the_bye_say_why() -> None:
    proposal = fide_dutch.pair(_case("030_clean_n9_r7of7"))
    level, floated = proposal.pairs[:2]
    assert [(reason.rule, reason.text) for reason in level.reasons] == [
        ("FIDE C.04.3 (2026) 1.3", "4 and 6 stand in the score group of 4."),
        (
            "FIDE C.04.3 (2026) 5.2.2",
            (
                "The stronger preference is granted: 4 has a strong preference for White (difference -1), "
                "6 has an absolute preference for White (difference -1)."
            ),
        ),
        (
            "FIDE C.04.3 (2026) [C12]",
            "One of the two does not get the colour he prefers; the best pairing of the bracket needs it.",
        ),
        (
            "FIDE C.04.3 (2026) [C13]",
            "One of the two does not get the colour he strongly prefers; the best pairing of the bracket needs it.",
        ),
    ]
    assert [reason.text for reason in floated.reasons] == [
        "5 was left unpaired with 4 and moved down to the bracket of 3.",
        "5 (4) gets a downfloat, 7 (3) an upfloat.",
        "Both preferences are granted: 5 has a strong preference for Black, 7 has a strong preference for White.",
    ]
    assert [reason.rule.rpartition(" ")[2] for reason in proposal.bye_reasons] == ["[C2]", "[C5]", "[C9]"]
    assert proposal.notes[0].text == (
        "Bracket of 4: 1, 4, 5, 6. Left unpaired, to the next bracket: 1, 5. Not met in full: "
        "[C6] 2 (players of the bracket float down), [C8] 2 (players of the next bracket will float down too), "
        "[C12] 1 (players do not get the colour they prefer), [C13] 1 (players do not get a colour they strongly "
        "prefer), [C14] 1 (players float down a second time running), [C16] 1 (players float down as two rounds ago)."
    )
    assert not any("-1" in note.text for note in proposal.notes)


def test_the_rules_of_2017_give_their_own_articles() -> None:
    proposal = fide_dutch_2017.pair(_case("030_clean_n9_r7of7"))
    rules = {reason.rule for board in proposal.pairs for reason in board.reasons}
    assert all(rule.startswith("FIDE C.04.3 (2017) ") for rule in rules)
    assert {"FIDE C.04.3 (2017) A.3", "FIDE C.04.3 (2017) A.4.b", "FIDE C.04.3 (2017) E.1"} <= rules
    assert [reason.rule for reason in proposal.bye_reasons] == ["FIDE C.04.3 (2017) C.2", "FIDE C.04.3 (2017) C.5"]


def test_a_criterion_that_a_pair_falls_short_of_is_named() -> None:
    named = {
        reason.rule
        for path in sorted(CASES.glob("[0-9]*_clean_*.json"))
        for board in fide_dutch.pair(_case(path.stem)).pairs
        for reason in board.reasons
    }
    assert {"FIDE C.04.3 (2026) [C12]", "FIDE C.04.3 (2026) [C15]"} <= named


@pytest.mark.parametrize("pair", DUTCH)
def test_a_round_that_cannot_be_paired_says_what_the_arbiter_can_do(pair: object) -> None:
    with pytest.raises(Unpairable) as unpairable:
        pair(_case("042_wd_n9_r7of7"))  # type: ignore[operator]  # one of two systems
    assert not isinstance(unpairable.value, ProgramFailed)
    assert "arbiter" in unpairable.value.advice


@pytest.mark.parametrize("error", [KeyError("n"), RecursionError(), MemoryError(), ZeroDivisionError("x")])
def test_a_broken_engine_is_named_and_nothing_is_paired(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(_gacrux._Engine, "compute_pairing", broken)
    monkeypatch.setattr(_py4swiss, "_bracket", broken)
    for pair in DUTCH:
        with pytest.raises(ProgramFailed, match=type(error).__name__):
            pair(_field(6))


@pytest.mark.parametrize(
    ("seats", "bye", "fault"),
    [
        ([(1, 2)], None, "exactly once"),
        ([(1, 2), (3, 4)], 1, "exactly once"),
        ([(1, 3), (2, 4)], None, "1 and 3 have met"),
        ([(1, 4), (3, 2)], None, "3 and 2 may not meet"),
    ],
)
def test_an_engine_round_that_is_not_whole_or_not_legal_is_refused(
    seats: list[tuple[int, int]], bye: int | None, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = _gacrux.Answer(
        seats=tuple(_gacrux.Seat(white=one, black=other, colour_step=1, quality={}) for one, other in seats),
        brackets=(),
        bye=bye,
    )
    monkeypatch.setattr(_gacrux, "pair", lambda *_arguments: answer)
    met = {1: 3, 3: 1, 2: 4, 4: 2}
    field = tuple(
        Contestant(
            number=n,
            past=(
                PastRound(opponent=met[n], colour=Colour.WHITE if n < 3 else Colour.BLACK, points=DRAW, played=True),
            ),
        )
        for n in met
    )
    with pytest.raises(ProgramFailed, match=fault):
        fide_dutch.pair(_field(4, round=2, contestants=field, forbidden=frozenset({(2, 3)})))


def test_the_engine_prints_nothing_and_draws_no_lots(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.random", lambda: pytest.fail("a lot was drawn"))
    limit = sys.getrecursionlimit()
    fide_dutch.pair(_case("010_all_n8_r3of5"))
    fide_dutch_2017.pair(_case("010_all_n8_r3of5"))
    assert capsys.readouterr() == ("", "")
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize("pair", DUTCH)
def test_more_players_than_fit_are_refused_by_name(pair: object) -> None:
    with pytest.raises(Refused) as refused:
        pair(_field(1002))  # type: ignore[operator]  # one of two systems
    assert refused.value.refusal.code is RefusalCode.TOO_LARGE
    assert refused.value.refusal.details == {"players": 1002, "limit": 1000}


def test_without_the_optional_package_the_refusal_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_py4swiss, "INSTALLED", False)
    with pytest.raises(Refused, match=r"pip install 'py4swiss>=0\.3\.1'") as refused:
        fide_dutch_2017.pair(_field(4))
    assert refused.value.refusal.code is RefusalCode.UNAVAILABLE


@pytest.mark.parametrize("pair", DUTCH)
def test_nobody_left_ends_the_event_and_one_left_gets_the_bye(pair: object) -> None:
    with pytest.raises(Unpairable, match="no player"):
        pair(_field(0))  # type: ignore[operator]  # one of two systems
    assert pair(_field(1)).bye == 1  # type: ignore[operator]  # one of two systems
    had = (PastRound(bye=ByeKind.PAIRING_ALLOCATED, points=WIN),)
    with pytest.raises(Unpairable, match="second bye"):
        pair(_field(1, round=2, contestants=(Contestant(number=1, past=had),)))  # type: ignore[operator]  # one of two systems


def _met(number: int, opponent: int, colour: Colour, points: int, **changes: object) -> Contestant:
    past = PastRound(opponent=opponent, colour=colour, points=HalfPoints(points), played=True)
    return Contestant(number=number, past=(past,), **changes)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"round": 6}, "round 6 of 5"),
        ({"round": 0}, "round 0 of 5"),
        ({"contestants": (Contestant(number=1), Contestant(number=1))}, "twice"),
        ({"contestants": (Contestant(number=0),)}, "below 1"),
        ({"contestants": (Contestant(number=1, past=(PastRound(),)),)}, "earlier rounds"),
        ({"round": 2, "contestants": (_met(1, 2, Colour.WHITE, 2),)}, "says otherwise"),
        ({"round": 2, "contestants": (_met(1, 2, Colour.WHITE, 2), _met(2, 1, Colour.WHITE, 0))}, "says otherwise"),
        ({"forbidden": frozenset({(2, 1)})}, "lower number first"),
        ({"options": {"colour": "blue"}}, "no option 'colour'"),
    ],
)
def test_a_request_that_contradicts_itself_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message) as refused:
        fide_dutch.pair(_field(2, **changes))
    assert refused.value.refusal.code is RefusalCode.INVALID_PAYLOAD


@pytest.mark.parametrize("pair", DUTCH)
def test_an_adjourned_game_counts_as_a_draw_and_a_meeting_for_the_pairing(pair: object) -> None:
    def unfinished(number: int, opponent: int, colour: Colour) -> Contestant:
        past = PastRound(opponent=opponent, colour=colour, unfinished=Adjournment.ADJOURNED)
        return Contestant(number=number, past=(past,))

    field = (
        unfinished(1, 4, Colour.WHITE),
        unfinished(2, 5, Colour.BLACK),
        _met(3, 6, Colour.WHITE, 2),
        unfinished(4, 1, Colour.BLACK),
        unfinished(5, 2, Colour.WHITE),
        _met(6, 3, Colour.BLACK, 0),
    )
    proposal = pair(_field(6, round=2, contestants=field))  # type: ignore[operator]  # one of two systems
    assert [(board.white, board.black) for board in proposal.pairs] == [(2, 3), (4, 5), (6, 1)]


@pytest.mark.parametrize(
    ("start", "end", "name"),
    [
        (dt.date(2026, 2, 1), dt.date(2026, 2, 3), "fide-dutch"),
        (dt.date(2026, 1, 31), dt.date(2026, 2, 3), "fide-dutch-2017"),
        (dt.date(2019, 5, 1), dt.date(2019, 5, 1), "fide-dutch-2017"),
    ],
)
def test_the_edition_is_that_of_the_first_day_of_the_event(start: dt.date, end: dt.date, name: str) -> None:
    assert fide_dutch.edition(start, end) == name


def test_an_event_that_ends_before_it_starts_has_no_edition() -> None:
    with pytest.raises(Refused) as refused:
        fide_dutch.edition(dt.date(2026, 3, 2), dt.date(2026, 3, 1))
    assert refused.value.refusal.code is RefusalCode.INVALID_DATES
