"""Goal P12: how late deadlines are heard on a socket, with 10 000 of them armed.

The first looks of real tables end one after the other within two seconds; ten thousand more tables, copied in
the database, have deadlines an hour away.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import asyncpg
import msgspec
from rich.console import Console
from tests.faults.cluster import Postgres
from tests.faults.deadlines import Ear, begun_until, now_ms
from tests.faults.fleet import ServerNode
from tests.load.__main__ import load_node
from tests.load.socket import LeanSocket
from tests.load.tables import percentile_ms

from bench.goals import P12, Figures, shown
from rondel.client.create_guest import create_guest
from rondel.server.maintenance.migrations import migrate

ARMED: Final = 10_000
TABLES: Final = 100
AHEAD_MS: Final = 50_000
SPREAD_MS: Final = 2000
BY_SOCKET: Final = 50
"""How many tables one socket looks at."""

PATIENCE_S: Final = 60.0
READY_S: Final = 120.0

COPIES: Final = f"""
CREATE TEMPORARY TABLE copies AS
SELECT s.*
FROM (SELECT * FROM game_session WHERE header IS NOT NULL LIMIT 1) AS s, generate_series(1, {ARMED});
UPDATE copies SET id = gen_random_uuid(), code = md5(random()::text);
INSERT INTO game_session SELECT * FROM copies;
INSERT INTO deadline (table_id, version, due_at) SELECT id, version, now_ms() + 3600000 FROM copies;
"""


async def measure(rounds: int, console: Console) -> Figures:
    """The p99 of each round."""
    found = []
    with Postgres() as postgres, TemporaryDirectory(prefix="rondel-bench-") as folder:
        await asyncio.to_thread(migrate, postgres.url)
        node = load_node(postgres.url, Path(folder) / "server.log")
        node.start()
        try:
            await node.ready(READY_S)
            host, guest, watcher = [await create_guest(node.url, name) for name in ("Ada", "Ben", "Cleo")]
            await begun_until(node.url, host, guest, now_ms() + 60_000)
            await _arm(postgres.url)
            for _ in range(rounds):
                late = await _round(postgres.url, node, host, guest, watcher)
                found.append(percentile_ms(late, 0.99))
                console.print(
                    f"P12: {len(late)} of {TABLES} heard, {shown(percentile_ms(late, 0.5))} ms late (p50),"
                    f" {shown(found[-1])} (p99)"
                )
        finally:
            node.stop()
    return {P12: found}


async def _arm(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(COPIES)
    finally:
        await connection.close()


async def _round(url: str, node: ServerNode, host: str, guest: str, watcher: str) -> list[float]:
    """How late each was heard, in seconds."""
    ear, first = Ear(), now_ms() + AHEAD_MS
    tables = [
        await begun_until(node.url, host, guest, first + number * SPREAD_MS // TABLES)
        for number in range(TABLES)
    ]
    sockets = [
        await _listening(node, watcher, tables[at : at + BY_SOCKET], ear)
        for at in range(0, TABLES, BY_SOCKET)
    ]
    dues = await _dues(url, tables)
    async with asyncio.timeout((AHEAD_MS + SPREAD_MS) / 1000 + PATIENCE_S):
        while len(ear.received_at) < TABLES:
            await asyncio.sleep(0.1)
    for socket in sockets:
        socket.close()
    return [(ear.received_at[table] - due_at) / 1000 for table, due_at in dues.items()]


async def _listening(node: ServerNode, token: str, tables: Sequence[str], ear: Ear) -> LeanSocket:
    socket = await LeanSocket.connect("127.0.0.1", node.port, token, ear.take)
    for table in tables:
        socket.send(msgspec.json.encode({"type": "watch", "table": table}))
    return socket


async def _dues(url: str, tables: Sequence[str]) -> Mapping[str, int]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(
            "SELECT table_id::text, due_at FROM deadline WHERE table_id = ANY ($1::uuid[])", tables
        )
    finally:
        await connection.close()
    assert len(rows) == len(tables), "the machine is too slow: a first look ended before all had begun"
    return {row["table_id"]: row["due_at"] for row in rows}
