"""The time of a node: its own monotonic clock, carried to the database's time by what each append answers."""

import asyncio
import time
from collections.abc import Callable

from rondel.kernel import Ms

WINDOW_MS: Ms = 10_000


def monotonic_ms() -> Ms:
    """Milliseconds of a clock that nobody sets."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> Ms:
    """Milliseconds since 1970, as this machine believes."""
    return time.time_ns() // 1_000_000


async def pause(seconds: float = 0) -> None:
    """Sleep; or end here, if the task was cancelled while a library was not listening.

    Before Python 3.12 `asyncio.wait_for` may swallow a cancellation, and redis-py waits by it. A loop that
    never ends must pause by this, or it might not end when it is told to.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    await asyncio.sleep(seconds)


class DatabaseClock:
    """`Now`, as near to the database's clock as its answers allow; once it has learnt, it never falls.

    An answer is old by the time it took to travel, so of all answers the one that says the latest is the
    best. Answers are forgotten after one to two windows: the clock follows a database that was set back,
    standing still until that has caught up.
    """

    def __init__(self, monotonic: Callable[[], Ms] = monotonic_ms, wall: Callable[[], Ms] = wall_ms) -> None:
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self._best: Ms | None = None
        self._best_before: Ms | None = None
        self._window_began: Ms = 0
        self._latest: Ms = 0

    def ms(self) -> Ms:
        """The database's time, as far as it is known here."""
        now = self._monotonic() + self._offset
        if self._best is None:
            return now  # a guess: what comes after the first answer may be earlier
        self._latest = max(self._latest, now)
        return self._latest

    def learn(self, database_ms: Ms) -> None:
        """The database said a moment ago that it is this late."""
        here = self._monotonic()
        offset = database_ms - here
        if self._best is None or here - self._window_began >= WINDOW_MS:
            self._best_before, self._best, self._window_began = self._best, offset, here
        else:
            self._best = max(self._best, offset)
        self._offset = self._best if self._best_before is None else max(self._best, self._best_before)
