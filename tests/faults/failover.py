"""`python -m tests.faults.failover`: kill the primary or stop the standby under play, promote it, play on.

A PostgreSQL primary and a standby of its own, two nodes that reach the primary through a switch, players with
two racing tabs per seat. Each round kills the primary (kill -9), promotes the standby and rebuilds the dead
one as its standby.

- sync: a commit waits for the standby. Nothing that was acknowledged may be lost.
- async: the standby receives nothing for the last second before the kill, so acknowledged moves are lost with
  it. Then the epoch is raised. No chain may break, every client must be shown the new epoch's View within
  5 seconds, a node that starts cold must answer for every table, and nothing that was acknowledged before
  that second or after the promotion may be lost or doubled.
- held: the synchronous standby hears nothing for half a minute, so statements that wait for it are cancelled.
  In every second round it is then promoted, and the nodes stay at the old primary for a while. Nothing that
  was acknowledged may be lost.

The exit code is 0 only if all of that holds.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

from rich.console import Console

from rondel.client import Http, ServerUnreachableError
from rondel.server.maintenance.epoch import raise_epoch
from rondel.server.maintenance.migrations import migrate
from tests.faults.balancer import Balancer
from tests.faults.clubs import Clubs
from tests.faults.cluster import Redis, end_by_signals
from tests.faults.failover_figures import Figures, as_table
from tests.faults.fleet import Fleet, ServerNode
from tests.faults.judge import judge_database, judge_nodes
from tests.faults.lost_move import LostMove
from tests.faults.pair import Pair
from tests.faults.players import Ledger

MODES: Final = ("sync", "async", "held")

VIEWS_S: Final = 5.0
"""How soon every client must have the new epoch's View."""

RESUME_S: Final = 20.0
"""How soon a move must be acknowledged after the promotion."""

TAIL_S: Final = 1.0
TAIL_ACKS: Final = 20
MOST_TAIL_S: Final = 5.0
SETTLE_S: Final = 0.3
"""Between promotion and switch, so that every ack of the dead primary has been read by then."""

HELD_S: Final = 30.0
"""How long the standby hears nothing: three times as long as a statement waits."""

SPLIT_S: Final = 12.0
"""How long nodes stay at a primary that has been replaced: longer than a statement waits."""

END_S: Final = 30.0
JUDGE_S: Final = 120.0
MOST_FAULTS: Final = 30
VARIABLES: Final = {"RONDEL_RATE_LIMITS": "false"}

console = Console(highlight=False, soft_wrap=True)


class Drill:
    """One mode, from its first table to its verdict."""

    def __init__(self, mode: str, arguments: argparse.Namespace, log: Path) -> None:
        self._is_async = mode == "async"
        self._round = {"sync": self._synchronous, "async": self._asynchronous, "held": self._held}[mode]
        self._count: int = arguments.stops if mode == "held" else arguments.promotions
        self._tables: int = arguments.tables
        self._rng = random.Random(arguments.seed)
        self._log = log
        self._figures = Figures(mode)
        self._pair = Pair()
        self._switch = Balancer(self._rng)
        self._balancer = Balancer(self._rng)
        self._redis = Redis()
        self._clubs = Clubs(self._balancer.url, self._rng)
        self._risky: list[tuple[float, float]] = []
        self._nodes = [self._node() for _ in range(2)]
        self._lost_move = LostMove(self._balancer.url, self._nodes, self._clubs.ledger, self._rng)

    def _node(self) -> ServerNode:
        url = f"postgresql://rondel@127.0.0.1:{self._switch.port}/rondel"
        return ServerNode(url, self._redis.url, self._log, (self._balancer.url,), **VARIABLES)

    async def run(self) -> Figures:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._pair)
            stack.enter_context(self._redis)
            await asyncio.to_thread(migrate, self._pair.primary.url)
            self._switch.ports = [self._pair.primary.port]
            self._balancer.ports = [node.port for node in self._nodes]
            await stack.enter_async_context(self._switch)
            await stack.enter_async_context(self._balancer)
            for node in self._nodes:
                stack.callback(node.kill)
            fleet = await stack.enter_async_context(Fleet(self._nodes))
            probes = asyncio.create_task(self._probe())
            stack.callback(probes.cancel)
            stack.push_async_callback(self._clubs.close)
            await self._rounds()
            self._figures.deaths = fleet.deaths
            await self._judge()
        return self._figures

    async def _rounds(self) -> None:
        if not self._is_async:
            self._clubs.safe_at = float("inf")
            await self._pair.synchronize()
        self._clubs.start(self._tables)
        await self._resumed(0.0)
        for number in range(1, self._count + 1):
            began = time.monotonic()
            await asyncio.sleep(self._rng.uniform(1.0, 2.0))
            line = await self._round(number)
            self._figures.rounds_s.append(time.monotonic() - began)
            console.print(
                f"{number:3}/{self._count} {self._figures.mode:5} acks {len(self._clubs.ledger.acks)}, "
                f"{line} ({self._figures.rounds_s[-1]:.1f} s)"
            )
        await asyncio.sleep(2)

    async def _synchronous(self, number: int) -> str:
        killed_at, moved_at, gone = await self._fail_over()
        if gone:
            self._figures.faults.append(f"{gone} tables were lost although the standby was synchronous")
        pause_s = await self._resumed(moved_at) - killed_at
        self._figures.pauses_s.append(pause_s)
        await self._pair.rebuild()
        await self._pair.synchronize()
        return f"play went on {pause_s:.1f} s after the kill; {await self._chains()}"

    async def _held(self, number: int) -> str:
        held_at = time.monotonic()
        await self._pair.hold()
        await asyncio.sleep(HELD_S)
        if number % 2:
            self._pair.release()
            back_at = time.monotonic()
        else:
            back_at = await self._split()
        self._figures.held_acks += len(self._clubs.ledger.between(held_at, back_at))
        pause_s = await self._resumed(back_at) - back_at
        self._figures.pauses_s.append(pause_s)
        if not number % 2:
            await self._pair.rebuild()
            await self._pair.synchronize()
        return (
            f"{await self._lost_since(0.0)} lost; play went on after {pause_s:.1f} s; {await self._chains()}"
        )

    async def _split(self) -> float:
        """Promote the standby; return when the nodes are sent to it, some time later."""
        await self._pair.promote()
        self._figures.promotions += 1
        await asyncio.sleep(SPLIT_S)
        await self._clubs.leave(await self._gone())
        self._switch.hang_up()
        moved_at = time.monotonic()
        self._switch.ports = [self._pair.primary.port]
        return moved_at

    async def _asynchronous(self, number: int) -> str:
        await self._lost_move.open()
        safe_at = time.monotonic()
        await self._pair.catch_up()
        self._clubs.safe_at = safe_at
        await self._pair.cut()
        await self._tail()
        await self._lost_move.lose()
        killed_at, moved_at, gone = await self._fail_over(safe_at)
        self._risky.append((safe_at, moved_at))
        epoch = await self._raise_epoch()
        views, _ = await asyncio.gather(self._shown(epoch), self._lost_move.tempt())
        pause_s = await self._resumed(moved_at) - killed_at
        self._figures.pauses_s.append(pause_s)
        cold, _ = await asyncio.gather(self._cold(epoch), self._pair.rebuild())
        return (
            f"lost with tails so far {self._figures.tail_lost}, tables {gone}; play went on {pause_s:.1f} s "
            f"after the kill; {views}; {cold}; {await self._chains()}"
        )

    async def _tail(self) -> None:
        """Play for a while that will be lost; on a busy machine a second may hold next to nothing."""
        times = self._clubs.ledger.times
        enough, began = len(times) + TAIL_ACKS, time.monotonic()
        await asyncio.sleep(TAIL_S)
        while len(times) < enough and time.monotonic() < began + MOST_TAIL_S:
            await asyncio.sleep(0.05)

    async def _fail_over(self, safe_at: float | None = None) -> tuple[float, float, int]:
        """When the primary was killed, when the nodes could reach the new one, how many tables are gone."""
        killed_at = time.monotonic()
        self._switch.ports = []
        await self._pair.kill()
        await self._pair.promote()
        self._figures.promotions += 1
        if safe_at is not None:
            self._figures.tail_lost += await self._lost_since(safe_at)
        gone = await self._gone()
        await self._clubs.leave(gone)
        self._figures.tables_lost += len(gone)
        await asyncio.sleep(SETTLE_S)
        self._switch.ports = [self._pair.primary.port]
        return killed_at, time.monotonic(), len(gone)

    async def _lost_since(self, safe_at: float) -> int:
        """How many moves acknowledged since then the promoted standby has not."""
        acks = self._clubs.ledger.between(safe_at, float("inf"))
        stored = await self._pair.primary.ask(
            "SELECT count(*) FROM journal WHERE (table_id, action_id) IN"
            " (SELECT * FROM unnest($1::text[]::uuid[], $2::text[]::uuid[]))",
            [table for table, _ in acks],
            [action for _, action in acks],
        )
        return len(acks) - int(stored)

    async def _gone(self) -> list[str]:
        """Tables at play that the promoted standby does not have, or has not begun."""
        begun = await self._pair.primary.ask(
            "SELECT coalesce(array_agg(id::text), '{}') FROM game_session WHERE header IS NOT NULL"
        )
        return sorted(set(self._clubs.seats) - set(begun))

    async def _raise_epoch(self) -> int:
        """As an operator does it, some time after the nodes have found the new primary by themselves."""
        await asyncio.sleep(self._rng.uniform(0.0, 1.0))
        return await asyncio.to_thread(raise_epoch, self._pair.primary.url)

    async def _shown(self, epoch: int) -> str:
        """Wait until every client is shown the new epoch."""
        began = time.monotonic()
        while True:
            views = list(self._clubs.views())
            behind = [view for view in views if view.epoch is None or view.epoch < epoch]
            took_s = time.monotonic() - began
            if not behind or took_s > VIEWS_S:
                break
            await asyncio.sleep(0.02)
        self._figures.clients += len(views)
        self._figures.late += len(behind)
        if behind:
            text = f"{len(behind)} of {len(views)} clients are not at epoch {epoch} after {VIEWS_S:g} s"
            self._figures.faults.append(text)
            return text
        self._figures.views_s.append(took_s)
        return f"{len(views)} clients at the new epoch in {took_s:.2f} s"

    async def _cold(self, epoch: int) -> str:
        """A node that has seen nothing yet answers for every table."""
        cold = self._node()
        seats = {table: on_listening[0].player.token for table, on_listening in self._clubs.seats.items()}
        seats[self._lost_move.table] = self._lost_move.token
        faults = []
        try:
            cold.start()
            await cold.ready()
            for table, token in seats.items():
                answer = await Http(cold.url, token).ask("GET", f"/api/tables/{table}/view")
                if answer.status != 200 or answer.json()["epoch"] < epoch:
                    faults.append(f"cold: {table} answers {answer.status} {answer.content[:120]!r}")
        except (RuntimeError, ServerUnreachableError) as error:
            faults.append(f"cold: {error}")
        finally:
            await asyncio.to_thread(cold.kill)
        self._figures.cold += len(seats)
        self._figures.cold_failed += len(faults)
        self._figures.faults += faults
        return f"cold node {len(seats) - len(faults)}/{len(seats)}"

    async def _chains(self) -> str:
        found = await judge_database(self._pair.primary.url, Ledger())
        return f"chains {found.chains}, broken {found.broken}"

    async def _resumed(self, since: float) -> float:
        """When the first move was acknowledged since then."""
        times = self._clubs.ledger.times
        deadline = time.monotonic() + RESUME_S
        while not times or times[-1][0] <= since:
            if time.monotonic() > deadline:
                self._figures.faults.append(f"no move was acknowledged for {RESUME_S:g} s")
                return time.monotonic()
            await asyncio.sleep(0.02)
        return next(at for at, _, _ in times if at > since)

    async def _probe(self) -> None:
        """Ask both nodes whether they are ready, for ever, as a load balancer does."""
        while True:
            for node in self._nodes:
                with suppress(ServerUnreachableError):
                    await Http(node.url).ask("GET", "/readyz", within_s=2)
            await asyncio.sleep(0.5)

    async def _judge(self) -> None:
        figures, clubs = self._figures, self._clubs
        figures.games = clubs.ledger.games
        if not await clubs.end(END_S):
            figures.faults.append(f"moves are without an answer for {END_S:g} s after the last promotion")
        figures.faults += clubs.failed()
        url = self._pair.primary.url
        figures.verdict = await judge_database(
            url, clubs.ledger.outside(self._risky), left=self._lost_move.tables
        )
        halted = await self._pair.primary.ask("SELECT count(*) FROM game_session WHERE halted IS NOT NULL")
        if halted:
            figures.faults.append(f"{halted} tables are halted")
        if self._is_async and not figures.tail_lost:
            figures.faults.append("no acknowledged move was lost with a tail: the drill shows nothing")
        try:
            async with asyncio.timeout(JUDGE_S):
                await judge_nodes(self._nodes, clubs.seats, figures.verdict)
        except (TimeoutError, LookupError, ServerUnreachableError) as error:
            figures.faults.append(f"nodes and clients could not be compared: {error!r}")


async def _run(arguments: argparse.Namespace, log: Path) -> list[Figures]:
    end_by_signals()
    modes = MODES if arguments.mode == "all" else (arguments.mode,)
    return [await Drill(mode, arguments, log).run() for mode in modes]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.failover", description=__doc__)
    parser.add_argument("--promotions", type=int, default=20)
    parser.add_argument("--stops", type=int, default=4, help="how often the standby is held")
    parser.add_argument("--mode", choices=(*MODES, "all"), default="all")
    parser.add_argument("--tables", type=int, default=6, help="how many tables at once")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile(prefix="rondel-failover-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    try:
        all_figures = asyncio.run(_run(arguments, log))
    except asyncio.CancelledError:
        console.print(f"stopped; what the nodes said: {log}")
        return 130
    for figures in all_figures:
        for fault in figures.all_faults()[:MOST_FAULTS]:
            console.print(f"{figures.mode}: {fault}")
    console.print(as_table(all_figures))
    if all(figures.holds for figures in all_figures):
        log.unlink()
        return 0
    console.print(f"what the nodes said: {log}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
