"""`python -m bench.store`: goals P6 and P11. Persistence alone beside pgbench, PostgreSQL's CPU, a cold load.

B is what the goals are measured against: pgbench with 32 clients, one statement that inserts a row of the
journal and updates a State of 4 KB. All are measured in turn, round by round; a ratio is that of one round.
"""

import asyncio
import os
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

import asyncpg
import click
import msgspec
from rich.console import Console
from rich.table import Table

from bench.goals import P6, P11, Figures
from rondel.kernel import HOUSE, commitment
from rondel.kernel.digest import first_digest
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.pool import SECRETS, Pool, connected
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.maintenance.migrations import migrate
from rondel.server.ports.journal import Entry, StoredRow
from rondel.server.ports.tables import PlayerRow, TableRow
from rondel.server.rooms.loading import load
from rondel.server.rooms.position import Position, entry_of, header_of
from rondel.server.settings import Settings
from rondel.table.decide import decide
from rondel.table.fold import fold
from rondel.table.state import TableContext
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

CAMBIO: Final = load_game("cambio")
SECRET: Final = bytes(32)
SEATS: Final = 4
EVERY: Final = Settings().constants.snapshot_every
NOON: Final = 1_700_000_000_000
TICKS: Final = os.sysconf("SC_CLK_TCK")
B: Final = "B: pgbench, 32 clients"
COLD_CPU: Final = "snapshot and tail, CPU of the node"
BARE: Final = """
CREATE TABLE bare_state (id integer PRIMARY KEY, version integer NOT NULL, state bytea NOT NULL);
CREATE TABLE bare_journal (
    id integer, version integer, action_id uuid NOT NULL, seat integer, action bytea, events bytea,
    at timestamptz,
    PRIMARY KEY (id, version), UNIQUE (id, action_id)
);
INSERT INTO bare_state SELECT id, 0, '' FROM generate_series(1, 1000) AS id;
"""
ACTION: Final = b'{"type":"DRAW_CARD","payload":{"source":"deck"}}'
EVENTS: Final = b"[%s]" % b",".join(
    b'{"type":"CARD_DRAWN","payload":{"seat":%d,"source":"deck","card":null}}' % seat for seat in range(4)
)


class Measured(NamedTuple):
    """Moves by second, and PostgreSQL's CPU by move in microseconds."""

    rate: float
    cpu_us: float


@dataclass
class Backends:
    """The CPU that the connections to one database have used, as far as it was seen."""

    owner: "asyncpg.Connection[asyncpg.Record]"
    seen: dict[int, float] = field(default_factory=dict)

    async def look(self) -> float:
        """Look again; gives the seconds of all of them together."""
        found = await self.owner.fetch(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        for row in found:
            try:
                stat = Path(f"/proc/{row['pid']}/stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            self.seen[row["pid"]] = (int(stat[11]) + int(stat[12])) / TICKS
        return sum(self.seen.values())


async def pgbench(url: str, seconds: float, backends: Backends) -> Measured:
    """B, by pgbench: for longer where a busy machine has finished nothing in that time."""
    for span_s in (max(1, round(seconds)), 15, 60):
        found = await _pgbench(url, span_s, backends)
        if found is not None:
            return found
    raise RuntimeError("pgbench has not finished one transaction in 60 s.")


async def _pgbench(url: str, seconds: int, backends: Backends) -> Measured | None:
    state = _state_of_4_kb().hex()
    script = f"""\\set id random(1, 1000)
WITH moved AS (
    UPDATE bare_state SET version = version + 1, state = '\\x{state}' WHERE id = :id RETURNING id, version
)
INSERT INTO bare_journal
SELECT id, version, gen_random_uuid(), 0, '\\x{ACTION.hex()}', '\\x{EVENTS.hex()}', now() FROM moved
"""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        arguments = f"-n -M prepared -c 32 -j 2 -T {seconds} -f {file.name} {url}".split()
        process = await asyncio.create_subprocess_exec(
            "pgbench", *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        before = after = await backends.look()
        answer = asyncio.create_task(process.communicate())
        while not answer.done():
            await asyncio.sleep(0.05)
            after = await backends.look()
    output = answer.result()[0].decode()
    rate, count = re.search(r"tps = ([\d.]+)", output), re.search(r"actually processed: (\d+)", output)
    assert count is not None, output
    if not int(count[1]):
        return None
    assert rate is not None, output
    return Measured(float(rate[1]), 1e6 * (after - before) / int(count[1]))


def _state_of_4_kb() -> bytes:
    """Cambio's State as JSON, repeated up to 4 KB."""
    table = _row(uuid4(), CAMBIO.types.options(seats=SEATS))
    begun = _begun(msgspec.structs.replace(table, header=header_of(CAMBIO, table)))
    dealt = decide(begun.played, HOUSE, CAMBIO.begin, NOON).after
    return (msgspec.json.encode(dealt.state) * 4)[:4096]


async def tasks(
    journal: PostgresJournal, count: int, seconds: float, backends: Backends, moves: Callable[[], Any]
) -> Measured:
    """So many tasks, each with a table of its own, each append after the one before was acknowledged."""
    done = 0
    until = time.perf_counter() + seconds

    async def play(entries: AsyncIterator[Entry]) -> None:
        nonlocal done
        async for entry in entries:
            assert await journal.append(entry) is not None
            done += 1
            if time.perf_counter() > until:
                break

    before, began = await backends.look(), time.perf_counter()
    await asyncio.gather(*(play(moves()) for _ in range(count)))
    took = time.perf_counter() - began
    return Measured(done / took, 1e6 * (await backends.look() - before) / done)


async def plain_moves(
    tables: Sequence[UUID], taken: list[int], heads: dict[UUID, int]
) -> AsyncIterator[Entry]:
    """Rows of a game without a record: journal, summary, deadline."""
    table = tables[taken[0] % len(tables)]
    taken[0] += 1
    while True:
        version = heads[table] = heads.get(table, 0) + 1
        row = StoredRow(version, uuid4(), version % SEATS, 1, ACTION, EVENTS, NOON + version, bytes(32))
        prior = first_digest(b"") if version == 1 else bytes(32)
        yield Entry(table, row, prior, 1, 0, "active", (version % SEATS,), due_at=NOON + version + 60_000)


def _row(table: UUID, options: Any) -> TableRow:
    return TableRow(
        id=table,
        game="cambio",
        rules=CAMBIO.rules,
        options=codec_of(CAMBIO).noun_bytes(options),
        seats=SEATS,
        code=table.hex,
        access="unlisted",
        key=None,
        host=uuid4(),
        commitment=commitment(SECRET, str(table)),
        created_at=NOON,
        places=tuple(
            PlayerRow(uuid4(), seat, uuid4(), f"P{seat}", "human", nonce=bytes(16)) for seat in range(SEATS)
        ),
    )


def _begun(table: TableRow) -> Position:
    """The table before its first row."""
    assert table.header is not None
    return Position(table, TableContext(CAMBIO, table.header, SECRET).start())


@dataclass
class Game:
    """A game of Cambio without end: nobody calls."""

    position: Position
    dice: random.Random
    every: int

    def entry(self) -> Entry:
        """The next row."""
        before = self.position
        if before.version == 0:
            decision = decide(before.played, HOUSE, CAMBIO.begin, NOON)
        else:
            moves = [
                (seat, action)
                for seat in sorted(before.to_act)
                for action in CAMBIO.legal(before.state, seat)
                if type(action).__name__ != "CallCambio"
            ]
            decision = decide(before.played, *self.dice.choice(moves), before.at + 100)
        self.position, entry = entry_of(before, decision, uuid4(), epoch=1, snapshot_every=self.every)
        return entry


async def opened(pool: Pool, secrets: Pool, options: Any) -> TableRow:
    """A table that is stored with its seats and its header."""
    table = _row(uuid4(), options)
    tables, seating = PostgresTables(pool, secrets), PostgresSeating(pool)
    assert await tables.open(table, SECRET)
    for place in table.places:
        assert await seating.take(table.id, place)
    assert await seating.begin(table.id, header_of(CAMBIO, table), [place.id for place in table.places])
    stored = await tables.get(table.id)
    assert stored is not None
    return stored


async def cold_load(pool: Pool, secrets: Pool, versions: int, every: int) -> dict[str, list[float]]:
    """P11: a table of so many versions, read and folded by a node that has never seen it."""
    options = CAMBIO.types.options(seats=SEATS, max_turns=10_000)
    table = await opened(pool, secrets, options)
    journal, tables = PostgresJournal(pool), PostgresTables(pool, secrets)
    game = Game(_begun(table), random.Random(7), every)
    while game.position.version < versions - 1 or game.position.version % every != every - 1:
        assert await journal.append(game.entry()) is not None
    names = (COLD_CPU, "snapshot and tail", "all rows read", "all rows read and folded")
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(5):
        began, worked = time.perf_counter(), time.process_time()
        stored = await tables.get(table.id)
        assert stored is not None
        assert stored.header is not None
        context = TableContext(CAMBIO, stored.header, await tables.secret(table.id))
        loaded = await load(journal, context, table.id, stored.version)
        found["snapshot and tail"].append(1000 * (time.perf_counter() - began))
        found[COLD_CPU].append(1000 * (time.process_time() - worked))
        began = time.perf_counter()
        rows = await journal.rows(table.id)
        found["all rows read"].append(1000 * (time.perf_counter() - began))
        again = fold(context.start(), rows)
        found["all rows read and folded"].append(1000 * (time.perf_counter() - began))
        assert loaded.state == again.state == game.position.state
        assert loaded.digest == game.position.played.digest
    return found


@asynccontextmanager
async def database() -> AsyncIterator[str]:
    """A database of our own."""
    name = f"rondel_bench_{uuid4().hex[:12]}"
    server = f"postgresql://{os.environ.get('PGUSER', os.environ.get('USER', 'root'))}@127.0.0.1:5432"
    owner = await asyncpg.connect(f"{server}/postgres")
    await owner.execute(f"CREATE DATABASE {name}")
    try:
        await asyncio.to_thread(migrate, f"{server}/{name}")
        yield f"{server}/{name}"
    finally:
        await owner.execute(f"DROP DATABASE {name} WITH (FORCE)")
        await owner.close()


async def measure(
    rounds: int, seconds: float, flushers: int, versions: int
) -> tuple[dict[str, list[Measured]], dict[str, list[float]]]:
    """Everything, in turn."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(database())
        pool = await stack.enter_async_context(connected(url, least=4))
        secrets = await stack.enter_async_context(connected(url, role=SECRETS, most=2))
        owner = await asyncpg.connect(url)
        stack.push_async_callback(owner.close)
        await owner.execute(BARE)
        backends, journal = Backends(owner), PostgresJournal(pool, flushers=flushers)
        plain = [_row(uuid4(), CAMBIO.types.options(seats=SEATS)) for _ in range(512)]
        for table in plain:
            stored = msgspec.structs.replace(table, game="bench")
            assert await PostgresTables(pool, secrets).open(stored, SECRET)
        games = []
        options = CAMBIO.types.options(seats=SEATS, max_turns=10_000)
        for number in range(128):
            begun = _begun(await opened(pool, secrets, options))
            games.append(Game(begun, random.Random(number), EVERY))
        taken, heads = [0], dict[UUID, int]()

        def plainly() -> AsyncIterator[Entry]:
            return plain_moves([table.id for table in plain], taken, heads)

        def work(count: int, moves: Callable[[], Any]) -> Callable[[], Coroutine[Any, Any, Measured]]:
            return lambda: tasks(journal, count, seconds, backends, moves)

        works: dict[str, Callable[[], Coroutine[Any, Any, Measured]]] = {
            B: lambda: pgbench(url, seconds, backends),
            "1 task": work(1, plainly),
            "32 tasks": work(32, plainly),
            "128 tasks": work(128, plainly),
        }
        found: dict[str, list[Measured]] = {}
        for _ in range(rounds):
            for name, each in works.items():
                found.setdefault(name, []).append(await each())
            for count in (32, 128):
                name = f"{count} tasks, Cambio"
                found.setdefault(name, []).append(await recorded(journal, games[:count], seconds, backends))
        return found, await cold_load(pool, secrets, versions, EVERY)


async def recorded(
    journal: PostgresJournal, games: Sequence[Game], seconds: float, backends: Backends
) -> Measured:
    """Cambio's own rows, decided beforehand; each table appends one after the other."""
    moves = max(4, int(2000 * seconds / len(games)))
    prepared = [[game.entry() for _ in range(moves)] for game in games]

    async def play(entries: Sequence[Entry]) -> None:
        for entry in entries:
            assert await journal.append(entry) is not None

    before, began = await backends.look(), time.perf_counter()
    await asyncio.gather(*map(play, prepared))
    took, done = time.perf_counter() - began, sum(map(len, prepared))
    return Measured(done / took, 1e6 * (await backends.look() - before) / done)


def shown(found: dict[str, list[Measured]]) -> Table:
    """Rates and CPU, and their ratios to B."""
    columns = ("work", "moves/s", "of B", "spread", "PostgreSQL us/move", "of B")
    table = Table(*columns, title="P6, persistence alone")
    for name, values in found.items():
        rates = [mine.rate / bare.rate for mine, bare in zip(values, found[B], strict=True)]
        cpu = [mine.cpu_us / bare.cpu_us for mine, bare in zip(values, found[B], strict=True)]
        table.add_row(
            name,
            f"{median(value.rate for value in values):,.0f}",
            f"{median(rates):.2f}",
            f"{min(rates):.2f} to {max(rates):.2f}",
            f"{median(value.cpu_us for value in values):.0f}",
            f"{median(cpu):.2f}",
        )
    return table


def goals_measured(rounds: int, console: Console) -> Figures:
    """P6 and P11, as `just bench` prints them."""
    found, loads = asyncio.run(measure(rounds, 4.0, 2, 5000))
    console.print(shown(found))
    small = zip(found["32 tasks"], found[B], strict=True)
    return {P6: [mine.cpu_us / bare.cpu_us for mine, bare in small], P11: loads[COLD_CPU]}


@click.command()
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=4.0, show_default=True, help="For each work in each round.")
@click.option("--flushers", default=2, show_default=True, help="Statements under way at once.")
@click.option("--versions", default=5000, show_default=True, help="Of the table that is loaded cold.")
def main(rounds: int, seconds: float, flushers: int, versions: int) -> None:
    """Measure the store beside pgbench, on the PostgreSQL at 127.0.0.1."""
    found, loads = asyncio.run(measure(rounds, seconds, flushers, versions))
    console = Console(width=140)
    console.print(shown(found))
    for name, times in loads.items():
        console.print(f"P11 cold load of {versions} versions, {name}: {median(times):.1f} ms")


if __name__ == "__main__":
    main()
