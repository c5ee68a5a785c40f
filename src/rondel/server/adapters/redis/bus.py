"""The bus on Redis: a channel for each table, and one that all nodes share. No announcement is waited for."""

import asyncio
import random
import struct
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError

from rondel.server.adapters.redis import FAULTS, cause_of
from rondel.server.runtime.clock import pause
from rondel.server.runtime.reach import Reach

T = TypeVar("T")

ENTRY = struct.Struct(">16sQ")
AT_ONCE = 512
"""How many commands or channels are written at once."""

WAITING = 65_536
"""How many moves may wait to be announced; any more are dropped."""

QUIET_S = 5.0
"""After this much silence the connection is pinged."""

PATIENCE_S = 1.0
"""How long a reader waits for its subscription, at most; the poll of heads finds what it misses."""

IN_A_ROW = 32
"""How many messages are read before other tasks have their turn."""


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


def _slices(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + AT_ONCE] for start in range(0, len(values), AT_ONCE))


async def _write(subscriber: AbstractConnection, *command: bytes) -> None:
    """Write a command. What is closed stays closed: connected again, it would be subscribed to nothing."""
    if not subscriber.is_connected:
        raise RedisConnectionError("closed")
    try:
        await subscriber.send_command(*command, check_health=False)
    except AttributeError:  # its reader has closed it while redis-py was about to write
        raise RedisConnectionError("closed") from None


class RedisBus:
    """Announcements by pub/sub. While Redis is away they are dropped, and counted in `dropped`."""

    def __init__(self, redis: Redis, *, prefix: str = "rondel:", reach: Reach | None = None) -> None:
        self._redis = redis
        self._reach = reach or Reach("redis")
        self._common = f"{prefix}moves".encode()
        self._node = uuid4().bytes
        self._waiting: dict[tuple[UUID, int], None] = {}  # a set that keeps its order
        self._tables: dict[bytes, asyncio.Event] = {}
        self._changed: dict[bytes, bool] = {}  # channels to subscribe to (True) or to leave
        self._subscriber: AbstractConnection | None = None
        self._wake = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None
        self.dropped = 0

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        for move in moves:
            if len(self._waiting) < WAITING:
                self._waiting[move] = None
            else:
                self.dropped += 1
        self._flush_soon()

    async def subscribe(self, table: UUID) -> None:
        channel = self._channel(table)
        is_subscribed = self._tables.get(channel)
        if is_subscribed is None:
            is_subscribed = self._tables[channel] = asyncio.Event()
            self._changed[channel] = True
            self._flush_soon()
        if self._subscriber is not None and not is_subscribed.is_set():
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await is_subscribed.wait()
            except TimeoutError:
                is_subscribed.set()  # the next reader of this table does not wait

    def unsubscribe(self, table: UUID) -> None:
        channel = self._channel(table)
        if self._tables.pop(channel, None) is not None:
            self._changed[channel] = False
            self._flush_soon()

    async def listen(self) -> AsyncIterator[tuple[UUID, int]]:
        while True:
            try:
                async with self._listening() as subscriber:
                    async for message in self._messages(subscriber):
                        for move in unpack(message, self._node):
                            yield move
            except FAULTS as fault:
                self._reach.lost(cause_of(fault))
            await pause(random.uniform(0.05, 1.0))  # noqa: S311 - jitter

    async def others(self) -> int:
        try:
            ((_channel, count),) = await self._redis.pubsub_numsub(self._common)
        except FAULTS:
            return 0
        return max(int(count) - 1, 0)

    async def aclose(self) -> None:
        """Stop announcing; what waits is dropped."""
        if self._flusher is not None:
            self._flusher.cancel()
            await asyncio.gather(self._flusher, return_exceptions=True)
            self._flusher = None

    def _channel(self, table: UUID) -> bytes:
        return b"%b:%b" % (self._common, table.hex.encode())

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[AbstractConnection]:
        """A connection of its own, subscribed to all that this node should hear."""
        pool = self._redis.connection_pool
        subscriber: AbstractConnection = await pool.get_connection()  # type: ignore[no-untyped-call]
        try:
            self._changed.clear()
            self._subscriber = subscriber
            for channels in _slices([self._common, *self._tables]):
                await _write(subscriber, b"SUBSCRIBE", *channels)
            yield subscriber
        finally:
            if self._subscriber is subscriber:
                self._subscriber = None
            for is_subscribed in self._tables.values():
                is_subscribed.set()  # nobody waits for a Redis that is away
            await subscriber.disconnect(nowait=True)
            await pool.release(subscriber)

    async def _messages(self, subscriber: AbstractConnection) -> AsyncIterator[bytes]:
        """What is published, until the connection is silent for too long.

        The connection is read without redis-py's PubSub, which takes three times as long for each message.
        """
        is_ping_sent, in_a_row = False, 0
        while True:
            in_a_row = (in_a_row + 1) % IN_A_ROW
            if in_a_row == 0:
                await pause()
            message: Any = await subscriber.read_response(
                timeout=QUIET_S, disconnect_on_error=False, push_request=True
            )
            if message is None and is_ping_sent:
                self._reach.lost("timeout")
                return
            is_ping_sent = message is None
            if is_ping_sent:
                await pause()
                await _write(subscriber, b"PING")
                continue
            self._reach.back()
            if message[0] == b"message":
                yield message[2]
            elif message[0] == b"subscribe" and (is_subscribed := self._tables.get(message[1])):
                is_subscribed.set()

    def _flush_soon(self) -> None:
        self._wake.set()
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        while True:
            await pause()
            await self._wake.wait()
            self._wake.clear()
            await self._change()
            moves, self._waiting = self._waiting, {}
            by_table: dict[UUID, list[tuple[UUID, int]]] = {}
            for move in moves:
                by_table.setdefault(move[0], []).append(move)
            for some in _slices(list(by_table.values())):
                await self._publish(some)

    async def _change(self) -> None:
        """Subscribe to new tables and leave others; the next connection does it if there is none now."""
        changed, self._changed = self._changed, {}
        subscriber = self._subscriber
        if subscriber is None:
            return
        try:
            for command, is_new in ((b"UNSUBSCRIBE", False), (b"SUBSCRIBE", True)):
                wanted = [channel for channel, wants in changed.items() if wants is is_new]
                for channels in _slices(wanted):
                    await _write(subscriber, command, *channels)
        except FAULTS as fault:
            self._reach.lost(cause_of(fault))  # whoever reads it notices too, and begins again

    async def _publish(self, tables: Sequence[Sequence[tuple[UUID, int]]]) -> None:
        commands = [(b"PUBLISH", self._channel(moves[0][0]), pack(self._node, moves)) for moves in tables]
        pool = self._redis.connection_pool
        try:
            publisher: AbstractConnection = await pool.get_connection()  # type: ignore[no-untyped-call]
            try:
                await publisher.send_packed_command(publisher.pack_commands(commands))
                for _ in commands:
                    await publisher.read_response()
            except BaseException:
                await publisher.disconnect(nowait=True)  # answers may be on their way
                raise
            finally:
                await pool.release(publisher)
        except FAULTS as fault:
            self.dropped += sum(map(len, tables))
            self._reach.lost(cause_of(fault))
        else:
            self._reach.back()
