"""`python -m tests.faults.deadlines`: a node dies the moment many deadlines fall due. Each fires once, soon.

The tables' initial views all end at one moment. Half of the tables were begun at the node that is killed.
Late is how long after its moment a deadline was heard at a socket of the node that lives.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import asyncpg
import msgspec
from rich.console import Console

from rondel.client import Http
from rondel.client.create_guest import create_guest
from rondel.server.maintenance.migrations import migrate
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import ServerNode
from tests.load.socket import LeanSocket
from tests.load.tables import percentile_ms, request

console = Console(highlight=False)
SOON_MS = 3000


class FrameHead(msgspec.Struct):
    """As much of a frame as this needs."""

    type: str
    table: str = ""
    version: int = 0


_HEAD = msgspec.json.Decoder(FrameHead)


class Ear:
    """One socket that looks at every table, and when it heard each one's second version."""

    def __init__(self) -> None:
        self.received_at: dict[str, float] = {}

    def take(self, frame: bytes) -> None:
        now = time.time() * 1000
        head = _HEAD.decode(frame)
        if head.type == "step" and head.version == 2:
            self.received_at.setdefault(head.table, now)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def run(arguments: argparse.Namespace, log: Path) -> bool:
    with Postgres() as postgres, Redis() as redis:
        await asyncio.to_thread(migrate, postgres.url)
        variables = {"RONDEL_RATE_LIMITS": "false", "RONDEL_OPEN_TABLES": "100000"}
        nodes = [ServerNode(postgres.url, redis.url, log, (), **variables) for _ in range(2)]
        for node in nodes:
            node.start()
        try:
            await asyncio.gather(*(node.ready() for node in nodes))
            due_at, tables, ear = await _tables(nodes, arguments.tables)
            await asyncio.sleep(max(due_at - now_ms(), 0) / 1000)
            nodes[0].kill()
            await asyncio.sleep(SOON_MS / 1000)
            dues, fired = await _fired(postgres.url)
        finally:
            for node in nodes:
                node.kill()
    late = [(ear.received_at[table] - dues[table]) / 1000 for table in tables if table in ear.received_at]
    once = sum(count == 1 for count in fired.values())
    twice = len(fired) - once
    missing = arguments.tables - once - twice
    p99 = percentile_ms(late, 0.99)
    console.print(
        f"deadlines {arguments.tables} fired-once {once} twice {twice} missing {missing} "
        f"late p50 {percentile_ms(late, 0.5):.0f} ms p99 {p99:.0f} ms max {percentile_ms(late, 1):.0f} ms"
    )
    return not twice and not missing and len(late) == arguments.tables and p99 < 250


async def _tables(nodes: list[ServerNode], count: int) -> tuple[int, list[str], Ear]:
    """Tables whose initial views end at one moment, and somebody who watches them all at the second node."""
    pairs = [
        [await create_guest(nodes[0].url, f"Guest {seat} {number}") for seat in "ab"] for number in range(8)
    ]
    watcher, ear = await create_guest(nodes[1].url, "Watcher"), Ear()
    due_at = now_ms() + 55_000
    tables: list[str] = []

    async def keep_opening(number: int) -> None:
        while len(tables) < count:
            url = nodes[len(tables) % 2].url
            tables.append("")
            index = len(tables) - 1
            host, guest = pairs[number]
            tables[index] = await begun_until(url, host, guest, due_at)

    with console.status("opening tables"):
        await asyncio.gather(*(keep_opening(number) for number in range(len(pairs))))
    for first in range(0, count, 60):
        socket = await LeanSocket.connect("127.0.0.1", nodes[1].port, watcher, ear.take)
        for table in tables[first : first + 60]:
            socket.send(msgspec.json.encode({"type": "watch", "table": table}))
    console.print(f"{count} tables, {(due_at - now_ms()) / 1000:.0f} s to go")
    return due_at, tables, ear


async def begun_until(url: str, host: str, guest: str, due_at: int) -> str:
    """A table that begins now and whose initial view ends at `due_at`, or nearly so."""
    options = {"seats": 2, "initialViewMs": min(60_000, due_at - now_ms())}
    body = {"game": "cambio", "options": options, "access": "public"}
    table = (await request(Http(url, host), "POST", "/api/tables", body))["id"]
    for token in (host, guest):
        await request(Http(url, token), "POST", f"/api/tables/{table}/seat", {})
    await request(Http(url, guest), "POST", f"/api/tables/{table}/ready", {})
    await request(Http(url, host), "POST", f"/api/tables/{table}/start", {})
    return table


async def _fired(url: str) -> tuple[dict[str, float], dict[str, int]]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(
            "SELECT table_id::text, at FROM journal WHERE position('END_INITIAL_VIEW'::bytea in action) > 0"
        )
    finally:
        await connection.close()
    fired: dict[str, int] = {}
    for row in rows:
        fired[row["table_id"]] = fired.get(row["table_id"], 0) + 1
    return {row["table_id"]: row["at"] for row in rows}, fired


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.deadlines", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-deadlines-", suffix=".log") as file:
        return 0 if asyncio.run(run(arguments, Path(file.name))) else 1


if __name__ == "__main__":
    sys.exit(main())
