"""Gather: what many callers ask for at once is asked in one statement.

After a network or a node has failed, thousands of clients come back within a second, and each asks for its
session and its table. A statement costs a node more than a row does.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

from rondel.server.ports import Unavailable

K = TypeVar("K")
V = TypeVar("V")

READERS: Final = 4
"""How many statements are under way at once. While they are, keys gather for the next one."""

MOST: Final = 64
"""How many keys one statement takes."""


class Gathered(Generic[K, V]):
    """Answers by key. Each was read after it was asked for: no answer is older than its question."""

    def __init__(self, read: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._read = read
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._reading = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, key: K) -> V | None:
        """The value of this key; None if it has none."""
        answer = self._waiting.get(key)
        if answer is None:
            answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._reading < READERS:
            self._reading += 1
            task = asyncio.create_task(self._flush())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(answer)  # it may be somebody else's as well

    async def _flush(self) -> None:
        """Read what waits, until nothing does."""
        try:
            while self._waiting:
                keys = list(self._waiting)[:MOST]
                await self._answer({key: self._waiting.pop(key) for key in keys})
        finally:
            self._reading -= 1  # at once: whoever asks from now on starts another

    async def _answer(self, asked: Mapping[K, "asyncio.Future[V | None]"]) -> None:
        try:
            found = await self._read(list(asked))
        except BaseException as error:
            no = error if isinstance(error, Exception) else Unavailable("stopped")
            for answer in asked.values():
                if not answer.done():
                    answer.set_exception(no)
                    answer.exception()  # whoever asked may have gone
            if not isinstance(error, Exception):
                raise
            return
        for key, answer in asked.items():
            if not answer.done():
                answer.set_result(found.get(key))
