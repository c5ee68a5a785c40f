"""One attacker at a hundred times his quota, and fifty tables that play: peace and attack in turn."""

import asyncio
import random
import statistics
import sys
import time
from asyncio import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Final

from rich.table import Table

from rondel.server.cells.cell import Cell
from tests.faults.crowded import SeatSpec, crowded, making
from tests.faults.fleet import ServerNode
from tests.faults.process import cpu_s
from tests.load.socket import LeanSocket
from tests.load.tables import Figures, LiveSeat, LiveTable

ATTACKS: Final = ("acts", "chat", "frames", "calls", "sign-ins", "handshakes", "connections")
GOAL: Final = 1.2
TABLES: Final = 50
THINK_S: Final = 0.5
"""Mean thought before a move: fifty tables make a hundred moves a second."""

PING_S: Final = 0.02
PAUSE_S: Final = 0.4
_PING: Final = b'{"type":"ping"}'


@dataclass
class Window:
    """Some seconds of peace or of attack: what the others waited, and what the node did."""

    ms: list[float]
    """From a move to its ack, and to the other seats."""
    cpu_ms: list[float]
    """What the node spent while somebody waited for a pong."""
    node_s: float
    """CPU time of the node, in a second."""


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds; without values nobody was answered."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)] if ordered else float("inf")


@dataclass
class Row:
    """One attack."""

    name: str
    peace: list[Window] = field(default_factory=list)
    attacked: list[Window] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)

    def ratios(self) -> list[float]:
        """Of p99, for each attack and the peace before and after it."""
        peace = [p99(window.ms) for window in self.peace]
        around = pairwise(peace)
        return [2 * p99(window.ms) / sum(each) for window, each in zip(self.attacked, around, strict=True)]

    def spread(self) -> float:
        """How far p99 varies in peace, from quartile to quartile: a smaller ratio is the machine's."""
        low, _, high = statistics.quantiles([p99(window.ms) for window in self.peace], n=4)
        return high / low

    def cpu_ratio(self) -> float:
        """Of p99 in CPU time of the node, all windows together."""
        peace, attacked = (
            p99([ms for window in windows for ms in window.cpu_ms]) for windows in (self.peace, self.attacked)
        )
        return attacked / peace

    @property
    def holds(self) -> bool:
        return statistics.median(self.ratios()) <= GOAL


class Pinger:
    """Somebody who pings, and notes what the node spent until the pong."""

    def __init__(self, pid: int) -> None:
        self._schedule = Path(f"/proc/{pid}/schedstat")
        self._pong = asyncio.Event()
        self.cpu_ms: list[float] = []

    async def run(self, port: int, token: str) -> None:
        """For ever."""
        connection = await LeanSocket.connect("127.0.0.1", port, token, lambda _: self._pong.set())
        while True:
            self._pong.clear()
            before = self._spent_ms()
            connection.send(_PING)
            await self._pong.wait()
            self.cpu_ms.append(self._spent_ms() - before)
            await asyncio.sleep(PING_S)

    def _spent_ms(self) -> float:
        return int(self._schedule.read_text(encoding="utf-8").split()[0]) / 1e6


class Siege:
    """A node, the tables that play there, and how they fare."""

    def __init__(self, node: ServerNode) -> None:
        assert node.process is not None
        self.node, self.pid = node, node.process.pid
        self.figures = Figures()
        self.pinger = Pinger(self.pid)
        self.tables: list[LiveTable] = []

    async def take_seats(self, seat_specs: Sequence[SeatSpec]) -> None:
        """Everybody comes, and begins to play."""
        rng, tables = random.Random(1), dict[str, LiveTable]()
        for sitter in seat_specs:
            if sitter.table not in tables:
                tables[sitter.table] = LiveTable(sitter.table, self.figures, len(tables))
            seat = LiveSeat(tables[sitter.table], sitter.seat, lambda: rng.uniform(0.5, 1.5) * THINK_S)
            await seat.connect("127.0.0.1", self.node.port, sitter.token)
        self.tables = list(tables.values())

    async def window(self, seconds: float) -> Window:
        """How they fare for so long."""
        self.figures.ack_s.clear()
        self.figures.pushes.clear()
        self.pinger.cpu_ms.clear()
        spent, began = cpu_s(self.pid), time.monotonic()
        self.figures.is_counting = True
        await asyncio.sleep(seconds)
        self.figures.is_counting = False
        took = time.monotonic() - began
        ms = [ack_s * 1000 for ack_s in self.figures.ack_s] + [push.ms for push in self.figures.pushes]
        return Window(ms, list(self.pinger.cpu_ms), (cpu_s(self.pid) - spent) / took)


@asynccontextmanager
async def attacker(name: str, port: int, mallory: SeatSpec) -> AsyncIterator[subprocess.Process]:
    """The attacker's process, which waits for its command."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.faults.attacker",
        name,
        str(port),
        mallory.token,
        mallory.table,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        await process.wait()


async def alternating(siege: Siege, name: str, mallory: SeatSpec, rounds: int, seconds: float) -> Row:
    """Peace, attack, peace, attack, peace."""
    row = Row(name)
    async with attacker(name, siege.node.port, mallory) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"0.3\n")  # it has started, and its quota is used up
        await process.stdout.readline()
        await asyncio.sleep(PAUSE_S)
        row.peace.append(await siege.window(seconds))
        for _ in range(rounds):
            process.stdin.write(f"{seconds + PAUSE_S}\n".encode())
            await asyncio.sleep(PAUSE_S / 2)
            row.attacked.append(await siege.window(seconds))
            row.rates.append(float(await process.stdout.readline()))
            await asyncio.sleep(PAUSE_S)
            row.peace.append(await siege.window(seconds))
    return row


async def besieged(database: str, log: Path, names: Sequence[str], rounds: int, seconds: float) -> list[Row]:
    """A row for each of these attacks, on a node with its default limits."""
    async with making(database) as maker:
        seat_specs, mallory, token = await _people(maker)
    node = ServerNode(database, None, log)
    node.start()
    try:
        await node.ready()
        siege = Siege(node)
        await siege.take_seats(seat_specs)
        pinging = asyncio.create_task(siege.pinger.run(node.port, token))
        await siege.window(3)  # caches are warm
        rows = [await alternating(siege, name, mallory, rounds, seconds) for name in names]
        pinging.cancel()
        return rows
    finally:
        await asyncio.to_thread(node.kill)


async def _people(maker: Cell) -> tuple[list[SeatSpec], SeatSpec, str]:
    """Those who play; the attacker, who sits at a table of his own; and the token of somebody who pings."""
    *seat_specs, _, _, _, mallory = await crowded(maker, TABLES + 1, 0)
    return [each for each in seat_specs if each.table != mallory.table], mallory, seat_specs[0].token


def shown(rows: Sequence[Row]) -> Table:
    """The table, for people."""
    table = Table(
        title=f"Others while one asks 100 times too often; goal: median ratio of p99 at most {GOAL:g}"
    )
    heads = (
        "attack",
        "sent/s",
        "peace p99 ms",
        "attacked",
        "ratio: median",
        "all",
        "peace varies",
        "CPU p99",
        "node CPU s/s",
        "holds",
    )
    for head in heads:
        table.add_column(head)
    for row in rows:
        ratios = row.ratios()
        table.add_row(
            row.name,
            f"{statistics.median(row.rates):.0f}",
            f"{statistics.median(p99(window.ms) for window in row.peace):.1f}",
            f"{statistics.median(p99(window.ms) for window in row.attacked):.1f}",
            f"{statistics.median(ratios):.2f}",
            " ".join(f"{ratio:.2f}" for ratio in ratios),
            f"{row.spread():.2f}",
            f"{row.cpu_ratio():.2f}",
            " / ".join(
                f"{statistics.fmean(window.node_s for window in windows):.2f}"
                for windows in (row.peace, row.attacked)
            ),
            "yes" if row.holds else "NO",
        )
    return table
