"""The nemesis: what it does to the nodes, the database and Redis while people play."""

import asyncio
import os
import random
import signal
import struct
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from uuid import UUID, uuid4

import asyncpg
from redis.asyncio import Redis as Client
from redis.exceptions import RedisError

from rondel.server.adapters.redis.bus import pack
from tests.faults.cluster import Postgres, Redis
from tests.faults.fleet import ServerNode

CHANNEL: Final = "rondel:moves"
AWAY: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""Whatever a database says that is still recovering."""

STORM: Final = 300
REMEMBERED: Final = 200
SHORT_STOP_S: Final = (0.3, 2.5)

_CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = 'rondel' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 3
"""


class Nemesis:
    """Faults drawn by a seed. `counts` says how often each was done."""

    def __init__(
        self,
        postgres: Postgres,
        redis: Redis,
        nodes: Sequence[ServerNode],
        tables: Sequence[str],
        rng: random.Random,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._postgres = postgres
        self._redis = redis
        self._nodes = nodes
        self._tables = tables
        self._rng = rng
        self._received: deque[bytes] = deque(maxlen=REMEMBERED)

    async def rage(self, seconds: float, *, stop_s: float) -> None:
        """Break things for so long, every kind at least once if there is time; leave all of it running.

        The last node is stopped for `stop_s` in the middle of it; the others only for moments.
        """
        until = asyncio.get_running_loop().time() + seconds
        async with self._listening():
            freezing = asyncio.create_task(self._freeze(seconds, stop_s))
            plan: list[Callable[[], Awaitable[None]]] = []
            while asyncio.get_running_loop().time() < until:
                if not plan:
                    plan = [self._cut, self._cut, self._crash, self._cut_redis, self._pause, self._pause]
                    plan += [self._storm] * 4
                    self._rng.shuffle(plan)
                await plan.pop()()
                await asyncio.sleep(self._rng.uniform(0.4, 1.4))
            await freezing

    async def _cut(self) -> None:
        """Some connections to the database are cut, whatever they were doing."""
        with suppress(*AWAY):
            connection = await asyncpg.connect(self._postgres.url)
            await connection.execute(_CUT)
            await connection.close()
            self.counts["backends cut"] += 1

    async def _crash(self) -> None:
        """One backend is killed: PostgreSQL cuts all of them and recovers."""
        with suppress(*AWAY):
            if await self._postgres.kill_backend():
                self.counts["database crashes"] += 1

    async def _storm(self) -> None:
        """Announcements that are wrong, doubled, from the past, from the future, or of no table."""
        tables = [*map(UUID, self._tables), uuid4()]
        forged = [
            pack(os.urandom(16), [(self._rng.choice(tables), self._rng.choice((0, 1, 2, 3, 2**40)))])
            for _ in range(STORM // 2)
        ]
        late = [self._rng.choice(self._received) for _ in range(STORM // 2) if self._received]
        with suppress(RedisError, OSError):
            async with Client.from_url(self._redis.url) as client:
                pipe = client.pipeline(transaction=False)
                for message in (*forged, *late, struct.pack(">16sQ", b"?" * 16, 1)[:20]):
                    pipe.publish(CHANNEL, message)
                await pipe.execute()
                self.counts["storms of hints"] += 1

    async def _cut_redis(self) -> None:
        """Redis loses everything, and is away for a moment."""
        await asyncio.to_thread(self._redis.stop)
        await asyncio.sleep(self._rng.uniform(0.1, 1.5))
        await asyncio.to_thread(self._redis.start)
        self.counts["redis restarts"] += 1

    async def _pause(self) -> None:
        """A node stands still for a moment, as one that swaps or collects garbage."""
        await self._stop(self._rng.choice(self._nodes[:-1]), self._rng.uniform(*SHORT_STOP_S))
        self.counts["short stops"] += 1

    async def _freeze(self, seconds: float, stop_s: float) -> None:
        """The last node stands still past its leases."""
        if stop_s > 0:
            await asyncio.sleep(max(seconds - stop_s, 0) * 0.4)
            await self._stop(self._nodes[-1], stop_s)
            self.counts["long stops"] += 1

    async def _stop(self, node: ServerNode, seconds: float) -> None:
        assert node.process is not None
        os.kill(node.process.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(node.process.pid, signal.SIGCONT)

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        """Remember what nodes announce, to say it again later."""
        listening = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            with suppress(RedisError, OSError):
                async with Client.from_url(self._redis.url) as client, client.pubsub() as ear:
                    await ear.psubscribe(f"{CHANNEL}:*")
                    while True:
                        self._take(await ear.get_message(ignore_subscribe_messages=True, timeout=1))
            await asyncio.sleep(0.2)

    def _take(self, message: Any) -> None:
        if message is not None and message["type"] == "pmessage":
            self._received.append(message["data"])
