"""`python -m tests.faults.redis_down`: Redis is gone for a while. Moves go on; nobody is taken for absent.

Two nodes; the seats of every table sit at different nodes, so every move has to reach the other one without
Redis: nodes poll the heads of the tables they watch.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from pathlib import Path

import asyncpg
from rich.console import Console

from rondel.server.maintenance.migrations import migrate
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import Fleet, ServerNode
from tests.load.tables import Figures, LiveSeat, LiveTable, begun, opened, percentile_ms

console = Console(highlight=False)


async def run(arguments: argparse.Namespace, log: Path) -> bool:
    figures, rng = Figures(), random.Random(1)
    with Postgres() as postgres, Redis() as redis:
        await asyncio.to_thread(migrate, postgres.url)
        variables = {"RONDEL_RATE_LIMITS": "false"}
        nodes = [ServerNode(postgres.url, redis.url, log, (), **variables) for _ in range(2)]
        async with Fleet(nodes):
            for number in range(arguments.tables):
                table_id, tokens = await opened(nodes[0].url, 4, number)
                table = LiveTable(table_id, figures, number)
                for seat, token in enumerate(tokens):
                    live = LiveSeat(table, seat, lambda: rng.uniform(0.3, 1.2))
                    await live.connect("127.0.0.1", nodes[seat % 2].port, token)
                await begun(nodes[0].url, table_id, tokens[0])
            await asyncio.sleep(3)
            redis.stop()
            figures.is_counting = True
            await asyncio.sleep(arguments.seconds)
            figures.is_counting = False
            redis.start()
            await asyncio.sleep(5)
            absent = await _absences(postgres.url)
    failed = figures.codes["UNAVAILABLE"] + figures.waiting()
    delivery_s = [push.ms / 1000 for push in figures.pushes]
    p99 = percentile_ms(delivery_s, 0.99)
    console.print(f"nacks {dict(figures.codes)}, pushes {len(delivery_s)}")
    console.print(
        f"redis stopped {arguments.seconds} s: moves {figures.acks} failed {failed} "
        f"delivery p50 {percentile_ms(delivery_s, 0.5):.0f} ms p99 {p99:.0f} ms "
        f"max {percentile_ms(delivery_s, 1):.0f} ms absent {absent}"
    )
    return figures.acks > 0 and not failed and p99 < 3000 and not absent


async def _absences(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        count: int = await connection.fetchval(
            "SELECT count(*) FROM journal WHERE position('CONNECTION_CHANGED'::bytea in events) > 0"
        )
        return count
    finally:
        await connection.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.redis_down", description=__doc__)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--tables", type=int, default=10)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-redis-down-", suffix=".log") as file:
        return 0 if asyncio.run(run(arguments, Path(file.name))) else 1


if __name__ == "__main__":
    sys.exit(main())
