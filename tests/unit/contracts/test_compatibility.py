import datetime as dt
import enum
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct, defstruct

from contracts.schema.compatibility import breaks
from contracts.schema.json_schemas import components


def schema(type_: Any) -> dict[str, Any]:
    (root,), shared = components([type_], "#/$defs/")
    return {**root, "$defs": shared}


def shape(**fields: Any) -> dict[str, Any]:
    """The schema of an event with these fields; one given as (type, default) may be lacking."""
    return schema(
        defstruct("Shape", [(name, *(of if isinstance(of, tuple) else (of,))) for name, of in fields.items()])
    )


class Two(enum.StrEnum):
    WIN = "1"
    LOSS = "0"


class Three(enum.StrEnum):
    WIN = "1"
    DRAW = "½"
    LOSS = "0"


class Old(Struct):
    number: int


class New(Struct):
    number: str


BREAKING = {
    "a field removed": (shape(a=int, b=int), shape(a=int), "b is removed"),
    "a field renamed": (
        shape(white=int),
        shape(player=int),
        "white is removed",
        "player is newly required, and events already written may lack it",
    ),
    "a field retyped": (shape(a=int), shape(a=str), "a is retyped from integer to string"),
    "a field that may be null": (shape(a=int), shape(a=int | None), "a is retyped from integer to integer or null"),
    "a field that may no longer be null": (
        shape(a=int | None),
        shape(a=int),
        "a is retyped from integer or null to integer",
    ),
    "a field added and required": (
        shape(a=int),
        shape(a=int, b=int),
        "b is newly required, and events already written may lack it",
    ),
    "a field that becomes required": (
        shape(a=(int, 0)),
        shape(a=int),
        "a is newly required, and events already written may lack it",
    ),
    "an enumeration narrowed": (shape(a=Three), shape(a=Two), "a no longer allows '½'"),
    "an enumeration made text": (shape(a=Two), shape(a=str), "a is retyped from an enumeration to string"),
    "a date made text": (
        schema(defstruct("Shape", [("a", dt.date)])),
        shape(a=str),
        "a is retyped from string date to string",
    ),
    "deep inside": (
        shape(rows=tuple[Old, ...]),
        shape(rows=tuple[New, ...]),
        "rows[].number is retyped from integer to string",
    ),
    "in a map": (
        shape(rows=dict[str, Old]),
        shape(rows=dict[str, New]),
        "rows{}.number is retyped from integer to string",
    ),
    "under null": (shape(row=Old | None), shape(row=New | None), "row.number is retyped from integer to string"),
    "in a fixed part": (shape(a=tuple[int, int]), shape(a=tuple[int, str]), "a[1] is retyped from integer to string"),
    "a part more": (
        shape(a=tuple[int, int]),
        shape(a=tuple[int, int, int]),
        "a is retyped from array of 2 parts to array of 3 parts",
    ),
    "a list made a map": (shape(a=tuple[int, ...]), shape(a=dict[str, int]), "a is retyped from array to map"),
    "a bound set": (shape(a=int), shape(a=Annotated[int, Meta(ge=1)]), "a is narrowed: minimum none becomes 1"),
    "a bound tightened": (
        shape(a=Annotated[str, Meta(max_length=9)]),
        shape(a=Annotated[str, Meta(max_length=8)]),
        "a is narrowed: maxLength 9 becomes 8",
    ),
    "a pattern set": (
        shape(a=str),
        shape(a=Annotated[str, Meta(pattern="^a")]),
        "a is narrowed: pattern none becomes ^a",
    ),
    "a field more is refused": (
        shape(a=int),
        schema(defstruct("Shape", [("a", int)], forbid_unknown_fields=True)),
        "the event no longer skips a field it does not know",
    ),
}
HARMLESS = {
    "nothing": (shape(a=int, rows=tuple[Old, ...]), shape(a=int, rows=tuple[Old, ...])),
    "a field added that may be lacking": (shape(a=int), shape(a=int, b=(int | None, None))),
    "a field that may be lacking from now on": (shape(a=int), shape(a=(int, 0))),
    "an enumeration that grows": (shape(a=Two), shape(a=Three)),
    "a bound relaxed": (shape(a=Annotated[int, Meta(ge=1, le=9)]), shape(a=Annotated[int, Meta(ge=0)])),
    "a pattern dropped": (shape(a=Annotated[str, Meta(pattern="^a")]), shape(a=str)),
    "another order": (shape(a=int, b=str), shape(b=str, a=int)),
    "another default": (shape(a=(int, 0)), shape(a=(int, 1))),
}


@pytest.mark.parametrize("case", BREAKING.values(), ids=BREAKING)
def test_a_break_is_named(case: tuple[Any, ...]) -> None:
    old, new, *named = case
    assert breaks(old, new) == named


@pytest.mark.parametrize("case", HARMLESS.values(), ids=HARMLESS)
def test_what_breaks_nobody_is_let_through(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert breaks(*case) == []


def test_words_about_a_field_break_nobody() -> None:
    old = schema(Old)
    assert (
        breaks(old, msgspec.json.decode(msgspec.json.encode({**old, "title": "Other", "description": "Other."}))) == []
    )
