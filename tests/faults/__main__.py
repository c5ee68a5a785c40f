"""`python -m tests.faults --kills 30`: kill, restart, resend; then count what was lost or doubled.

Two nodes behind a balancer, with a PostgreSQL cluster and a Redis of their own. Players with two racing
tabs per seat play Cambio. Of the kills two thirds are nodes (kill -9), one sixth PostgreSQL backends and one
sixth restarts of Redis; nodes also die by themselves between commit and ack, and between commit and
announcement. The last line counts; the exit code is 0 only if nothing was lost.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from rondel.server.maintenance.migrations import migrate
from tests.faults.balancer import Balancer
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import Fleet, ServerNode
from tests.faults.judge import Verdict, judge
from tests.faults.players import Ledger, Player, Seat, opened

FAILPOINTS = "before_append=0.0005,before_announce=0.001,before_ack=0.001"

console = Console(highlight=False)


class Run:
    """One run of the harness."""

    def __init__(self, arguments: argparse.Namespace, log: Path) -> None:
        self.kills: int = arguments.kills
        self.tables: int = arguments.tables
        self.think_s: float = arguments.think
        self.rng = random.Random(arguments.seed)
        self.log = log
        self.ledger = Ledger()
        self.stop = asyncio.Event()
        self.seats: dict[str, list[Seat]] = {}

    async def verdict(self) -> Verdict:
        with Postgres() as postgres, Redis() as redis:
            await asyncio.to_thread(migrate, postgres.url)
            balancer = Balancer(self.rng)
            nodes = [
                ServerNode(
                    postgres.url,
                    redis.url,
                    self.log,
                    origins=(balancer.url,),
                    RONDELTEST_FAILPOINTS=FAILPOINTS,
                    RONDEL_RATE_LIMITS="false",
                )
                for _ in range(2)
            ]
            balancer.ports = [node.port for node in nodes]
            async with Fleet(nodes) as fleet, balancer:
                clubs = [
                    asyncio.create_task(self._club(balancer.url, number)) for number in range(self.tables)
                ]
                await self._break(fleet, postgres, redis)
                self.stop.set()
                await asyncio.gather(*clubs)
                await asyncio.gather(*(node.ready() for node in nodes))
                verdict = await judge(postgres.url, nodes, self.ledger, self.seats)
                await asyncio.gather(*(seat.close() for seats in self.seats.values() for seat in seats))
                console.print(
                    f"{self.ledger.games} games, {self.ledger.frames} moves sent, "
                    f"{self.ledger.duplicated} of them twice, {fleet.deaths} deaths of nodes, "
                    f"nacks {dict(self.ledger.nacks)}"
                )
                return verdict

    async def _break(self, fleet: Fleet, postgres: Postgres, redis: Redis) -> None:
        """The kills, in an order and at moments drawn by the seed."""
        parts = max(self.kills // 6, 1)
        plan = ["backend"] * parts + ["redis"] * parts
        plan += ["node"] * (self.kills - len(plan))
        self.rng.shuffle(plan)
        for number, what in enumerate(plan, 1):
            await asyncio.sleep(self.rng.uniform(1.0, 3.0))
            began = time.monotonic()
            if what == "node":
                node = self.rng.choice(fleet.nodes)
                await asyncio.gather(*(other.ready() for other in fleet.nodes if other is not node))
                await asyncio.to_thread(node.kill)
            elif what == "redis":
                await asyncio.to_thread(redis.restart)
            else:
                try:
                    await postgres.kill_backend()
                except OSError:
                    await asyncio.sleep(0.5)
            took = time.monotonic() - began
            console.print(f"{number:3}/{self.kills} {what:8} ({took:.2f} s)  acks {len(self.ledger.acks)}")
        await asyncio.sleep(2)

    async def _club(self, url: str, number: int) -> None:
        """Game after game at one table after another, with two to four players."""
        rng = random.Random(self.rng.random())
        players = [await Player.arrived(url, f"Guest {number} {name}") for name in "abcd"]
        while not self.stop.is_set():
            who = players[: rng.randint(2, 4)]
            table = await opened(who)
            seats = [Seat(url, player, table, self.ledger, rng) for player in who]
            self.seats[table] = seats
            await asyncio.gather(*(seat.play(self.think_s, self.stop) for seat in seats))
            self.ledger.games += 1
            if not self.stop.is_set():
                self.seats.pop(table)
                await asyncio.gather(*(seat.close() for seat in seats))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--tables", type=int, default=6, help="how many tables at once")
    parser.add_argument("--think", type=float, default=0.15, help="the longest a player thinks, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-faults-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    verdict = asyncio.run(Run(arguments, log).verdict())
    for fault in verdict.faults[:20]:
        console.print(fault)
    console.print(verdict.line())
    if verdict.holds:
        log.unlink()
        return 0
    console.print(f"what the nodes said: {log}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
