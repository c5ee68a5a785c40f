"""The watchdog interrupts a game that runs too long, so that its table is halted.

Game code runs inside `with GAME_CODE:`, without an `await` in between. At intervals of CPU time the watchdog
checks whether the same section is still running, and raises in it after the limit. It never raises elsewhere,
so that server code is never left half done.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, NoReturn

from rondel.kernel import Ms

TICK_S: Final = 0.1
"""How much CPU time goes by between two looks."""


class GameTimeoutError(Exception):
    """A game exceeded the CPU limit of one call."""


class GameExitError(Exception):
    """A game raised an exception that would have ended the server, such as SystemExit."""


class _Overdue(BaseException):
    """Raised in a game that exceeds the CPU limit; `except Exception` does not catch it."""


class Watchdog:
    """Watchdog of game sections on the main thread; entering one costs no system call."""

    def __init__(self) -> None:
        self._depth = 0
        self._section = 0
        self._seen = -1
        self._since_s = 0.0
        self._limit_ms: Ms = 0
        self._users = 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        self._section += 1
        if kind is not None and not issubclass(kind, (Exception, KeyboardInterrupt)):
            self._blame(kind, trace)

    def _blame(self, kind: type[BaseException], trace: TracebackType | None) -> NoReturn:
        """Replace an exception that would not halt the table; keep its traceback."""
        if issubclass(kind, _Overdue):
            stuck = GameTimeoutError(f"The game used more than {self._limit_ms} ms of CPU time.")
            raise stuck.with_traceback(_without_last(trace)) from None
        raise GameExitError(f"The game raised {kind.__name__}.").with_traceback(trace) from None

    @contextmanager
    def watching(self, limit_ms: Ms) -> Iterator[None]:
        """Enable the watchdog in this block, unless the limit is 0 ms or this is not the main thread."""
        if limit_ms == 0 or threading.current_thread() is not threading.main_thread():
            yield
            return
        self._limit_ms = limit_ms
        self._users += 1
        # Keep the handler: a pending signal would end a process without one.
        signal.signal(signal.SIGPROF, self._look)
        signal.siginterrupt(signal.SIGPROF, False)
        signal.setitimer(signal.ITIMER_PROF, TICK_S, TICK_S)
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                signal.setitimer(signal.ITIMER_PROF, 0)

    def _look(self, _number: int, frame: FrameType | None) -> None:
        """Interrupt a section that has exceeded the limit, by this thread's CPU time."""
        if not self._depth:
            return
        now_s = time.thread_time()
        if self._seen != self._section:
            self._seen, self._since_s = self._section, now_s
        elif now_s - self._since_s >= self._limit_ms / 1000 and not _is_our_own(frame):
            raise _Overdue


def _without_last(trace: TracebackType | None) -> TracebackType | None:
    """Return the traceback up to the interrupted line of the game, without the watchdog's frame."""
    last = trace
    while last is not None and last.tb_next is not None and last.tb_next.tb_next is not None:
        last = last.tb_next
    if last is not None:
        last.tb_next = None
    return trace


def _is_our_own(frame: FrameType | None) -> bool:
    """Return whether the signal hit the watchdog's own code, just as a section ended."""
    return frame is None or frame.f_code is Watchdog.__exit__.__code__


GAME_CODE: Final = Watchdog()
"""`with GAME_CODE:` around every call into the code of a game on the server's event loop."""
