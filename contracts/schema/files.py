"""The schemas as files: what they must hold, what has drifted, and what would break."""

import json
from pathlib import Path
from typing import Final

from contracts.registry import EVENTS
from contracts.schema import yaml
from contracts.schema.asyncapi import asyncapi
from contracts.schema.compatibility import breaks
from contracts.schema.json_schemas import event_file, event_type, json_schemas
from contracts.upcasts import UPCASTS, Upcasts, current_type

FOLDER: Final = Path(__file__).parents[1] / "schemas"
_REMEDY: Final = "run `make schemas` (python -m contracts.schema write)"


def rendered(folder: Path = FOLDER, upcasts: Upcasts = UPCASTS) -> dict[str, str]:
    """Return the text of every file, by its name: today's messages, and the older versions that `folder` keeps."""
    older = {event_file(type_) for type_ in upcasts}
    texts = {name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for name, schema in json_schemas().items()}
    kept = {name: (folder / name).read_text("utf-8") for name in sorted(older) if (folder / name).exists()}
    return {"asyncapi.yaml": yaml.dump(asyncapi([event_type(name) for name in kept])), **texts, **kept}


def write(folder: Path = FOLDER) -> None:
    """Write every file anew, and delete those of messages that are no more."""
    wanted = rendered(folder)
    for name in _present(folder) - wanted.keys():
        (folder / name).unlink()
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def drifted(folder: Path = FOLDER) -> list[str]:
    """Name every file that differs from what the code says, is missing, or describes nothing."""
    wanted, present = rendered(folder), _present(folder)
    missing = [f"{name} is missing; {_REMEDY}" for name in sorted(wanted.keys() - present)]
    surplus = [f"{name} describes no message; {_REMEDY}" for name in sorted(present - wanted.keys())]
    changed = [
        f"{name} differs from the code; {_REMEDY}"
        for name in sorted(wanted.keys() & present)
        if (folder / name).read_text("utf-8") != wanted[name]
    ]
    return [*missing, *surplus, *changed]


def broken(folder: Path = FOLDER, upcasts: Upcasts = UPCASTS) -> list[str]:
    """Name everything by which today's events break a reader, or an event, of the schemas in `folder`."""
    now = json_schemas()
    found = []
    for path in sorted((folder / "events").glob("*.json")):
        file = f"events/{path.name}"
        type_ = event_type(file)
        if file in now:
            found += [f"{type_}: {one}" for one in breaks(json.loads(path.read_text("utf-8")), now[file])]
        elif current_type(type_, upcasts) not in EVENTS:
            found.append(f"{type_} is removed, and nothing reads those already in the log")
    return found


def _present(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
