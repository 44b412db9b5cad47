"""
What a new schema of an event breaks for those who read by the old one, or read what was written by it.

Two directions at once. The log holds what was written by the old schema, and today's reader must read all of it; a
consumer built on the old schema must find every field it knows, of the type it knows. So a field may be added if old
events may lack it, a bound may be relaxed, and an enumeration may grow; anything else needs a new version of the event
and an upcast.
"""

from collections.abc import Iterator
from typing import Any, Final

Schema = dict[str, Any]

_LOWER_BOUNDS: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_UPPER_BOUNDS: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


def breaks(old: Schema, new: Schema) -> list[str]:
    """Name everything in `new` that breaks a reader or an event of `old`: the field, and what happened to it."""
    return list(_compared(_inlined(old, old.get("$defs", {})), _inlined(new, new.get("$defs", {})), ""))


def _compared(old: Schema, new: Schema, path: str) -> Iterator[str]:
    if _kind(old) != _kind(new):
        yield f"{_named(path)} is retyped from {_kind(old)} to {_kind(new)}"
        return
    yield from _values(old, new, path)
    yield from _bounds(old, new, path)
    yield from _fields(old, new, path)
    for mark, was, now in _parts(old, new):
        yield from _compared(was, now, path + mark)


def _values(old: Schema, new: Schema, path: str) -> Iterator[str]:
    """Compare enumerations: one may grow, but a value that may stand in the log must stay."""
    for value in old.get("enum", ()):
        if value not in new["enum"]:
            yield f"{_named(path)} no longer allows {value!r}"


def _bounds(old: Schema, new: Schema, path: str) -> Iterator[str]:
    """Compare bounds: one may be relaxed or dropped, a pattern only dropped."""
    for key in _LOWER_BOUNDS:
        if key in new and (key not in old or new[key] > old[key]):
            yield f"{_named(path)} is narrowed: {key} {old.get(key, 'none')} becomes {new[key]}"
    for key in _UPPER_BOUNDS:
        if key in new and (key not in old or new[key] < old[key]):
            yield f"{_named(path)} is narrowed: {key} {old.get(key, 'none')} becomes {new[key]}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{_named(path)} is narrowed: pattern {old.get('pattern', 'none')} becomes {new['pattern']}"


def _fields(old: Schema, new: Schema, path: str) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, field in before.items():
        if name in after:
            yield from _compared(field, after[name], _joined(path, name))
        else:
            yield f"{_joined(path, name)} is removed"
    for name in new.get("required", ()):
        if name not in old.get("required", ()):
            yield f"{_joined(path, name)} is newly required, and events already written may lack it"
    if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
        yield f"{_named(path)} no longer skips a field it does not know"


def _parts(old: Schema, new: Schema) -> Iterator[tuple[str, Schema, Schema]]:
    """Pair what stands inside both: alternatives, items, values by key. Their kinds already agree."""
    for was, now in zip(_alternatives(old), _alternatives(new), strict=True):
        yield "", was, now
    for index, (was, now) in enumerate(zip(old.get("prefixItems", ()), new.get("prefixItems", ()), strict=True)):
        yield f"[{index}]", was, now
    for key, mark in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
            yield mark, old[key], new[key]


def _alternatives(schema: Schema) -> list[Schema]:
    return sorted(schema.get("anyOf", ()), key=lambda one: (_kind(one), one.get("title", "")))


def _kind(schema: Schema) -> str:
    """Say in a word or two what a value is; two schemas of one kind differ in bounds, values and fields at most."""
    if "enum" in schema:
        return "an enumeration"
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in _alternatives(schema))
    if schema.get("type") == "array":
        fixed = schema.get("prefixItems")
        return "array" if fixed is None else f"array of {len(fixed)} parts"
    if schema.get("type") == "object":
        return "object" if "properties" in schema else "map"
    return f"{schema.get('type', 'anything')}{' ' + schema['format'] if 'format' in schema else ''}"


def _inlined(schema: Any, shared: dict[str, Schema]) -> Any:  # noqa: ANN401  a schema is plain data of any depth
    """Put every definition in the place that refers to it; no message of ours contains itself."""
    match schema:
        case {"$ref": str(reference)}:
            return _inlined(shared[reference.rsplit("/", 1)[-1]], shared)
        case dict():
            return {key: _inlined(value, shared) for key, value in schema.items() if key != "$defs"}
        case list():
            return [_inlined(one, shared) for one in schema]
        case _:
            return schema


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _named(path: str) -> str:
    return path or "the event"
