"""Plain data as block-style YAML 1.2 that a reader of 1.1 reads alike: what a schema holds, and no more."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 _./()-]*(?<! )")
_PLAIN_KEY: Final = re.compile(r"[$A-Za-z][A-Za-z0-9_./$-]*")
_RESERVED: Final = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
"""Words that YAML 1.1 takes for something else; `on` is a field of ours."""


def dump(data: dict[str, Any]) -> str:
    """Write nested dicts, lists, strings, integers, booleans and None; the order of keys is kept."""
    return "\n".join(_block(data, "")) + "\n"


def _block(value: dict[str, Any] | list[Any], indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _entry(f"{indent}{_text(key, _PLAIN_KEY)}:", one, indent)
        return
    for one in value:
        if isinstance(one, dict | list) and one:
            first, *rest = _block(one, indent + "  ")
            yield f"{indent}- {first.lstrip(' ')}"
            yield from rest
        else:
            yield from _entry(f"{indent}-", one, indent)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:  # noqa: ANN401  plain data of any depth
    if isinstance(value, dict | list) and value:
        yield head
        yield from _block(value, indent + "  ")
    elif isinstance(value, str) and _literal(value):
        yield f"{head} |-"
        yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{head} {_text(value, _PLAIN) if isinstance(value, str) else json.dumps(value)}"


def _literal(text: str) -> bool:
    """Tell whether a text has several lines, all of which come back unchanged from a literal block."""
    lines = text.split("\n")
    unchanged = all(line == line.strip() and line.isprintable() for line in lines)
    return len(lines) > 1 and unchanged and lines[0] != "" and lines[-1] != ""


def _text(text: str, plain: re.Pattern[str]) -> str:
    if plain.fullmatch(text) and text.lower() not in _RESERVED:
        return text
    return json.dumps(text, ensure_ascii=False)
