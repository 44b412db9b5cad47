import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts import envelope
from contracts.codec import encode
from contracts.operations import EVERY_SERVICE
from contracts.registry import ANSWERS, COMMANDS, EVENTS, QUERIES
from tests.support.strategies import messages

ENVELOPES = (envelope.Event, envelope.Command, envelope.Query, envelope.Reply, envelope.Answer)
EVERY_MESSAGE = [*EVENTS.values(), *COMMANDS.values(), *ANSWERS, *ANSWERS.values(), *ENVELOPES]


@pytest.mark.parametrize("type_", EVERY_MESSAGE, ids=str)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was_sent(type_: Any, data: st.DataObject) -> None:
    sent = data.draw(messages(type_))
    assert msgspec.json.decode(encode(sent), type=type_) == sent


@pytest.mark.long
@pytest.mark.parametrize("type_", EVERY_MESSAGE, ids=str)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_every_message_comes_back_as_it_was_sent_hundreds_of_times(type_: Any, data: st.DataObject) -> None:
    sent = data.draw(messages(type_))
    assert msgspec.json.decode(encode(sent), type=type_) == sent


@pytest.mark.parametrize("type_", [*COMMANDS.values(), *ANSWERS], ids=str)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_field_that_is_not_known_is_refused_in_what_is_sent_to_us(type_: Any, data: st.DataObject) -> None:
    body = {**json.loads(encode(data.draw(messages(type_)))), "venue": "Rundby"}
    with pytest.raises(msgspec.ValidationError, match="unknown field `venue`"):
        msgspec.json.decode(encode(body), type=type_)


@pytest.mark.parametrize("type_", EVENTS.values(), ids=str)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_field_that_is_not_known_is_skipped_in_an_event(type_: Any, data: st.DataObject) -> None:
    event = data.draw(messages(type_))
    body = {**json.loads(encode(event)), "venue": "Rundby"}
    assert msgspec.json.decode(encode(body), type=type_) == event


@pytest.mark.parametrize(
    ("type_", "body"),
    [(envelope.Command, b'{"id": "c-1", "data": {}, "force": true}'), (envelope.Query, b'{"force": true}')],
    ids=["command", "query"],
)
def test_a_field_that_is_not_known_is_refused_in_the_envelope_of_what_is_sent_to_us(type_: Any, body: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `force`"):
        msgspec.json.decode(body, type=type_)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=str)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_every_command_names_its_unit(command: Any, data: st.DataObject) -> None:
    unit = data.draw(messages(command)).unit
    assert unit in {"ratings", "lists"} or unit.startswith(("tournament-", "player-"))


def test_every_query_has_its_type_of_answer() -> None:
    assert set(ANSWERS) == {*QUERIES.values(), *EVERY_SERVICE.values()}
