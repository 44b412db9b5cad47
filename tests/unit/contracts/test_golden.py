"""One message of every event version ever written: they stand in somebody's log, and must be read for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from contracts.codec import FactDecoder, encode
from contracts.messages import type_of
from contracts.registry import EVENTS
from contracts.schema.files import FOLDER
from contracts.schema.json_schemas import event_file
from contracts.upcasts import UPCASTS, current_type
from tests.support.json_schema import is_valid, validate

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
EVERY_VERSION = [*EVENTS, *UPCASTS]


def golden(type_: str) -> dict[str, Any]:
    text: dict[str, Any] = json.loads((GOLDEN / f"{type_}.json").read_text("utf-8"))
    return text


def schema(file: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / file).read_text("utf-8"))
    return document


def test_there_is_one_of_every_event_version() -> None:
    written = {path.stem for path in GOLDEN.glob("*.json")}
    assert set(EVERY_VERSION) - written == set(), "write a golden payload of a new event version"
    assert written - set(EVERY_VERSION) == set(), "an event that was written can no longer be read"


@pytest.mark.parametrize("type_", EVERY_VERSION)
def test_it_stands_under_its_own_unit_and_kind(type_: str) -> None:
    message = golden(type_)
    place = f"omkamp.dsu.event.{message['subject']}.{type_.removeprefix('omkamp.').rsplit('.', 1)[0]}"
    assert FactDecoder().decode(1, json.dumps(message).encode(), place) is not None


@pytest.mark.parametrize("type_", EVERY_VERSION)
def test_it_is_read_as_the_event_of_today(type_: str) -> None:
    fact = FactDecoder().decode(1, json.dumps(golden(type_)).encode())
    assert fact is not None
    assert type_of(type(fact.data)) == current_type(type_)
    assert fact.event.type == type_


@pytest.mark.parametrize("type_", EVENTS)
def test_nothing_of_it_is_lost(type_: str) -> None:
    fact = FactDecoder().decode(1, json.dumps(golden(type_)).encode())
    assert fact is not None
    read = json.loads(encode(fact.data))
    assert read | golden(type_)["data"] == read


@pytest.mark.parametrize("type_", EVERY_VERSION)
def test_it_is_as_its_published_schema_says(type_: str) -> None:
    message = golden(type_)
    validate(schema("envelopes/event.json"), message)
    payload = schema(event_file(type_))
    assert payload["$id"] == message["dataschema"]
    validate(payload, message["data"])


@pytest.mark.parametrize("type_", EVERY_VERSION)
def test_a_field_less_is_told_by_its_published_schema(type_: str) -> None:
    published = schema(event_file(type_))
    for field in published["required"]:
        lacking = {key: value for key, value in golden(type_)["data"].items() if key != field}
        assert not is_valid(published, lacking)
