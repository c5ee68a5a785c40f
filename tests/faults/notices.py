"""`python -m tests.faults.notices --count 1000`: nodes are killed while they mail; each message arrives once.

The mail server is a real one and counts by Message-ID. Two nodes share the work; every now and then one of
them is killed without warning and started again. With `--worst` they also die by themselves, at the moments
between which a message is handed over: before it is marked, right after, before it is noted as sent.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
from aiosmtpd.smtp import SMTP, Envelope
from rich.console import Console

from rondel.kernel.digest import first_digest
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.adapters.postgres.pool import SECRETS, connected
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.ports.journal import Entry, OutboxRow, StoredRow
from rondel.server.ports.people import Account
from rondel.server.ports.tables import PlayerRow, TableRow
from tests.contracts.databases import migrated, url_of
from tests.faults.fleet import Fleet, ServerNode

console = Console(highlight=False)
WORST = "before_sending=0.01,after_sending=0.01,before_sent=0.01"
PEOPLE = 40
LONGEST_S = 1500.0


class Mailbox:
    """A mail server's end: how often each message was taken."""

    def __init__(self, pause_s: float) -> None:
        self.taken: Counter[str] = Counter()
        self._pause_s = pause_s

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        message = BytesHeaderParser().parsebytes(envelope.content)
        self.taken[message["Message-ID"].partition("@")[0].removeprefix("<notice-")] += 1
        await asyncio.sleep(self._pause_s)  # it has the message, and whoever sent it does not know yet
        return "250 OK"


@asynccontextmanager
async def listening(mailbox: Mailbox) -> AsyncIterator[int]:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, loop=loop, hostname="test"), "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


async def owe(url: str, count: int) -> None:
    """So many turns that somebody owes, each written with a move."""
    async with connected(url) as pool, connected(url, role=SECRETS, most=1) as secrets:
        tables, seating = PostgresTables(pool, secrets), PostgresSeating(pool)
        people, journal = PostgresPeople(pool), PostgresJournal(pool)
        accounts = [uuid4() for _ in range(PEOPLE)]
        for number, account in enumerate(accounts):
            name, email = f"Guest {number}", f"guest{number}@example.com"
            await people.add(Account(account, name, name.casefold(), 0, email, "member"))
        for number in range(count // 2):
            pair = [accounts[number % PEOPLE], accounts[(number + 1) % PEOPLE]]
            await _begin(tables, seating, journal, pair)
        await journal.close()


async def _begin(
    tables: PostgresTables, seating: PostgresSeating, journal: PostgresJournal, pair: list[UUID]
) -> None:
    table = TableRow(
        uuid4(), "imperial", 1, b"{}", 2, uuid4().hex[:8].upper(), "public", None, pair[0], b"", created_at=1
    )
    assert await tables.open(table, b"secret")
    for seat, account in enumerate(pair):
        assert await seating.take(table.id, PlayerRow(uuid4(), seat, account, f"P{seat}", "human"))
    row = StoredRow(1, uuid4(), None, 1, b"{}", b"[]", 1, bytes(32))
    outbox = (OutboxRow("turn", 0), OutboxRow("turn", 1))
    entry = Entry(table.id, row, first_digest(b""), 1, len(pair), "active", (0, 1), outbox=outbox)
    assert await journal.append(entry)


async def states(url: str) -> dict[str, str]:
    """What the database says of each notice, and of each turn that was not planned."""
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch(
            "SELECT id::text, state FROM notice UNION ALL SELECT id::text, 'turn' FROM outbox"
        )
    finally:
        await connection.close()
    return {row["id"]: row["state"] for row in rows}


async def run(url: str, arguments: argparse.Namespace, log: Path) -> bool:
    await owe(url, arguments.count)
    mailbox = Mailbox(arguments.pause_ms / 1000)
    async with listening(mailbox) as port:
        variables = {
            "RONDEL_SMTP_URL": f"smtp+plain://127.0.0.1:{port}",
            "RONDELTEST_CONSTANTS": '{"notice_delay_ms": 0}',
            "RONDELTEST_FAILPOINTS": WORST if arguments.worst else "",
        }
        nodes = [ServerNode(url, None, log, (), **variables) for _ in range(2)]
        async with Fleet(nodes) as fleet:
            killing = asyncio.create_task(_kill(nodes, mailbox, arguments))
            await _done(url)
            killing.cancel()
        deaths = fleet.deaths
    return _judged(mailbox.taken, await states(url), arguments.count, deaths)


async def _kill(nodes: list[ServerNode], mailbox: Mailbox, arguments: argparse.Namespace) -> None:
    """One after every so many messages, while others are on their way."""
    dice = random.Random(arguments.seed)
    for number in range(arguments.kills):
        while len(mailbox.taken) < (number + 1) * arguments.count // (arguments.kills + 1):
            await asyncio.sleep(0.002)
        await asyncio.sleep(dice.uniform(0, 0.1))
        for node in dice.sample(nodes, 2 if number % 2 else 1):
            node.kill()


async def _done(url: str) -> None:
    """When nothing waits any more and nothing is being sent."""
    async with asyncio.timeout(LONGEST_S):
        while set((await states(url)).values()) & {"turn", "waiting", "sending"}:
            await asyncio.sleep(0.5)


def _judged(taken: Counter[str], found: dict[str, str], count: int, deaths: int) -> bool:
    doubled = sum(times > 1 for times in taken.values())
    lost = [notice for notice in found if notice not in taken]
    silent = [notice for notice in lost if found[notice] != "unknown"]
    tally = Counter(found.values())
    console.print(
        f"notices {len(found)} arrived {len(taken)} doubled {doubled} lost {len(lost)} "
        f"(of them not noticed {len(silent)}) unknown {tally['unknown']} dead {tally['dead']} "
        f"kills {deaths}"
    )
    return len(found) == count and not doubled and not silent and not tally["dead"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.notices", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pause-ms", type=int, default=50, help="how long the mail server takes for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", action="store_true")
    arguments = parser.parse_args()
    with migrated() as name, tempfile.NamedTemporaryFile(prefix="rondel-notices-", suffix=".log") as file:
        return 0 if asyncio.run(run(url_of(name), arguments, Path(file.name))) else 1


if __name__ == "__main__":
    sys.exit(main())
