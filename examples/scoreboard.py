"""
A scoreboard in one screen, for anybody with nats-py: `python examples/scoreboard.py TOURNAMENT [URL] [FEDERATION]`.

Prints the table as it stands, and again whenever it changes. Nothing of Omkamp is imported: what comes is JSON.
"""

import asyncio
import json
import sys

import nats
from nats.js.api import DeliverPolicy


async def main(tournament: str, url: str = "nats://127.0.0.1:4222", federation: str = "dsu") -> None:
    """Follow the standings of one tournament: the last state there is, then every new one."""
    connection = await nats.connect(url)
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
