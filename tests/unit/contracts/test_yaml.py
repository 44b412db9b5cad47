from typing import Any

import pytest

from contracts.schema.yaml import dump

CASES: list[tuple[dict[str, Any], str]] = [
    ({"title": "Omkamp"}, "title: Omkamp\n"),
    ({"summary": "A board has its result."}, "summary: A board has its result.\n"),
    (
        {"version": "1.0.0", "on": True, "most": 99, "default": None},
        'version: "1.0.0"\n"on": true\nmost: 99\ndefault: null\n',
    ),
    ({"default": "", "space": "a ", "word": "No"}, 'default: ""\nspace: "a "\nword: "No"\n'),
    ({"$ref": "#/components/schemas/Bye"}, '$ref: "#/components/schemas/Bye"\n'),
    (
        {"colon": "a: b", "hash": "a #b", "dash": "- a", "star": "*", "half": "½-½"},
        'colon: "a: b"\nhash: "a #b"\ndash: "- a"\nstar: "*"\nhalf: "½-½"\n',
    ),
    ({"pattern": "^[A-Z]{3}$(?!\\n)"}, 'pattern: "^[A-Z]{3}$(?!\\\\n)"\n'),
    ({"none": {}, "nobody": []}, "none: {}\nnobody: []\n"),
    ({"a": {"b": {"c": 1}}}, "a:\n  b:\n    c: 1\n"),
    ({"required": ["white", "on"]}, 'required:\n  - white\n  - "on"\n'),
    (
        {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
        'anyOf:\n  - type: integer\n    minimum: 1\n  - type: "null"\n',
    ),
    ({"rows": [[1, 2], [], [[3]]]}, "rows:\n  - - 1\n    - 2\n  - []\n  - - - 3\n"),
    ({"about": "One.\n\nTwo: three."}, "about: |-\n  One.\n\n  Two: three.\n"),
    ({"list": ["One.\nTwo."]}, "list:\n  - |-\n    One.\n    Two.\n"),
    ({"about": "  One.\nTwo."}, 'about: "  One.\\nTwo."\n'),
    ({"about": "One.\n"}, 'about: "One.\\n"\n'),
]


@pytest.mark.parametrize(("data", "text"), CASES)
def test_plain_data_is_written_in_blocks(data: dict[str, Any], text: str) -> None:
    assert dump(data) == text
