"""`python -m tests.load`: live tables on one machine: how fast moves are kept, and how soon others see them.

Starts one node with its own PostgreSQL cluster, opens the tables and lets every seat play over its own
socket. Prints acknowledged moves per second, and how long a move took to reach every other seat. With
`--bare` it also runs B, pgbench's one-statement transaction, on the same cluster and prints the ratio
(goal P4).

Exits 1 if pushes come late and the server is to blame (`tests.load.lateness` says how that is decided).
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncpg
from bench.store import BARE, TICKS, Backends, pgbench
from rich.console import Console
from rich.progress import track

from rondel.server.maintenance.migrations import migrate
from tests.faults.cluster import Postgres
from tests.faults.fleet import ServerNode
from tests.load.lateness import Verdict, judged
from tests.load.tables import Figures, LiveSeat, LiveTable, begun, opened, percentile_ms, undelivered_after
from tests.load.yardstick import Yardstick, own_yardstick

UNDELIVERED_S: Final = 3.0
"""So long after the end one waits for answers and pushes that have not come."""

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


async def measured(
    arguments: argparse.Namespace,
    node: ServerNode,
    yardstick: Yardstick,
    when_begun: Callable[[], None] = lambda: None,
) -> Figures:
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
    when_begun()
    await asyncio.sleep(arguments.warm)
    assert node.process is not None
    before, began = cpu_s(node.process.pid), time.perf_counter()
    figures.is_counting = True
    yardstick.begin()
    await asyncio.sleep(arguments.seconds)
    figures.is_counting = False
    cpu, took = cpu_s(node.process.pid) - before, time.perf_counter() - began
    for table, _ in tables:
        table.is_over = True
    figures.pushes += await undelivered_after(figures, [table for table, _ in tables], UNDELIVERED_S)
    console.print(
        f"{arguments.tables} tables x {arguments.seats} seats, {took:.1f} s: "
        f"{figures.acks / took:.0f} moves/s acknowledged, "
        f"{figures.acks / max(cpu, 0.01):.0f} per server-CPU-second, "
        f"{figures.codes.total()} nacks"
    )
    delivery_s = [push.ms / 1000 for push in figures.pushes]
    for name, values in (("ack", figures.ack_s), ("move to another seat's socket", delivery_s)):
        percentiles = " ".join(
            f"p{share * 100:g} {percentile_ms(values, share):.1f} ms" for share in (0.5, 0.95, 0.99)
        )
        console.print(f"{name}: {percentiles}  max {max(values, default=0) * 1000:.1f} ms  of {len(values)}")
    return figures


async def run(arguments: argparse.Namespace, program: tuple[str, ...] | None = None) -> int:
    """Measure `rondel`, or another program in its place; 1 if the server made pushes late."""
    with tempfile.NamedTemporaryFile(prefix="rondel-load-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    with Postgres() as postgres:
        await asyncio.to_thread(migrate, postgres.url)
        node = load_node(postgres.url, log, program)
        node.start()
        try:
            await node.ready()
            async with own_yardstick() as yardstick:
                found = await _rounds(arguments, node, yardstick, postgres.url)
        finally:
            node.stop()
    log.unlink()
    return 1 if "missed" in found else 0


def load_node(
    database_url: str,
    log: Path,
    program: tuple[str, ...] | None = None,
    *,
    redis_url: str | None = None,
    **variables: str,
) -> ServerNode:
    """A node without limits."""
    node = ServerNode(
        database_url,
        redis_url,
        log,
        (),
        RONDEL_RATE_LIMITS="false",
        RONDEL_OPEN_TABLES="100000",
        RONDEL_DRAIN_MS="0",
        **variables,
    )
    if program is not None:
        node.program = program
    return node


async def _rounds(
    arguments: argparse.Namespace, node: ServerNode, yardstick: Yardstick, database_url: str
) -> list[Verdict]:
    found: list[Verdict] = []
    ratios = []
    for _ in range(arguments.rounds):
        figures = await measured(arguments, node, yardstick)
        lateness = judged(figures.pushes, yardstick.trips())
        found.append(lateness.verdict)
        console.print(f"pushes within 500 ms: {lateness.verdict}: {lateness}")
        if arguments.bare:
            rate = await bare(database_url, arguments.seconds)
            ratios.append(figures.acks / arguments.seconds / rate)
            console.print(f"B {rate:.0f} tx/s, ratio {ratios[-1]:.2f}")
    if ratios:
        console.print(
            f"ratio to B: median {statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        )
    return found


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
