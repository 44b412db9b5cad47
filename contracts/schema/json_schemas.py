"""One JSON Schema (2020-12) a message, as msgspec describes it."""

from typing import Any, Final

import msgspec

from contracts import envelope
from contracts.messages import context_of, name_of
from contracts.registry import ANSWERS, COMMANDS, EVENTS

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_DEFS: Final = "#/$defs/"
_ENVELOPES: Final = {
    "event": envelope.Event,
    "command": envelope.Command,
    "reply": envelope.Reply,
    "query": envelope.Query,
    "answer": envelope.Answer,
}


def json_schemas() -> dict[str, Schema]:
    """Return every schema by its file's name under `contracts/schemas`."""
    files = {event_file(type_): _document(event, urn(type_)) for type_, event in EVENTS.items()}
    for (context, name), command in COMMANDS.items():
        files[f"commands/{context}.{name}.json"] = _document(command, f"urn:omkamp:{context}:command:{name}")
    for query, found in ANSWERS.items():
        context, name = context_of(query), name_of(query)
        files[f"queries/{context}.{name}.json"] = _document(query, f"urn:omkamp:{context}:query:{name}")
        files[f"answers/{context}.{name}.json"] = _document(found, f"urn:omkamp:{context}:answer:{name}")
    for name, shape in _ENVELOPES.items():
        files[f"envelopes/{name}.json"] = _document(shape, f"urn:omkamp:envelope:{name}")
    return files


def urn(type_: str) -> str:
    """Name the schema of an event's payload: the `$id` of its file, and the envelope's `dataschema`."""
    return f"urn:{type_.replace('.', ':')}"


def event_file(type_: str) -> str:
    """Name the file of an event type: `events/results.game-reported.v1.json`."""
    return f"events/{type_.removeprefix('omkamp.')}.json"


def event_type(file: str) -> str:
    """Name the event type a file describes: the inverse of `event_file`."""
    return f"omkamp.{file.removeprefix('events/').removesuffix('.json')}"


def components(types: list[Any], prefix: str) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of `types`, and what they refer to under `prefix`, by name."""
    schemas, shared = msgspec.json.schema_components(types, ref_template=prefix + "{name}")
    return [_plain(one) for one in schemas], {name: _plain(one) for name, one in shared.items()}


def _document(type_: Any, identifier: str) -> Schema:  # noqa: ANN401  any type msgspec can describe
    (root,), shared = components([type_], _DEFS)
    if "$ref" in root:
        root = shared.pop(root["$ref"].removeprefix(_DEFS))
    return {"$schema": DIALECT, "$id": identifier, **root, **({"$defs": shared} if shared else {})}


def _plain(schema: Any) -> Any:  # noqa: ANN401  a schema is plain data of any depth
    """Drop OpenAPI's `discriminator`, which JSON Schema does not know and AsyncAPI writes otherwise."""
    match schema:
        case dict():
            # A property may be called `discriminator` too; then its value has no `propertyName`.
            return {
                key: _plain(value)
                for key, value in schema.items()
                if key != "discriminator" or "propertyName" not in value
            }
        case list() | tuple():
            return [_plain(one) for one in schema]
        case _:
            return schema
