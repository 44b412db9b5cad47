"""`python -m contracts.schema write|check`."""

import argparse
import sys
from pathlib import Path

from contracts.schema.files import FOLDER, broken, drifted, write


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Write or check the schemas under `folder`; returns the exit code: 1 for anything that must be looked at."""
    parser = argparse.ArgumentParser(prog="python -m contracts.schema", description="the published schemas")
    parser.add_argument("what", choices=("write", "check"), help="write them anew, or check what is checked in")
    what = parser.parse_args(arguments).what
    breaking = broken(folder)
    problems = [*breaking, *(drifted(folder) if what == "check" else ())]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    if breaking:
        sys.stderr.write(
            "a schema that was written is a promise: raise the event's VERSION and give the old one an upcast; "
            "if no log can hold such an event yet, delete the file first\n"
        )
    if problems:
        return 1
    if what == "write":
        write(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
