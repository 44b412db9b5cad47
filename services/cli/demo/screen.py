"""The demo's stage: a live picture of boards and table in a terminal, lines in a file, nothing beside --json."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from services.cli import say
from services.cli.demo.scoreboard import Scoreboard
from services.cli.tables import standings_table

_REFRESH: Final = 0.25
"""Seconds between two pictures. Drawing takes time from what is measured: few pictures, and not too large."""
_ROWS: Final = 16
_AROUND: Final = 9
"""Lines of the terminal that are not rows of the picture."""
_PAUSE: Final = 0.02
"""Seconds between two results of a venue, so that a person can watch."""


class Stage:
    """Where the demo shows itself. `quiet` shows nothing."""

    def __init__(self, *, quiet: bool) -> None:
        self._console: Console | None = None if quiet else say.screen()

    @property
    def pause(self) -> float:
        """How long a venue waits between two results: only where a person watches."""
        return _PAUSE if self._watched else 0.0

    def act(self, words: str) -> None:
        """Say what happens next."""
        if self._console is not None:
            self._console.print(f"[bold]{words}[/]")

    def line(self, words: str) -> None:
        """Say something in a line."""
        if self._console is not None:
            self._console.print(words, markup=False, soft_wrap=True)

    def show(self, table: RenderableType) -> None:
        """Show a table."""
        if self._console is not None:
            self._console.print(table)

    @asynccontextmanager
    async def live(self, board: Scoreboard) -> AsyncIterator[None]:
        """Show the scoreboard as it changes, while the block runs."""
        if self._console is None or not self._watched:
            yield
            return
        rows = max(min(self._console.height - _AROUND, _ROWS), 5)
        with Live(console=self._console, auto_refresh=False, transient=True) as live:
            drawing = asyncio.create_task(_draw(live, board, rows), name="screen")
            try:
                yield
            finally:
                drawing.cancel()
                with suppress(asyncio.CancelledError):
                    await drawing

    @property
    def _watched(self) -> bool:
        return self._console is not None and self._console.is_terminal


async def _draw(live: Live, board: Scoreboard, rows: int) -> None:
    while True:
        live.update(_picture(board, rows), refresh=True)
        await asyncio.sleep(_REFRESH)


def _picture(board: Scoreboard, rows: int) -> RenderableType:
    standings = board.standings
    parts: list[RenderableType] = [_boards(board, rows)]
    if standings is not None:
        parts.append(standings_table(standings, top=rows))
    head = Text(f"Round {board.round}: {board.reported} of {len(board.lines)} boards reported", style="bold")
    return Group(head, Columns(parts, padding=(0, 4)))


def _boards(board: Scoreboard, rows: int) -> Table:
    """Lay out the boards that wait, and before them the last reported ones, as many as there is room for."""
    lines = list(board.lines.values())
    start = max(min(board.reported - rows + 3, len(lines) - rows), 0)
    return say.table(
        f"Boards {start + 1} to {min(start + rows, len(lines))}",
        ("Board", "White", "", "Black"),
        ((one.number, one.white, one.result or "…", one.black) for one in lines[start : start + rows]),
        numbers=("Board",),
    )
