"""Whoever silences a check says why, on the spot."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("contracts", "services", "tests", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
_NOQA = re.compile(r"# noqa: [A-Z]+[0-9]+(?:, [A-Z]+[0-9]+)*(?P<reason>  \S.*)?$")
_IGNORE = re.compile(r"# type: ignore\[[a-z-]+(?:, [a-z-]+)*\](?P<reason>  # \S.*)?$")


def silencers(source: str) -> list[tuple[int, str]]:
    """Name each comment that silences a check: its line and its text."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [
        (token.start[0], token.string)
        for token in tokens
        if token.type == tokenize.COMMENT and re.match(r"#\s*(?:noqa|type:\s*ignore)", token.string)
    ]


def unreasoned(source: str) -> list[tuple[int, str]]:
    found = [(line, text, _NOQA.match(text) or _IGNORE.match(text)) for line, text in silencers(source)]
    return [(line, text) for line, text, match in found if match is None or not match["reason"]]


@pytest.mark.parametrize("file", FILES)
def test_a_silenced_check_has_its_code_and_its_reason(file: str) -> None:
    assert unreasoned((ROOT / file).read_text("utf-8")) == []


@pytest.mark.parametrize(
    "comment",
    ["# noqa", "# noqa: ANN401", "# noqa: ANN401, ARG002", "# type: ignore", "# type: ignore[misc]", "# noqa:E501 x"],
)
def test_a_bare_one_is_found(comment: str) -> None:
    assert unreasoned(f"x = 1  {comment}\n") == [(1, comment)]
    assert unreasoned(f'x = "{comment}"\n') == []
