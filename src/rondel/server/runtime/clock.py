"""The clock of a node: its monotonic clock, offset to the database's time by each append."""

import asyncio
import time
from collections.abc import Callable

from rondel.kernel import Ms

WINDOW_MS: Ms = 10_000


def monotonic_ms() -> Ms:
    """Return milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> Ms:
    """Return milliseconds since 1970 by this machine's clock."""
    return time.time_ns() // 1_000_000


async def pause(seconds: float = 0) -> None:
    """Sleep. Raises CancelledError if a library has swallowed a cancellation of this task.

    Before Python 3.12 `asyncio.wait_for`, which redis-py uses, may swallow one. An endless loop must pause by
    this function, or it might not end when it is cancelled.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    await asyncio.sleep(seconds)


class DatabaseClock:
    """`Now`, estimated from the database's responses. Monotonic after the first one.

    Every response is late by its travel time, so the latest time is the best estimate. Samples expire after
    one to two windows. If the database's clock is set back, this clock pauses until that has caught up.
    """

    def __init__(self, monotonic: Callable[[], Ms] = monotonic_ms, wall: Callable[[], Ms] = wall_ms) -> None:
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self._best: Ms | None = None
        self._best_before: Ms | None = None
        self._window_began: Ms = 0
        self._latest: Ms = 0

    def ms(self) -> Ms:
        """Return the estimated time of the database."""
        now = self._monotonic() + self._offset
        if self._best is None:
            return now  # a guess: the first sample may lie before it
        self._latest = max(self._latest, now)
        return self._latest

    def learn(self, database_ms: Ms) -> None:
        """Add a sample: a time that the database has just returned."""
        here = self._monotonic()
        offset = database_ms - here
        if self._best is None or here - self._window_began >= WINDOW_MS:
            self._best_before, self._best, self._window_began = self._best, offset, here
        else:
            self._best = max(self._best, offset)
        self._offset = self._best if self._best_before is None else max(self._best, self._best_before)
