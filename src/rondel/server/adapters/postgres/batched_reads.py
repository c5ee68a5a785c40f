"""Batching: concurrent reads by key share one statement.

After a network or a node has failed, thousands of clients reconnect within a second, and each reads its
session and its table. A statement costs a node more than a row does.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

from rondel.server.ports.value import StoreUnavailableError

K = TypeVar("K")
V = TypeVar("V")

READERS: Final = 4
"""How many statements are under way at once. While they are, keys gather for the next one."""

MOST: Final = 64
"""How many keys one statement takes."""


class BatchedReader(Generic[K, V]):
    """Batched concurrent reads by key. Every result was read after its request."""

    def __init__(
        self, read: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]], *, readers: int = READERS
    ) -> None:
        self._read = read
        self._readers = readers
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._reading = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, key: K) -> V | None:
        """Return the value of this key; None if there is none."""
        answer = self._waiting.get(key)
        if answer is None:
            answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._reading < self._readers:
            self._reading += 1
            task = asyncio.create_task(self._flush())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(answer)  # other callers may await the same future

    async def _flush(self) -> None:
        """Read the waiting keys until none waits."""
        try:
            while self._waiting:
                keys = list(self._waiting)[:MOST]
                await self._answer({key: self._waiting.pop(key) for key in keys})
        finally:
            self._reading -= 1  # at once: the next caller starts another flush

    async def _answer(self, futures: Mapping[K, "asyncio.Future[V | None]"]) -> None:
        try:
            found = await self._read(list(futures))
        except BaseException as error:
            no = error if isinstance(error, Exception) else StoreUnavailableError("stopped")
            for answer in futures.values():
                if not answer.done():
                    answer.set_exception(no)
                    answer.exception()  # marks it as retrieved: the caller may have been cancelled
            if not isinstance(error, Exception):
                raise
            return
        for key, answer in futures.items():
            if not answer.done():
                answer.set_result(found.get(key))
