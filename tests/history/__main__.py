"""`python -m tests.history`: concurrent clients, faults, and whether one history explains all they saw.

Three nodes with a PostgreSQL cluster and a Redis of their own. At each table four tabs, of two seats of
Cambio or of one of Decks, play at any of the nodes, read, and send moves again. Meanwhile backends are cut
and killed, Redis is restarted, hints are forged, doubled and late, and nodes are stopped (SIGSTOP), one of
them past its leases. The last line counts; the exit code is 0 only if there is no anomaly. Ctrl-C ends it
with the rounds so far.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console

from rondel.server.maintenance.migrations import migrate
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import Fleet, ServerNode
from tests.history.nemesis import Nemesis
from tests.history.recording import Recording
from tests.history.run import Figures, play, spent_s

NODES: Final = 3
SETTINGS: Final = {"RONDEL_RATE_LIMITS": "false"}

console = Console(highlight=False)


async def history(arguments: argparse.Namespace, log: Path, figures: Figures) -> None:
    """Round after round; the figures are those of the rounds that have ended."""
    with Postgres() as postgres, Redis() as redis:
        await asyncio.to_thread(migrate, postgres.url)
        nodes = [ServerNode(postgres.url, redis.url, log, (), **SETTINGS) for _ in range(NODES)]
        began = time.monotonic()
        async with Fleet(nodes):
            for number in range(arguments.rounds):
                rng = random.Random(f"{arguments.seed} {number}")
                await _round(arguments, postgres, redis, nodes, rng, figures)
                console.print(f"round {number + 1}, {time.monotonic() - began:.0f} s: {figures.line()}")


async def _round(
    arguments: argparse.Namespace,
    postgres: Postgres,
    redis: Redis,
    nodes: Sequence[ServerNode],
    rng: random.Random,
    figures: Figures,
) -> None:
    async def meanwhile(tables: Sequence[str], _: Recording) -> None:
        nemesis = Nemesis(postgres, redis, nodes, tables, rng)
        await nemesis.rage(arguments.seconds, stop_s=arguments.stop)
        figures.faults.update(nemesis.counts)

    figures.add(
        await play(
            postgres.url,
            nodes,
            tables=arguments.tables,
            pause_s=arguments.pause,
            rng=rng,
            meanwhile=meanwhile,
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.history", description=__doc__)
    parser.add_argument("--seconds", type=float, default=40, help="how long a round lasts")
    parser.add_argument("--rounds", type=int, default=1, help="each begins with tables of its own")
    parser.add_argument("--stop", type=float, default=32, help="how long a node is stopped; leases are 30 s")
    parser.add_argument("--tables", type=int, default=8, help="how many tables at once")
    parser.add_argument(
        "--pause", type=float, default=0.03, help="how long a tab pauses on average, in seconds"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-history-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    figures = Figures()
    with suppress(KeyboardInterrupt):
        asyncio.run(history(arguments, log, figures))
    for anomaly in figures.anomalies[:20]:
        console.print(f"{anomaly.kind}: {anomaly.text}")
    console.print(f"faults {dict(figures.faults)}, refusals {dict(figures.codes)}")
    console.print(f"{spent_s():.0f} s of CPU, without PostgreSQL")
    console.print(figures.line())
    if figures.operations and not figures.anomalies:
        log.unlink()
        return 0
    console.print(f"what the nodes wrote: {log}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
