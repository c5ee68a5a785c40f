"""`just cells`: of two clusters of PostgreSQL one is killed under play and comes back; a third is added.

Home has the accounts and tables, east has tables, two nodes serve both behind a balancer. Players have two
racing tabs per seat. The server draws the cell of each table, so tables are added to those of --tables until
a cell that is tried has one. In this order:

1. everybody plays;
2. east is killed (immediate shutdown): its tables must answer UNAVAILABLE within a second, home's must go on,
   new tables must be opened at home, and the p99 of home's moves is compared with that of 1 and 3;
3. east is started again: its tables must go on;
4. west is added: migrated, made a cell, told to each node by a restart, one after the other, opened. Nothing
   may be refused meanwhile: no move, no call, no new table.

At the end the journals of all three must have every move that was acknowledged, once. The exit code is 0 only
if all of that holds.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from rich.console import Console
from rich.table import Table

from rondel.client import Http, ServerUnreachableError
from rondel.client.create_guest import create_guest
from rondel.server.maintenance.known_cells import make_cell, register_cell, take_tables
from rondel.server.maintenance.migrations import migrate
from rondel.server.ports.ids import HOME, cell_of
from tests.faults.balancer import Balancer
from tests.faults.clubs import Clubs, PushyTab
from tests.faults.cluster import Postgres, Redis, end_by_signals, whole
from tests.faults.fleet import ServerNode
from tests.faults.judge import judge_database, judge_nodes
from tests.faults.players import Ledger, Player

VARIABLES: Final = {
    "RONDEL_RATE_LIMITS": "false",
    "RONDEL_DRAIN_MS": "1000",
    "RONDEL_CONNECTIONS_PER_ADDRESS": "10000",  # everybody comes from this machine
}
WORSE: Final = 1.5
"""How many times the p99 of quiet parts that of home may be while the other cell is away."""

FEWEST: Final = 100
"""Of fewer moves in a part, the p99 is the slowest one, and is not judged."""

END_S: Final = 60.0
OPEN_S: Final = 60.0
BACK_S: Final = 30.0

console = Console(highlight=False, soft_wrap=True)


class Timed:
    """How long each move took from its sending to its acknowledgement, by part and cell."""

    def __init__(self) -> None:
        self.part = "before"
        self.moves: dict[tuple[str, int], list[float]] = {}

    def p99_ms(self, part: str, cell: int) -> float:
        took = sorted(self.moves.get((part, cell), [0.0]))
        return 1000 * took[min(len(took) - 1, int(0.99 * len(took)))]

    def count(self, part: str, cell: int) -> int:
        return len(self.moves.get((part, cell), ()))


TIMED = Timed()


class TimedTab(PushyTab):
    """A tab that looks at the clock."""

    _sent: dict[str, tuple[float, str]]

    async def _send_move(self, move: Any) -> None:
        sent = self.__dict__.setdefault("_sent", {})
        sent.setdefault(move.id, (time.monotonic(), TIMED.part))
        await super()._send_move(move)

    def _take(self, frame: Any) -> None:
        if frame.get("type") == "ack":
            sent = self.__dict__.setdefault("_sent", {}).pop(frame["id"], None)
            if sent is not None and sent[1] == TIMED.part:
                took = TIMED.moves.setdefault((TIMED.part, cell_of(UUID(frame["table"]))), [])
                took.append(time.monotonic() - sent[0])
        super()._take(frame)


class Visitor:
    """Opens a table twice a second, and counts what is answered."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.answers: Counter[tuple[str, int]] = Counter()
        self.opened: Counter[tuple[str, int]] = Counter()

    async def run(self) -> None:
        while True:
            part = TIMED.part
            try:
                http = Http(self._url, await create_guest(self._url, "Visitor"))
                answer = await http.ask("POST", "/api/tables", {"game": "decks", "options": {}})
            except ServerUnreachableError:
                self.answers[part, 0] += 1
            else:
                self.answers[part, answer.status] += 1
                if answer.status < 300:
                    self.opened[part, cell_of(UUID(answer.json()["id"]))] += 1
            await asyncio.sleep(0.5)

    def refused(self, part: str) -> int:
        return sum(count for (when, status), count in self.answers.items() if when == part and status >= 300)

    def unanswered(self, part: str) -> int:
        return self.answers[part, 0]


class Drill:
    """From the first table to the verdict."""

    def __init__(self, seconds: float, tables: int, seed: int, log: Path) -> None:
        rng = random.Random(seed)
        self._seconds, self._tables = seconds, tables
        self.faults: list[str] = []
        self._home, self._east, self._west = Postgres(), Postgres(), Postgres()
        self._redis = Redis()
        self._balancer = Balancer(rng)
        self._clubs = Clubs(self._balancer.url, rng, TimedTab)
        self._clubs.safe_at = float("inf")  # what was acknowledged stays: clubs go on to their next table
        self._visitor = Visitor(self._balancer.url)
        self._log = log
        self._nodes: list[ServerNode] = []

    async def run(self) -> None:
        async with AsyncExitStack() as stack:
            servers = (self._home, self._east, self._west, self._redis)
            for own in servers:
                stack.push_async_callback(whole, own.__exit__, None, None, None)
            for own in servers:
                await whole(own.__enter__)
            await asyncio.to_thread(migrate, self._home.url)
            await self._add("east", self._east)
            await take_tables(self._home.url, "east", True)
            self._nodes = [
                ServerNode(self._home.url, self._redis.url, self._log, (self._balancer.url,), **VARIABLES)
                for _ in range(2)
            ]
            self._name_cells(east=self._east)
            for node in self._nodes:
                node.start()
                stack.callback(node.kill)
            await asyncio.gather(*(node.ready(60) for node in self._nodes))
            self._balancer.ports = [node.port for node in self._nodes]
            await stack.enter_async_context(self._balancer)
            stack.push_async_callback(self._clubs.close)
            visiting = asyncio.create_task(self._visitor.run())
            stack.callback(visiting.cancel)
            self._clubs.start(self._tables)
            await self._parts()
            visiting.cancel()
            await self._judge()

    async def _parts(self) -> None:
        while not self._clubs.are_all_in and not self._clubs.failed():
            await asyncio.sleep(0.1)
        await self._table_of(HOME)
        await self._table_of(1)
        await self._played("before")
        table = await self._table_of(1)
        player = self._clubs.seats[table][0].player
        with self._part("away"):
            await whole(self._east.kill)
            await self._answers_honestly(player, table)
            await asyncio.sleep(self._seconds)
        with self._part("back"):
            await whole(self._east.start)
            await self._goes_on(1)
        await self._played("after")
        with self._part("adding"):
            await self._add("west", self._west)
            self._name_cells(east=self._east, west=self._west)
            for node in self._nodes:
                await asyncio.to_thread(node.stop)
                node.start()
                await node.ready(60)
            await take_tables(self._home.url, "west", True)
            await self._goes_on(2)

    @contextmanager
    def _part(self, name: str) -> Iterator[None]:
        TIMED.part, nacks, began = name, Counter(self._clubs.ledger.nacks), time.monotonic()
        yield
        new_nacks = self._clubs.ledger.nacks - nacks
        moves = {cell: TIMED.count(name, cell) for cell in range(3) if TIMED.count(name, cell)}
        console.print(
            f"{name:7} {time.monotonic() - began:5.1f} s  moves by cell {moves}  nacks {dict(new_nacks)}  "
            f"tables refused {self._visitor.refused(name)}"
        )
        if name == "adding":
            refused = new_nacks["UNAVAILABLE"] + self._visitor.refused(name) + self._visitor.unanswered(name)
            if refused:
                self.faults.append(f"while a cell was added, {refused} were refused")

    async def _played(self, name: str) -> None:
        with self._part(name):
            await asyncio.sleep(self._seconds)

    async def _add(self, name: str, cell: Postgres) -> None:
        await asyncio.to_thread(migrate, cell.url)
        await make_cell(cell.url, await register_cell(self._home.url, name))

    def _name_cells(self, **cells: Postgres) -> None:
        for node in self._nodes:
            node.tell(RONDEL_CELLS=",".join(f"{name}={cell.url}" for name, cell in cells.items()))

    async def _table_of(self, cell: int) -> str:
        """A table of this cell at which people play. Clubs are added until it has one."""
        until = time.monotonic() + OPEN_S
        while not (tables := [table for table in self._clubs.seats if cell_of(UUID(table)) == cell]):
            if time.monotonic() > until:
                raise TimeoutError(f"no table of cell {cell} was opened in {OPEN_S:.0f} s")
            await asyncio.sleep(1)
            if self._clubs.are_all_in:
                self._clubs.start(1)
        return tables[0]

    async def _answers_honestly(self, player: Player, table: str) -> None:
        """A table of the cell that is away says so, soon."""
        began = time.monotonic()
        answer = await player.http.ask("GET", f"/api/tables/{table}")
        took = time.monotonic() - began
        console.print(f"        its table answers {answer.status} {answer.json()['code']} after {took:.2f} s")
        if answer.status != 503 or answer.json()["code"] != "UNAVAILABLE":
            self.faults.append(f"a table of a cell that is away answered {answer.status}")

    async def _goes_on(self, cell: int) -> None:
        """Somebody's move is acknowledged in this cell again, and play goes on for a while."""
        await self._table_of(cell)
        part, began = TIMED.part, time.monotonic()
        while not TIMED.count(part, cell) and time.monotonic() < began + BACK_S:
            await asyncio.sleep(0.1)
        console.print(f"        cell {cell} has moves after {time.monotonic() - began:.1f} s")
        if not TIMED.count(part, cell):
            self.faults.append(f"no move in cell {cell} after {BACK_S:.0f} s")
        await asyncio.sleep(self._seconds / 2)

    async def _judge(self) -> None:
        if not await self._clubs.end(END_S):
            self.faults.append("some moves were never answered")
        self.faults += self._clubs.failed()
        for number, cell in enumerate((self._home, self._east, self._west)):
            acks = self._clubs.ledger.acks.items()
            of_cell = Ledger(acks={key: at for key, at in acks if _is_of(key, number)})
            verdict = await judge_database(cell.url, of_cell)
            console.print(f"cell {number}: {verdict.line()}")
            self.faults += verdict.faults
            if number == HOME:
                await judge_nodes(self._nodes, self._clubs.seats, verdict)
                self.faults += verdict.faults
        self._compare()

    def _compare(self) -> None:
        figures = Table("part", "home: moves", "home: p99", "east: moves", "east: p99", "opened by cell")
        for part in ("before", "away", "back", "after", "adding"):
            opened = {cell: self._visitor.opened[part, cell] for cell in range(3)}
            figures.add_row(
                part,
                str(TIMED.count(part, HOME)),
                f"{TIMED.p99_ms(part, HOME):.0f} ms",
                str(TIMED.count(part, 1)),
                f"{TIMED.p99_ms(part, 1):.0f} ms",
                str(opened),
            )
        console.print(figures)
        self._judge_p99()
        if not self._visitor.opened["away", HOME] or self._visitor.opened["away", 1]:
            self.faults.append("new tables were not opened at home alone while east was away")

    def _judge_p99(self) -> None:
        """That a cell is away must not slow the moves of another down."""
        fewest = min(TIMED.count(part, HOME) for part in ("before", "away", "after"))
        if fewest < FEWEST:
            console.print(f"p99 at home is not judged: a part has {fewest} moves, fewer than {FEWEST}")
            return
        quiet = max(TIMED.p99_ms("before", HOME), TIMED.p99_ms("after", HOME))
        ratio = TIMED.p99_ms("away", HOME) / quiet
        console.print(f"p99 at home while east was away: {ratio:.2f} of that of the quiet parts")
        if ratio > WORSE:
            self.faults.append(f"p99 at home was {ratio:.2f} times that of the quiet parts")


def _is_of(key: tuple[str, str], cell: int) -> bool:
    return cell_of(UUID(key[0])) == cell


async def drilled(arguments: argparse.Namespace) -> int:
    end_by_signals()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "nodes.log"
        drill = Drill(arguments.seconds, arguments.tables, arguments.seed, log)
        await drill.run()
        if drill.faults:
            console.print(log.read_text()[-3000:], markup=False)
    for fault in drill.faults[:30]:
        console.print(f"FAULT {fault}", markup=False)
    console.print("holds" if not drill.faults else f"{len(drill.faults)} faults")
    return 1 if drill.faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each part lasts")
    parser.add_argument("--tables", type=int, default=12, help="how many tables at once, at first")
    parser.add_argument("--seed", type=int, default=1)
    try:
        return asyncio.run(drilled(parser.parse_args()))
    except asyncio.CancelledError:
        console.print("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
