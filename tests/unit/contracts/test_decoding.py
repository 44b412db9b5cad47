import datetime as dt
import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from contracts.belonging import belonging
from contracts.codec import Cause, FactDecoder, Poison, encode, envelope, holds_control
from contracts.ids import ActorId, CommandId, PlayerId, TournamentId, UnitId
from contracts.points import Result
from contracts.registry import EVENTS
from contracts.results import GameReported, RoundCompleted
from contracts.upcasts import UPCASTS, Payload, Upcasts, current_type

CAUSE = Cause(
    federation="dsu",
    unit=UnitId("tournament-summer"),
    command=CommandId("c-1"),
    actor=ActorId("arbiter"),
    correlation="c-1",
    causation="c-1",
    time=dt.datetime(2024, 7, 6, 14, 30, tzinfo=dt.UTC),
    effective=dt.date(2024, 7, 6),
)
REPORTED = GameReported(
    tournament=TournamentId("summer"),
    round=1,
    white=PlayerId("anna"),
    black=PlayerId("bo"),
    result=Result.DRAW,
)


def body(**changes: Any) -> bytes:
    return json.dumps({**json.loads(encode(envelope(REPORTED, 0, CAUSE))), **changes}).encode()


def payload(**changes: Any) -> dict[str, Any]:
    return {**msgspec.to_builtins(REPORTED), **changes}


class TestAFact:
    def test_has_its_place_its_envelope_and_its_payload(self) -> None:
        fact = FactDecoder().decode(7, body())
        assert fact is not None
        assert (fact.sequence, fact.data) == (7, REPORTED)
        assert fact.event.type == "omkamp.results.game-reported.v1"
        assert fact.event.source == "/omkamp/dsu/results"
        assert fact.event.dataschema == "urn:omkamp:results:game-reported:v1"
        assert fact.event.time == CAUSE.time
        assert fact.event.effectivedate == CAUSE.effective

    def test_names_the_command_that_caused_it(self) -> None:
        second = envelope(REPORTED, 1, CAUSE)
        assert (second.id, second.commandid) == ("c-1:1", "c-1")

    def test_of_a_type_nobody_knows_is_skipped(self) -> None:
        assert FactDecoder().decode(1, body(type="omkamp.results.game-abandoned.v1")) is None

    def test_of_a_later_version_nobody_knows_is_skipped(self) -> None:
        assert FactDecoder().decode(1, body(type="omkamp.results.game-reported.v2", data={"board": 3})) is None

    def test_that_interests_nobody_is_skipped_without_reading_its_payload(self) -> None:
        assert FactDecoder([RoundCompleted]).decode(1, body(data=["unreadable"])) is None

    def test_keeps_what_it_knows_of_a_payload_with_a_field_more(self) -> None:
        fact = FactDecoder().decode(1, body(data=payload(venue="Rundby")))
        assert fact is not None
        assert fact.data == REPORTED

    def test_keeps_what_it_knows_of_an_envelope_with_an_extension_more(self) -> None:
        assert FactDecoder().decode(1, body(traceparent="00-0-0-00")) is not None

    def test_cannot_be_made_with_a_time_without_a_zone(self) -> None:
        with pytest.raises(ValueError, match="without a zone"):
            msgspec.structs.replace(CAUSE, time=dt.datetime(2024, 7, 6, 14, 30))  # noqa: DTZ001  the point of the test


class TestAPlace:
    SUBJECT = "omkamp.dsu.event.tournament-summer.results.game-reported"

    def test_is_that_of_the_event_s_own_unit_and_kind(self) -> None:
        assert FactDecoder().decode(1, body(), self.SUBJECT) is not None

    @pytest.mark.parametrize(
        ("changes", "subject"),
        [
            ({}, SUBJECT.replace("summer", "winter")),
            ({}, SUBJECT.replace("summer", "midsummer")),
            ({}, SUBJECT.replace("tournament-summer", "ratings")),
            ({}, SUBJECT.replace("game-reported", "round-completed")),
            ({}, SUBJECT.replace("results", "rating")),
            ({"subject": "tournament-winter"}, SUBJECT),
            ({"subject": "tournament-winter"}, SUBJECT.replace("summer", "winter")),
            ({"data": payload(tournament="winter")}, SUBJECT),
        ],
    )
    def test_of_another_unit_is_poison_and_said_so(self, changes: dict[str, Any], subject: str) -> None:
        with pytest.raises(Poison, match="stands under"):
            FactDecoder().decode(1, body(**changes), subject)

    def test_is_known_of_every_event_there_is(self) -> None:
        units = {name: belonging(event).__name__ for name, event in EVENTS.items()}
        assert units["omkamp.registration.player-entered.v1"] == "_of_a_tournament"
        assert units["omkamp.discipline.quarantine-imposed.v1"] == "_of_a_player"
        assert units["omkamp.rating.tournament-rated.v1"] == "_of_the_ratings"
        assert units["omkamp.rating.list-published.v1"] == "_of_the_lists"


class TestAPoisonBody:
    @pytest.mark.parametrize(
        ("poison", "reason"),
        [
            (b"", "truncated"),
            (b"{'id': 1}", "malformed"),
            (b"[]", "Expected `object`, got `array`"),
            (b"null", "Expected `object`, got `null`"),
            (body()[:-1], "truncated"),
            (body()[: len(body()) // 2], "truncated"),
            (body() + b"}", "malformed"),
            (b"\xff\xfe{}", "malformed"),
            (body().replace(b"anna", b"ann\xe5"), "UTF-8"),
            (body().replace(b"arbiter", b"\xe5rbiter"), "UTF-8"),
            (b'{"data": ' + b"[" * 100_000, "recursion"),
            (body(type=3), "Expected `str`, got `int` - at `$.type`"),
            (body(specversion="0.3"), "Invalid enum value '0.3'"),
            (body(subject="tournament.summer"), "regex"),
            (body(time="2024-07-06T14:30:00"), "timezone"),
            (body(time="yesterday"), "RFC3339"),
            (body(data=[]), "Expected `object`, got `array`"),
            (body(data=payload(round="1")), "Expected `int`, got `str` - at `$.round`"),
            (body(data=payload(round=1.5)), "Expected `int`, got `float`"),
            (body(data=payload(result="2-0")), "Invalid enum value '2-0'"),
            (body(data=payload(white="an.na")), "regex"),
            (body(data=payload(white="anna\n")), "regex"),
            (body(data={"tournament": "summer"}), "missing required field `round`"),
        ],
    )
    def test_is_named_by_its_sequence_and_why(self, poison: bytes, reason: str) -> None:
        with pytest.raises(Poison, match=r"^event 41: ") as caught:
            FactDecoder().decode(41, poison)
        assert caught.value.sequence == 41
        assert reason in caught.value.reason

    def test_lacks_what_an_envelope_must_have(self) -> None:
        for field in ("id", "source", "type", "subject", "time", "dataschema", "commandid", "actor", "data"):
            lacking = {key: value for key, value in json.loads(body()).items() if key != field}
            with pytest.raises(Poison, match=f"missing required field `{field}`"):
                FactDecoder().decode(1, encode(lacking))


def _with_names(old: Payload) -> Payload:
    white, black = old["players"].split(":")
    return {**{key: value for key, value in old.items() if key != "players"}, "white": white, "black": black}


def _with_result(old: Payload) -> Payload:
    return {**old, "result": {"W": "1-0", "D": "½-½", "B": "0-1"}[old["result"]]}


OLDEST, OLDER, TODAY = (
    "omkamp.results.board-reported.v1",
    "omkamp.results.board-reported.v2",
    "omkamp.results.game-reported.v1",
)
TABLE: Upcasts = {OLDEST: (OLDER, _with_names), OLDER: (TODAY, _with_result)}


class TestAnEventOfAnOlderVersion:
    oldest = body(type=OLDEST, data={"tournament": "summer", "round": 1, "players": "anna:bo", "result": "D"})
    older = body(type=OLDER, data=payload(result="D"))

    def test_is_read_through_its_upcasts_one_after_another(self) -> None:
        for written in (self.oldest, self.older):
            fact = FactDecoder(upcasts=TABLE).decode(3, written)
            assert fact is not None
            assert (fact.sequence, fact.data) == (3, REPORTED)

    def test_keeps_the_type_it_was_written_with(self) -> None:
        fact = FactDecoder(upcasts=TABLE).decode(1, self.oldest)
        assert fact is not None
        assert fact.event.type == OLDEST

    def test_is_skipped_by_who_is_not_interested_in_what_it_is_today(self) -> None:
        assert FactDecoder([RoundCompleted], upcasts=TABLE).decode(1, body(type=OLDEST, data=["unreadable"])) is None

    def test_is_skipped_where_nobody_knows_the_upcast(self) -> None:
        assert FactDecoder().decode(1, self.oldest) is None

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (
                {"tournament": "summer", "round": 1, "result": "D"},
                "board-reported.v1 cannot be upcast: KeyError('players')",
            ),
            ({"tournament": "summer", "round": 1, "players": "anna", "result": "D"}, "not enough values to unpack"),
            ({"tournament": "summer", "round": 1, "players": 3, "result": "D"}, "AttributeError"),
            ({"tournament": "summer", "round": 1, "players": "a:b", "result": []}, "TypeError"),
            ({"tournament": "summer", "round": "1", "players": "a:b", "result": "D"}, "Expected `int`, got `str`"),
            ([], "Expected `object`, got `array`"),
        ],
    )
    def test_is_poison_when_it_is_not_what_its_version_says(self, data: Any, reason: str) -> None:
        with pytest.raises(Poison) as caught:
            FactDecoder(upcasts=TABLE).decode(9, body(type=OLDEST, data=data))
        assert caught.value.sequence == 9
        assert reason in caught.value.reason


def test_every_upcast_leads_to_an_event_of_today() -> None:
    known = {current_type(old) for old in UPCASTS}
    assert known <= set(FactDecoder()._payloads)
    assert not set(UPCASTS) & set(FactDecoder()._payloads)


@pytest.mark.parametrize(
    "control", ["\x00", "\x1b", "\n", "\t", "\r", "\b", "\f", "\x7f", "\x85", "\x9b", "\u2028", "\u2029"]
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_control_character_is_found_however_json_writes_it(control: str, *, ascii_only: bool) -> None:
    for text in (control, f"Friis{control}, Ida", f"\\{control}"):
        assert holds_control(json.dumps({"name": text}, ensure_ascii=ascii_only).encode())
        assert holds_control(encode({"name": text}))


@given(st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp", "Cs"])))
@example("C:\\new\\users\\u001b")
@example('"\\\\n')
def test_any_other_text_holds_none(text: str) -> None:
    for written in (json.dumps([text]), json.dumps([text], ensure_ascii=False, indent=2), encode([text]).decode()):
        assert not holds_control(written.encode())
