"""An event loop with virtual time that chooses the next ready callback by seed."""

import asyncio
import heapq
import itertools
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any, Final, Protocol

TURNS: Final = 200_000
"""So many callbacks at one moment, and something runs in a circle."""


class Owner(Protocol):
    """Whose work it is: a node, whose callbacks wait while it is paused."""

    is_paused: bool
    parked: list[Any]
    tasks: list["SeededTask"]


OWNER: Final[ContextVar[Owner | None]] = ContextVar("owner", default=None)


class Circling(RuntimeError):  # noqa: N818 - reads as a sentence
    """Work goes on and on while time stands still."""


class SeededTask(asyncio.Task[Any]):
    """A task whose hash is its number, so that a set of tasks has the same order in every run."""

    def __init__(self, number: int, coro: Coroutine[Any, Any, Any], **more: Any) -> None:
        self.number = number
        super().__init__(coro, **more)

    def __hash__(self) -> int:
        return self.number


class VirtualLoop(asyncio.BaseEventLoop):
    """One thread, no files, no sockets: time jumps to the next timer when nothing is ready."""

    _ready: list[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _stopping: bool

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._ready = []
        self._at = 0.0
        self._dice = random.Random(seed).random
        self._numbers = itertools.count(1)
        self._turns = 0
        self.tasks: list[SeededTask] = []
        self.set_task_factory(_task)

    def time(self) -> float:
        """Virtual seconds since the run began."""
        return self._at

    def next_number(self) -> int:
        """A number for the next task."""
        return next(self._numbers)

    def wake(self, handles: list[Any]) -> None:
        """Let parked callbacks run again."""
        self._ready.extend(handles)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> Any:
        """Threads would not replay: it runs here and now."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it is the caller's
            future.set_exception(error)
        return future

    def _run_once(self) -> None:
        ready = self._ready
        if not ready:
            self._advance()
        while ready and not self._stopping:
            index = int(self._dice() * len(ready))
            handle = ready[index]
            ready[index] = ready[-1]
            ready.pop()
            self._turns += 1
            if handle._cancelled:
                continue
            owner = handle._context.get(OWNER)  # type: ignore[attr-defined]
            if owner is not None and owner.is_paused:
                owner.parked.append(handle)
                continue
            handle._run()
            if self._turns > TURNS:
                raise Circling(f"{TURNS} callbacks at {self._at:.3f} s, the last one {handle!r}")

    def _advance(self) -> None:
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)
        if not scheduled:
            raise Circling("nothing is ready and no timer is set")
        self._turns = 0
        self._at = max(self._at, scheduled[0].when())
        while scheduled and scheduled[0].when() <= self._at:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False  # type: ignore[attr-defined]
            self._ready.append(handle)

    def _process_events(self, event_list: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else is there."""


def _task(
    loop: asyncio.AbstractEventLoop, coro: Any, context: Context | None = None, **more: Any
) -> SeededTask:
    assert isinstance(loop, VirtualLoop)
    task = SeededTask(loop.next_number(), coro, loop=loop, context=context, **more)
    owner = OWNER.get() if context is None else context.get(OWNER)
    tasks = loop.tasks if owner is None else owner.tasks
    tasks.append(task)
    return task
