"""`python -m tests.faults.restarts`: what 20 players notice while nodes are restarted.

One node, and two nodes behind Caddy and behind nginx with the files of deploy/ and all settings as they are
shipped. A restart is what docs/operate/upgrade.md says: SIGTERM, and the next node once the one before is
ready. Each seat plays with the client as it is published. `answer` is the longest that a player waited
for the answer to a move, `still` the longest that a table stood still without anybody thinking. A refused
move is one that its player was told no to.
"""

import argparse
import asyncio
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unittest.mock import patch

from rich.console import Console

from rondel.client import Client, Http, TableView, connect
from rondel.client.http import ServerUnreachableError
from rondel.server.maintenance.migrations import migrate
from rondel.wire.protocol import Ack
from tests.docs.proxies import ROOTS, Start, a_port, caddy, nginx
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import ServerNode
from tests.faults.judge import Verdict, judge_database
from tests.faults.players import Ledger, Player, opened
from tests.faults.process import cpu_s

TABLES: Final = 5
SEATS: Final = 4
MOVES: Final = 8
WORST_S: Final = 5.0
READY_S: Final = 120
STOP_S: Final = 90

console = Console(highlight=False, width=200)


@dataclass
class Waits:
    """What the players of one run noticed, in seconds, once the deal is over and one seat moves at a time."""

    is_counting: bool = False
    answers: list[float] = field(default_factory=list)
    still: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    started_s: list[float] = field(default_factory=list)
    started_cpu_s: list[float] = field(default_factory=list)
    verdict: Verdict = field(default_factory=Verdict)

    @property
    def is_met(self) -> bool:
        return self.verdict.holds and not self.refused and max(self.answers) <= WORST_S


class PlayedTable:
    """Four players at a table where one of them moves at a time."""

    def __init__(self, table: str, ledger: Ledger, waits: Waits, rng: random.Random) -> None:
        self.id = table
        self._ledger = ledger
        self._waits = waits
        self._rng = rng
        self._moved_at = time.monotonic()

    async def play(self, client: Client, think_s: float, stop: asyncio.Event) -> None:
        """One seat, until everybody stops."""
        view = await client.sit(self.id)
        while not stop.is_set():
            if not view.legal:
                await _changed(view)
                continue
            thinks_s = self._rng.uniform(0, think_s)
            await asyncio.sleep(thinks_s)
            if view.legal:
                await self._move(client, view, thinks_s)

    async def _move(self, client: Client, view: TableView, thought_s: float) -> None:
        action = self._rng.choice([each for each in view.legal if each["type"] != "CALL_CAMBIO"])
        sent_at = time.monotonic()
        answer = await client.act(self.id, action, expected_version=view.version)
        now = time.monotonic()
        moved_at, self._moved_at = self._moved_at, now
        if isinstance(answer, Ack):
            self._ledger.ack(answer)
        if not self._waits.is_counting:
            return
        self._waits.answers.append(now - sent_at)
        self._waits.still.append(now - moved_at - thought_s)
        if not isinstance(answer, Ack):
            self._waits.refused.append(f"{action['type']} at {self.id}: {answer.code}, {answer.message}")


async def _changed(view: TableView) -> None:
    """Until something has changed, or a moment has passed."""
    try:
        async with asyncio.timeout(0.5):
            await anext(view.changes())
    except TimeoutError:
        pass


async def restarted(node: ServerNode) -> tuple[float, float]:
    """SIGTERM, the end, a start, ready; returns how long the start took, and how much of a core."""
    assert node.process is not None
    node.process.terminate()
    await asyncio.to_thread(node.process.wait, STOP_S)
    began = time.monotonic()
    node.start()
    await node.ready(READY_S)
    return time.monotonic() - began, cpu_s(node.process.pid)


async def run(
    proxy: Start | None,
    *,
    nodes: int,
    quiet_s: float,
    think_s: float,
    tables: int,
    log: Path,
    **variables: str,
) -> Waits:
    """One run: play, restart every node in turn, play on; then compare with the journal."""
    waits, ledger, stop = Waits(), Ledger(), asyncio.Event()
    with Postgres() as postgres, Redis() as redis:
        await asyncio.to_thread(migrate, postgres.url)
        async with served(proxy, postgres.url, redis.url, nodes, log, variables) as (url, fleet):
            games = [
                asyncio.create_task(game(url, number, think_s, stop, ledger, waits))
                for number in range(tables)
            ]
            await playing(ledger, games, quiet_s)
            waits.is_counting = True
            for node in fleet:
                took_s, took_cpu_s = await restarted(node)
                waits.started_s.append(took_s)
                waits.started_cpu_s.append(took_cpu_s)
            await playing(ledger, games, quiet_s)
            stop.set()
            await asyncio.gather(*games)
            waits.verdict = await judge_database(postgres.url, ledger)
    return waits


async def playing(ledger: Ledger, games: "Sequence[asyncio.Task[None]]", quiet_s: float) -> None:
    """Play goes on for a while, and for eight moves at each table: after the first four the deal is over."""
    before = _moves(ledger)
    await asyncio.sleep(quiet_s)
    async with asyncio.timeout(READY_S):
        while True:
            moves = _moves(ledger)
            if len(moves) >= len(games) and min((moves - before).get(table, 0) for table in moves) >= MOVES:
                return
            for table in games:
                if table.done():
                    table.result()
            await asyncio.sleep(0.1)


def _moves(ledger: Ledger) -> Counter[str]:
    return Counter(table for table, _ in ledger.acks)


async def game(
    url: str, number: int, think_s: float, stop: asyncio.Event, ledger: Ledger, waits: Waits
) -> None:
    rng = random.Random(number)
    players = [await Player.arrived(url, f"Guest {number} {name}") for name in "abcd"[:SEATS]]
    table = PlayedTable(
        await opened(players, snap="off", initialViewMs=60_000, peekMs=15_000), ledger, waits, rng
    )

    async def sit(player: Player) -> None:
        async with connect(url, player.token) as client:
            await table.play(client, think_s, stop)

    await asyncio.gather(*map(sit, players))


@asynccontextmanager
async def served(
    proxy: Start | None, database: str, redis: str, count: int, log: Path, variables: dict[str, str]
) -> AsyncIterator[tuple[str, Sequence[ServerNode]]]:
    """Nodes that are ready, and the address of their proxy, or of the only node."""
    port = a_port()
    url = f"https://localhost:{port}"
    own = {"RONDEL_RATE_LIMITS": "false", **({"RONDEL_PUBLIC_URL": url} if proxy else {}), **variables}
    nodes = [ServerNode(database, redis if proxy else None, log, (url,), **own) for _ in range(count)]
    try:
        for node in nodes:
            node.start()
        await asyncio.gather(*(node.ready(READY_S) for node in nodes))
        if proxy is None:
            yield nodes[0].url, nodes
            return
        async with proxied(proxy, port, [node.url.removeprefix("http://") for node in nodes]):
            yield url, nodes
    finally:
        for node in nodes:
            node.kill()


@asynccontextmanager
async def proxied(start: Start, port: int, nodes: list[str]) -> AsyncIterator[None]:
    """The proxy answers, and clients of this process trust its certificate."""
    with tempfile.TemporaryDirectory(prefix="rondel-proxy-") as folder:
        process = start(Path(folder), port, nodes)
        root = str(Path(folder, ROOTS[start]))
        try:
            with patch.dict(os.environ, {"SSL_CERT_FILE": root}):
                await _answers(f"https://localhost:{port}", process)
                yield
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait)


async def _answers(url: str, process: "subprocess.Popen[bytes]") -> None:
    async with asyncio.timeout(READY_S):
        while True:
            assert process.poll() is None, "the proxy has ended"
            try:
                if (await Http(url).ask("GET", "/readyz")).status == 200:
                    return
            except (ServerUnreachableError, OSError):
                pass
            await asyncio.sleep(0.1)


CASES: Final[dict[str, tuple[Start | None, int]]] = {
    "single": (None, 1),
    "caddy": (caddy, 2),
    "nginx": (nginx, 2),
}


def line(name: str, runs: Sequence[Waits]) -> str:
    """What one case came to: the median of its runs, and in brackets the least and the most."""

    def spread(figures: Sequence[float]) -> str:
        return f"{statistics.median(figures):.1f} s ({min(figures):.1f} to {max(figures):.1f})"

    moves = sum(len(each.answers) for each in runs)
    refused = sum(len(each.refused) for each in runs)
    lost = sum(each.verdict.lost + each.verdict.doubled for each in runs)
    return (
        f"{name:<7} moves {moves} refused {refused} lost or doubled {lost}; worst answer "
        f"{spread([max(each.answers) for each in runs])}; worst still "
        f"{spread([max(each.still) for each in runs])}; start of a node "
        f"{spread([took for each in runs for took in each.started_s])}, of it CPU "
        f"{spread([took for each in runs for took in each.started_cpu_s])}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.restarts", description=__doc__)
    parser.add_argument(
        "cases", nargs="*", metavar="CASE", help=f"of {', '.join(CASES)}; all if none is named"
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--quiet", type=float, default=5, help="seconds of play before and after the restarts"
    )
    parser.add_argument("--think", type=float, default=0.5, help="the longest a player thinks, in seconds")
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-restarts-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    is_met = True
    for name in arguments.cases or CASES:
        proxy, nodes = CASES[name]
        if proxy is not None and shutil.which(name) is None:
            console.print(f"{name:<7} is not installed")
            return 1
        options = {"quiet_s": arguments.quiet, "think_s": arguments.think, "tables": TABLES}
        runs = [asyncio.run(run(proxy, nodes=nodes, log=log, **options)) for _ in range(arguments.runs)]
        for fault in [fault for each in runs for fault in (*each.refused, *each.verdict.faults)][:20]:
            console.print(fault)
        console.print(line(name, runs))
        is_met = is_met and all(each.is_met for each in runs)
    if is_met:
        log.unlink()
        return 0
    console.print(f"what the nodes said: {log}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
