"""The published language stands on the standard library and msgspec, and on nothing else there is (design §3)."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CONTRACTS = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "contracts").rglob("*.py"))]
ALLOWED = sys.stdlib_module_names | {"contracts", "msgspec"}


def imported(source: str) -> set[str]:
    """Name the top-level packages a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(module=str(module), level=0):
                found.add(module.partition(".")[0])
    return found


@pytest.mark.parametrize("module", CONTRACTS)
def test_contracts_import_the_standard_library_and_msgspec_only(module: str) -> None:
    assert imported((ROOT / module).read_text("utf-8")) - ALLOWED == set()


def test_an_import_is_found_wherever_it_stands() -> None:
    assert imported("import json, yaml.nodes\ndef f():\n    from pydantic import x\n") == {"json", "yaml", "pydantic"}
