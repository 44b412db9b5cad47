"""The list of commands is one of groups, by what a person is about."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from services.cli.commands import app

PANELS = ("Running", "Tournament", "Players", "Pairing", "Results", "Log", "Ratings")


@pytest.fixture(scope="module")
def panels() -> dict[str, str]:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "100", "TERM": "dumb"}).output
    return dict(_panels(shown))


def _panels(shown: str) -> Iterator[tuple[str, str]]:
    headings = [*re.finditer(r"(?m)^╭─ (.+?) ─+╮$", shown)]
    for one, following in pairwise((*headings, None)):
        yield one[1] if one else "", shown[one.end() if one else 0 : following.start() if following else len(shown)]


def test_every_group_is_shown_in_order_and_no_command_stands_outside_one(panels: dict[str, str]) -> None:
    assert tuple(panels) == ("Options", *PANELS)


def test_every_command_stands_in_one_group(panels: dict[str, str]) -> None:
    command = get_command(app)
    shown = [name for panel in PANELS for name in re.findall(r"(?m)^│ ([a-z-]+) ", panels[panel])]
    assert sorted(shown) == sorted(command.commands)  # type: ignore[attr-defined]  # it is a group of them


@pytest.mark.parametrize(
    ("panel", "names"),
    [
        ("Running", ("demo", "up", "serve", "doctor")),
        ("Pairing", ("pair", "publish-round", "pairings", "manual")),
        ("Results", ("result", "correct", "replay")),
        ("Log", ("log", "verify")),
    ],
)
def test_a_command_stands_where_it_is_looked_for(panels: dict[str, str], panel: str, names: tuple[str, ...]) -> None:
    assert set(names) <= {*re.findall(r"(?m)^│ ([a-z-]+) ", panels[panel])}
