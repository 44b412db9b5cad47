"""Damaged files: each is refused with the line and the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.refusals import RefusalCode, Refused
from services.chess.trf import read, write
from services.chess.trf.model import Trf, TrfPlayer

HEAD = "012 Club\n062 4\nXXR 3\n"


def record(number: int, *rounds: str, points: str = "") -> str:
    head = f"001 {number:4} m    {'Player':33} {2000:4} DEN {'':11} {'':10} {points:>4} {number:4}"
    return head + "".join(f"  {one:8}" for one in rounds) + "\n"


WHOLE = [
    record(1, "   2 w 1", "   3 b =", points="1.5"),
    record(2, "   1 b 0", "   4 w +", points="1.0"),
    record(3, "   4 w =", "   1 w =", points="1.0"),
    record(4, "   3 b =", "   2 b -", points="0.5"),
]


def refusal_of(text: str) -> tuple[int, str]:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.refusal.code is RefusalCode.MALFORMED_FILE
    return caught.value.refusal.details["line"], str(caught.value)


def changed(number: int, *rounds: str) -> str:
    return HEAD + "".join(record(number, *rounds) if place == number else one for place, one in enumerate(WHOLE, 1))


def test_the_whole_file_is_read() -> None:
    assert [len(player.rounds) for player in read(HEAD + "".join(WHOLE)).players] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("number", "rounds", "line", "reason"),
    [
        (1, ("   9 w 1", "   3 b ="), 4, "against 9, who does not exist"),
        (1, ("   1 w 1", "   3 b ="), 4, "against himself"),
        (1, ("   3 w 1", "   3 b ="), 4, "whose record has 4 there"),
        (1, ("   2 w 0", "   3 b 1"), 4, "disagree on the result (1 and =)"),
        (2, ("   1 b 1", "   4 w +"), 4, "disagree on the result (1 and 1)"),
        (2, ("   1 w 0", "   4 w +"), 4, "both have the colour w"),
        (2, ("   1 b  ", "   4 w +"), 4, "has the result 1, 2 has none"),
        (2, ("   1 b 0", "0000 - U"), 7, "whose record has nobody there"),
        (2, ("   1 b 0", "   4 w 1"), 5, "disagree on the result (1 and -)"),
        (2, ("   1 b 0", "  x4 w +"), 5, "the opponent of round 2 is '  x4'".replace("  x4", "x4")),
        (2, ("   1 b 0", "   4 w ?"), 5, "the code '?' against opponent 4"),
        (2, ("   1 b 0", "   4 w U"), 5, "the code 'U' against opponent 4"),
        (2, ("   1 b 0", "0000 - 1"), 5, "has the result '1' but no opponent"),
        (2, ("   1 b 0", "   4 x +"), 5, "the colour of round 2 is 'x'"),
        (2, ("   1 b 0", "   4w+"), 5, "the record is shifted"),
    ],
)
def test_a_round_that_cannot_be_is_refused(number: int, rounds: tuple[str, ...], line: int, reason: str) -> None:
    assert reason in refusal_of(changed(number, *rounds))[1]
    assert refusal_of(changed(number, *rounds))[0] == line


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 0, "no player record"),
        ("\n\n", 2, "no player record"),
        ("Dear arbiter,\nhere is the file.\n", 1, "no TRF record"),
        ("012 Club\n", 1, "no player record"),
        ("".join(WHOLE[:3]), 2, "against 4, who does not exist"),
        (HEAD + record(1) + record(2) + record(3), 6, "4 players are declared (062), the file ends with 3"),
        (HEAD + record(1) + record(2) + record(3) + record(3), 7, "start number 3 stands twice, first in line 6"),
        (HEAD + "".join(WHOLE).removesuffix("\n"), 7, "the last line has no end"),
        ("062 four\n" + "".join(WHOLE), 1, "record 062 is 'four', not a number"),
        ("XXR 0\n" + "".join(WHOLE), 1, "0 rounds are declared"),
        ("XXR 9\n142 8\n" + "".join(WHOLE), 2, "declared rounds is 8, an earlier record says 9"),
        ("XXR 1\n" + "".join(WHOLE), 0, "2 rounds are shown, 1 declared"),
        ("XXR " + "9" * 5000 + "\n", 1, "not a number"),
        ("XXP 1 7\n" + "".join(WHOLE), 0, "record 260 or XXP names player 7"),
        ("250       1.0   1   2    1    7\n" + "".join(WHOLE), 1, "record 250 names player 7"),
        ("250       1.0   1   2    1    2\n" * 2 + "".join(WHOLE), 2, "accelerated twice"),
        ("240 H   1    1\n" + "".join(WHOLE), 2, "record 240 gives player 1 H in round 1"),
        ("240 U   3    1\n" + "".join(WHOLE), 1, "record 240 gives 'U'"),
        ("XXS WW=3 BW=2\n" + "".join(WHOLE), 0, "one thing with White and another with Black"),
        ("XXS W=.75\n" + "".join(WHOLE), 1, "not a score in whole and half points"),
        ("162 W one\n" + "".join(WHOLE), 1, "record 162 cannot be read"),
        ("082 2\n" + "".join(WHOLE), 5, "2 teams are declared"),
        (WHOLE[0].replace("2000", "2x00"), 1, "the rating is '2x00'"),
        (WHOLE[0].replace("001    1", "001     "), 1, "the start number is missing"),
        (WHOLE[0].replace(" m ", "\tm "), 1, "a tab"),
        (WHOLE[0].replace("1.5", "1.6"), 1, "the points is '1.6'"),
        (WHOLE[0].replace("Player", "Players name"), 1, "a number"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    found, message = refusal_of(text)
    assert reason in message
    assert found == line


def test_a_written_file_cut_anywhere_is_refused(spring: str) -> None:
    text = write(read(spring))
    for cut in range(len(text)):
        refusal_of(text[:cut])


def test_two_rounds_of_one_event_cannot_be_written_when_they_disagree() -> None:
    event = read(HEAD + "".join(WHOLE))
    alone = Trf(players=event.players[:1])
    with pytest.raises(Refused, match="against 2, who does not exist"):
        write(alone)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (TrfPlayer(number=1, name="x" * 34), "does not fit in 33 columns"),
        (TrfPlayer(number=10_000), "does not fit in 4 columns"),
        (TrfPlayer(number=1, name="a\n001    2"), "control character"),
        (TrfPlayer(number=1, federation="DENM"), "does not fit in 3 columns"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_not_cut(player: TrfPlayer, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        write(Trf(players=(player,)))
    assert caught.value.refusal.code is RefusalCode.INVALID_PAYLOAD


@pytest.mark.parametrize(
    "smuggled", ["001    2 m", "012 Other name", "XXR 9", "no record", "XXC white1", "### two\nlines"]
)
def test_an_unknown_record_cannot_smuggle_a_known_one(smuggled: str) -> None:
    with pytest.raises(Refused):
        write(Trf(players=(TrfPlayer(number=1),), unknown=(smuggled,)))


def answer_to(text: str) -> RefusalCode | None:
    try:
        read(text)
    except Refused as refused:
        return refused.refusal.code
    return None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert answer_to(text) in {None, RefusalCode.MALFORMED_FILE}


@given(st.integers(0, len(HEAD + "".join(WHOLE)) - 1), st.characters())
def test_a_file_with_one_character_changed_is_read_or_refused(place: int, character: str) -> None:
    text = HEAD + "".join(WHOLE)
    assert answer_to(text[:place] + character + text[place + 1 :]) in {None, RefusalCode.MALFORMED_FILE}
