"""The bus on Redis: one channel, many announcements in one message, none of them waited for."""

import asyncio
import random
import struct
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from uuid import UUID, uuid4

import structlog
from redis.asyncio import Redis

from rondel.server.clock import pause
from rondel.server.redis import FAULTS

ENTRY = struct.Struct(">16sQ")
ENTRIES_AT_ONCE = 2048
WAITING = 65_536
"""So many moves may wait to be announced; beyond that announcements are dropped."""

QUIET_S = 5.0
"""After so much silence the subscription is asked for a sign of life."""

log = structlog.get_logger()


def pack(node: bytes, moves: Sequence[tuple[UUID, int]]) -> bytes:
    """Who announces, then table and version of each move."""
    return node + b"".join(ENTRY.pack(table.bytes, version) for table, version in moves)


def unpack(message: bytes, node: bytes) -> Iterator[tuple[UUID, int]]:
    """The moves in a message, unless it is this node's own or none of ours."""
    sender, entries = message[:16], message[16:]
    if sender == node or len(message) < 16 or len(entries) % ENTRY.size:
        return
    for table, version in ENTRY.iter_unpack(entries):
        yield UUID(bytes=table), version


class RedisBus:
    """Announcements by pub/sub. While Redis is away they are dropped, and counted in `dropped`."""

    def __init__(self, redis: Redis, *, prefix: str = "rondel:") -> None:
        self._redis = redis
        self._channel = f"{prefix}moves"
        self._node = uuid4().bytes
        self._waiting: dict[tuple[UUID, int], None] = {}  # a set that keeps its order
        self._wake = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None
        self._is_down = False
        self.dropped = 0

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        for move in moves:
            if len(self._waiting) < WAITING:
                self._waiting[move] = None
            else:
                self.dropped += 1
        self._wake.set()
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush())

    async def heard(self) -> AsyncIterator[tuple[UUID, int]]:
        while True:
            with suppress(*FAULTS):
                async with self._redis.pubsub(ignore_subscribe_messages=True) as ear:
                    await ear.subscribe(self._channel)
                    is_asked = False
                    while True:
                        await pause()
                        message = await ear.get_message(ignore_subscribe_messages=True, timeout=QUIET_S)
                        if message is not None:
                            is_asked = False
                            if message["type"] == "message":
                                for move in unpack(message["data"], self._node):
                                    yield move
                        elif is_asked:
                            break
                        else:
                            is_asked = True
                            await ear.ping()
            log.warning("bus.lost")
            await pause(random.uniform(0.05, 1.0))  # noqa: S311 - jitter

    async def has_others(self) -> bool:
        try:
            ((_channel, count),) = await self._redis.pubsub_numsub(self._channel)
        except FAULTS:
            return False
        return int(count) > 1

    async def aclose(self) -> None:
        """Stop announcing; what waits is dropped."""
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.gather(self._flusher, return_exceptions=True)
            self._flusher = None

    async def _flush(self) -> None:
        while True:
            await pause()
            await self._wake.wait()
            self._wake.clear()
            moves, self._waiting = list(self._waiting), {}
            for start in range(0, len(moves), ENTRIES_AT_ONCE):
                await self._publish(moves[start : start + ENTRIES_AT_ONCE])

    async def _publish(self, moves: Sequence[tuple[UUID, int]]) -> None:
        try:
            await self._redis.publish(self._channel, pack(self._node, moves))
            self._is_down = False
        except FAULTS:
            self.dropped += len(moves)
            if not self._is_down:
                log.warning("bus.down")
            self._is_down = True
