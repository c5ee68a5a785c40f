"""A server under the load of a soak, and what is seen of it from outside in one piece of time."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import asyncpg
from prometheus_client.parser import text_string_to_metric_families
from tests.faults.cluster import Postgres
from tests.faults.fleet import ServerNode
from tests.faults.process import anonymous_mib, descriptors, memory_mib, pss_mib
from tests.load.__main__ import cpu_s, load_node
from tests.load.lateness import percentile
from tests.load.tables import percentile_ms
from tests.load.yardstick import Yardstick, own_yardstick

from bench.calibration import Calibration
from bench.hall import Hall
from bench.steady import Piece, Sample
from bench.store import Backends
from rondel.cli.databases.server_settings import TOKEN_VARIABLE
from rondel.client import Http
from rondel.server.maintenance.migrations import migrate
from rondel.wire.registry import installed_games

THINK: Final = "4-12"
"""How many seconds a bot thinks, as `rondel bots --think` takes it."""

PROBES: Final = 8
"""How many tables are timed."""

WARM_MOVES: Final = 100
"""A run is warm once the tables of every game have made so many moves on average: a server remembers the
latest 64 rows."""

SAMPLES: Final = 6
"""How often memory, tasks and descriptors are looked at in a piece; their medians count."""

READY_S: Final = 120.0
SIZE: Final = "SELECT pg_database_size(current_database())"
RONDEL: Final = (str(Path(sys.executable).with_name("rondel")),)


class Load(NamedTuple):
    """What a soak is made of. `program` may be another server with the same arguments."""

    tables: int
    piece_s: float
    think: str = THINK
    warm_moves: int = WARM_MOVES
    bots: int = 1
    probes: int = PROBES
    program: tuple[str, ...] = RONDEL


class Metrics:
    """What the server says of itself at one moment."""

    def __init__(self, text: str) -> None:
        self._samples = [one for family in text_string_to_metric_families(text) for one in family.samples]

    def value(self, name: str) -> float:
        """One number, or the sum over all labels."""
        return sum(one.value for one in self._samples if one.name == name)

    def by(self, label: str, name: str) -> Mapping[str, float]:
        """Numbers by one label."""
        return {one.labels[label]: one.value for one in self._samples if one.name == name}


class Mark(NamedTuple):
    """Everything that only grows, at one moment."""

    at: float
    metrics: Metrics
    server_s: float
    postgres_s: float
    replaced: int
    unanswered: int


def _between(before: Mark, after: Mark) -> dict[str, Any]:
    """What has happened from one moment to the other."""

    def more(name: str) -> float:
        return after.metrics.value(name) - before.metrics.value(name)

    sooner, later = (mark.metrics.by("game", "rondel_moves_total") for mark in (before, after))
    moves = {game: int(later.get(game, 0) - sooner.get(game, 0)) for game in sorted(installed_games())}
    in_all = max(sum(moves.values()), 1)
    return {
        "seconds": after.at - before.at,
        "replaced": after.replaced - before.replaced,
        "unanswered": after.unanswered - before.unanswered,
        "moves": moves,
        "server_us": 1e6 * (after.server_s - before.server_s) / in_all,
        "postgres_us": 1e6 * (after.postgres_s - before.postgres_s) / in_all,
        "lag_ms": 1000 * more("rondel_loop_lag_seconds_sum") / max(more("rondel_loop_lag_seconds_count"), 1),
        "halted": int(more("rondel_halted_tables_total")),
        "errors": int(more("rondel_internal_errors_total")),
    }


@asynccontextmanager
async def soaking(load: Load) -> AsyncIterator["Soaking"]:
    """A server with its database, its bots and all tables."""
    async with AsyncExitStack() as stack:
        postgres = stack.enter_context(Postgres())
        await asyncio.to_thread(migrate, postgres.url)
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="rondel-soak-")))
        # As many rooms as tables: else those of ended tables fill the memory for hours, as they are meant to.
        rooms = str(load.tables + load.probes)
        node = load_node(postgres.url, folder / "server.log", load.program, RONDEL_CACHED_TABLES=rooms)
        node.start()
        stack.callback(node.stop)
        await node.ready(READY_S)
        for number in range(1, load.bots + 1):
            stack.callback(_end, await _bots(node, postgres.url, load.think, f"{number}/{load.bots}"))
        owner, hall_connection = await asyncpg.connect(postgres.url), await asyncpg.connect(postgres.url)
        stack.push_async_callback(owner.close)
        stack.push_async_callback(hall_connection.close)
        yardstick = await stack.enter_async_context(own_yardstick())
        hall = Hall(node, hall_connection)
        stack.callback(hall.close)
        await hall.open(load.tables, load.probes)
        keeping = asyncio.create_task(hall.keep())
        stack.callback(keeping.cancel)
        yield Soaking(node, hall, owner, yardstick, keeping)


async def _bots(node: ServerNode, database_url: str, think: str, share: str) -> "subprocess.Popen[bytes]":
    """A process that plays for all bots, or for its share of them."""
    plain = {name: text for name, text in os.environ.items() if not name.startswith(("RONDEL_", "PG"))}
    made = await asyncio.to_thread(
        subprocess.run,
        [*RONDEL, "bots", "--new-token"],
        env={**plain, "RONDEL_DATABASE_URL": database_url},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    command = [*RONDEL, "bots", "--server", node.url, "--think", think, "--share", share]
    environment = {**plain, TOKEN_VARIABLE: str(made.stdout).strip()}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


class Soaking:
    """A server under load, looked at piece by piece."""

    def __init__(
        self,
        node: ServerNode,
        hall: Hall,
        owner: "asyncpg.Connection[asyncpg.Record]",
        yardstick: Yardstick,
        keeping: "asyncio.Task[None]",
    ) -> None:
        assert node.process is not None
        self._pid = node.process.pid
        self._http = Http(node.url)
        self._hall, self._owner, self._yardstick, self._keeping = hall, owner, yardstick, keeping
        self._backends = Backends(owner)
        self._calibration = Calibration()
        self._began = time.perf_counter()

    async def piece(self, run: int, seconds: float, *, is_warm: bool) -> Piece:
        """Let them play for so long, and look."""
        figures, work_us = self._hall.figures, self._calibration.piece_us()
        before = await self._mark()
        figures.ack_s.clear()
        figures.pushes.clear()
        self._yardstick.begin()
        figures.is_counting = True
        looks = [
            await self._sample(before.at + seconds * number / SAMPLES) for number in range(1, SAMPLES + 1)
        ]
        figures.is_counting = False
        trips = [trip.ms for trip in self._yardstick.trips()]
        answers_s = figures.ack_s or [seconds]  # none at all is as late as the piece is long
        after = await self._mark()
        if self._keeping.done():
            self._keeping.result()  # raises what has ended it
        return Piece(
            run=run,
            began_s=before.at - self._began,
            is_warm=is_warm,
            tables=len(self._hall),
            seen=Sample(*(median(values) for values in zip(*looks, strict=True))),
            acks=len(figures.ack_s),
            ack_p50_ms=percentile_ms(answers_s, 0.5),
            ack_p99_ms=percentile_ms(answers_s, 0.99),
            trip_p50_ms=percentile(trips, 0.5),
            trip_p99_ms=percentile(trips, 0.99),
            work_us=work_us,
            database_mib=await self._owner.fetchval(SIZE) / 2**20,
            **_between(before, after),
        )

    async def _mark(self) -> Mark:
        return Mark(
            time.perf_counter(),
            await self._metrics(),
            cpu_s(self._pid),
            await self._backends.look(),
            self._hall.replaced,
            self._hall.requests.unanswered,
        )

    async def _metrics(self) -> Metrics:
        answer = await self._hall.requests.answered(lambda: self._http.ask("GET", "/metrics"))
        return Metrics(answer.content.decode())

    async def _sample(self, at: float) -> Sample:
        await asyncio.sleep(max(0, at - time.perf_counter()))
        metrics = await self._metrics()
        return Sample(
            memory_mib(self._pid),
            pss_mib(self._pid),
            anonymous_mib(self._pid),
            metrics.value("rondel_tasks"),
            descriptors(self._pid),
            metrics.value("rondel_rooms"),
            metrics.value("rondel_sockets"),
        )
