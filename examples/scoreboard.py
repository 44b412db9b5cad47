"""
A scoreboard in one screen, for anybody with nats-py: `python examples/scoreboard.py TOURNAMENT [URL] [FEDERATION]`.

Prints the table as it stands, and again whenever it changes. Nothing of Omkamp is imported: what comes is JSON, points
in half points. URL and FEDERATION are otherwise those of OMKAMP_URL and OMKAMP_FEDERATION.
"""

import asyncio
import json
import os
import sys

import nats
from nats.js.api import DeliverPolicy

URL = os.environ.get("OMKAMP_URL", "nats://127.0.0.1:4222")
FEDERATION = os.environ.get("OMKAMP_FEDERATION", "dsu")


async def trouble(error: Exception) -> None:
    """Say in one line what is wrong with the connection, which is tried again."""
    print(f"nats: {str(error) or type(error).__name__}", file=sys.stderr, flush=True)


async def main(tournament: str, url: str = URL, federation: str = FEDERATION) -> None:
    """Follow the standings of one tournament: the last state there is, then every new one."""
    connection = await nats.connect(url, error_cb=trouble)
    subject = f"omkamp.{federation}.view.tournament-{tournament}.current-standings"
    subscription = await connection.jetstream().subscribe(
        subject, stream=f"omkamp-{federation}-views", ordered_consumer=True, deliver_policy=DeliverPolicy.LAST
    )
    async for message in subscription.messages:
        table = json.loads(message.data)["data"]
        print(f"\n{table['name']}, after round {table['after_round']} of {table['rounds']}", flush=True)
        for row in table["rows"]:
            print(f"{row['rank']:4} {row['name']:32} {row['points'] / 2:4}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3, 4}:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
