"""Reads that concurrent callers share."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedRead(Generic[T]):
    """One read at a time, for all who ask before it begins: no answer is older than its request."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._next: asyncio.Task[T] | None = None

    async def get(self, read: Callable[[], Awaitable[T]]) -> T:
        """Return what the next read finds. A caller that is cancelled does not cancel it."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_task(self._run(read))
            self._next.add_done_callback(_mark_retrieved)
        return await asyncio.shield(self._next)

    async def _run(self, read: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            self._next = None  # later callers need a later read
            return await read()


def _mark_retrieved(read: "asyncio.Task[T]") -> None:
    """All callers may have been cancelled before it failed."""
    if not read.cancelled():
        read.exception()
