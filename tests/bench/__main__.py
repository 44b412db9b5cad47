"""
`python -m tests.bench [NAME…]`: the promises of performance, side by side in one run, as medians and ratios.

Exits 1 if a promise is not kept. Absolute numbers are this machine's, now; the ratios are what to quote.
"""

import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table

from contracts.ids import FederationId
from services.runtime import logs
from services.runtime.bus import Bus
from services.runtime.server import EmbeddedServer
from services.runtime.settings import Settings
from services.runtime.stream import migrate
from tests.bench import appends, catch_up, faststream_share, pairing, replay, visible
from tests.bench.measure import Row

BENCHES: dict[str, Callable[[Settings, Bus], Awaitable[list[Row]]]] = {
    "appends": appends.run,
    "catch-up": catch_up.run,
    "visible": visible.run,
    "faststream": faststream_share.run,
    "replay": replay.run,
    "pairing": pairing.run,
}


async def main(names: list[str]) -> int:
    """Run benchmarks, each on a server of its own, and print what they found."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(BENCHES)}", file=sys.stderr)  # noqa: T201  a command
        return 2
    logs.configure("warning")
    console, rows = Console(width=None if sys.stdout.isatty() else 150), []
    for name in names or BENCHES:
        with console.status(f"{name} …"), tempfile.TemporaryDirectory() as folder:
            rows += await _on_a_server(name, Path(folder))
    console.print(_table(rows))
    return 1 if any(row.kept is False for row in rows) else 0


async def _on_a_server(name: str, folder: Path) -> list[Row]:
    async with EmbeddedServer(folder) as server:
        settings = Settings(url=server.url, federation=FederationId("bench"))
        bus = await Bus.connect(settings, "bench")
        await migrate(bus, settings.federation)
        try:
            return await BENCHES[name](settings, bus)
        finally:
            await bus.close()


def _table(rows: list[Row]) -> Table:
    table = Table("what (against)", "ours", "theirs", "", "ratio", "promise", "", title="medians, side by side")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        theirs = "" if row.theirs is None else f"{row.theirs:,.1f}"
        verdict = {True: "kept", False: "NOT KEPT", None: ""}[row.kept]
        table.add_row(row.what, f"{row.ours:,.1f}", theirs, row.unit, ratio, row.promise, verdict)
    return table


if __name__ == "__main__":
    sys.exit(uvloop.run(main(sys.argv[1:])))
