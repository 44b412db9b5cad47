"""
What the command line says, and where: answers on standard output, everything else on standard error.

With --json standard output is one JSON document, or JSON lines where there is no end to it; a refusal is there too.
"""

import io
import shutil
import sys
from collections.abc import Iterable, Sequence

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from contracts.refusals import Refusal

_PIPE_WIDTH = 240
"""Columns of a table that nobody's terminal limits: a name in a file is not cut off."""


def whole() -> None:
    """
    Make standard output take all it is given, also where `PYTHONUNBUFFERED` is set.

    Unbuffered, Python asks the system to write once and forgets what was not taken: a full pipe lost the rest.
    """
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.detach()), encoding, errors, line_buffering=True)


def screen() -> Console:
    """Give the console that answers go to."""
    return Console(width=None if sys.stdout.isatty() else _PIPE_WIDTH, highlight=False)


def aside() -> Console:
    """Give the console for messages and progress, which no program reads."""
    return Console(stderr=True, highlight=False)


def document(value: object) -> None:
    """Print a whole answer as one JSON document."""
    _print(msgspec.json.format(msgspec.json.encode(value), indent=2))


def line(value: object) -> None:
    """Print one line of JSON, at once: whoever reads may be waiting for it."""
    _print(msgspec.json.encode(value))


def text(words: str) -> None:
    """Print a line of an answer as it is."""
    _print(words.encode())


def glance(words: str) -> None:
    """Print a line of an answer: on a terminal as much as fits, with an ellipsis; into a pipe or a file all of it."""
    width = shutil.get_terminal_size().columns
    cut = sys.stdout.isatty() and len(words) > width
    text(f"{words[: width - 1]}…" if cut else words)


def note(words: str) -> None:
    """Say something to the person at the terminal."""
    sys.stderr.write(f"omkamp: {words}\n")
    sys.stderr.flush()


def refused(refusal: Refusal) -> None:
    """Say in one line what was refused, why, and under which rule."""
    rule = f" ({refusal.rule})" if refusal.rule else ""
    note(f"{' '.join(refusal.message.split())} [{refusal.code}]{rule}")


def table(  # noqa: PLR0913  what a table is made of
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    numbers: Sequence[str] = (),
    *,
    caption: str = "",
    tight: bool = False,
) -> Table:
    """
    Build a table; the columns named in `numbers` stand to the right, and are never broken into lines.

    `caption` is what must be known to read it. A `tight` one has many columns, and less room between them.
    """
    built = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        caption=caption or None,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=tight,
    )
    for column in columns:
        figures = column in numbers
        built.add_column(column, justify="right" if figures else "left", overflow="fold", no_wrap=figures)
    for row in rows:
        built.add_row(*("" if cell is None else str(cell) for cell in row))
    return built


def _print(words: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(words + b"\n")
    sys.stdout.flush()
