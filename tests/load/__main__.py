"""`python -m tests.load`: live tables on one machine: how fast moves are kept, and how soon others see them.

Starts its own PostgreSQL cluster and one node, opens the tables and lets every seat play over its own socket.
Prints acknowledged moves per second, and how long a move took to reach every other seat. With `--bare`
it also runs B, pgbench's one-statement transaction, on the same cluster and prints the ratio (goal P4).
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import asyncpg
from bench.store import BARE, TICKS, Backends, pgbench
from rich.console import Console
from rich.progress import track

from rondel.server.migrations import migrate
from tests.faults.cluster import Postgres
from tests.faults.fleet import ServerNode
from tests.load.tables import Figures, LiveSeat, LiveTable, begun, opened, percentile_ms

console = Console(highlight=False)


def cpu_s(pid: int) -> float:
    """What a process has used of a core, in seconds."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / TICKS


async def bare(url: str, seconds: float) -> float:
    """B on this cluster, in transactions per second."""
    owner = await asyncpg.connect(url)
    try:
        if not await owner.fetchval("SELECT to_regclass('bare_state') IS NOT NULL"):
            await owner.execute(BARE)
        rate: float = (await pgbench(url, seconds, Backends(owner))).rate
        return rate
    finally:
        await owner.close()


async def measured(arguments: argparse.Namespace, node: ServerNode) -> Figures:
    figures, rng = Figures(), random.Random(1)

    mean_s: float = arguments.think

    def think_s() -> float:
        return rng.uniform(0.5, 1.5) * mean_s

    tables = []
    for number in track(range(arguments.tables), "opening tables", console=console):
        table_id, tokens = await opened(node.url, arguments.seats, number)
        table = LiveTable(table_id, figures, number)
        for seat, token in enumerate(tokens):
            await LiveSeat(table, seat, think_s).connect("127.0.0.1", node.port, token)
        tables.append((table, tokens[0]))
    for table, host in tables:
        await begun(node.url, table.id, host)
    await asyncio.sleep(arguments.warm)
    assert node.process is not None
    before, began = cpu_s(node.process.pid), time.perf_counter()
    figures.is_counting = True
    await asyncio.sleep(arguments.seconds)
    figures.is_counting = False
    cpu, took = cpu_s(node.process.pid) - before, time.perf_counter() - began
    for table, _ in tables:
        table.is_over = True
    console.print(
        f"{arguments.tables} tables x {arguments.seats} seats, {took:.1f} s: "
        f"{figures.acks / took:.0f} moves/s acknowledged, {figures.acks / cpu:.0f} per server-CPU-second, "
        f"{figures.codes.total()} nacks"
    )
    for name, values in (("ack", figures.ack_s), ("move to another seat's socket", figures.heard_s)):
        told = " ".join(
            f"p{share * 100:g} {percentile_ms(values, share):.1f} ms" for share in (0.5, 0.95, 0.99)
        )
        console.print(f"{name}: {told}  max {max(values, default=0) * 1000:.1f} ms  of {len(values)}")
    slow = sum(value > 0.5 for value in figures.heard_s)
    console.print(f"pushes above 500 ms: {slow} of {len(figures.heard_s)}")
    return figures


async def run(arguments: argparse.Namespace) -> int:
    with tempfile.NamedTemporaryFile(prefix="rondel-load-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    with Postgres() as postgres:
        await asyncio.to_thread(migrate, postgres.url)
        node = ServerNode(
            postgres.url,
            None,
            log,
            RONDEL_LIMITED="false",
            RONDEL_SOCKETS="10000",
            RONDEL_OPEN_TABLES="100000",
        )
        node.start()
        try:
            await node.ready()
            ratios = []
            for _ in range(arguments.rounds):
                figures = await measured(arguments, node)
                if arguments.bare:
                    rate = await bare(postgres.url, arguments.seconds)
                    ratios.append(figures.acks / arguments.seconds / rate)
                    console.print(f"B {rate:.0f} tx/s, ratio {ratios[-1]:.2f}")
            if ratios:
                console.print(
                    f"ratio to B: median {statistics.median(ratios):.2f} "
                    f"({min(ratios):.2f}-{max(ratios):.2f})"
                )
        finally:
            node.stop()
    log.unlink()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--think", type=float, default=2.0, help="mean thought before a move, in seconds")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--bare", action="store_true", help="compare with pgbench on the same cluster")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
