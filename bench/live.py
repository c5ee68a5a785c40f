"""Live tables on a real server process, and what one span of play costs: server, PostgreSQL, players apart.

Every seat has a socket of its own and plays by the legal list. Two speeds: saturated, where each seat moves
as soon as it may, and paced, where moves of all tables together come at random, so many in a second. A server
is one process, several workers, or several nodes; then the seats of a table are at one of them, or at all.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import asyncpg
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import ServerNode
from tests.load.__main__ import cpu_s, load_node
from tests.load.tables import Figures, LiveSeat, LiveTable, begun, opened, percentile_ms

from bench.store import Backends
from rondel.server.maintenance.known_cells import make_cell, register_cell, take_tables
from rondel.server.maintenance.migrations import migrate

TABLES: Final = 64
SEATS: Final = 4
PACE_PER_S: Final = 250.0
SLOWLY_PER_S: Final = 40.0
"""The pace between two spans, which leaves the machine to others."""

SETTLE_S: Final = 2.5
"""Longer than all tables need for a move at that pace: then everybody keeps to the new one."""

WARM_S: Final = 3.0
AT_ONCE: Final = 8
"""How many tables are opened at the same time."""

READY_S: Final = 120.0


class Span(NamedTuple):
    """What a span of play cost: CPU microseconds for each acknowledged move, and how long answers took."""

    moves_per_s: float
    server_us: float
    postgres_us: float
    players_us: float
    redis_us: float
    p50_ms: float
    p99_ms: float
    push_p50_ms: float
    push_p99_ms: float
    nacks: int


class Pace:
    """When players move: at once, or in the next slot of a random sequence that all of them share."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._next = 0.0
        self.per_s: float | None = None

    def think_s(self) -> float:
        """How long the next move waits."""
        if self.per_s is None:
            return 0.0
        now = time.perf_counter()
        self._next = max(self._next, now) + self._dice.expovariate(self.per_s)
        return self._next - now


class Live:
    """A server with players at its tables."""

    def __init__(
        self,
        pids: Sequence[int],
        figures: Figures,
        pace: Pace,
        postgres_s: Callable[[], Awaitable[float]],
        redis: int | None = None,
    ) -> None:
        self.pid = pids[0]
        self.figures = figures
        self.pace = pace
        self._pids = pids
        self._postgres_s = postgres_s
        self._redis = redis

    async def span(self, seconds: float, per_s: float | None) -> Span:
        """Play for so long, saturated or at so many moves a second."""
        figures = self.figures
        self.pace.per_s = per_s
        await asyncio.sleep(SETTLE_S)
        postgres, server, redis = await self._postgres_s(), self._server_s(), self._redis_s()
        players, began = time.process_time(), time.perf_counter()
        figures.acks, nacks = 0, figures.codes.total()
        figures.ack_s.clear()
        figures.pushes.clear()
        figures.is_counting = True
        await asyncio.sleep(seconds)
        figures.is_counting = False
        took, players = time.perf_counter() - began, time.process_time() - players
        server, redis = self._server_s() - server, self._redis_s() - redis
        postgres = await self._postgres_s() - postgres
        self.pace.per_s = SLOWLY_PER_S
        moves, pushes_s = max(figures.acks, 1), [push.ms / 1000 for push in figures.pushes]
        return Span(
            moves / took,
            1e6 * server / moves,
            1e6 * postgres / moves,
            1e6 * players / moves,
            1e6 * redis / moves,
            percentile_ms(figures.ack_s, 0.5),
            percentile_ms(figures.ack_s, 0.99),
            percentile_ms(pushes_s, 0.5),
            percentile_ms(pushes_s, 0.99),
            figures.codes.total() - nacks,
        )

    def _server_s(self) -> float:
        return sum(cpu_s(pid) for parent in self._pids for pid in (parent, *children(parent)))

    def _redis_s(self) -> float:
        return 0.0 if self._redis is None else cpu_s(self._redis)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Layout(NamedTuple):
    """How a server is laid out. The seats of a table are at one node, or `is_split` over all.

    Each cell is a PostgreSQL of its own, the first one with the accounts.

    Seats say which table is theirs when they connect, so that one worker has them all, unless `is_split`.
    """

    nodes: int = 1
    workers: int = 1
    is_split: bool = False
    cells: int = 1

    @property
    def is_many(self) -> bool:
        """Whether processes have to tell each other of moves."""
        return self.nodes * self.workers > 1


@asynccontextmanager
async def rondel(
    tables: int = TABLES,
    seats: int = SEATS,
    layout: Layout = Layout(),  # noqa: B008 - a value
) -> AsyncIterator[Live]:
    """`rondel serve` on a PostgreSQL of its own, with players at all tables."""
    async with AsyncExitStack() as stack:
        clusters = [stack.enter_context(Postgres()) for _ in range(layout.cells)]
        home, *cells = [cluster.url for cluster in clusters]
        await _make_cells(home, cells)
        redis = stack.enter_context(Redis()) if layout.is_many else None
        nodes = await _nodes(stack, home, cells, redis, layout)
        backends = []
        for url in (home, *cells):
            owner = await asyncpg.connect(url)
            stack.push_async_callback(owner.close)
            backends.append(Backends(owner))
        pids = [node.process.pid for node in nodes if node.process is not None]
        live = Live(
            pids, Figures(), Pace(1), partial(_look, backends), None if redis is None else redis.process.pid
        )
        live.pace.per_s = SLOWLY_PER_S
        sitting = [
            _Sitting(_ports(nodes, number, layout), number, seats, live, is_split=layout.is_split)
            for number in range(tables)
        ]
        stack.callback(_end, sitting)
        free = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(each.open(free) for each in sitting))
        await asyncio.gather(*(each.begin(free) for each in sitting))
        await asyncio.sleep(WARM_S)
        yield live


async def _make_cells(home: str, cells: Sequence[str]) -> None:
    """Migrate the databases, and let each take its share of tables."""
    await asyncio.to_thread(migrate, home)
    for number, url in enumerate(cells, 1):
        await asyncio.to_thread(migrate, url)
        await make_cell(url, await register_cell(home, f"cell{number}"))
        await take_tables(home, f"cell{number}", True)


async def _look(backends: Sequence[Backends]) -> float:
    return sum([await each.look() for each in backends])


async def _nodes(
    stack: AsyncExitStack, home: str, cells: Sequence[str], redis: Redis | None, layout: Layout
) -> Sequence[ServerNode]:
    log = Path(stack.enter_context(TemporaryDirectory(prefix="rondel-bench-"))) / "server.log"
    url = None if redis is None else redis.url
    named = ",".join(f"cell{number}={cell}" for number, cell in enumerate(cells, 1))
    nodes = [
        load_node(home, log, redis_url=url, RONDEL_WORKERS=str(layout.workers), RONDEL_CELLS=named)
        for _ in range(layout.nodes)
    ]
    for node in nodes:
        node.start()
        stack.callback(node.stop)
    await asyncio.gather(*(node.ready(READY_S) for node in nodes))
    return nodes


def _ports(nodes: Sequence[ServerNode], number: int, layout: Layout) -> Sequence[int]:
    """Where the seats of a table go, in turn."""
    return [node.port for node in nodes] if layout.is_split else [nodes[number % len(nodes)].port]


class _Sitting:
    """One table and its players."""

    def __init__(self, ports: Sequence[int], number: int, seats: int, live: Live, *, is_split: bool) -> None:
        self._url, self._ports = f"http://127.0.0.1:{ports[0]}", ports
        self._number, self._seats = number, seats
        self._is_split = is_split
        self._live = live
        self._host = ""
        self._sockets: list[LiveSeat] = []
        self.table: LiveTable | None = None

    async def open(self, free: asyncio.Semaphore) -> None:
        """Take the seats, each with a socket."""
        async with free:
            table, tokens = await opened(self._url, self._seats, self._number)
            self._host = tokens[0]
            self.table = LiveTable(table, self._live.figures, self._number)
            for seat, token in enumerate(tokens):
                player = LiveSeat(self.table, seat, self._live.pace.think_s)
                port = self._ports[seat % len(self._ports)]
                await player.connect("127.0.0.1", port, token, is_hinted=not self._is_split)
                self._sockets.append(player)

    async def begin(self, free: asyncio.Semaphore) -> None:
        """Deal."""
        assert self.table is not None
        async with free:
            await begun(self._url, self.table.id, self._host)

    def end(self) -> None:
        """Leave."""
        if self.table is not None:
            self.table.is_over = True
        for player in self._sockets:
            if player.socket is not None:
                player.socket.close()


def _end(sitting: list[_Sitting]) -> None:
    for each in sitting:
        each.end()
