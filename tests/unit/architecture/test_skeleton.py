"""Every service reads the same; who knows one knows six (design §5)."""

import ast
from pathlib import Path

import pytest

SERVICES = Path(__file__).parents[3] / "services"
SIX = ("registration", "pairing", "results", "rating", "discipline", "reporting")
ROOMS = {
    "state.py": {"State", "initial", "evolve"},
    "decide.py": {"decide"},
    "view.py": {"VERSION", "INTERESTS", "View", "empty", "apply", "answer"},
    "app.py": {"SERVICE", "app"},
}
"""What every service has, and what each room of it offers."""
SOME_ROOMS = {"react.py": {"REACTS_TO", "react"}}
"""What a service has that answers others' events."""
LONGEST_APP = 80


def names(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found


@pytest.mark.parametrize("service", SIX)
def test_a_service_has_the_rooms_of_every_service(service: str) -> None:
    assert {room for room in ROOMS if not (SERVICES / service / room).exists()} == set()


@pytest.mark.parametrize("room", ROOMS | SOME_ROOMS)
@pytest.mark.parametrize("service", SIX)
def test_a_room_offers_what_it_offers_in_every_service(service: str, room: str) -> None:
    path = SERVICES / service / room
    if path.exists():
        assert (ROOMS | SOME_ROOMS)[room] - names(path) == set()


@pytest.mark.parametrize("service", SIX)
def test_a_service_says_what_it_decides_and_what_it_reads(service: str) -> None:
    doc = ast.get_docstring(ast.parse((SERVICES / service / "__init__.py").read_text("utf-8")))
    assert doc


@pytest.mark.parametrize("service", SIX)
def test_an_app_is_wiring_and_short(service: str) -> None:
    text = (SERVICES / service / "app.py").read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST_APP
    assert not [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.If | ast.IfExp | ast.Match)]
