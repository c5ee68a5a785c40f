"""`python -m tests.faults.transport`: attack a node's connections, and measure how everybody else fares.

One node in a process of its own, with short deadlines, so that each window sees connections come, be cut off
and come again. Other people ask it over HTTP and over a socket. Windows of peace and of attack take turns:
peace, attack, peace, attack, peace. In peace the attacker has closed all its connections.

Each attack has a row. For each window of attack, p99 of what the others waited is divided by p99 of the two
windows of peace beside it, and the row has the median of these ratios, so that what other programs do on the
machine meanwhile does not count. It is computed from three times:

- wall: from the request to its answer;
- core: wall without the time in which the node or this program was ready to run and waited for a core, as
  Linux counts it (`schedstat`). That is what people wait where attacker and node have a core each;
- CPU: the node's own CPU time meanwhile. Of a process that runs just now Linux tells it as of its last
  tick, some milliseconds ago, so a request that finds the node at work may be charged with what came
  before it, but never with more than its own wall time.

A row holds if p99 by core and by CPU is at most twice that in peace, and memory grows by less than 16 MiB.
Wall time is shown, and not judged: attacker, node, database and this program share one machine's cores.

The last line says how much of the time in peace the node waited for a core. Requests pile up meanwhile, and
are then served in one go: where it is more than a few percent, run it when the machine has less to do.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple

from rich.console import Console
from rich.table import Table

from rondel.client import create_guest
from tests.contracts.databases import migrated, url_of
from tests.faults.fleet import ServerNode
from tests.faults.process import descriptors, memory_mib
from tests.faults.transport_attacks import ATTACKS, GET, PING
from tests.load.socket import LeanSocket

FLAT_MIB: Final = 16.0
"""Growth of a process that a run of requests explains: caches that fill, and pages the allocator keeps."""

RATIO: Final = 2.0
PEACE_S: Final = 1.0
ATTACK_S: Final = 2.2
SETTLE_S: Final = 0.3
ROUNDS: Final = 5

SHORT: Final = {
    "RONDELTEST_CONSTANTS": json.dumps(
        {"header_ms": 1000, "body_ms": 1000, "unread_ms": 1000, "ping_ms": 500, "dead_ms": 1000}
    )
}

Clock = Literal["wall", "core", "cpu"]
CLOCKS: Final[tuple[Clock, ...]] = ("wall", "core", "cpu")

console = Console(highlight=False, width=150)


class Moment(NamedTuple):
    """In milliseconds: the time, CPU time of the node, how long node and this program waited for a core."""

    wall: float
    cpu: float
    queued: float


class Wait(NamedTuple):
    """One request, in milliseconds."""

    wall: float
    core: float
    cpu: float


@dataclass
class Window:
    """What the others waited in some seconds, and how much of them the node ran, or waited for a core."""

    waits: list[Wait] = field(default_factory=list)
    cpu_share: float = 0.0
    queued_share: float = 0.0

    def p(self, share: float, clock: Clock) -> float:
        """The percentile."""
        return percentile([getattr(wait, clock) for wait in self.waits], share)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values is not above."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def together(windows: Sequence[Window]) -> Window:
    """One window of several."""
    ran = statistics.mean(window.cpu_share for window in windows)
    queued = statistics.mean(window.queued_share for window in windows)
    return Window([wait for window in windows for wait in window.waits], ran, queued)


@dataclass
class Row:
    """One attack: windows of peace, and between each two of them one of attack."""

    name: str
    peace: list[Window]
    attacked: list[Window]
    memory_mib: tuple[float, float]
    left: int

    def ratio(self, clock: Clock) -> float:
        """Of p99 under attack and beside it, the median over all windows of attack."""
        beside = [together(self.peace[number : number + 2]) for number in range(len(self.attacked))]
        pairs = zip(self.attacked, beside, strict=True)
        return statistics.median(attack.p(0.99, clock) / peace.p(0.99, clock) for attack, peace in pairs)

    @property
    def growth_mib(self) -> float:
        return self.memory_mib[1] - self.memory_mib[0]

    @property
    def holds(self) -> bool:
        is_fast = self.ratio("cpu") <= RATIO and self.ratio("core") <= RATIO
        return is_fast and self.growth_mib <= FLAT_MIB


class Others:
    """Three people who ask over HTTP, one who asks for their account, and one with a socket."""

    def __init__(self, port: int, pid: int, token: str) -> None:
        self.port = port
        self.pid = pid
        self.token = token

    async def wait(self, seconds: float) -> Window:
        """Ask for so long; how long each answer took."""
        window, began, queued_ms = Window(), self._now(), _schedule(str(self.pid))[1]
        until = time.monotonic() + seconds
        account = GET.replace(b"/healthz", b"/api/me") + b"Authorization: Bearer " + self.token.encode()
        await asyncio.gather(
            *(self._ask(window, GET + b"\r\n", 0.01, until) for _ in range(3)),
            self._ask(window, account + b"\r\n\r\n", 0.1, until),
            self._ping(window, 0.03, until),
        )
        ended = self._now()
        window.cpu_share = (ended.cpu - began.cpu) / (ended.wall - began.wall)
        window.queued_share = (_schedule(str(self.pid))[1] - queued_ms) / (ended.wall - began.wall)
        return window

    async def _ask(self, window: Window, request: bytes, pause_s: float, until: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.monotonic() < until:
            began = self._now()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head.partition(b"\r\n")[0], head
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split()[0]))
            window.waits.append(self._since(began))
            await asyncio.sleep(pause_s)
        writer.close()

    async def _ping(self, window: Window, pause_s: float, until: float) -> None:
        answers: asyncio.Queue[bytes] = asyncio.Queue()
        connection = await LeanSocket.connect("127.0.0.1", self.port, self.token, answers.put_nowait)
        while time.monotonic() < until:
            began = self._now()
            connection.send(PING)
            await answers.get()
            window.waits.append(self._since(began))
            await asyncio.sleep(pause_s)
        connection.close()

    def _now(self) -> Moment:
        ran, queued = _schedule(str(self.pid))
        return Moment(time.perf_counter() * 1000, ran, queued + _schedule("self")[1])

    def _since(self, began: Moment) -> Wait:
        now = self._now()
        wall = now.wall - began.wall
        cpu = min(now.cpu - began.cpu, wall)  # a thread does not run for longer than time passes
        return Wait(wall, max(wall - (now.queued - began.queued), cpu), cpu)


def _schedule(process: str) -> tuple[float, float]:
    """How long the main thread of a process ran, and how long it waited for a core, in milliseconds."""
    ran_ns, queued_ns, _ = Path(f"/proc/{process}/schedstat").read_text(encoding="utf-8").split()
    return int(ran_ns) / 1e6, int(queued_ns) / 1e6


class Attack:
    """The attack, in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def begin(self, seconds: float) -> None:
        """Attack for so long, from now on."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n".encode())

    async def ended(self) -> None:
        """It is over, and all its connections are closed."""
        assert self._process.stdout is not None
        async with asyncio.timeout(30):
            if await self._process.stdout.readline() != b"done\n":
                raise RuntimeError("the attack has failed")


@asynccontextmanager
async def attacker(name: str, port: int, token: str) -> AsyncIterator[Attack]:
    """A process that is ready to attack."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.faults.transport_attacks", name),
        *("--port", str(port), "--token", token),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        attack = Attack(process)
        attack.begin(0)  # it is ready when it has answered once
        await attack.ended()
        yield attack
    finally:
        process.kill()
        await process.wait()


async def measured(attack: Attack, name: str, others: Others, rounds: int, scale: float) -> Row:
    """Peace and attack in turn, between peace at both ends."""
    pid, peace, attacked, left = others.pid, [await others.wait(scale * PEACE_S)], [], 0
    memory, opened = memory_mib(pid), descriptors(pid)
    peak = memory

    async def watch() -> None:
        nonlocal peak
        while True:
            await asyncio.sleep(0.1)
            peak = max(peak, memory_mib(pid))

    watching = asyncio.create_task(watch())
    for _ in range(rounds):
        attack.begin(scale * ATTACK_S)
        attacked.append(await others.wait(scale * ATTACK_S - 0.1))
        left = max(left, descriptors(pid) - opened)
        await attack.ended()
        await asyncio.sleep(SETTLE_S)
        peace.append(await others.wait(scale * PEACE_S))
    watching.cancel()
    return Row(name, peace, attacked, (memory, peak), left)


async def rows(
    names: Sequence[str], database: str, log: Path, *, rounds: int = ROUNDS, scale: float = 1.0
) -> list[Row]:
    """A row for each of these attacks; `scale` makes all windows longer or shorter."""
    node = ServerNode(database, None, log, (), **SHORT)
    node.start()
    try:
        await node.ready()
        assert node.process is not None
        others = Others(node.port, node.process.pid, await create_guest(node.url, "Ada"))
        token = await create_guest(node.url, "Mallory")
        await others.wait(2)  # caches are warm
        done = []
        for name in names:
            async with attacker(name, node.port, token) as attack:
                done.append(await measured(attack, name, others, rounds, scale))
        return done
    finally:
        await asyncio.to_thread(node.kill)


def shown(done: Sequence[Row]) -> Table:
    """The table, for people."""
    table = Table(title="Others while a node is attacked: p99 in milliseconds, peace / attack, and the ratio")
    for head in ("attack", "p50 wall", *CLOCKS, "MiB", "node's CPU", "open at the end", "holds"):
        table.add_column(head)
    for row in done:
        peace, attacked = together(row.peace), together(row.attacked)
        table.add_row(
            row.name,
            f"{peace.p(0.5, 'wall'):.1f} / {attacked.p(0.5, 'wall'):.1f}",
            *(
                f"{peace.p(0.99, clock):.1f} / {attacked.p(0.99, clock):.1f}  {row.ratio(clock):.2f}"
                for clock in CLOCKS
            ),
            f"{row.memory_mib[0]:.0f} / {row.memory_mib[1]:.0f}",
            f"{peace.cpu_share:.0%} / {attacked.cpu_share:.0%}",
            str(row.left),
            "yes" if row.holds else "NO",
        )
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.transport", description=__doc__)
    parser.add_argument("--only", action="append", choices=ATTACKS, help="this attack; may be repeated")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="windows of attack for each row")
    parser.add_argument("--scale", type=float, default=1.0, help="makes all windows longer or shorter")
    arguments = parser.parse_args()
    names = arguments.only or list(ATTACKS)
    with migrated() as name, tempfile.NamedTemporaryFile(prefix="rondel-transport-", suffix=".log") as log:
        measuring = rows(names, url_of(name), Path(log.name), rounds=arguments.rounds, scale=arguments.scale)
        done = asyncio.run(measuring)
    console.print(shown(done))
    missed = [row.name for row in done if not row.holds]
    console.print(f"{len(done) - len(missed)} of {len(done)} hold.", *missed)
    queued = together([window for row in done for window in row.peace]).queued_share
    console.print(f"In peace the node waited for a core for {queued:.0%} of the time.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
