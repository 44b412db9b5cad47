"""
The AsyncAPI 3.0 document: every subject, what is sent there, and how it is answered.

It is written from Omkamp's side: it sends events, and receives commands and queries. The schemas stand inside, so that
the one file can be given to any AsyncAPI tool.
"""

import inspect
from collections.abc import Sequence
from typing import Any, Final

from contracts import envelope
from contracts.messages import CommandData, EventData, QueryData, context_of, name_of
from contracts.operations import EVERY_SERVICE
from contracts.refusals import Refusal
from contracts.registry import ANSWERS, COMMANDS, EVENTS, QUERIES
from contracts.schema.json_schemas import Schema, components, event_file, urn
from contracts.subjects import ANY, commands_of, event_subject, queries_of, view_subject

Reference = dict[str, str]

VERSION: Final = "1.0.0"
"""The version of the published language, not of the program."""
CLOUDEVENTS: Final = "application/cloudevents+json"

_SCHEMAS: Final = "#/components/schemas/"
_ENVELOPES: Final = (
    envelope.Event,
    envelope.Command,
    envelope.Query,
    envelope.Accepted,
    envelope.Proposed,
    envelope.Found,
    Refusal,
)
_ABOUT: Final = """\
The backend on which chess federations run their tournaments. What happened stands in one log of events a federation,
the JetStream stream omkamp-<federation>-events; everything else is rebuilt from it.

A subscriber skips types and fields it does not know: fields may be added, enumerations may grow, and anything else
gets a new version of the event. Scores are in half points, money in minor units, ratings are integers."""
_PARAMETERS: Final = {
    "federation": "The federation's id.",
    "unit": "The consistency unit: `tournament-<id>`, `player-<id>`, or `ratings`.",
    "actor": "Who sends; the server's permissions vouch for it.",
    "context": "The service asked.",
    "name": "The query whose answer is kept.",
}


def asyncapi(superseded: Sequence[str] = ()) -> dict[str, Any]:
    """Describe the whole language; `superseded` are the event types of older versions, which the log still holds."""
    types = [*_ENVELOPES, *EVENTS.values(), *COMMANDS.values(), *ANSWERS, *ANSWERS.values()]
    roots, shared = components(types, _SCHEMAS)
    shapes = dict(zip(types, roots, strict=True))
    messages = {
        **{type_: _event_message(type_, event, shapes[event]) for type_, event in EVENTS.items()},
        **{type_: _superseded_message(type_) for type_ in superseded},
        **{
            f"command.{context}.{name}": _sent(one, envelope.Command, shapes)
            for (context, name), one in COMMANDS.items()
        },
        **{f"query.{_dotted(query)}": _sent(query, envelope.Query, shapes) for query in ANSWERS},
        **{f"answer.{_dotted(query)}": _found(query, shapes[found]) for query, found in ANSWERS.items()},
        "accepted": _message(envelope.Accepted, shapes[envelope.Accepted]),
        "proposed": _message(envelope.Proposed, shapes[envelope.Proposed]),
        "refused": _message(Refusal, shapes[Refusal]),
    }
    channels = {
        **_event_channels([*EVENTS, *superseded]),
        **_command_channels(),
        **_query_channels(),
        "view": _view_channel(),
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Omkamp",
            "version": VERSION,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {"hub": {"host": "127.0.0.1:4222", "protocol": "nats", "description": "The embedded default."}},
        "channels": channels,
        "operations": _operations(channels),
        "components": {
            "messages": messages,
            "parameters": {name: {"description": text} for name, text in _PARAMETERS.items()},
            "schemas": shared,
        },
    }


def _event_channels(types: list[str]) -> dict[str, Any]:
    """Give each event one channel, with all its versions: the subject names none."""
    channels: dict[str, Any] = {}
    for type_ in sorted(types):
        _, context, name, _ = type_.split(".")
        address = _address(event_subject(ANY, ANY, context, name), "{federation}", "{unit}")
        channels.setdefault(f"event.{context}.{name}", _channel(address))["messages"] |= _messages(type_)
    return channels


def _command_channels() -> dict[str, Any]:
    channels = {"reply": _channel(None, "accepted", "proposed", "refused")}
    for context, name in COMMANDS:
        address = _address(commands_of(context), "{federation}", "{actor}", "{unit}", name)
        channels[f"command.{context}.{name}"] = _channel(address, f"command.{context}.{name}")
    return channels


def _query_channels() -> dict[str, Any]:
    channels = {}
    for query in ANSWERS:
        key, name = _dotted(query), name_of(query)
        if name in EVERY_SERVICE:
            address = _address(queries_of(ANY), "{federation}", "{context}", name)
        else:
            address = _address(queries_of(context_of(query)), "{federation}", name)
        channels[f"query.{key}"] = _channel(address, f"query.{key}")
        channels[f"answer.{key}"] = _channel(None, f"answer.{key}", "refused")
    return channels


def _view_channel() -> dict[str, Any]:
    """Describe where the latest answer to a query about one unit is kept, for who comes late."""
    address = _address(view_subject(ANY, ANY, ANY), "{federation}", "{unit}", "{name}")
    return _channel(address, *(f"answer.{context}.{name}" for context, name in QUERIES))


def _channel(address: str | None, *messages: str) -> dict[str, Any]:
    """Describe a subject; without an address it is the inbox that a request names."""
    parameters = {
        name: {"$ref": f"#/components/parameters/{name}"} for name in _PARAMETERS if f"{{{name}}}" in (address or "")
    }
    return {
        "address": address,
        "messages": _messages(*messages),
        **({"parameters": parameters} if parameters else {}),
    }


def _messages(*names: str) -> dict[str, Reference]:
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _operations(channels: dict[str, Any]) -> dict[str, Any]:
    operations = {}
    for key in channels:
        kind, _, rest = key.partition(".")
        match kind:
            case "event" | "view":
                operations[key] = {"action": "send", "channel": _to_channel(key)}
            case "command":
                operations[key] = {
                    "action": "receive",
                    "channel": _to_channel(key),
                    "reply": {"channel": _to_channel("reply")},
                }
            case "query":
                answer = _to_channel(f"answer.{rest}")
                operations[key] = {"action": "receive", "channel": _to_channel(key), "reply": {"channel": answer}}
    return operations


def _to_channel(key: str) -> Reference:
    return {"$ref": f"#/channels/{key}"}


def _event_message(type_: str, event: type[EventData], data: Schema) -> dict[str, Any]:
    exact = {"type": {"const": type_}, "dataschema": {"const": urn(type_)}, "data": data}
    return {**_message(event, _within(envelope.Event, exact)), "name": type_, "contentType": CLOUDEVENTS}


def _superseded_message(type_: str) -> dict[str, Any]:
    exact = {"type": {"const": type_}, "dataschema": {"const": urn(type_)}, "data": {"$ref": f"./{event_file(type_)}"}}
    return {
        "name": type_,
        "summary": "An older version.",
        "contentType": CLOUDEVENTS,
        "payload": _within(envelope.Event, exact),
    }


def _sent(data: type[CommandData | QueryData], carrier: type, shapes: dict[Any, Schema]) -> dict[str, Any]:
    return _message(data, _within(carrier, {"data": shapes[data]}))


def _found(query: type[QueryData], data: Schema) -> dict[str, Any]:
    return {"name": _dotted(query), "payload": _within(envelope.Found, {"data": data})}


def _message(type_: type, payload: Schema) -> dict[str, Any]:
    """Describe a message in the first sentence of its class, which holds the rest."""
    return {"name": type_.__name__, "summary": _summary(type_), "payload": payload}


def _within(carrier: type, exact: dict[str, Schema]) -> Schema:
    """Narrow an envelope to what it carries."""
    return {"allOf": [{"$ref": _SCHEMAS + carrier.__name__}, {"type": "object", "properties": exact}]}


def _summary(type_: type) -> str:
    return inspect.cleandoc(type_.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _dotted(message: type[QueryData]) -> str:
    return f"{context_of(message)}.{name_of(message)}"


def _address(pattern: str, *tokens: str) -> str:
    """Put one token in the place of each wildcard of a subject."""
    for token in tokens:
        pattern = pattern.replace(ANY, token, 1)
    return pattern
