"""What the README names is there, and what a stranger must know is named."""

import re
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command

from services.cli.commands import app
from services.runtime.settings import Settings

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def package(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9_-]+", requirement)
    assert found is not None
    return found[0]


def dependencies() -> set[str]:
    extras = [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    return {package(one) for one in (*PROJECT["dependencies"], *extras)} - {PROJECT["name"]}


def explained() -> set[str]:
    """The first cells of the tables of dependencies."""
    tables = README[README.index("| dependency |") :]
    cells = re.findall(r"^\| ([^|(]+?) (?:\([^|]*)?\|", tables, flags=re.MULTILINE)
    return {name for cell in cells for name in cell.split(", ")} - {"dependency", "for development"}


def test_every_dependency_is_explained_and_no_other() -> None:
    assert explained() == dependencies()


def test_every_setting_is_named_and_no_other() -> None:
    assert set(re.findall(r"OMKAMP_[A-Z_]+", README)) == {
        f"OMKAMP_{name.upper()}" for name in Settings.__struct_fields__
    }


@pytest.mark.parametrize("line", sorted(set(re.findall(r"omkamp ([a-z][a-z-]*(?: [a-z][a-z-]*)?)", README))))
def test_every_command_named_is_one(line: str) -> None:
    command = get_command(app)
    name, *rest = line.split()
    assert name in command.commands  # type: ignore[attr-defined]  # a group
    inner = getattr(command.commands[name], "commands", None)  # type: ignore[attr-defined]  # a group
    assert inner is None or not rest or rest[0] in inner


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`)make ([a-z-]+)", README, flags=re.MULTILINE))))
def test_every_target_of_make_named_is_one(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"\]\(([^)]+)\)|`((?:contracts|services|examples)/[^`<*]*)`", README)))
)
def test_every_file_named_is_there(path: tuple[str, str]) -> None:
    assert (ROOT / (path[0] or path[1])).exists()
