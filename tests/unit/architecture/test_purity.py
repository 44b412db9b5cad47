"""
The pure core: no floats, no clock, no chance, no files (design §2 and §4).

Pure are `contracts`, `services.rules`, `services.chess`, and of the six services everything but `app.py`.
"""

from pathlib import Path

import pytest

from tests.support.purity import impurities

ROOT = Path(__file__).parents[3]
SIX = ("registration", "pairing", "results", "rating", "discipline", "reporting")
EDGE = {"app.py"}
TOOLS = ("contracts/schema/",)
"""Command lines that stand beside what they read; nothing pure imports them."""
EXCEPTIONS = {
    ("services/rules/loader.py", "files"): "the one loader: it reads the rule data at import",
    ("services/rules/loader.py", "division"): "a path is joined with /",
}


def pure_modules() -> list[str]:
    packages = ["contracts", "services/rules", "services/chess", *(f"services/{service}" for service in SIX)]
    paths = [path for package in packages for path in sorted((ROOT / package).rglob("*.py")) if path.name not in EDGE]
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    return [name for name in names if not name.startswith(TOOLS)]


@pytest.mark.parametrize("module", pure_modules())
def test_a_pure_module_is_pure(module: str) -> None:
    found = impurities((ROOT / module).read_text("utf-8"))
    assert [one for one in found if (module, one[0]) not in EXCEPTIONS] == []


@pytest.mark.parametrize(("module", "kind"), EXCEPTIONS)
def test_an_exception_is_still_needed(module: str, kind: str) -> None:
    assert kind in {found for found, _, _ in impurities((ROOT / module).read_text("utf-8"))}


@pytest.mark.parametrize("module", pure_modules())
def test_nothing_pure_imports_a_tool(module: str) -> None:
    assert "contracts.schema" not in (ROOT / module).read_text("utf-8")


def test_every_pure_package_is_looked_at() -> None:
    looked_at = {name.rsplit("/", 1)[0] for name in pure_modules()}
    assert {"contracts", "services/rules", "services/chess", "services/pairing/systems"} <= looked_at
    assert {f"services/{service}" for service in SIX} <= looked_at


IMPURE = [
    ("x = 0.5", "float"),
    ("x = 1e3", "float"),
    ("x = 2j", "float"),
    ("x = float(1)", "float"),
    ("def f(x: float) -> None: ...", "float"),
    ("x = map(float, y)", "float"),
    ("x = 2 ** -1", "float"),
    ("x = f'{y:.2f}'", "float"),
    ("x = f'{y:%}'", "float"),
    ("import math; x = math.sqrt(2)", "float"),
    ("from math import sqrt", "float"),
    ("from decimal import Decimal", "float"),
    ("import statistics", "float"),
    ("x = complex(1)", "float"),
    ("x = a / b", "division"),
    ("x /= 2", "division"),
    ("x = round(y)", "rounding"),
    ("x = round(y, 2)", "rounding"),
    ("import random", "chance"),
    ("from random import choice", "chance"),
    ("import secrets", "chance"),
    ("from uuid import uuid4", "chance"),
    ("import time", "clock"),
    ("from time import monotonic", "clock"),
    ("import datetime as dt; x = dt.datetime.now(dt.UTC)", "clock"),
    ("import datetime as dt; x = dt.date.today()", "clock"),
    ("from datetime import datetime; x = datetime.utcnow()", "clock"),
    ("from datetime import date; x = field(default_factory=date.today)", "clock"),
    ("x = open('a')", "files"),
    ("import os", "files"),
    ("import os.path", "files"),
    ("from pathlib import Path", "files"),
    ("import importlib.resources", "files"),
    ("print('a')", "files"),
    ("def f():\n    import socket", "files"),
]
PURE = [
    "x = a // b",
    "from math import gcd, isqrt",
    "import math; x = math.ceil(y)",
    "from fractions import Fraction; x = Fraction(1, 3)",
    "import datetime as dt; x = dt.date(2024, 7, 6) + dt.timedelta(days=1)",
    "x = moved.now; y = tournament.round(3)",
    "x = f'{y:02d} {z}'",
    "x = 2 ** 3",
    "'0.5 / 2 = round(0.25)'",
]


@pytest.mark.parametrize(("source", "kind"), IMPURE)
def test_what_is_impure_is_found(source: str, kind: str) -> None:
    assert kind in {found for found, _, _ in impurities(source)}


@pytest.mark.parametrize("source", PURE)
def test_what_is_pure_is_let_through(source: str) -> None:
    assert impurities(source) == []
