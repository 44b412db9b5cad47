import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
FILES = sorted((DATA / "trf").glob("*.trf"))
CASES = {path.name: path for folder in ("pairings/dutch", "trf/dutch") for path in (DATA / folder).glob("*.json")}


@pytest.fixture
def spring() -> str:
    """The event whose pairing bye is worth half a point."""
    return next(path for path in FILES if path.name.startswith("spring-31p")).read_text(encoding="utf-8")


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def real_file(request: pytest.FixtureRequest) -> str:
    path: Path = request.param
    return path.read_text(encoding="utf-8")


@pytest.fixture(params=sorted((DATA / "trf" / "dutch").glob("*.json")), ids=lambda path: path.stem)
def chosen_case(request: pytest.FixtureRequest) -> dict[str, str]:
    """Three Dutch cases of each flavour."""
    case: dict[str, str] = json.loads(request.param.read_text(encoding="utf-8"))
    return case


@pytest.fixture(params=sorted(CASES), ids=lambda name: name.removesuffix(".json"))
def dutch_case(request: pytest.FixtureRequest) -> dict[str, str]:
    case: dict[str, str] = json.loads(CASES[request.param].read_text(encoding="utf-8"))
    return case
