"""JSON Schema 2020-12, checked by the reference library."""

from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it ships no types


def check_schema(schema: dict[str, Any]) -> None:
    """Raise if this is no JSON Schema."""
    jsonschema.Draft202012Validator.check_schema(schema)


def is_valid(schema: dict[str, Any], value: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(schema).is_valid(value))


def validate(schema: dict[str, Any], value: Any) -> None:
    """Raise with the reason if the value is not as the schema says."""
    jsonschema.Draft202012Validator(schema).validate(value)
